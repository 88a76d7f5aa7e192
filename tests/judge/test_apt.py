"""Six cases, weights, and what is left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.judge.apt import Apt, plain_apt
from proform.judge.choices import Choices
from proform.judge.compare import Comparison, Lists
from proform.judge.weights import NAMED_WEIGHTS, Weights
from proform.language.forms import Splitter
from proform.language.pack import load_packs
from proform.model import DROPPED, NONE, OTHER, Occurrence, Rendering, Step, Verdict
from proform.pronoun.dropped import DroppedRenderer
from proform.pronoun.occurrences import Pronouns
from proform.pronoun.renderings import Renderer

PRONOUNS = Pronouns(["il", "elle", "ce"], Splitter())
IT = Occurrence(0, 0, "It", "it", None)


def _apt(weights: Weights | None = None, lists: Lists | None = None) -> Apt:
    return Apt(
        comparison=Comparison(lists or Lists((), (("ce", "il"),))),
        weights=weights or Weights(),
        renderer=Renderer(PRONOUNS),
    )


def _rendering(*forms: str) -> Rendering:
    positions = tuple(range(len(forms)))
    return Rendering(positions, forms, forms, Step.ALIGNED if forms else Step.NONE, positions)


@pytest.mark.parametrize(
    ("reference", "candidate", "case", "verdict", "cell"),
    [
        (("il",), ("il",), "1", Verdict.CORRECT, ("il", "il")),
        (("il",), ("ce",), "2", Verdict.CORRECT, ("il", "ce")),
        (("il",), ("elle",), "3", Verdict.INCORRECT, ("il", "elle")),
        (("il",), (OTHER,), "3", Verdict.INCORRECT, ("il", OTHER)),
        (("il",), (), "4", Verdict.UNDECIDED, ("il", NONE)),
        ((), ("il",), "5", Verdict.UNDECIDED, (NONE, "il")),
        ((), (), "6", Verdict.UNDECIDED, (NONE, NONE)),
        (("elle", "il"), ("ce", "il"), "1", Verdict.CORRECT, ("il", "il")),
    ],
)
def test_cases(
    reference: tuple[str, ...],
    candidate: tuple[str, ...],
    case: str,
    verdict: Verdict,
    cell: tuple[str, str],
) -> None:
    judgement = _apt().judge(IT, _rendering(*reference), _rendering(*candidate))
    assert (judgement.reason, judgement.verdict, judgement.cell) == (case, verdict, cell)
    assert judgement.statistics == tuple(float(case == str(k)) for k in range(1, 8))


@pytest.mark.parametrize(
    ("reference", "candidate", "words"),
    [
        (("il",), ("elle",), "case 3, different"),
        ((OTHER,), (OTHER,), "case 3, different: neither is a listed pronoun"),
        (("ce",), ("il",), "case 2, equivalent with probability 0.6"),
    ],
)
def test_reasons_in_words(
    reference: tuple[str, ...], candidate: tuple[str, ...], words: str
) -> None:
    apt = _apt(lists=Lists(probable={("it", "ce", "il"): 0.6}))
    judgement = apt.judge(IT, _rendering(*reference), _rendering(*candidate))
    assert apt.because(judgement) == words


def test_a_probable_equivalence_is_split_between_two_cases() -> None:
    lists = Lists(probable={("it", "ce", "il"): 0.6})
    judgement = _apt(lists=lists).judge(IT, _rendering("ce"), _rendering("il"))
    assert judgement.reason == "2"
    assert judgement.statistics == pytest.approx((0, 0.6, 0.4, 0, 0, 0, 0))


def test_the_formula() -> None:
    counts = np.array([38.0, 4, 42, 10, 2, 3, 7])
    assert _apt().scores(counts)["score"] == pytest.approx((38 + 0.5 * 4) / 99)
    apt_a = _apt(Weights(NAMED_WEIGHTS["apt-a"]))
    assert apt_a.scores(counts)["score"] == pytest.approx(38 / 99)
    discarding = _apt(Weights(discarded=frozenset({5, 6})))
    assert discarding.scores(counts)["score"] == pytest.approx(40 / 94)
    assert discarding.sizes(counts) == 94
    assert discarding.left_out(counts) == {
        "case 5 (not found in the reference) is discarded": 2,
        "case 6 (found in neither) is discarded": 3,
        "no source word is linked to the reference's pronoun": 7,
    }


def test_a_share_of_nothing_is_not_a_number() -> None:
    assert np.isnan(_apt().scores(np.zeros(7))["score"])


@given(
    st.lists(st.integers(0, 1000), min_size=7, max_size=7),
    st.lists(st.floats(0, 1), min_size=6, max_size=6),
    st.sets(st.integers(1, 6)),
)
def test_a_score_is_between_0_and_1(
    counts: list[int], values: list[float], discarded: set[int]
) -> None:
    apt = _apt(Weights(tuple(values), frozenset(discarded)))
    score = apt.scores(np.array(counts, float))["score"]
    assert np.isnan(score) if apt.sizes(np.array(counts, float)) == 0 else 0 <= score <= 1 + 1e-12


SPANISH = Choices(*load_packs("en-es"), dropped=True)


@pytest.mark.parametrize(
    ("reference", "candidate", "case"),
    [
        ((DROPPED,), (DROPPED,), "1"),
        ((DROPPED,), ("ella",), "2"),
        (("ella",), (DROPPED,), "2"),
        ((DROPPED,), ("lo",), "3"),
        ((DROPPED,), (), "4"),
        (("ella",), ("él",), "3"),
    ],
)
def test_a_dropped_subject_is_a_form(
    reference: tuple[str, ...], candidate: tuple[str, ...], case: str
) -> None:
    judge = plain_apt(SPANISH)
    judgement = judge.judge(IT, _rendering(*reference), _rendering(*candidate))
    assert judgement.reason == case
    assert judge.signature["dropped"] == "form"


def test_lists_of_ones_own_say_what_is_equivalent_to_a_dropped_subject() -> None:
    own = replace(SPANISH, lists=Lists((), ((DROPPED, "eso"),)))
    judge = plain_apt(own)
    assert judge.judge(IT, _rendering(DROPPED), _rendering("eso")).reason == "2"
    assert judge.judge(IT, _rendering(DROPPED), _rendering("ella")).reason == "3"


@pytest.mark.parametrize("languages", ["en-fr", "en-de", "en-es", "de-es", "es-en", "fr-en"])
def test_without_the_option_nothing_is_said_of_dropped_subjects(languages: str) -> None:
    judge = plain_apt(Choices(*load_packs(languages)))
    assert "dropped" not in judge.signature
    assert not isinstance(judge.renderer, DroppedRenderer)


def test_a_source_verb_without_a_pronoun_in_the_reference_is_left_out() -> None:
    judge = plain_apt(Choices(*load_packs("es-en"), dropped=True))
    verb = Occurrence(0, 0, "Funciona", DROPPED, None)
    left = judge.judge(verb, _rendering(), _rendering("it"))
    assert (left.reason, left.verdict) == ("not_source", Verdict.UNDECIDED)
    assert judge.left_out(np.array(left.statistics)) == {
        "the reference has no pronoun for the subject of a source verb": 1
    }
    assert judge.judge(verb, _rendering("it"), _rendering("it")).reason == "1"
    assert judge.judge(verb, _rendering("it"), _rendering()).reason == "4"
