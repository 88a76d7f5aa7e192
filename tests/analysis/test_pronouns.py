"""What stands for a pronoun in a translation, and what it shows."""

from __future__ import annotations

import pytest

from proform.analysis.gender import Gender
from proform.analysis.pronouns import PronounReader
from proform.language.lexica import NounLexicon
from proform.language.pack import Pack, load_packs
from proform.language.readings import parse_readings
from proform.model import OTHER, Alignment, Occurrence, Rendering, Segment, Step, Translation

ENGLISH, FRENCH = load_packs("en-fr")
SPANISH, GERMAN = load_packs("en-es")[1], load_packs("en-de")[1]
IT = Occurrence(1, 1, "it", "it", None)


def marked(text: str) -> tuple[list[str], int]:
    """The words, and where the one in brackets is."""
    words = text.split()
    place = next(k for k, word in enumerate(words) if word.startswith("["))
    words[place] = words[place].strip("[]")
    return words, place


def reader(pack: Pack) -> PronounReader:
    lexicon = NounLexicon({"table": parse_readings("f.sg")}, "listed")
    return PronounReader(ENGLISH, pack, Gender(pack.agree, (lexicon,)))


@pytest.mark.parametrize(
    ("pack", "text", "pronoun"),
    [
        (FRENCH, "[Il] est rouge .", True),
        (FRENCH, "Je vois [la] table .", False),
        (FRENCH, "Je [la] vois .", True),
        (FRENCH, "le [chien]", False),
        (FRENCH, "Éteins -la , s' [il] te plaît .", False),
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


def test_i_and_you_refer_to_no_noun_nor_does_a_word_that_the_pack_does_not_have() -> None:
    forms = ("i", "you", "it", "mine", "works")
    assert [reader(FRENCH).refers(form) for form in forms] == [False, False, True, True, False]


def test_a_pronoun_is_looked_for_where_nothing_is_linked() -> None:
    into = Translation(["Mais", "elle", "marche", "."], Alignment([0, 1, 2], [0, 1, 2]))
    segment = Segment(1, None, ["But", "it", "works", "."], into, [])
    missing = Rendering((), (), (), Step.NONE, ())
    found = reader(FRENCH).locate(IT, missing, segment, into)
    assert (found.positions, found.forms, found.step) == ((1,), ("elle",), Step.SEARCHED)
    wrong = Rendering((2,), ("marche",), (OTHER,), Step.ALIGNED, (2,))
    assert reader(FRENCH).locate(IT, wrong, segment, into).forms == ("elle",)
    you = Occurrence(1, 1, "you", "you", None)
    assert reader(FRENCH).locate(you, missing, segment, into) is missing


def test_a_subject_does_not_stand_for_an_object() -> None:
    words = ["Quelqu'un", "l'", "a", "-t-il", "vue", "?"]
    into = Translation(words, Alignment([0, 1], [0, 2]))
    source, tags = ["Has", "anyone", "seen", "it", "?"], ["AUX", "PRON", "VERB.Part", "PRON", "."]
    it, missing = Occurrence(1, 3, "it", "it", None), Rendering((), (), (), Step.NONE, ())
    for known, wanted in ((tags, "l'"), ([], "-t-il")):
        segment = Segment(1, None, source, into, [], tags=known)
        assert reader(FRENCH).locate(it, missing, segment, into).tokens == (wanted,)


def test_a_small_sie_is_not_polite_though_it_is_linked_to_you() -> None:
    words = ["Warum", "wirfst", "du", "sie", "weg", "?"]
    into = Translation(words, Alignment([0, 1, 1, 2, 3], [0, 1, 3, 1, 4]))
    segment = Segment(1, None, ["Why", "you", "throw", "it", "away", "?"], into, [])
    it = Occurrence(1, 3, "it", "it", None)
    missing = Rendering((), (), (), Step.NONE, ())
    found = reader(GERMAN).locate(it, missing, segment, into)
    assert found.tokens == ("sie",)
