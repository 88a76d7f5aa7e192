"""What the words of a source say of its nouns, and those of a translation as pronouns."""

from __future__ import annotations

import pytest

from proform.analysis.gender import Gender
from proform.analysis.words import OBJECT, OBLIQUE, SUBJECT, PronounReader, Wording
from proform.language.lexica import NounLexicon
from proform.language.pack import Pack, load_packs
from proform.language.readings import parse_readings
from proform.model import Alignment, Rendering, Step, Translation

ENGLISH, FRENCH = load_packs("en-fr")
SPANISH = load_packs("en-es")[1]
WORDING = Wording(ENGLISH)


def marked(text: str) -> tuple[list[str], int]:
    """The words, and where the one in brackets is."""
    words = text.split()
    place = next(k for k, word in enumerate(words) if word.startswith("["))
    words[place] = words[place].strip("[]")
    return words, place


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("the [bicycle] works", True),
        ("[it] works", False),
        ("the [running] of it", True),
        ("they were [running] away", False),
        ("[of] course", False),
    ],
)
def test_what_may_be_a_noun(text: str, *, noun: bool) -> None:
    assert WORDING.may_be_noun(*marked(text)) == noun
    assert not Wording(Pack("xx", "xx")).may_be_noun(*marked(text)), "without lists nothing is"


@pytest.mark.parametrize(
    ("text", "determiner"),
    [("[the] vase", True), ("[that] vase", True), ("[that] is", False), ("[my] vase", True)],
)
def test_determiners(text: str, *, determiner: bool) -> None:
    assert WORDING.is_determiner(*marked(text)) == determiner


@pytest.mark.parametrize(
    ("word", "number"), [("bicycle", "sg"), ("Bicycles", "pl"), ("team", ""), ("sheep", "")]
)
def test_number_of_nouns(word: str, number: str) -> None:
    assert WORDING.number(word) == number
    assert Wording(Pack("xx", "xx")).number(word) == ""


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("The [dog] is here .", SUBJECT),
        ("Peter saw the [dog] yesterday .", OBJECT),
        ("Peter went with the [dog] .", OBLIQUE),
    ],
)
def test_roles(text: str, role: int) -> None:
    words, head = marked(text)
    assert WORDING.role(words, WORDING.start(words, head), head) == role


def test_an_object_refers_to_nothing_in_its_own_clause() -> None:
    words = ["The", "cook", "hits", "the", "table", "with", "it", "."]
    assert WORDING.in_one_clause(words, 4, 6)
    words = ["Blend", "the", "soup", "until", "it", "is", "smooth", "."]
    assert not WORDING.in_one_clause(words, 2, 4)


def reader(pack: Pack) -> PronounReader:
    lexicon = NounLexicon({"table": parse_readings("f.sg")}, "listed")
    return PronounReader(pack, Gender(pack.agree, (lexicon,)))


@pytest.mark.parametrize(
    ("pack", "text", "pronoun"),
    [
        (FRENCH, "[Il] est rouge .", True),
        (FRENCH, "Je vois [la] table .", False),
        (FRENCH, "Je [la] vois .", True),
        (FRENCH, "Je vois [le] nôtre .", False),
        (FRENCH, "le [chien]", False),
        (SPANISH, "[La] quiero .", True),
    ],
)
def test_what_is_a_pronoun(pack: Pack, text: str, *, pronoun: bool) -> None:
    words, place = marked(text)
    assert reader(pack).is_pronoun(place, Translation(words, Alignment((), ()))) == pronoun


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[Elle] est là .", {"f.sg"}),
        ("[Ils] sont là .", {"m.pl"}),
        ("[Lui] parle .", {"m.sg", "f.sg"}),
        ("[Chien] parle .", set()),
    ],
)
def test_what_a_pronoun_shows(text: str, values: set[str]) -> None:
    words, place = marked(text)
    form = reader(FRENCH).form(words[place])
    rendering = Rendering((place,), (words[place],), (form,), Step.ALIGNED, (place,))
    shown = reader(FRENCH).shown(rendering, Translation(words, Alignment((), ())))
    assert shown.values == values
    assert shown.words == words[place]
