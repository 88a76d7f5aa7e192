"""The verb of a source pronoun, and what belongs to a verb of a translation."""

from __future__ import annotations

import pytest

from proform.language.lexica import load_nouns
from proform.language.pack import load_packs
from proform.pronoun.clauses import (
    VerbGroup,
    finite_forms,
    governing,
    leaning,
    subject_before,
    verb_group,
)

SPANISH = load_packs("en-es")[1]


def test_a_noun_behind_a_determiner_is_no_verb() -> None:
    pack = SPANISH
    assert finite_forms(pack, ["cuenta"], 0)
    assert not finite_forms(pack, ["su", "cuenta"], 1)
    assert not finite_forms(pack, ["por", "cuenta"], 1)


@pytest.mark.parametrize(
    ("language", "text", "place", "is_verb"),
    [
        ("it", "si tratta di", 1, True),
        ("it", "la tratta di", 1, False),
        ("pl", "karta zawiera", 1, True),
        ("pl", "złota zasada", 1, False),
        ("pl", "długo myśli", 1, True),
        ("pl", "taki pomysł", 1, False),
        ("pl", "wtedy spadł", 1, True),
        ("pl", "potem zniknie", 1, True),
        ("pl", "jakby nowy", 1, False),
        ("pl", "tak dużą", 1, False),
        ("pl", "rzadko znajdują", 1, True),
        ("pl", "są w stanie", 2, False),
        ("pl", "co się stanie", 2, True),
        ("pl", "spotkał Adama", 1, False),
        ("pl", "spotkał . Czyta", 2, True),
        ("pt", "quando o desligarem", 2, True),
    ],
)
def test_verbs_that_look_like_nouns(language: str, text: str, place: int, is_verb: bool) -> None:
    pack = load_packs(f"en-{language}")[1]
    assert bool(finite_forms(pack, text.split(), place, load_nouns(pack))) is is_verb


def test_the_verb_of_a_source_pronoun() -> None:
    assert verb_group(["PRON", "AUX", "ADV", "VERB.Part"], 0) == VerbGroup((1, 3))
    assert verb_group(["AUX", "PRON", "VERB.Inf", "PUNCT"], 1) == VerbGroup((0, 2))
    assert verb_group(["PRON", "AUX", "DET", "NOUN.sg"], 0) == VerbGroup((1,), (3,))
    assert verb_group(["VERB.Fin", "PRON", "PUNCT"], 1) == VerbGroup()
    assert verb_group(["VERB.Fin", "PRON", "VERB.Inf"], 1) == VerbGroup()  # let it fall
    assert verb_group(["VERB.Fin", "PRON", "VERB.Ger"], 1) == VerbGroup()  # found it lying
    assert verb_group(["VERB.Fin", "PRON", "ADV", "PART", "VERB.Inf"], 1) == VerbGroup()
    assert verb_group(["VERB.Fin", "PRON", "PART", "AUX", "VERB.Part"], 1) == VerbGroup()
    assert verb_group(["VERB.Fin", "PRON", "VERB.Fin"], 1) == VerbGroup((2,))  # think it works
    going = ["PRON", "AUX", "VERB.Part", "PART", "VERB.Inf", "PRON"]
    assert verb_group(going, 0) == VerbGroup((1, 2), (4,))  # they are going to sell it


@pytest.mark.parametrize(
    ("tags", "position", "verbs"),
    [
        ("PRON VERB.Fin PRON PUNCT", 2, (1,)),
        ("PRON VERB.Fin PART VERB.Inf PRON PUNCT", 4, (3, 1)),  # want to see it
        ("VERB.Fin PRON ADV PUNCT", 1, (0, 2)),  # send it back
        ("VERB.Fin ADP PRON PUNCT", 2, (0,)),  # look at it
        ("VERB.Fin PUNCT PRON VERB.Fin", 2, ()),
        ("VERB.Fin DET NOUN.sg ADP PRON", 4, ()),
        ("PRON ADV", 0, ()),
    ],
)
def test_the_verbs_before_an_object(tags: str, position: int, verbs: tuple[int, ...]) -> None:
    assert governing(tags.split(), position) == verbs


@pytest.mark.parametrize(
    ("language", "text", "verb", "places"),
    [
        ("es", "no la vio", 2, [1, 0]),
        ("es", "no las ha visto", 3, [1, 0]),
        ("es", "vio la casa", 0, []),  # an article
        ("es", "la casa", 1, [0]),  # as far as the words tell: links say whether it is a verb
        ("es", "la con", 1, []),
        ("pt", "passa a ser", 2, []),  # a preposition
        ("pt", "tratam de o abrir", 3, [2]),
        ("pl", "nie ma jej", 1, [0, 2]),
    ],
)
def test_the_pronouns_that_lean_on_a_verb(
    language: str, text: str, verb: int, places: list[int]
) -> None:
    pack = load_packs(f"en-{language}")[1]
    assert [*leaning(pack, text.split(), verb)] == places


def test_a_noun_behind_a_preposition_is_no_subject() -> None:
    words = ["Al", "principio", "no", "tenía", "sentido"]
    assert subject_before(SPANISH, words, 3) is None
    assert subject_before(SPANISH, ["El", "libro", "no", "tenía", "sentido"], 3) == 1
    assert subject_before(SPANISH, ["En", "este", "caso", "no", "tenía", "sentido"], 4) is None
    assert subject_before(SPANISH, ["Ella", "no", "lo", "tenía"], 3) == 0
