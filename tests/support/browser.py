"""A real browser, for tests and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


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
    enter(page, page.get_by_role("link", name=name, exact=True))


def enter(page: Page, link: Locator) -> None:
    """The same for any link or button that leads to another page."""
    with page.expect_navigation():
        link.click()


def violations(page: Page) -> list[dict[str, Any]]:
    """What axe finds wrong; what is right with a large page would take long to be listed."""
    page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run({ resultTypes: ['violations'] }).then((results) => results.violations)"
    )
    return found


def accessible(page: Page) -> None:
    """Whatever axe finds fails the test."""
    told = [(rule["id"], node["html"]) for rule in violations(page) for node in rule["nodes"]]
    assert not told, f"{page.url}: {told}"
