"""Pictures of a page of `proform report`, for the docs.

    python -m bench.pictures.report demo/out/report.html docs/images

Writes report.png (the top of the page) and examples.png (pronouns behind a cell). Needs playwright.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
VIEWS = {
    "report": ("", 1240),
    "examples": ("#examples?category=anaphoric_inter_subject_it&system=context&reason=3", 960),
}


def main(page: Path, folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (view, height) in VIEWS.items():
            tab = browser.new_page(viewport={"width": 1240, "height": height})
            tab.goto(f"{page.resolve().as_uri()}{view}")
            tab.wait_for_selector("html[data-ready]")
            tab.screenshot(path=folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
