"""What a judge says, out and in again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Proform, Write, scored

import proform as library
from proform.errors import ProformError
from proform.meta.exchange import EXPORTS


@pytest.fixture
def tiny(write: Write) -> list[object]:
    return [
        *("score", "-l", "en-fr"),
        *("-s", write("src.en", "it is red\nthey run\n")),
        *("-r", write("ref.fr", "il est rouge\nelles courent\n")),
        *("-i", write("sys.fr", "il est rouge\nmais ils courent\n")),
        *("--align-ref", write("ref.align", "0-0 1-1 2-2\n0-0 1-1\n")),
        *("--align-sys", write("sys.align", "0-0 1-1 2-2\n0-1 1-2\n")),
    ]


@pytest.mark.parametrize("to", EXPORTS)
def test_out_and_in_again(proform: Proform, tiny: list[object], tmp_path: Path, to: str) -> None:
    detail, out = tmp_path / "detail.jsonl", tmp_path / "out.tsv"
    out = out.with_suffix(".jsonl") if to == "esa" else out
    (apt,) = scored(proform, *tiny, "-m", "apt", "--detail", detail)["results"]
    assert apt["score"] == 0.5
    run = proform("meta", "export", detail, "-o", out, "--to", to)
    assert run.exit_code == 0, run.stderr
    (again,) = scored(proform, *tiny, "-m", f"file:again={out}", "--by", "pronoun")["results"]
    assert (again["score"], again["n"]) == (0.5, 2)
    assert again["by"]["pronoun"]["it"]["score"] == 1
    assert again["by"]["pronoun"]["they"]["score"] == 0


def test_spans_stand_where_the_pronoun_does(
    proform: Proform, tiny: list[object], tmp_path: Path
) -> None:
    detail, out = tmp_path / "detail.jsonl", tmp_path / "out.jsonl"
    scored(proform, *tiny, "-m", "apt", "--detail", detail)
    assert library.meta.export(detail, out, to="esa") == 2
    last = json.loads(out.read_text().splitlines()[-1])
    (span,) = last["error_spans"]
    assert last["tgt"][span["start_i"] : span["end_i"] + 1] == "ils"


def test_what_cannot_be_written(proform: Proform, tiny: list[object], tmp_path: Path) -> None:
    detail = tmp_path / "detail.jsonl"
    scored(proform, *tiny, "-m", "apt", "--detail", detail)
    with pytest.raises(ProformError, match="format"):
        library.meta.export(detail, tmp_path / "out", to="xml")
    with pytest.raises(ProformError):
        library.meta.export(detail, detail)
