"""Translations of a challenge set: every layout, and what each judge says of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.challenge_files import DISCEVALMT, put

import proform
from proform.alignment.base import Pair
from proform.errors import ProformError
from proform.model import Alignment, Verdict
from proform.stored.suites import StoredSuite

CONTEXT = ("La lampe est neuve.", "La lampe est neuve.", "J'ai vu les oiseaux.")
ASKED = ("Elle est rouge.", "Elle est rouge.", "Ils chantent.")
JUDGED = (True, False, True)
"""By the expected form: elle, il, ils."""


@pytest.fixture
def suite(tmp_path: Path) -> StoredSuite:
    return proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite


def _judged(suite: StoredSuite, metric: str) -> list[bool]:
    kept = suite.evaluate(metrics=[metric]).judgements
    ordered = sorted(kept, key=lambda judgement: judgement.example or 0)
    return [judgement.verdict is Verdict.CORRECT for judgement in ordered]


LAYOUTS = {
    "segments": [line for pair in zip(CONTEXT, ASKED, strict=True) for line in pair],
    "examples": [f"{a} <eos> {b}" for a, b in zip(CONTEXT, ASKED, strict=True)],
    "asked": list(ASKED),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_shows_in_the_number_and_length_of_lines(suite: StoredSuite, layout: str) -> None:
    suite.add_system("sys", LAYOUTS[layout], aligner=_Diagonal())
    assert _judged(suite, "expected-form") == list(JUDGED)
    assert _judged(suite, "expected-aligned") == list(JUDGED)


class _Diagonal:
    """An aligner that links words one by one."""

    signature = "diagonal"
    reproducible = True

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        sizes = (range(min(len(pair.source), len(pair.target))) for pair in pairs)
        return [Alignment(list(size), list(size)) for size in sizes]


def test_other_numbers_of_lines_need_a_layout(suite: StoredSuite) -> None:
    with pytest.raises(ProformError, match="4 lines, but the set has 3 examples and 6 segments"):
        suite.add_system("sys", ["a", "b", "c", "d"], aligner=_Diagonal())
    with pytest.raises(ProformError, match="4 lines, but the set has 3 examples; --layout text"):
        suite.add_system("sys", ["a", "b", "c", "d"], layout="asked", aligner=_Diagonal())
    assert suite.systems == []


def test_what_is_not_in_the_output_is_left_out_and_named(suite: StoredSuite) -> None:
    lines = ["La lampe est neuve. Elle est rouge.", "", "J'ai vu les oiseaux. Ils chantent."]
    added = suite.add_system("sys", lines, layout="examples", aligner=_Diagonal())
    assert any("is not found in 1 of 3 examples (2)" in note for note in added.notes)
    score = suite.evaluate(metrics=["expected-aligned"])["expected-aligned", "sys"]
    assert score.left_out["sentence not found in the output"] == 1


def test_remarks_are_recognised(suite: StoredSuite) -> None:
    lines = [f"Here is the translation: {line}" for line in ASKED]
    added = suite.add_system("sys", lines, layout="asked", aligner=_Diagonal())
    assert any("remarks around the translation in 3 of" in note for note in added.notes)
    assert _judged(suite, "expected-aligned") == list(JUDGED)


def test_agreement_says_where_the_own_rule_of_the_set_differs(suite: StoredSuite) -> None:
    asked = suite.value.challenges
    lines = [f"Voici {each.expected[0]}." for each in asked.values()]
    suite.add_system("x", lines, layout="asked")
    rows = suite.evaluate(metrics=["agreement"]).judgements
    assert rows
    for row in rows:
        differs = "The set's own rule says right" in row.explanation
        assert differs is (row.verdict is not Verdict.CORRECT), row.explanation
