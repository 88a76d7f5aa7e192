"""How far annotators agree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.human.agreement import annotators, overall, pairs
from proform.human.opinion import CONTRADICTORY, UNANSWERED, VOTES, Opinion
from proform.human.review import Review

SEED, TIMES = 1, 100
LETTERS = {"r": "right", "w": "wrong", "a": "aside", "u": UNANSWERED, "c": CONTRADICTORY}


def answered(**said: str) -> dict[int, Review]:
    """A letter for each candidate; a blank: not answered."""
    size = max(map(len, said.values()))
    return {
        number: Review(
            tuple(
                Opinion(name, LETTERS[letters[number]], adjudicates=name == "adjudicator")
                for name, letters in said.items()
                if letters[number : number + 1].strip()
            ),
            "event_it" if number % 2 else "pleonastic_it",
        )
        for number in range(size)
    }


def test_kappa_of_a_pair() -> None:
    # 3 of 4 alike, by chance 2/4 · 1/4 + 2/4 · 3/4 = 1/2: (3/4 - 1/2) / (1 - 1/2) = 0.5
    (pair,) = pairs(answered(Ada="rrww", Bob="rwww"))
    found = pair.measure("pronoun", SEED, TIMES, unjudged=True)
    assert found is not None
    assert (found.agreed, found.differ, found.measure.n) == (3, 1, 4)
    assert found.measure.value == pytest.approx(0.5)
    assert pair.disagreements == [1]
    assert pair.table("pronoun") == {
        ("right", "right"): 1,
        ("right", "wrong"): 1,
        ("wrong", "wrong"): 2,
    }
    assert pair.measure("antecedent", SEED, TIMES, unjudged=True) is None


def test_unjudged_is_a_label_or_left_out() -> None:
    (pair,) = pairs(answered(Ada="rrwacu", Bob="rwwaar"))
    with_label = pair.measure("pronoun", SEED, TIMES, unjudged=True)
    without = pair.measure("pronoun", SEED, TIMES, unjudged=False)
    assert with_label is not None
    assert without is not None
    assert (with_label.measure.n, with_label.agreed, with_label.differ) == (6, 4, 2)
    assert (without.measure.n, without.agreed, without.differ) == (3, 2, 1)


def test_the_adjudicator_is_not_compared() -> None:
    reviews = answered(Ada="rrw", Bob="rww", adjudicator="www", Eve="  r")
    assert annotators(reviews) == ("Ada", "Bob", "Eve")
    assert [(pair.first, pair.second) for pair in pairs(reviews)] == [
        ("Ada", "Bob"),
        ("Ada", "Eve"),
        ("Bob", "Eve"),
    ]
    together = overall(reviews, "pronoun", SEED, TIMES)
    assert together is not None
    assert together[0] == ("Ada", "Bob", "Eve")
    assert (together[1].differ, together[1].measure.n) == (2, 3)
    assert overall(answered(Ada="rr", Bob="rw", adjudicator="rr"), "pronoun", SEED, TIMES) is None


def test_within_a_category() -> None:
    (pair,) = pairs(answered(Ada="rrww", Bob="rwww"))
    assert list(pair.within("event_it").opinions) == [1, 3]
    assert pair.within("event_it").disagreements == [1]


_letters = st.text("rwauc", min_size=1, max_size=12)


@given(_letters, _letters)
def test_the_order_of_annotators_does_not_matter(one: str, two: str) -> None:
    (there,) = pairs(answered(Ada=one[: len(two)], Bob=two[: len(one)]))
    (back,) = pairs(answered(Bob=two[: len(one)], Ada=one[: len(two)]))
    assert sorted(there.disagreements) == sorted(back.disagreements)
    for unjudged in (True, False):
        first, second = (p.measure("pronoun", SEED, 10, unjudged=unjudged) for p in (there, back))
        assert first is not None
        assert second is not None
        assert (first.agreed, first.differ) == (second.agreed, second.differ)
        assert first.measure.value == pytest.approx(second.measure.value)


@given(_letters, st.sampled_from(VOTES))
def test_an_adjudication_changes_nothing(letters: str, vote: str) -> None:
    before = answered(Ada=letters, Bob=letters[::-1])
    third = Opinion("adjudicator", vote, adjudicates=True)
    after = {n: replace(one, opinions=(*one.opinions, third)) for n, one in before.items()}
    assert pairs(after) == pairs(before)
