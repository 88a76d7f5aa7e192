from __future__ import annotations

import json
from pathlib import Path

import pytest

from proform.errors import InputError
from proform.scoring.answers import ModelAnswer, append, appending, read_answers, read_asked
from proform.scoring.opinions import read_elsewhere


def line(question: str, pronoun: str = "right", number: int = 1, **more: object) -> str:
    record = {"question": question, "pass": number, "prompt": "p", "model": "m"}
    return json.dumps(record | {"reply": {"pronoun": pronoun}} | more) + "\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.jsonl"


def test_shares_over_passes(path: Path) -> None:
    lines = (line("q"), line("q", "wrong", 2), line("q", "unknown", 3), line("r", "unknown"))
    path.write_text("".join(lines))
    judge = read_elsewhere(f"file:llm={path}")
    assert judge.name == "llm"
    assert judge.answers == {"q": (0.5, "", 0.0)}  # type: ignore[union-attr]


def test_several_models_have_to_be_named(path: Path) -> None:
    path.write_text(line("q") + line("q", "wrong", model="n"))
    with pytest.raises(InputError, match=r"answers of several: m .*, n "):
        read_asked(path, "llm")
    named = read_elsewhere(f"file:llm={path}#n")
    assert named.answers == {"q": (0.0, "", None)}  # type: ignore[union-attr]
    with pytest.raises(InputError, match="no answer of 'x'"):
        read_asked(path, "llm", "x")


def test_answers_given_twice(path: Path) -> None:
    path.write_text(line("q") + line("q"))
    assert len(list(read_answers(path))) == 1
    path.write_text(line("q") + line("q", "wrong"))
    with pytest.raises(InputError, match=r"the question of line 1 is answered again"):
        list(read_answers(path))


@pytest.mark.parametrize("text", ["{}\n", "hello\n", line("q", "maybe"), line("q", number=0)])
def test_what_is_no_answer(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(InputError, match="not an answer"):
        list(read_answers(path))


def test_half_a_line_does_not_count(path: Path) -> None:
    path.write_text(line("q") + line("r")[:-20])
    answer = ModelAnswer.model_validate_json(line("s", "wrong"))
    with appending(path) as file:
        append(file, answer)
    assert [each.question for each in read_answers(path)] == ["q", "s"]
    path.write_text("{half")
    with appending(path):
        pass
    assert path.read_text() == ""


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"), appending(tmp_path / "no" / "file"):
        pass
