"""METEOR by hand, and what must hold of any score."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.metric.meteor import EXACT, FUNCTION_WORDS, UNIVERSAL, Meteor, Parameters, meteor

FRENCH = meteor("fr")
PRONOUNS = meteor("fr", delta=0, function_words=["il", "Elle", "ils", "elles"])
SEGMENT = st.lists(st.sampled_from(["il", "elle", "vient", "viennent", "la", "les", "."]))
PAIRS = st.lists(st.tuples(SEGMENT, SEGMENT), max_size=6)


def counts(metric: Meteor, candidate: str, reference: str) -> tuple[float, ...]:
    return metric.count(candidate.split(), reference.split())


def parts(metric: Meteor, *pairs: tuple[str, str]) -> dict[str, float]:
    """The score of candidates against references, and its parts."""
    sums = np.sum([counts(metric, *pair) for pair in pairs], axis=0)
    return {name: float(value) for name, value in metric.scores(sums).items()}


def score(metric: Meteor, *pairs: tuple[str, str]) -> float:
    return parts(metric, *pairs)["score"]


def test_statistics_have_names() -> None:
    found = counts(FRENCH, "La maison bleue est ici", "les maisons bleue")
    named = zip(FRENCH.statistics, found, strict=True)
    assert {name: value for name, value in named if value} == {
        "candidate content words": 3,
        "candidate function words": 2,
        "reference content words": 2,
        "reference function words": 1,
        "candidate content exact": 1,
        "reference content exact": 1,
        "candidate content stem": 1,
        "reference content stem": 1,
        "chunks": 1,
    }


def test_the_formula() -> None:
    metric = Meteor(Parameters(0.9, 1.4, 0.6, 0.65), (EXACT,), frozenset({"la", "."}))
    # la and . are function words (0.35), the others content words (0.65); chunks: "la", "vient ."
    precision, recall = 1.35 / 2.0, 1.35 / 1.35
    mean = precision * recall / (0.9 * precision + 0.1 * recall)
    penalty = 0.6 * (2 / 3) ** 1.4
    assert parts(metric, ("la femme vient .", "vient . la")) == pytest.approx(
        {
            "score": mean * (1 - penalty),
            "precision": precision,
            "recall": recall,
            "penalty": penalty,
        }
    )


def test_stems_are_worth_less() -> None:
    assert score(FRENCH, ("maisons", "maison")) == pytest.approx(0.2)
    assert score(meteor("de"), ("Kinder", "Kindern")) == pytest.approx(0.8)
    assert score(meteor("fr", stem=False), ("maisons", "maison")) == 0


def test_case_counts_unless_told_otherwise() -> None:
    assert score(FRENCH, ("Maison", "maison")) == 0
    assert score(meteor("fr", lowercase=True), ("Maison", "maison")) == 1


def test_a_language_without_parameters() -> None:
    metric = meteor("xx")
    assert metric.parameters == UNIVERSAL
    assert [module.name for module in metric.modules] == ["exact"]
    assert metric.function_words == frozenset()


def test_on_pronouns_nothing_else_counts() -> None:
    assert score(PRONOUNS, ("il vient", "elle vient")) == 0
    same = parts(PRONOUNS, ("Elle a vu", "Elle voit"))
    assert same["precision"] == same["recall"] == 1


@pytest.mark.parametrize("pair", [("", ""), ("vient", "part")])
def test_undefined_where_nothing_counts(pair: tuple[str, str]) -> None:
    assert np.isnan(score(PRONOUNS, pair))


@pytest.mark.parametrize("pair", [("il", ""), ("", "il"), ("vient", "il"), ("il", "vient")])
def test_zero_where_only_one_side_has_a_word_that_counts(pair: tuple[str, str]) -> None:
    assert score(PRONOUNS, pair) == 0


def test_a_perfect_segment_adds_no_chunk() -> None:
    apart = ("vient il", "il vient")
    assert counts(FRENCH, "il vient", "il vient")[-1] == 0
    assert score(FRENCH, ("il vient", "il vient")) == 1
    assert score(FRENCH, apart) < score(FRENCH, ("il vient", "il vient"), apart) < 1


def test_the_signature_tells_metrics_apart() -> None:
    settings = [
        FRENCH,
        PRONOUNS,
        meteor("de"),
        meteor("fr", stem=False),
        meteor("fr", delta=0.5),
        meteor("fr", function_words=["le"]),
        meteor("fr", lowercase=True),
        replace(FRENCH, beam=10),
    ]
    assert len({tuple(metric.signature.items()) for metric in settings}) == len(settings)


def test_it_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(FRENCH)) == FRENCH  # noqa: S301


@pytest.mark.parametrize("language", FUNCTION_WORDS)
def test_function_words_are_in_lower_case(language: str) -> None:
    words = FUNCTION_WORDS[language]
    assert {".", ","} < words == {word.lower() for word in words}


@given(PAIRS)
def test_between_0_and_1(pairs: list[tuple[list[str], list[str]]]) -> None:
    rows = np.array([FRENCH.count(*pair) for pair in pairs]).reshape(-1, len(FRENCH.statistics))
    for values in FRENCH.scores(rows).values():
        assert ((values >= 0) & (values <= 1) | np.isnan(values)).all()


@given(PAIRS)
def test_the_order_of_segments_does_not_matter(pairs: list[tuple[list[str], list[str]]]) -> None:
    rows = np.array([FRENCH.count(*pair) for pair in pairs]).reshape(-1, len(FRENCH.statistics))
    there = FRENCH.scores(rows.sum(axis=0))["score"]
    back = FRENCH.scores(rows[::-1].sum(axis=0))["score"]
    np.testing.assert_equal(there, back)


@given(SEGMENT.filter(bool))
def test_against_itself(segment: list[str]) -> None:
    assert FRENCH.scores(np.array(FRENCH.count(segment, segment)))["score"] == pytest.approx(1)


@given(SEGMENT, SEGMENT)
def test_swapping_the_sides_swaps_precision_and_recall(one: list[str], other: list[str]) -> None:
    metric = meteor("fr", stem=False)
    there = metric.scores(np.array(metric.count(one, other)))
    back = metric.scores(np.array(metric.count(other, one)))
    np.testing.assert_equal(there["precision"], back["recall"])
