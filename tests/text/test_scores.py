"""Scores as engines write them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from proform.errors import InputError
from proform.text.scores import read_scores

Write = Callable[[str, str], Path]
WANTED = [-1.5, -2.0, 0.25]

PLAIN = "-1.5\n-2\n2.5e-1\n"
MARIAN = (
    "0 ||| a b ||| F0= -1.5 ||| -1.5\n1 ||| c ||| F0= -2 ||| -2\n2 ||| d ||| F0= .25 ||| 0.25\n"
)
FAIRSEQ = (
    "S-2\tx\nH-2\t0.25\tz\nP-2\t0.25 0.25\nS-0\ta\nH-0\t-1.5\ta b\nP-0\t-1 -2\n"
    "H-1\t-2.0\tb\nP-1\t-2\n| Generate test with beam=5\n"
)
POSITIONS = "P-2\t0.0 0.5\nP-0\t-1 -2\nP-1\t-2\n"
JSONL = '{"id": 0, "score": -1.5}\n{"id": 1, "score": "-2"}\n{"id": 2, "score": 0.25}\n'
LOGGED = (
    '{"doc_id": 1, "resps": [[[0.25, false]]], "filtered_resps": [[0.25, false]]}\n'
    '{"doc_id": 0, "resps": [[[-1.5, false]], [[-2.0, true]]],'
    ' "filtered_resps": [[-1.5, false], [-2.0, true]]}\n'
)


@pytest.mark.parametrize("text", [PLAIN, MARIAN, FAIRSEQ, POSITIONS, JSONL, LOGGED, PLAIN + "\n\n"])
def test_every_form_gives_the_scores_in_their_order(write: Write, text: str) -> None:
    assert read_scores(write("scores", text), 3) == WANTED


def test_a_field_of_ones_own(write: Write) -> None:
    lines = "".join(json.dumps({"ppl": score, "score": 0}) + "\n" for score in WANTED)
    assert read_scores(write("scores", lines), 3, "ppl") == WANTED


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("1\n2\n", 2, "2 scores, but the set has 3 versions"),
        ("1\n2\n3\n4\n", 3, "4 scores, but the set has 3 versions"),
        ("1\ntwo\n3\n", 2, "not a number: 'two'"),
        ("1\n\n3\n", 2, "not a number: ''"),
        ("1\n2\nnan\n", 3, "the score is nan"),
        ("-inf\n2\n3\n", 1, "the score is -inf"),
        ("", None, "empty"),
        ("H-0\t1\ta\nH-2\t1\tb\nH-3\t1\tc\n", None, "there is no H-1"),
        ("H-0\t1\ta\nH-0\t1\tb\nH-1\t1\tc\n", 2, "H-0 is there twice, first in line 1"),
        ("H-0\t\ta\n", 1, "no score in H-0"),
        ('{"score": 1}\n{"cost": 2}\n{"score": 3}\n', 2, "no field 'score'"),
        ('{"x": 1}\n', 1, "no field that is called score; give --field NAME; there are x"),
        ('{"score": true}\n', 1, "not a number: True"),
        ('{"score": 1}\n{"score"\n', 2, "not JSON"),
    ],
)
def test_what_is_no_score_is_named_with_its_line(
    write: Write, text: str, line: int | None, what: str
) -> None:
    with pytest.raises(InputError, match=what) as error:
        read_scores(write("scores", text), 3)
    assert error.value.line == line
