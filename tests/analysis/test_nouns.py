"""What stands for a source noun in a translation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.language.lexica import NounLexicon
from proform.language.pack import load_packs
from proform.language.readings import parse_readings
from proform.model import Alignment, Segment, Translation

ENGLISH, FRENCH = load_packs("en-fr")
LISTED = {
    "chien": "m.sg",
    "père": "m.sg",
    "mère": "f.sg",
    "table": "f.sg",
    "vélo": "m.sg",
    "vélos": "m.pl",
    "enfants": "m.pl",
}
LEXICON = NounLexicon({word: parse_readings(says) for word, says in LISTED.items()}, "listed")


def nouns() -> Nouns:
    return Nouns(ENGLISH, Gender(FRENCH.agree, (LEXICON,)))


def translation(text: str, links: str) -> Translation:
    pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
    return Translation(text.split(), Alignment([s for s, _ in pairs], [t for _, t in pairs]))


def segment(source: str, head: int, into: Translation) -> Segment:
    words = source.split()
    number = "pl" if words[head].endswith(("s", "children")) else "sg"
    tags = ["DET" if word == "the" else "VERB.Fin" for word in words]
    tags[head] = f"NOUN.{number}"
    return Segment(0, None, words, into, [], tags=tags)


@pytest.mark.parametrize(
    ("source", "head", "target", "links", "words", "values"),
    [
        ("the dog sleeps", 1, "le chien dort", "0-0 1-1 2-2", "chien", {"m.sg"}),
        ("the dog sleeps", 1, "le chien dort", "0-0 2-2", "chien", {"m.sg"}),
        ("the children sleep", 1, "les enfants dorment", "0-0 1-1 2-2", "enfants", {"m.pl"}),
        ("the bikes", 1, "des vélos", "0-0 1-1", "vélos", {"m.pl"}),
        # No lexicon has it, but an article stands before it.
        ("the mug breaks", 1, "le mug casse", "0-0 1-1 2-2", "mug", {"m.sg"}),
    ],
)  # fmt: skip
def test_the_words_for_a_noun(
    source: str, head: int, target: str, links: str, words: str, values: set[str]
) -> None:
    into = translation(target, links)
    noun = nouns().noun(segment(source, head, into), head, into)
    assert noun is not None
    assert noun.words == words
    assert noun.features.values == values


def test_nothing_stands_for_it() -> None:
    into = translation("il dort", "2-1")
    assert nouns().noun(segment("the dog sleeps", 1, into), 1, into) is None


def test_a_word_that_is_no_noun_stands_for_none_behind_a_determiner() -> None:
    into = translation("la est", "1-1")
    assert nouns().noun(segment("the dog", 1, into), 1, into) is None


def test_nouns_that_are_plural_in_english_alone() -> None:
    into = translation("mon pantalon", "0-0 1-1")
    text = Segment(0, None, ["my", "trousers"], into, [], tags=["PRON", "NOUN.pl"])
    assert nouns().number(text, 1) == ""


def test_the_head_of_a_compound_that_is_linked_to_what_belongs_to_it() -> None:
    into = translation("touche le chien de papa", "0-0 1-1 2-2 4-4")
    text = segment("touch the dad 's dog", 4, into)
    tags = ["VERB.Fin", "DET", "NOUN.sg", "PART", "NOUN.sg"]
    listed = NounLexicon({**LEXICON.entries, "papa": parse_readings("m.sg")}, "listed")
    own = Nouns(ENGLISH, Gender(FRENCH.agree, (listed,)))
    noun = own.noun(replace(text, tags=tags), 4, into)
    assert noun is not None
    assert noun.words == "chien"


def test_a_noun_of_another_number_is_a_guess() -> None:
    for target, trust in (("les vélos", 1.0), ("le vélo", 0.25)):
        into = translation(target, "0-0 1-1")
        noun = nouns().noun(segment("the bikes", 1, into), 1, into)
        assert noun is not None
        assert noun.trust == trust
