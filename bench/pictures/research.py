"""Pictures of the researcher's pages, for the docs.

    python -m bench.pictures.research docs/images

Each page as on a laptop and on a phone, and one in dark.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from bench.pictures.annotation import SIZES, keep
from playwright.sync_api import Browser, Page
from tests.support import demo_suite
from tests.support.annotated_suite import build
from tests.support.browser import chromium
from tests.support.command import run
from tests.support.web_server import Running, serving

PEOPLE = ("Ada", "Bob")

PAGES = {
    "dashboard": "/research",
    "examples": "/research/examples?system=sentence-level&judged=wrong",
    "example": "/research/examples/5",
    "systems": "/research/systems",
    "tasks": "/research/tasks",
    "people": "/research/people",
    "quality": "/research/quality",
    "report": "/report",
    "agreement": "/research/agreement",
    "adjudication": "/research/adjudication",
    "settle": "",
    "export": "/research/export",
}
BEFORE = {
    "semi-plan": "/research/semi/plan?verify=30%25&overlap=20",
    "semi-start": "/research/semi/start?verify=30%25&overlap=20",
}
AFTER = {
    "semi-status": "/research/semi",
    "semi-results": "/research/semi/results",
    "semi-next": "/research/semi/next?width=15",
    "semi-trust": "/research/semi/trust",
}
"""Of semi-automatic evaluation, before people judge and after."""


class Look(NamedTuple):
    """How pages are shown, and what the names of such pictures end with."""

    kind: str
    size: tuple[int, int]
    scheme: Literal["light", "dark"] = "light"


LAPTOP, TALL = Look("-light", SIZES[""]), Look("-light", (1280, 1160))
PHONE, DARK = Look("-phone", SIZES["-phone"]), Look("-dark", SIZES[""], "dark")


def take(folder: Path) -> None:
    """All pages: the whole of those of the laptop, the top of the others."""
    with TemporaryDirectory() as temporary, chromium() as browser:
        where = str(Path(temporary) / "demo.db")
        build(where, datetime.now(UTC))
        with serving(where) as server:
            _shoot(browser, server, PAGES, LAPTOP, folder, whole=True)
            _shoot(browser, server, {"dashboard": PAGES["dashboard"]}, DARK, folder, whole=True)
            _shoot(browser, server, PAGES, PHONE, folder)
        where = str(Path(temporary) / "semi.db")
        demo_suite.build(where)
        with serving(where, "agreement") as server:
            for look in (TALL, PHONE):
                _shoot(browser, server, BEFORE, look, folder)
            run("semi", "start", where, "-a", *PEOPLE, "--overlap", 20)
            demo_suite.judge(where, *PEOPLE)
            for look in (TALL, PHONE):
                _shoot(browser, server, AFTER, look, folder)


def _shoot(
    browser: Browser,
    server: Running,
    pages: Mapping[str, str],
    look: Look,
    folder: Path,
    *,
    whole: bool = False,
) -> None:
    width, height = look.size
    context = browser.new_context(
        color_scheme=look.scheme, viewport={"width": width, "height": height}
    )
    page = context.new_page()
    page.goto(server.link(None, datetime.now(UTC)))
    for name, path in pages.items():
        _open(page, server, path)
        keep(page, folder / f"research-{name}{look.kind}.png", whole=whole)
    context.close()


def _open(page: Page, server: Running, path: str) -> None:
    if path:
        page.goto(server.url + path)
    else:  # the first open disagreement
        page.get_by_role("link", name="Settle example").first.click()
    page.wait_for_load_state("networkidle")


if __name__ == "__main__":
    take(Path(sys.argv[1]))
