"""Categories that are proposed by what a pronoun may refer to."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from proform.analysis.categories import propose
from proform.language.pack import NounKinds
from proform.model import Alignment, Antecedents, Option, Segment, Translation

KINDS = NounKinds(group=frozenset({"team"}))
EMPTY = Translation((), Alignment((), ()))
TAGS = {
    "team": "NOUN.sg",
    "cat": "NOUN.sg",
    "cats": "NOUN.pl",
    "sleeps": "VERB.Fin",
    "see": "VERB.Fin",
    "it": "PRON",
    "they": "PRON",
    "we": "PRON",
}


def segment(number: int, text: str, *before: Segment, **known: Antecedents) -> Segment:
    """A segment whose antecedents are given by the words of its pronouns."""
    words = text.split()
    antecedents = {words.index(word): each for word, each in known.items()}
    tags = [TAGS[word] for word in words]
    return Segment(number, None, words, EMPTY, (), before, tags, antecedents)


def proposed(text: str, antecedents: Antecedents, form: str = "it") -> Mapping[str, float]:
    first = segment(0, "team cat cats")
    here = segment(1, text, first, **{form: antecedents})
    return dict(propose(here, here.source.index(form), form, KINDS))


def of(*places: tuple[int, int], probability: float = 1.0) -> Antecedents:
    return Antecedents((Option(places, probability),))


@pytest.mark.parametrize(
    ("text", "form", "antecedents", "category"),
    [
        ("it sleeps", "it", of((0, 1)), "anaphoric_inter_subject_it"),
        ("we see it", "it", of((0, 1)), "anaphoric_inter_non-subject_it"),
        ("cat sleeps we see it", "it", of((1, 0)), "anaphoric_intra_non-subject_it"),
        ("they see", "they", of((0, 2)), "anaphoric_inter_they"),
        ("cats see they see", "they", of((1, 0)), "anaphoric_intra_they"),
        ("they see", "they", of((0, 1)), "anaphoric_singular_they"),
        ("they see", "they", of((0, 0), (0, 1)), "anaphoric_inter_they"),
        ("they see", "they", of((0, 0)), "anaphoric_group_it-they"),
        ("it sleeps", "it", of((0, 0)), "anaphoric_group_it-they"),
        ("it sleeps", "it", of((-9, 0)), "out_of_reach"),
        ("it sleeps", "it", Antecedents((), {"event_it": 1.0}), "event_it"),
        ("it sleeps", "it", Antecedents((), {"far": 1.0}), "out_of_reach"),
    ],
)
def test_what_is_sure_has_one_category(
    text: str, form: str, antecedents: Antecedents, category: str
) -> None:
    assert proposed(text, antecedents, form) == {category: 1.0}


def test_probabilities_of_all_add_up() -> None:
    options = (Option(((0, 1),), 0.4), Option(((0, 2),), 0.1))
    shares = {"pleonastic_it": 0.2, "far": 0.3}
    handed_on = (Option(((0, 1),), 0.1),)
    assert proposed("it sleeps", Antecedents(options, shares, handed_on)) == pytest.approx(
        {"anaphoric_inter_subject_it": 0.6, "pleonastic_it": 0.2, "out_of_reach": 0.2}
    ), "what an earlier pronoun hands on has its noun before this sentence"


def test_other_pronouns_have_none() -> None:
    assert proposed("we see it", of((0, 1)), "we") == {}
    here = segment(0, "it sleeps")
    assert propose(here, 0, "it", KINDS) == ()
