"""Sheets of gaps from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import run
from tests.support.library import documented, same
from tests.support.small_suite import filled

import proform
from proform.errors import ProformError
from proform.store.database import opened


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.db"
    with opened(str(path), create=True) as store:
        filled(store)
    tasks = ("--set", "july", "-n", 1, "--protocol", "gap")
    run("suite", "define-tasks", path, *tasks)
    run("suite", "assign-task", path, 1, "--set", "july", "-a", "Ada")
    return path


def test_out_and_in(suite: Path) -> None:
    sheet = proform.gap.export(suite, taskset="july", annotator="Ada")
    assert sheet.notes[0].startswith("7 examples for Ada; in the column forms: il, elle")
    filled_in = suite.with_name("ada.tsv")
    sheet.save(filled_in)
    text = filled_in.read_text(encoding="utf-8")
    assert text == run("gaps", "export", suite, "--set", "july", "-a", "Ada")
    header, first, *rest = text.splitlines()
    cells = dict(zip(header.split("\t"), first.split("\t"), strict=True)) | {"forms": "il"}
    filled_in.write_text("\n".join((header, "\t".join(cells.values()), *rest)), encoding="utf-8")
    read = proform.gap.import_(suite, filled_in)
    assert (read.recorded.added, read.empty, read.unasked) == (1, 6, 0)
    answers = proform.gap.export(suite).to_records()
    assert [(row["annotator"], row["forms"]) for row in answers] == [("Ada", "il")]
    same(proform.gap.results(suite, resamples=100), "gaps", "scores", suite, "--resamples", 100)


def test_a_set_without_its_annotator(suite: Path) -> None:
    with pytest.raises(ProformError, match="give --set and --annotator together"):
        proform.gap.export(suite, taskset="july")


def test_the_python_of_the_docs(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(suite.parent)
    exec(documented("gaps.md"), {})  # noqa: S102 (our own)
    assert "gap filling: accuracy" in Path("gaps.tex").read_text(encoding="utf-8")
