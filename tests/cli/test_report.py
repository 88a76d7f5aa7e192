"""`proform report` on the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import Proform, Write


@pytest.fixture
def scores(proform: Proform, demo: Path, tmp_path: Path) -> Path:
    folder, path = demo / "en-fr", tmp_path / "scores.json"
    run = proform(
        *("score", "-l", "en-fr", "-s", folder / "source.en", "-r", folder / "reference.fr"),
        *("-i", folder / "sentence.fr", folder / "context.fr"),
        *("--align-ref", folder / "reference.align"),
        *("--align-sys", folder / "sentence.align", folder / "context.align"),
        *("--detail", tmp_path / "detail.tsv", "-f", "json", "-o", path),
    )
    assert run.exit_code == 0, run.stderr
    return path


def test_a_page_and_its_tables(proform: Proform, scores: Path, tmp_path: Path) -> None:
    page, tables = tmp_path / "report.html", tmp_path / "new" / "tables"
    run = proform(
        *("report", scores, tmp_path / "detail.tsv", "-o", page, "--title", "Two <systems>"),
        *("--latex", tables, "--csv", tables),
    )
    assert run.exit_code == 0, run.stderr
    assert run.stdout == ""
    assert "<h1>Two &lt;systems&gt;</h1>" in page.read_text(encoding="utf-8")
    kinds = {suffix: {p.stem for p in tables.glob(f"*.{suffix}")} for suffix in ("tex", "csv")}
    assert kinds["tex"] == kinds["csv"]
    assert {"summary", "scores-apt", "reasons-apt", "matrix-apt-context"} <= kinds["tex"]


def test_what_does_not_fit_is_said_on_stderr(
    proform: Proform, scores: Path, write: Write, tmp_path: Path
) -> None:
    human = write("human.csv", "system,adequacy\ncontext,1\nstranger,2\n")
    run = proform("report", scores, human, "-o", tmp_path / "report.html")
    assert run.exit_code == 0
    assert f"proform: {human}: left out 1 system, 'stranger' (in no other input)" in run.stderr
    assert f"proform: {human}: lacks 1 system, 'sentence'" in run.stderr


def test_bad_input_is_one_line_and_no_page(proform: Proform, write: Write, tmp_path: Path) -> None:
    wrong, page = write("x.txt", "some text\n"), tmp_path / "report.html"
    run = proform("report", wrong, "-o", page)
    assert run.exit_code == 2
    assert run.stderr.startswith(f"proform: {wrong}:1: not an input of a report; expected")
    assert run.stderr.count("\n") == 1
    assert not page.exists()


def test_an_input_is_never_overwritten(
    proform: Proform, scores: Path, write: Write, tmp_path: Path
) -> None:
    before = scores.read_bytes()
    run = proform("report", scores, "-o", scores)
    assert run.exit_code == 2
    assert "is an input or another output" in run.stderr
    assert scores.read_bytes() == before
    human = write("tables/summary.csv", "system,adequacy\ncontext,1\n")
    page = tmp_path / "report.html"
    run = proform("report", scores, human, "-o", page, "--csv", human.parent)
    assert run.exit_code == 2
    assert "summary.csv: is an input or another output" in run.stderr
    assert not page.exists()


def test_a_folder_that_cannot_be_made(
    proform: Proform, scores: Path, write: Write, tmp_path: Path
) -> None:
    file = write("file", "")
    run = proform("report", scores, "-o", tmp_path / "report.html", "--csv", file / "tables")
    assert run.exit_code == 2
    assert "file/tables: cannot be made (Not a directory)" in run.stderr


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "sys.argv = ['proform', 'report', '--help']\n"
        "from proform.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('numpy', 'jinja2', 'sqlalchemy', 'scipy') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
