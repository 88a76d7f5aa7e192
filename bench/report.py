"""A page of 30 systems × 2,000 pronouns: how large, how long to make, how long to open.

    python -m bench.report

Times to open are of a real Chromium, from a file: until the summary is on the screen, until the
examples can be filtered, and how long a filter and a search take then. Needs playwright.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from playwright.sync_api import Page, sync_playwright
from tests.support.detail_rows import PRONOUNS, SYSTEMS, write_rows

CHROMIUM = "/usr/bin/chromium"

_SHOW = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""
_READY = """() => new Promise((done) => {
  const look = () => "ready" in document.documentElement.dataset
    ? done(performance.now()) : setTimeout(look, 5);
  look();
})"""
_CHANGE = """([name, value]) => new Promise((done) => {
  const control = document.getElementById("filters").elements[name];
  const start = performance.now();
  const count = document.getElementById("count");
  const seen = new MutationObserver(() => { seen.disconnect(); done(performance.now() - start); });
  seen.observe(count, { childList: true });
  control.value = value;
  control.dispatchEvent(new Event(name === "text" ? "input" : "change", { bubbles: true }));
})"""


def main() -> None:
    with TemporaryDirectory() as folder:
        rows, page = Path(folder) / "detail.tsv", Path(folder) / "report.html"
        write_rows(rows, np.random.default_rng(1))
        start = time.perf_counter()
        command = "from proform.cli import main; main()"
        arguments = ["report", str(rows), "-o", str(page)]
        subprocess.run([sys.executable, "-c", command, *arguments], check=True)
        print(f"{SYSTEMS} systems × {PRONOUNS} pronouns × 2 metrics")
        print(f"rows      {rows.stat().st_size / 1e6:8.1f} MB")
        print(f"page      {page.stat().st_size / 1e6:8.1f} MB")
        print(f"made in   {time.perf_counter() - start:8.1f} s")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            for _ in range(3):
                tab = browser.new_page()
                tab.goto(page.as_uri(), wait_until="commit")
                _open(tab)
                tab.close()
            browser.close()


def _open(tab: Page) -> None:
    ready = tab.evaluate(_READY)
    shown = tab.evaluate(_SHOW)
    by_filter = tab.evaluate(_CHANGE, ["system", "system 7"])
    by_search = tab.evaluate(_CHANGE, ["text", "word77"])
    print(
        f"summary shown after {shown / 1000:.2f} s, examples after {ready / 1000:.2f} s; "
        f"a filter takes {by_filter:.0f} ms, a search {by_search:.0f} ms (150 of them waiting)"
    )


if __name__ == "__main__":
    main()
