"""Pictures of the annotators' pages and of gap filling, for the documentation.

    python -m bench.pictures.annotation [NAME...]

Writes them to docs/images, each page as on a laptop (NAME.png) and on a phone (NAME-phone.png);
with names, only these.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.pictures.garden import plant
from PIL import Image
from playwright.sync_api import Browser, Page
from tests.support.browser import chromium
from tests.support.small_suite import NOW
from tests.support.web_server import Running, serving

from proform.gap.answers import define_gap_tasks
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.store.tasks import TaskSet, assign

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZES = {"": (1280, 800), "-phone": (390, 844)}


def keep(page: Page, path: Path, *, whole: bool = False) -> None:
    """A picture of a page, small enough for a repository."""
    picture = Image.open(BytesIO(page.screenshot(full_page=whole)))
    picture.quantize(128).save(path, optimize=True)


@dataclass(frozen=True)
class Studio:
    """A browser of a size, and a server with a small suite on which Ada and Bob work."""

    browser: Browser
    server: Running
    size: tuple[int, int]

    def visit(self, name: str | None, path: str = "") -> Page:
        """A page in the name of an annotator, or without a name of the researcher."""
        width, height = self.size
        viewport = {"width": width, "height": height}
        page = self.browser.new_context(viewport=viewport).new_page()  # type: ignore[arg-type]
        page.goto(self.server.link(name))
        if path:
            page.goto(self.server.url + path)
        return page


def _saved(page: Page) -> None:
    page.locator("#saving[data-state=saved]").wait_for()


def _at(page: Page, position: int) -> None:
    """Wait until an example is shown, and listens."""
    page.locator(f"main:has-text('Example {position} of') #example:not([inert])").wait_for()


def _seek(page: Page, category: str) -> None:
    """Go on to an example of a category."""
    position = 1
    _at(page, position)
    while category not in (page.locator("#category").text_content() or ""):
        page.keyboard.press("J")
        position += 1
        _at(page, position)
    _saved(page)


def overview(studio: Studio) -> Page:
    """Progress by category: three examples are answered, one of them with a contradiction."""
    page = studio.visit("Ada")
    page.locator("#go").click()
    for position, keys in enumerate((("E",), ("Shift+Y", "N"), ("E", "P")), 1):
        _at(page, position)
        for key in keys:
            page.keyboard.press(key)
        _saved(page)
        page.keyboard.press("J")
        if page.locator("#leaving").is_visible():
            page.get_by_role("button", name="Leave it").click()
    page.goto(f"{studio.server.url}/work")
    _saved(page)
    return page


def _example(studio: Studio) -> Page:
    page = studio.visit("Bob", "/work/1")
    _seek(page, "it as a subject, antecedent in an earlier sentence")
    return page


def example(studio: Studio) -> Page:
    """An example, answered; one more word could be selected. On a phone: nothing is judged yet."""
    page = _example(studio)
    if studio.size == SIZES["-phone"]:
        return page
    page.locator("#target button.antecedent").last.click()
    page.locator("#target button.pronoun").first.click()
    page.locator("[name=antecedent][value=ok]").check()
    page.locator("[name=pronoun][value=ok]").check()
    page.locator("#remarks").fill("« s' » belongs to the verb.")
    page.locator("#target button.pronoun").last.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")  # so that the focus is seen
    _saved(page)
    return page


def conflict(studio: Studio) -> Page:
    """What is said on leaving an example that contradicts itself."""
    page = _example(studio)
    for key in ("N", "P"):
        page.keyboard.press(key)
    _saved(page)
    page.keyboard.press("J")
    page.locator("#leaving").wait_for()
    return page


def keys(studio: Studio) -> Page:
    """The list of keys."""
    page = _example(studio)
    page.keyboard.press("?")
    page.locator("#help").wait_for()
    return page


def general(studio: Studio) -> Page:
    """The guidelines for all pronouns."""
    return studio.visit("Ada", "/guidelines")


def guidelines(studio: Studio) -> Page:
    """The page of a category."""
    return studio.visit("Ada", "/guidelines/anaphoric_inter_subject_it")


def gap_guidelines(studio: Studio) -> Page:
    """Those of gap filling."""
    return studio.visit("Ada", "/guidelines/gap-filling")


def lesson(studio: Studio) -> Page:
    """The training, before it begins."""
    return studio.visit("Ada", "/training")


def training(studio: Studio) -> Page:
    """An answer that differs from the known one."""
    page = studio.visit("Ada", "/training")
    page.locator("#begin").click()
    page.locator("#answer").wait_for()
    page.goto(f"{studio.server.url}/training/2")
    for key in ("Shift+Y", "N", "J"):
        page.keyboard.press(key)
    page.locator("#outcome").wait_for()
    return page


def closed(studio: Studio) -> Page:
    """What those see whose link no longer opens."""
    page = studio.visit("Ada")
    page.context.clear_cookies()
    page.goto(studio.server.url)
    return page


def _fill(studio: Studio, name: str, given: Sequence[str]) -> Page:
    """Fill the gaps of someone, each by one key; the last example stays on the page."""
    page = studio.visit(name, "/gaps/1")
    for place, key in enumerate(given):
        if place:
            page.keyboard.press("J")
        _at(page, place + 1)
        page.keyboard.press(key)
        _saved(page)
    return page


def _ask(studio: Studio) -> None:
    with opened(studio.server.where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        define_gap_tasks(connection, stored, TaskSet("summer", 0, 99, 1), NOW)
        for name in ("Ada", "Bob"):
            assign(connection, stored, "summer", "IAA", name, NOW)
    for name in ("Ada", "Bob"):
        studio.visit(name, "/gaps")  # draws their order


def gap(studio: Studio) -> Page:
    """A gap with two forms that fit."""
    _ask(studio)
    page = studio.visit("Ada", "/gaps/1")
    _seek(page, "it for an event")
    for key in ("7", "8"):
        page.keyboard.press(key)
    _saved(page)
    return page


def gap_scores(studio: Studio) -> Page:
    """The researcher's page of it."""
    _ask(studio)
    choices = {"intra": "8", "subject": "2", "event": "7", "they": "3", "pleonastic": "1"}
    for name, doubt in (("Ada", 4), ("Bob", 9)):
        page = studio.visit(name)
        size = len(page.request.get(f"{studio.server.url}/api/gaps").json()["examples"])
        kinds = [
            page.request.get(f"{studio.server.url}/api/gaps/{n}").json()["category"]
            for n in range(1, size + 1)
        ]
        given = [next((k for part, k in choices.items() if part in kind), "8") for kind in kinds]
        _fill(studio, name, [*given[:doubt], "b", *given[doubt + 1 :]])
    return studio.visit(None, "/research/gaps")


SHOTS: dict[str, Callable[[Studio], Page]] = {
    "annotate-overview": overview,
    "annotate-example": example,
    "annotate-conflict": conflict,
    "annotate-keys": keys,
    "annotate-closed": closed,
    "guidelines-general": general,
    "guidelines": guidelines,
    "training-start": lesson,
    "training": training,
    "gap-example": gap,
    "gap-guidelines": gap_guidelines,
    "gap-scores": gap_scores,
}


def main(names: list[str]) -> None:
    """Make the pictures of these names, or all."""
    with chromium() as browser:
        for name in names or SHOTS:
            for kind, size in SIZES.items():
                with TemporaryDirectory() as folder:
                    where = str(Path(folder) / "garden.db")
                    plant(where)
                    with serving(where) as server:
                        page = SHOTS[name](Studio(browser, server, size))
                        keep(page, IMAGES / f"{name}{kind}.png")
                        page.context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
