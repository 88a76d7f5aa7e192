"""The demo data, scored and put into a store once for all tests of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.test_score import SYSTEMS, demo_arguments
from tests.conftest import ROOT
from typer.testing import CliRunner

from proform.cli import app


def run(*arguments: object) -> None:
    """Run the command; it has to go well."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.stderr


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with scores.json, detail.tsv, detail.jsonl and suite.db of the demo data."""
    folder = tmp_path_factory.mktemp("made")
    demo = ROOT / "demo"
    texts = demo / "en-fr"
    for detail in ("detail.tsv", "detail.jsonl"):
        run(
            *demo_arguments(demo, "en-fr"),
            *("-m", "apt", "autoprf", "autoprf-strict", "--docs", texts / "docs.txt"),
            *("--confidence", "--paired", "--resamples", "200", "--detail", folder / detail),
            *("-f", "json", "-o", folder / "scores.json"),
        )
    run(
        *("suite", "from-table", texts / "pronouns.tsv", "-l", "en-fr"),
        *("-s", texts / "source.en", "-r", texts / "reference.fr", "--docs", texts / "docs.txt"),
        *("--align-ref", texts / "reference.align", "-o", folder / "suite.db"),
    )
    for name in SYSTEMS:
        text, links = texts / f"{name}.fr", texts / f"{name}.align"
        run("suite", "add-system", folder / "suite.db", name, text, "--align", links)
    return folder
