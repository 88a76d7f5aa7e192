"""Equivalent pronouns from judgements."""

from __future__ import annotations

import pytest

from proform.stats.crosstab import FormPair, JudgedForms, estimate


def _times(
    source: str, reference: str, candidate: str, correct: int, wrong: int
) -> list[JudgedForms]:
    said = [True] * correct + [False] * wrong
    return [JudgedForms(source, reference, candidate, one) for one in said]


def test_pairs_that_are_frequent_and_mostly_correct_are_kept() -> None:
    judgements = [
        *_times("it", "ce", "ce", 60, 10),
        *_times("it", "ce", "il", 6, 4),
        *_times("it", "il", "ce", 5, 5),
        *_times("it", "il", "elle", 1, 5),
        *_times("they", "ils", "elles", 4, 0),
    ]
    found = estimate(reversed(judgements))
    assert found == estimate(judgements)
    assert found.sample == 100
    assert found.kept == (FormPair("it", "ce", "il", 10, 6),)
    assert found.kept[0].probability == pytest.approx(0.6)
    assert found.rare == (FormPair("they", "ils", "elles", 4, 4),)
    assert found.improbable == (
        FormPair("it", "il", "ce", 10, 5),
        FormPair("it", "il", "elle", 6, 1),
    )


def test_exactly_five_percent_is_enough_and_exactly_half_is_not() -> None:
    judgements = _times("it", "ce", "ce", 126, 0)
    judgements += _times("it", "ce", "il", 7, 0) + _times("they", "ils", "on", 3, 4)
    found = estimate(judgements)
    assert [pair.n / found.sample for pair in found.kept] == [0.05]
    assert found.rare == ()
    half = estimate(_times("it", "ce", "il", 3, 3))
    assert (half.kept, len(half.improbable)) == ((), 1)


def test_source_pronouns_and_directions_are_kept_apart() -> None:
    judgements = _times("it", "ce", "il", 2, 0) + _times("they", "ce", "il", 0, 1)
    judgements += _times("it", "il", "ce", 0, 1)
    found = estimate(judgements)
    assert found.kept == (FormPair("it", "ce", "il", 2, 2),)
    assert len(found.improbable) == 2


def test_thresholds_are_settings() -> None:
    judgements = _times("it", "ce", "il", 1, 3) + _times("it", "ce", "ce", 36, 0)
    assert estimate(judgements).kept == ()
    assert len(estimate(judgements, above=0.2).kept) == 1
    assert len(estimate(judgements, part=0.2).rare) == 1


def test_nothing_judged_keeps_nothing() -> None:
    found = estimate([])
    assert (found.sample, found.kept, found.rare) == (0, (), ())
