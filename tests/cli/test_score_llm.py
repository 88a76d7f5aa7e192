"""`proform score -m llm`: a language model as a metric on raw text."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.chat_server import KEY, MODEL, always, chatting
from tests.support.command import Proform, Write, scored


@pytest.fixture
def tiny(write: Write, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return [
        *("score", "-l", "en-fr"),
        *("-s", write("src.en", "it is red\nthey run\n")),
        *("-i", write("sys.fr", "il est rouge\nils courent\n")),
        *("--align-sys", write("sys.align", "0-0 1-1 2-2\n0-0 1-1\n")),
    ]


def test_asked_once_and_scored(proform: Proform, tiny: list[object], tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    with chatting(always("fine")) as server:
        model = ("--llm", MODEL, "--endpoint", server.url, "--answers", answers)
        (first,) = scored(proform, *tiny, "-m", "llm", *model)["results"]
        assert server.requests == 2
        (again,) = scored(proform, *tiny, "-m", "llm", *model)["results"]
    assert server.requests == 2
    assert (first["metric"], first["n"], first["counts"]["unknown"]) == ("llm", 2, 0)
    (offline,) = scored(proform, *tiny, "-m", "llm", "--answers", answers)["results"]
    assert first["score"] == again["score"] == offline["score"]
    assert KEY not in answers.read_text()


def test_what_is_missing(proform: Proform, tiny: list[object]) -> None:
    run = proform(*tiny, "-m", "llm")
    assert run.exit_code == 2
    assert "needs --answers FILE" in run.stderr
