"""What a set is shows in its content."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.challenge_files import (
    CONSISTENCY,
    CTXPRO,
    DISCEVALMT,
    PAIRS,
    contrapro,
    extracted,
    put,
)

from proform.errors import InputError, ProformError
from proform.text.challenge.reader import read_set

Write = Callable[[str, str], Path]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (contrapro(3), "contrapro"),
        (CTXPRO, "ctxpro"),
        (DISCEVALMT, "discevalmt"),
        (CONSISTENCY, "consistency"),
    ],
)
def test_a_format_is_recognised_whatever_the_file_is_called(
    tmp_path: Path, content: object, kind: str
) -> None:
    path = put(tmp_path / "a.txt", content)
    assert read_set(path).format == kind
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert read_set(packed).format == kind


@pytest.mark.parametrize(
    "text", ["once upon a time\n", '[{"question": "?", "answer": 42}]', "<xml/>", "1\t2\t3\n", ""]
)
def test_a_format_that_nobody_knows(write: Write, text: str) -> None:
    with pytest.raises(InputError, match=r"set\.x:1: not a challenge set .* there are ContraPro"):
        read_set(write("set.x", text))


@pytest.mark.parametrize("text", ["[]", "{}", " [ ] "])
def test_an_empty_set(write: Write, text: str) -> None:
    with pytest.raises(InputError, match="no example in it"):
        read_set(write("set.json", text))


def test_context_for_a_set_that_has_it(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", DISCEVALMT)
    with pytest.raises(ProformError, match="has its context in it; leave out --context"):
        read_set(path, [tmp_path])


def test_an_example_that_is_there_twice(tmp_path: Path) -> None:
    examples = contrapro(4)
    path = put(tmp_path / "a.json", [*examples, examples[1]])
    with pytest.raises(InputError, match="example 5: the same as example 2; leave one"):
        read_set(path)


def test_without_ids_the_same_again_is_only_noted(tmp_path: Path) -> None:
    known = read_set(_twice(tmp_path))
    assert "line 3 repeats an earlier one; 1 in all do" in known.notes[0]
    assert "current.src:3" in known.notes[0]


def _twice(tmp_path: Path) -> Path:
    folder = extracted(tmp_path / "lcpt", [PAIRS[0], PAIRS[0]])
    for end in ("src", "trg"):
        (folder / f"c2.context.{end}").unlink()
    return folder
