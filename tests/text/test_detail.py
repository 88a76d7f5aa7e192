"""The rows of --detail, read back."""

from __future__ import annotations

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.model import Verdict
from proform.scoring.detail import COLUMNS
from proform.text.detail import Text, read_detail
from proform.text.judgements import Place


def _row(**more: str) -> dict[str, str]:
    row = dict.fromkeys(COLUMNS, "")
    row |= {"system": "x", "metric": "apt", "segment": "1", "position": "2", "pronoun": "it"}
    row |= {"reason": "3", "verdict": "incorrect", "source": "I saw it .", "candidate": "Je vois ."}
    return row | more


def _detail(*rows: dict[str, str]) -> str:
    return "".join("\t".join(line) + "\n" for line in (COLUMNS, *(row.values() for row in rows)))


def test_detail(write: Write) -> None:
    row = _row(candidate_positions="0 1", candidate_forms="je OTHER", reference="", category="c")
    found = list(read_detail(write("d.tsv", _detail(row))))
    assert len(found) == 1
    one = found[0]
    assert (one.place, one.metric, one.pronoun) == (Place("x", 1, 2), "apt", "it")
    assert (one.category, one.reason, one.verdict) == ("c", "3", Verdict.INCORRECT)
    assert one.source == Text(("I", "saw", "it", "."), (2,))
    assert one.reference == Text((), ())
    assert one.candidate == Text(("Je", "vois", "."), (0, 1), ("je", "OTHER"))


def test_a_pronoun_of_the_reference_is_not_marked_in_the_source(write: Write) -> None:
    row = _row(pronoun="le", position="1")
    assert next(read_detail(write("d.tsv", _detail(row)))).source.positions == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (_detail(_row(), _row()), r"d.tsv:3: this pronoun of x stands already in line 2"),
        (_detail(_row(verdict="so so")), r"d.tsv:2: unknown verdict 'so so'; known are correct"),
        (_detail(_row(segment="x")), r"d.tsv:2: expected a number in column 'segment'"),
        (_detail(_row(candidate_positions="a")), r"d.tsv:2: candidate_positions are not numbers"),
        (_detail(), r"d.tsv: no pronoun in it; expected a file of --detail"),
        ("system\tapt\nx\t1\n", r"d.tsv:2: no column 'segment'"),
    ],
)
def test_broken_detail(write: Write, text: str, message: str) -> None:
    path = write("d.tsv", text)
    with pytest.raises(InputError, match=message):
        list(read_detail(path))
