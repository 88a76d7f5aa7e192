"""The demo data, scored and put into a store once for all tests of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import run
from tests.support.demo_suite import build, score_arguments
from tests.support.paths import DEMO


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with scores.json, detail.tsv, detail.jsonl and suite.db of the demo data."""
    folder = tmp_path_factory.mktemp("made")
    demo = DEMO
    texts = demo / "en-fr"
    for detail in ("detail.tsv", "detail.jsonl"):
        run(
            *score_arguments(demo, "en-fr"),
            *("-m", "apt", "autoprf", "autoprf-strict", "--docs", texts / "docs.txt"),
            *("--confidence", "--paired", "--resamples", "200", "--detail", folder / detail),
            *("-f", "json", "-o", folder / "scores.json"),
        )
    build(str(folder / "suite.db"))
    return folder
