"""What a pronoun refers to, in the source and in a translation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proform.analysis.antecedents import Referrer, Resolver
from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.analysis.words import Wording
from proform.language.lexica import NounLexicon
from proform.language.pack import load_packs
from proform.language.readings import parse_readings
from proform.model import (
    OTHER,
    Alignment,
    Antecedent,
    Occurrence,
    Rendering,
    Segment,
    Step,
    Translation,
)

ENGLISH, FRENCH = load_packs("en-fr")
LISTED = {"table": "f.sg", "bureau": "m.sg", "chiens": "m.pl"}
LEXICON = NounLexicon({word: parse_readings(says) for word, says in LISTED.items()}, "listed")


def referrer() -> Referrer:
    return Referrer(FRENCH, Resolver(Nouns(Wording(ENGLISH), Gender(FRENCH.agree, (LEXICON,)))))


def translated(source: str, target: str) -> Translation:
    """Word by word."""
    places = list(range(min(len(source.split()), len(target.split()))))
    return Translation(target.split(), Alignment(places, places))


def segment(number: int, source: str, reference: str, *candidates: str) -> Segment:
    others = [translated(source, candidate) for candidate in candidates]
    return Segment(number, None, source.split(), translated(source, reference), others)


FIRST = segment(
    0,
    "The table and the dogs are old .",
    "La table et les chiens sont vieux .",
    "Le bureau et les chiens sont vieux .",
)
SECOND = replace(
    segment(1, "But it works .", "Mais elle marche .", "Mais il marche ."), before=[FIRST]
)
IT = Occurrence(1, 1, "it", "it", None)


def aligned(text: Translation, place: int) -> Rendering:
    word = text.tokens[place]
    form = referrer().pronouns.form(word)
    return Rendering((place,), (word,), (form,), Step.ALIGNED, (place,))


@pytest.mark.parametrize(
    ("form", "pronoun", "head"),
    [("it", {"f.sg"}, "table"), ("they", {"m.pl"}, "dogs"), ("it", {"m.pl"}, None)],
)
def test_the_best_noun_is_proposed(form: str, pronoun: set[str], head: str | None) -> None:
    occurrence = Occurrence(1, 1, form, form, None)
    mentions = referrer().resolver.propose(occurrence, SECOND, frozenset(pronoun))
    assert [FIRST.source[mention.head] for mention in mentions][:1] == ([head] if head else [])


def test_i_and_you_refer_to_no_noun() -> None:
    resolver = referrer().resolver
    forms = ("i", "you", "it", "mine")
    refer = [resolver.refers(Occurrence(1, 1, form, form, None)) for form in forms]
    assert refer == [False, False, True, True]


def test_gender_and_number_are_those_of_the_same_translation() -> None:
    ours = referrer()
    heads = ours.antecedents(IT, SECOND, aligned(SECOND.reference, 1))
    assert [head.place for head in heads.antecedents] == [(0, 1)]
    into = SECOND.candidates[0]
    referring = ours.referring(IT, heads, SECOND, into, aligned(into, 1))
    assert (referring.heads, referring.nouns) == (("table",), ("bureau",))
    assert referring.pronoun == referring.antecedent == {"m.sg"}
    assert referring.proposed


def test_annotated_antecedents_go_before_proposed_ones_which_are_rivals() -> None:
    dogs = replace(SECOND, antecedents=(Antecedent(0, 4, 4, 4),))
    heads = referrer().antecedents(IT, dogs, aligned(SECOND.reference, 1))
    assert [head.place for head in heads.antecedents] == [(0, 4)]
    assert heads.rivals == (), "the table stands further away than the dogs"


def test_a_pronoun_is_looked_for_where_nothing_is_linked() -> None:
    into = SECOND.reference
    missing = Rendering((), (), (), Step.NONE, ())
    found = referrer().locate(IT, missing, SECOND, into)
    assert (found.positions, found.forms, found.step) == ((1,), ("elle",), Step.SEARCHED)
    wrong = Rendering((2,), ("marche",), (OTHER,), Step.ALIGNED, (2,))
    assert referrer().locate(IT, wrong, SECOND, into).forms == ("elle",)
    you = Occurrence(1, 1, "you", "you", None)
    assert referrer().locate(you, missing, SECOND, into) is missing
