"""The documentation as a site: it builds without a warning and loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.support.paths import ROOT

FOREIGN = re.compile(r"(?:https?:)?//")
LOADED = {"img": "src", "script": "src", "iframe": "src", "link": "href", "source": "src"}
"""What a browser fetches by itself; the address of a link that people click is no such thing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    program = Path(sys.executable).with_name("properdocs")
    done = subprocess.run(
        [program, "build", "--quiet", "--strict", "--config-file", "mkdocs.yml", "-d", folder],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


class Addresses(HTMLParser):
    """Collects what a page loads, and the ids in it."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in LOADED and values.get("rel") != "canonical":
            self.loaded.append(values.get(LOADED[tag]) or "")
        self.ids.add(values.get("id") or "")


def read(page: Path) -> Addresses:
    addresses = Addresses()
    addresses.feed(page.read_text(encoding="utf-8"))
    return addresses


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 25
    loaded = {(page.name, address) for page in pages for address in read(page).loaded}
    assert any(address.endswith(".css") for _, address in loaded)
    assert [item for item in loaded if FOREIGN.match(item[1])] == []
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import", text), sheet


def test_public_names_are_in_the_reference(site: Path) -> None:
    ids = read(site / "api" / "index.html").ids
    wanted = {"score", "align", "open_suite", "semi.plan", "meta.correlate", "gap.results"}
    assert {f"proform.{name}" for name in wanted} <= ids


def test_pages_fit_a_phone_and_can_be_searched(site: Path, browser: Browser) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in ("guide", "api", "tutorial", "errors", "which-number", "figures"):
        page.goto((site / name / "index.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "case 3, different" in index
