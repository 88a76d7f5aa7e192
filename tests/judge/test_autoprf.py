"""Clipped counts, and the strict variant."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.judge.autoprf import AutoPrf
from proform.language.forms import Splitter
from proform.model import Alignment, Occurrence, Segment, Translation
from proform.pronoun.occurrences import Pronouns

PLAIN = AutoPrf(frozenset({"it", "It"}))
STRICT = AutoPrf(frozenset({"it", "It"}), only=Pronouns(["il", "elle"], Splitter()))
IT = Occurrence(0, 0, "it", "it", None)


def _counts(judge: AutoPrf, reference: str, candidate: str) -> tuple[float, ...]:
    def translation(text: str) -> Translation:
        words = text.split()
        return Translation(words, Alignment([0] * len(words), list(range(len(words)))))

    segment = Segment(0, None, ["it"], translation(reference), [translation(candidate)])
    found = judge.candidate(IT, segment, segment.candidates[0])
    return judge.judge(IT, judge.reference(IT, segment), found).statistics


@pytest.mark.parametrize(
    ("reference", "candidate", "plain", "strict"),
    [
        ("il", "il", (1, 1, 1), (1, 1, 1)),
        ("qu' il", "qu' il", (2, 2, 2), (1, 1, 1)),
        ("il il", "il", (1, 1, 2), (1, 1, 1)),
        ("il", "il il", (1, 2, 1), (1, 1, 1)),
        ("Il", "il", (0, 1, 1), (0, 1, 1)),
        ("il", "elle", (0, 1, 1), (0, 1, 1)),
        ("que", "que", (1, 1, 1), (0, 0, 0)),
        ("il", "", (0, 0, 1), (0, 0, 1)),
        ("", "", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_counts(
    reference: str, candidate: str, plain: tuple[int, ...], strict: tuple[int, ...]
) -> None:
    assert _counts(PLAIN, reference, candidate) == (*plain, 1)
    assert _counts(STRICT, reference, candidate) == (*strict, 1)


def test_the_abbreviation_does_not_count() -> None:
    assert PLAIN.takes(IT._replace(token="It"))
    assert not PLAIN.takes(IT._replace(token="IT"))


def test_scores() -> None:
    scores = PLAIN.scores(np.array([626.0, 1961, 1828, 1604]))
    assert scores["precision"] == pytest.approx(626 / 1961)
    assert scores["recall"] == pytest.approx(626 / 1828)
    harmonic = 2 * (626 / 1961) * (626 / 1828) / (626 / 1961 + 626 / 1828)
    assert scores["score"] == pytest.approx(harmonic)
    assert np.isnan(PLAIN.scores(np.zeros(4))["score"])


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_clipped_counts_are_symmetric_and_bounded(
    reference: list[str], candidate: list[str]
) -> None:
    matches, found, expected, _ = _counts(PLAIN, " ".join(reference), " ".join(candidate))
    assert matches <= min(found, expected)
    assert _counts(PLAIN, " ".join(candidate), " ".join(reference))[0] == matches
    assert _counts(PLAIN, " ".join(reference), " ".join(reference))[0] == expected
