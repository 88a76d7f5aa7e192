"""A page of 30 systems × 2,000 pronouns: how large, how long to make, how long to open.

    python bench/report.py

Times to open are of a real Chromium, from a file: until the summary is on the screen, until the
examples can be filtered, and how long a filter and a search take then. Needs playwright.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from playwright.sync_api import Page, sync_playwright

from proform.scoring.detail import COLUMNS

SYSTEMS, PRONOUNS, WORDS, VOCABULARY = 30, 2000, 24, 20_000
FORMS = ("il", "elle", "ils", "elles", "ce", "cela", "le", "la")
CATEGORIES = ("anaphoric_inter_subject_it", "anaphoric_intra_they", "event_it", "pleonastic_it")
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


def write_rows(path: Path, rng: np.random.Generator) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(_lines(rng))


def _lines(rng: np.random.Generator) -> Iterator[str]:
    """Rows of `--detail`: systems that share two words of three with the reference."""
    yield "\t".join(COLUMNS) + "\n"
    for number in range(PRONOUNS):
        source, reference = (_words(rng) for _ in range(2))
        place = int(rng.integers(WORDS))
        source[place], reference[place] = "it", str(rng.choice(FORMS))
        for system in range(SYSTEMS):
            candidate = [
                other if rng.random() < 1 / 3 else word
                for word, other in zip(reference, _words(rng), strict=True)
            ]
            candidate[place] = str(rng.choice(FORMS))
            same = candidate[place] == reference[place]
            for metric in ("apt", "protest"):
                yield _line(
                    number,
                    place,
                    f"system {system}",
                    metric,
                    source,
                    reference,
                    candidate,
                    same=same,
                )


def _line(
    number: int,
    place: int,
    system: str,
    metric: str,
    source: list[str],
    reference: list[str],
    candidate: list[str],
    *,
    same: bool,
) -> str:
    expected, found = reference[place], candidate[place]
    reason, verdict = ("1" if same else "3"), ("correct" if same else "incorrect")
    if metric == "protest":
        reason = "approved" if same else "pronoun_differs"
        verdict = "correct" if same else "undecided"
    said = f"'it': the reference has '{expected}', {system} has '{found}': {reason}."
    category = CATEGORIES[number % len(CATEGORIES)]
    cells = (
        *(system, metric, f"document {number // 40}", number, place, "it", category),
        *(place, expected, expected, place, "aligned"),
        *(place, found, found, place, "aligned"),
        *(reason, verdict, said, *map(" ".join, (source, reference, candidate))),
    )
    return "\t".join(map(str, cells)) + "\n"


def _words(rng: np.random.Generator) -> list[str]:
    """Words as frequent as in a text: the n-th has a share of about 1 / n."""
    ranks = VOCABULARY ** rng.random(WORDS)
    return [f"word{int(rank)}" for rank in ranks]


if __name__ == "__main__":
    main()
