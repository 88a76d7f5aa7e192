"""Worked cases from the guidelines of PROTEST, and what must hold for any."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.judge.protest import (
    ANTECEDENT,
    APPROVED,
    EXCEPTION,
    NOT_ALIGNED,
    PRONOUN,
    REASONS,
    Protest,
)
from proform.model import (
    Alignment,
    Decision,
    Occurrence,
    Rendering,
    Segment,
    Step,
    Translation,
    Verdict,
)
from proform.pronoun.renderings import NOTHING

ANAPHORIC, EVENT, PLEONASTIC, ADDRESSEE = (
    *("anaphoric_inter_subject_it", "event_it"),
    *("pleonastic_it", "addressee_generic_you"),
)
JUDGE = Protest(frozenset({ANAPHORIC}), frozenset({"sie"}))

Heads = tuple[tuple[str, ...], ...]


def said(text: str, *antecedents: str) -> Rendering:
    tokens = tuple(text.split())
    positions = tuple(range(len(tokens)))
    heads = tuple(tuple(words.split()) for words in antecedents)
    if not tokens:
        return NOTHING._replace(antecedents=heads)
    forms = tuple(word.lower() for word in tokens)
    return Rendering(positions, tokens, forms, Step.ALIGNED, positions, heads)


def judge(category: str, reference: Rendering, candidate: Rendering) -> Decision:
    return JUDGE.judge(Occurrence(0, 0, "it", "it", None, category), reference, candidate)


@pytest.mark.parametrize("category", [EVENT, PLEONASTIC, ADDRESSEE])
@pytest.mark.parametrize(
    ("reference", "candidate", "reason"),
    [
        ("cela", "cela", APPROVED),
        ("Cela", "cela", APPROVED),
        ("cela", "CELA", APPROVED),
        ("ÇA", "ça", APPROVED),
        ("c' est", "c'", APPROVED),
        ("c'", "mais c'", APPROVED),
        ("cela", "ça", PRONOUN),
        ("cela", "", NOT_ALIGNED),
        ("", "cela", NOT_ALIGNED),
        ("", "", NOT_ALIGNED),
        ("sie", "sie", EXCEPTION),
        ("sie", "Sie", EXCEPTION),
        ("Sie", "SIE", EXCEPTION),
        ("sie", "sie Sie", EXCEPTION),
        ("sie ihn", "sie", EXCEPTION),
        ("sie", "sie ihn", APPROVED),
        ("sie ihn", "ihn", APPROVED),
        ("er", "sie", PRONOUN),
    ],
)
def test_without_agreement_only_the_pronoun_counts(
    category: str, reference: str, candidate: str, reason: str
) -> None:
    assert judge(category, said(reference), said(candidate)).reason == reason
    other = judge(category, said(reference, "vélo"), said(candidate, "bicyclette"))
    assert other.reason == reason


@pytest.mark.parametrize(
    ("reference", "candidate", "reason"),
    [
        (("il", "vélo"), ("il", "vélo"), APPROVED),
        (("Il", "vélo"), ("il", "Vélo"), APPROVED),
        (("il", "vélo"), ("il", "bicyclette"), ANTECEDENT),
        (("il", "vélo"), ("elle", "vélo"), PRONOUN),
        (("il", "vélo"), ("elle", "bicyclette"), PRONOUN),
        (("il", "vélo"), ("il", ""), NOT_ALIGNED),
        (("il", ""), ("il", "vélo"), NOT_ALIGNED),
        (("il", ""), ("il", ""), NOT_ALIGNED),
        (("il",), ("il",), NOT_ALIGNED),
        (("", "vélo"), ("il", "vélo"), NOT_ALIGNED),
        # The sequence must be the same, not only the set.
        (("il", "vélo rouge"), ("il", "vélo"), ANTECEDENT),
        (("il", "vélo rouge"), ("il", "rouge vélo"), ANTECEDENT),
        (("il", "vélo rouge"), ("il", "Vélo rouge"), APPROVED),
        (("ils", "chat", "chien"), ("ils", "chat", "chien"), APPROVED),
        (("ils", "chat", "chien"), ("ils", "chien", "chat"), ANTECEDENT),
        (("ils", "chat", "chien"), ("ils", "chat", "chienne"), ANTECEDENT),
        (("ils", "chat", "chien"), ("ils", "chat", ""), NOT_ALIGNED),
        (("ils", "chat chien", ""), ("ils", "chat", "chien"), NOT_ALIGNED),
        (("sie", "Katze"), ("sie", "Katze"), EXCEPTION),
        (("sie", "Katze"), ("Sie", "Hund"), EXCEPTION),
        (("sie da", "Katze"), ("sie da", "Katze"), APPROVED),
    ],
)
def test_with_agreement_both_count(
    reference: tuple[str, ...], candidate: tuple[str, ...], reason: str
) -> None:
    assert judge(ANAPHORIC, said(*reference), said(*candidate)).reason == reason


def test_without_exceptions_sie_is_a_word_like_any_other() -> None:
    occurrence = Occurrence(0, 0, "they", "they", None, EVENT)
    french = Protest(frozenset())
    assert french.judge(occurrence, said("sie"), said("Sie")).reason == APPROVED
    assert (french.signature, JUDGE.signature) == ({"never": "none"}, {"never": "sie"})


@pytest.mark.parametrize(
    ("reference", "candidate", "words"),
    [
        (
            said("il", "vélo"),
            said("il", "vélo"),
            "approved, for the antecedent is the same: 'vélo'",
        ),
        (
            said("ils", "chat", "chien"),
            said("ils", "chat", "loup"),
            "the antecedents differ: 'chat' + 'chien' and 'chat' + 'loup'",
        ),
        (said("il", "vélo"), said("elle", "vélo"), "since the pronouns differ"),
        (said("sie", "Uhr"), said("Sie", "Uhr"), "since 'Sie' alone can be several pronouns"),
        (
            said("", "vélo"),
            said("il", "vélo"),
            "nothing in the reference is aligned to the pronoun",
        ),
        (
            said("il", "vélo"),
            said("", "vélo"),
            "nothing in the candidate is aligned to the pronoun",
        ),
        (said("il", ""), said("il", "a"), "nothing in the reference is aligned to the antecedent"),
        (said("il", "a"), said("il", ""), "nothing in the candidate is aligned to the antecedent"),
        (said("il"), said("il"), "nothing in the reference is aligned to the antecedent"),
    ],
)
def test_every_decision_has_its_words(
    reference: Rendering, candidate: Rendering, words: str
) -> None:
    assert words in JUDGE.because(judge(ANAPHORIC, reference, candidate))


def test_an_approved_event_is_just_approved() -> None:
    assert JUDGE.because(judge(EVENT, said("ça"), said("ça"))) == "approved"


def test_renderings_are_the_aligned_words_in_order() -> None:
    translation = Translation(
        ["Il", "ne", "l'", "a"], Alignment([3, 1, 3], [2, 0, 0]), (("vélo",),)
    )
    segment = Segment(0, None, ["a"] * 4, translation, [])
    occurrence = Occurrence(0, 3, "it", "it", None, ANAPHORIC)
    assert JUDGE.takes(occurrence)
    found = JUDGE.reference(occurrence, segment)
    assert (found.positions, found.tokens, found.forms) == ((0, 2), ("Il", "l'"), ("il", "l'"))
    assert found.antecedents == (("vélo",),)
    none = JUDGE.candidate(occurrence._replace(position=2), segment, translation)
    assert none == NOTHING._replace(antecedents=(("vélo",),))


words = st.sampled_from(["il", "Il", "elle", "sie", "Sie", "ihn"])
heads = st.lists(st.lists(st.sampled_from(["a", "A", "b"]), max_size=2), max_size=3)
renderings = st.builds(
    lambda tokens, parts: said(" ".join(tokens), *map(" ".join, parts)),
    st.lists(words, max_size=3),
    heads,
)
categories = st.sampled_from([ANAPHORIC, EVENT, PLEONASTIC, ADDRESSEE])


@given(categories, renderings, renderings)
def test_nothing_is_ever_rejected(
    category: str, reference: Rendering, candidate: Rendering
) -> None:
    judgement = judge(category, reference, candidate)
    assert judgement.verdict is not Verdict.INCORRECT
    assert (judgement.verdict is Verdict.CORRECT) == (judgement.reason == APPROVED)
    assert sum(judgement.statistics) == 1
    assert JUDGE.because(judgement)


@given(categories, renderings)
def test_a_system_against_itself_is_approved_unless_not_aligned_or_an_exception(
    category: str, rendering: Rendering
) -> None:
    aligned = bool(rendering.forms)
    if category == ANAPHORIC:
        aligned &= bool(rendering.antecedents) and all(rendering.antecedents)
    alone = set(rendering.forms) == {"sie"}
    reason = judge(category, rendering, rendering).reason
    if rendering.forms and alone:
        assert reason == EXCEPTION
    else:
        assert reason == (APPROVED if aligned else NOT_ALIGNED)


@given(st.lists(st.tuples(categories, renderings, renderings), max_size=12), st.integers(0, 99))
def test_order_does_not_matter(cases: list[tuple[str, Rendering, Rendering]], seed: int) -> None:
    def total(ordered: list[tuple[str, Rendering, Rendering]]) -> list[float]:
        rows = [judge(*case).statistics for case in ordered]
        sums = np.array(rows).reshape(-1, len(REASONS)).sum(axis=0)
        score = JUDGE.scores(sums)["score"]
        assert np.isnan(score) if not cases else 0 <= score <= 1
        assert JUDGE.sizes(sums) == len(cases)
        assert JUDGE.left_out(sums) == {}
        return list(map(float, sums))

    shuffled = list(cases)
    Random(seed).shuffle(shuffled)  # noqa: S311 (not for secrets)
    assert total(shuffled) == total(cases)
