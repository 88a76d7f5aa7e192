"""Pictures of the researcher's pages, for the docs.

python -m bench.pictures.research docs/images
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser
from tests.support import demo_suite
from tests.support.annotated_suite import build
from tests.support.browser import chromium
from tests.support.command import run
from tests.support.web_server import serving

PEOPLE = ("Ada", "Bob")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DARK = {"dashboard"}
"""Pages that are shown in dark as well."""

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
PHONE = (390, 844)
"""All of these are shown on a phone as well, the top of each page."""


BEFORE = {"semi-plan": "/research/semi/plan?verify=30%25&overlap=20"}
AFTER = {
    "semi-status": "/research/semi",
    "semi-results": "/research/semi/results",
    "semi-next": "/research/semi/next?width=15",
}
"""Of semi-automatic evaluation, before people judge and after; the top of these pages."""


def take(folder: Path) -> None:
    """All pages, in light, and one in dark."""
    with TemporaryDirectory() as temporary, chromium() as browser:
        where = str(Path(temporary) / "demo.db")
        build(where, datetime.now(UTC))
        _shoot(browser, where, PAGES, folder, whole=True)
        _shoot_small(browser, where, folder)
        where = str(Path(temporary) / "semi.db")
        demo_suite.build(where)
        _shoot(browser, where, BEFORE, folder)
        run("semi", "start", where, "-a", *PEOPLE, "--overlap", 20)
        demo_suite.judge(where, *PEOPLE)
        _shoot(browser, where, AFTER, folder)


def _shoot(
    browser: Browser, where: str, pages: dict[str, str], folder: Path, *, whole: bool = False
) -> None:
    with serving(where) as server:
        link = server.link(None)
        for scheme in SCHEMES:
            context = browser.new_context(
                color_scheme=scheme, viewport={"width": 1280, "height": 800 if whole else 1160}
            )
            page = context.new_page()
            page.goto(link)
            for name, path in pages.items():
                if scheme == "dark" and name not in DARK:
                    continue
                if path:
                    page.goto(server.url + path)
                else:  # the first open disagreement
                    page.get_by_role("link", name="Settle example").first.click()
                page.wait_for_load_state("networkidle")
                picture = Image.open(BytesIO(page.screenshot(full_page=whole)))
                picture.quantize(128).save(folder / f"research-{name}-{scheme}.png", optimize=True)
            context.close()


def _shoot_small(browser: Browser, where: str, folder: Path) -> None:
    width, height = PHONE
    with serving(where) as server:
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        page.goto(server.link(None))
        for name, path in PAGES.items():
            if path:
                page.goto(server.url + path)
            else:
                page.get_by_role("link", name="Settle example").first.click()
            page.wait_for_load_state("networkidle")
            picture = Image.open(BytesIO(page.screenshot()))
            picture.quantize(128).save(folder / f"research-{name}-phone.png", optimize=True)


if __name__ == "__main__":
    take(Path(sys.argv[1]))
