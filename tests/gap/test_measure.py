"""The scores of gap filling: an example by hand, and what must hold for any."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.gap.answers import OTHER, Fill
from proform.gap.measure import (
    BAD_TRANSLATION,
    FILLED,
    OPEN,
    UNDECIDED,
    GapOutcome,
    GapPair,
    combine,
    measure,
)
from proform.stats.crosstab import share

FORMS = ("il", "elle", "ils", "ce")


def _pair(own: str, *fitting: str) -> GapPair:
    return GapPair(own, frozenset(fitting))


def test_by_hand() -> None:
    """Eight examples of one system; → marks those whose own pronoun is among the ticked ones.

    |   | own   | ticked       |         |
    |---|-------|--------------|---------|
    | 1 | il    | il, ce       | → right |
    | 2 | il    | elle         |         |
    | 3 | ce    | il, ce       | → right |
    | 4 | elle  | elle         | → right |
    | 5 | ils   | il, ce       |         |
    | 6 | other | other        | → right |
    | 7 | other | il           |         |
    | 8 | il    | il, other    | → right |
    """
    found = measure(
        [
            _pair("il", "il", "ce"),
            _pair("il", "elle"),
            _pair("ce", "il", "ce"),
            _pair("elle", "elle"),
            _pair("ils", "il", "ce"),
            _pair(OTHER, OTHER),
            _pair(OTHER, "il"),
            _pair("il", "il", OTHER),
        ],
        FORMS,
    )
    # With other: 1, 3, 4, 6 and 8 are right, of 8.
    assert (found.with_other.right, found.with_other.size) == (5, 8)
    assert found.with_other.value == 5 / 8
    # Without other: 6 is left out, for only other fits it; 7 stays, and is wrong; 8 still has il.
    assert (found.without_other.right, found.without_other.size) == (4, 7)
    assert found.without_other.value == 4 / 7
    il, elle, ils, ce = found.forms
    # il is said in 1, 2, 8, and fits in 1 and 8. It fits 1, 3, 5, 7, 8; in 1, 3 and 8 the system
    # says something that fits, in 3 another one: that is what makes the recall lenient.
    assert (il.said, il.right, il.fits, il.met) == (3, 2, 5, 3)
    assert (il.precision, il.recall) == (2 / 3, 3 / 5)
    assert il.f == pytest.approx(2 * (2 / 3) * (3 / 5) / (2 / 3 + 3 / 5))
    # elle is said in 4, rightly. It fits 2 and 4; 4 is met.
    assert (elle.precision, elle.recall) == (1, 1 / 2)
    assert elle.f == pytest.approx(2 / 3)
    # ils is said in 5, wrongly, and fits nothing: without a recall there is no F.
    assert (ils.precision, ils.recall, ils.f) == (0, None, None)
    # ce is said in 3, rightly. It fits 1, 3, 5; 1 and 3 are met, 1 by il.
    assert (ce.precision, ce.recall) == (1, 2 / 3)
    # The sums: said 3 + 1 + 1 + 1, right 2 + 1 + 0 + 1; fits 5 + 2 + 0 + 3, met 3 + 1 + 0 + 2.
    micro = found.micro
    assert (micro.said, micro.right, micro.fits, micro.met) == (6, 4, 10, 6)
    assert (micro.precision, micro.recall) == (4 / 6, 6 / 10)
    assert micro.f == pytest.approx(2 * (4 / 6) * (6 / 10) / (4 / 6 + 6 / 10))


def test_of_nothing_there_is_no_score() -> None:
    found = measure([], FORMS)
    assert (found.with_other.value, found.with_other.interval) == (None, None)
    assert (found.micro.precision, found.micro.recall, found.micro.f) == (None, None, None)


def test_all_wrong_is_nought() -> None:
    found = measure([_pair("il", "elle"), _pair("elle", "il")], FORMS)
    assert found.micro.f == 0
    assert found.with_other.interval is not None
    low, high = found.with_other.interval
    assert low == 0
    assert high == pytest.approx(0.6576, abs=5e-5)  # Wilson's of 0 in 2


choices = st.sampled_from([*FORMS, OTHER])
pairs = st.lists(st.builds(GapPair, choices, st.frozensets(choices, min_size=1)), max_size=30)


@given(pairs)
def test_properties(every: Sequence[GapPair]) -> None:
    found = measure(every, FORMS)
    values = [
        found.with_other.value,
        found.without_other.value,
        *(v for one in (*found.forms, found.micro) for v in (one.precision, one.recall, one.f)),
    ]
    assert all(value is None or 0 <= value <= 1 for value in values)
    assert found.without_other.size <= found.with_other.size == len(every)
    assert found.without_other.right <= found.with_other.right
    assert measure(list(reversed(every)), FORMS) == found
    strict = [sum(p.own == form and p.right for p in every) for form in FORMS]
    for one, hits in zip(found.forms, strict, strict=True):
        assert one.met >= hits  # lenient: never less than the strict recall
        assert one.recall is None or one.recall >= (share(hits, one.fits) or 0)
    for accuracy in (found.with_other, found.without_other):
        if accuracy.interval is not None and accuracy.value is not None:
            low, high = accuracy.interval
            assert 0 <= low <= accuracy.value + 1e-12
            assert accuracy.value - 1e-12 <= high <= 1


@given(st.lists(choices, max_size=20))
def test_a_system_that_says_what_fits_is_perfect(said: list[str]) -> None:
    found = measure([_pair(one, one) for one in said], FORMS)
    assert found.with_other.value in (None, 1)
    assert found.without_other.value in (None, 1)
    assert found.micro.f in (None, 1)


def _fill(*forms: str, bad: bool = False) -> Fill:
    return Fill(frozenset(forms), bad)


BAD, NONE = _fill(bad=True), _fill()


@pytest.mark.parametrize(
    ("answers", "kind", "fitting"),
    [
        ([], OPEN, ""),
        ([NONE], OPEN, ""),  # ticked, and taken back
        ([_fill("il", "ce")], FILLED, "il ce"),
        ([_fill("il", "ce"), _fill("il")], FILLED, "il"),
        ([_fill("il"), _fill("ce")], UNDECIDED, ""),
        ([_fill("il"), _fill("ce"), _fill("il", "ce", "elle")], FILLED, "il ce"),
        ([BAD], BAD_TRANSLATION, ""),
        ([BAD, _fill("il")], UNDECIDED, ""),
        ([BAD, BAD, _fill("il")], BAD_TRANSLATION, ""),
        ([BAD, _fill("il"), _fill("il", "ce")], FILLED, "il"),
        ([_fill("il", bad=True)], UNDECIDED, ""),  # it contradicts itself
        ([_fill("il", bad=True), _fill("ce")], FILLED, "ce"),
    ],
)
def test_several_annotators(answers: list[Fill], kind: str, fitting: str) -> None:
    assert combine(answers) == GapOutcome(kind, frozenset(fitting.split()))


fills = st.builds(Fill, st.frozensets(choices), st.booleans())


@given(st.lists(fills, max_size=6), st.randoms())
def test_the_order_of_annotators_does_not_matter(answers: list[Fill], rng: object) -> None:
    shuffled = sorted(answers, key=lambda _: rng.random())  # type: ignore[attr-defined]
    found = combine(answers)
    assert combine(shuffled) == found
    assert (found.kind == FILLED) == bool(found.fitting)
    assert combine([*answers, *answers]) == found
