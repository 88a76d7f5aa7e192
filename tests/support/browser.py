"""A real browser, for tests and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


def visit(browser: Browser, link: str, **settings: Any) -> Page:
    """A page in a browser without memory."""
    page = browser.new_context(**settings).new_page()
    page.goto(link)
    return page


def follow(page: Page, name: str) -> None:
    """Click a link, and wait until the scripts of the page behind it listen."""
    page.get_by_role("link", name=name, exact=True).click()
    page.wait_for_load_state()


def accessible(page: Page) -> None:
    """Whatever axe finds fails the test."""
    found = Axe().run(page).response["violations"]
    told = [(one["id"], node["html"]) for one in found for node in one["nodes"]]
    assert not told, f"{page.url}: {told}"
