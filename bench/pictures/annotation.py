"""Pictures of the pages, for the documentation.

`python -m bench.pictures.annotation` makes all of them in docs/images; with names, only these.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.pictures.garden import plant
from playwright.sync_api import Browser, Page
from tests.support.browser import chromium
from tests.support.small_suite import NOW
from tests.support.web_server import Running, serving

from proform.gap.answers import define_gap_tasks
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.store.tasks import TaskSet, assign

IMAGES = Path(__file__).parents[2] / "docs" / "images"
LAPTOP, TABLET = (1280, 800), (820, 1180)


@dataclass(frozen=True)
class Studio:
    """A browser, and a server with a small suite on which Ada and Bob work."""

    browser: Browser
    server: Running

    def visit(
        self, name: str | None, size: tuple[int, int] = LAPTOP, *, dark: bool = False
    ) -> Page:
        """A page in the name of an annotator, or without a name of the researcher."""
        width, height = size
        page = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        ).new_page()
        page.goto(self.server.link(name))
        return page


def _saved(page: Page) -> None:
    page.locator("#saving[data-state=saved]").wait_for()


def _judge(page: Page) -> None:
    """Answer the examples up to the fourth, one of them with a contradiction."""
    page.locator("#go").click()
    for keys in (("E",), ("Shift+Y", "N"), ("E", "P")):
        page.locator("#example").wait_for()
        for key in keys:
            page.keyboard.press(key)
        _saved(page)
        page.keyboard.press("J")
        if page.locator("#leaving").is_visible():
            page.get_by_role("button", name="Leave it").click()


def overview(studio: Studio) -> Page:
    """Progress by category."""
    page = studio.visit("Ada")
    _judge(page)
    page.goto(f"{studio.server.url}/work")
    _saved(page)
    return page


def _example(studio: Studio, size: tuple[int, int] = LAPTOP, *, dark: bool = False) -> Page:
    page = studio.visit("Bob", size, dark=dark)
    page.goto(f"{studio.server.url}/work/1")
    while "inter subject it" not in (page.locator("#category").text_content() or ""):
        page.keyboard.press("J")
        page.wait_for_timeout(200)
    page.locator("#target button.pronoun").first.wait_for()
    _saved(page)
    return page


def example(studio: Studio) -> Page:
    """An example, answered; one more word could be selected."""
    page = _example(studio)
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


def phone(studio: Studio) -> Page:
    """The same on a phone, before anything is judged."""
    return _example(studio, (390, 844))


def conflict(studio: Studio) -> Page:
    """What is said on leaving an example that contradicts itself."""
    page = _example(studio)
    page.keyboard.press("N")
    page.keyboard.press("P")
    _saved(page)
    page.keyboard.press("J")
    page.locator("#leaving").wait_for()
    return page


def guidelines(studio: Studio) -> Page:
    """The page of a category."""
    page = studio.visit("Ada", (1280, 1000))
    page.goto(f"{studio.server.url}/guidelines/anaphoric_inter_subject_it")
    return page


def training(studio: Studio) -> Page:
    """An answer that differs from the known one."""
    page = studio.visit("Ada", (1280, 1000))
    page.goto(f"{studio.server.url}/training")
    page.locator("#begin").click()
    page.locator("#answer").wait_for()
    page.goto(f"{studio.server.url}/training/2")
    for key in ("Shift+Y", "N", "J"):
        page.keyboard.press(key)
    page.locator("#outcome").wait_for()
    return page


def _fill(studio: Studio, name: str, keys: Sequence[str]) -> Page:
    """Fill the gaps of someone, each by one key; the last example stays on the page."""
    page = studio.visit(name)
    page.goto(f"{studio.server.url}/gaps/1")
    for place, key in enumerate(keys):
        if place:
            page.keyboard.press("J")
        page.locator(f"#heading:has-text('Example {place + 1} of')").wait_for()
        for one in key:
            page.keyboard.press(one)
        _saved(page)
    return page


def _ask(studio: Studio) -> None:
    with opened(studio.server.where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        define_gap_tasks(connection, stored, TaskSet("summer", 0, 99, 1), NOW)
        for name in ("Ada", "Bob"):
            assign(connection, stored, "summer", "IAA", name, NOW)
    for name in ("Ada", "Bob"):
        studio.visit(name).goto(f"{studio.server.url}/gaps")  # draws their order


def gap(studio: Studio) -> Page:
    """A gap with two forms that fit."""
    _ask(studio)
    page = studio.visit("Ada")
    page.goto(f"{studio.server.url}/gaps/1")
    while "event it" not in (page.locator("#category").text_content() or ""):
        page.keyboard.press("J")
        page.wait_for_timeout(200)
    page.keyboard.press("7")
    page.keyboard.press("8")
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
        keys = [next((k for part, k in choices.items() if part in kind), "8") for kind in kinds]
        _fill(studio, name, [*keys[:doubt], "b", *keys[doubt + 1 :]])
    her = studio.visit(None, (1280, 900))
    her.goto(f"{studio.server.url}/research/gaps")
    return her


SHOTS: dict[str, Callable[[Studio], Page]] = {
    "annotate-overview": overview,
    "annotate-example": example,
    "annotate-phone": phone,
    "annotate-conflict": conflict,
    "guidelines": guidelines,
    "training": training,
    "gap-example": gap,
    "gap-scores": gap_scores,
}


def main(names: list[str]) -> None:
    """Make the pictures of these names, or all."""
    for name in names or SHOTS:
        with TemporaryDirectory() as folder:
            where = str(Path(folder) / "garden.db")
            plant(where)
            with serving(where) as server, chromium() as browser:
                SHOTS[name](Studio(browser, server)).screenshot(path=IMAGES / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
