"""Identical, equivalent, different."""

from __future__ import annotations

import pytest

from proform.judge.compare import Comparison, Lists
from proform.model import OTHER

FRENCH = Lists((("ce", "c'"), ("ça", "ç'", "cela")), (("ce", "il"), ("ce", "ça")))


@pytest.mark.parametrize(
    ("reference", "candidate", "case"),
    [
        (["il"], ["il"], 1),
        (["ce"], ["c'"], 1),
        (["cela"], ["ça"], 1),
        (["ce"], ["il"], 2),
        (["il"], ["c'"], 2),
        (["c'"], ["cela"], 2),
        (["il"], ["ça"], 3),
        (["il"], ["elle"], 3),
        (["il", "en"], ["elle", "en"], 1),
        ([OTHER], ["il"], 3),
        ([OTHER], [OTHER], 3),
    ],
)
def test_french_as_in_the_paper(reference: list[str], candidate: list[str], case: int) -> None:
    comparison = Comparison(FRENCH)
    assert comparison.compare("it", reference, candidate) == (case, 1.0)
    assert comparison.compare("it", candidate, reference) == (case, 1.0)


def test_two_translations_that_are_no_pronouns_may_count_as_identical() -> None:
    assert Comparison(FRENCH, other_equal=True).compare("it", [OTHER], [OTHER]) == (1, 1.0)


def test_a_probability_belongs_to_source_reference_and_candidate() -> None:
    comparison = Comparison(Lists(FRENCH.identical, (), {("it", "c'", "il"): 0.6}))
    assert comparison.compare("it", ["ce"], ["il"]) == (2, 0.6)
    assert comparison.compare("it", ["il"], ["ce"]) == (3, 1.0)
    assert comparison.compare("they", ["ce"], ["il"]) == (3, 1.0)


def test_a_probability_of_0_goes_before_a_group() -> None:
    lists = Lists((), (("ce", "il"),), {("it", "ce", "il"): 0.0})
    assert Comparison(lists).compare("it", ["ce"], ["il"]) == (3, 1.0)
    assert Comparison(lists).compare("they", ["ce"], ["il"]) == (2, 1.0)


def test_a_form_of_two_groups_counts_as_the_first() -> None:
    comparison = Comparison(Lists((("a", "b"), ("c", "b"))))
    assert comparison.head("b") == "a"
    assert comparison.head("unknown") == "unknown"
