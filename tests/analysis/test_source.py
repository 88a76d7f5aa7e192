"""Nouns and pronouns by which things are named."""

from __future__ import annotations

import pytest

from proform.analysis.source import Mention, analyse, lemma, mention_of, stem


def mentions(text: str) -> list[Mention]:
    """Of words with their tags, as dog/NOUN.sg."""
    words, tags = zip(*(word.rsplit("/", 1) for word in text.split()), strict=True)
    return list(analyse(0, words, tags).mentions)


def test_heads_roles_and_determiners() -> None:
    dog, cat, it = mentions(
        "The/DET police/NOUN.sg dogs/NOUN.pl saw/VERB.Fin a/DET cat/NOUN.sg near/ADP it/PRON"
    )
    assert (dog.word, dog.number, dog.role, dog.determiner) == ("dog", "pl", "subject", "the")
    assert (cat.word, cat.number, cat.role, cat.determiner) == ("cat", "sg", "object", "a")
    assert (it.pronoun, it.role, it.before) == ("it", "oblique", "near")


def test_two_nouns_may_be_one_antecedent() -> None:
    tom, ann, both = mentions("Tom/PROPN.sg and/CCONJ Ann/PROPN.sg left/VERB.Fin")
    assert (tom.word, ann.word) == ("tom", "ann")
    assert (both.number, both.heads) == ("pl", ((0, 0), (0, 2)))


def test_indefinite_pronouns_count_and_figures_do_not() -> None:
    found = mentions("somebody/PRON saw/VERB.Fin the/DET 1980s/NOUN.pl")
    assert [mention.word for mention in found] == ["somebody"]


def test_any_word_may_be_asked_for() -> None:
    sentence = analyse(3, ["No", "one", "is", "free"], ["DET", "NOUN.sg", "AUX", "ADJ"])
    asked = mention_of(3, sentence, 1)
    assert (asked.heads, asked.number, asked.pronoun) == (((3, 1),), "", "one")


@pytest.mark.parametrize(
    ("word", "number", "wanted"),
    [("dogs", "pl", "dog"), ("cities", "pl", "city"), ("boxes", "pl", "box"), ("men", "pl", "man"),
     ("children", "pl", "child"), ("bus", "sg", "bus")],
)  # fmt: skip
def test_singulars(word: str, number: str, wanted: str) -> None:
    assert lemma(word, number) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It/PRON quickly/ADV moved/VERB.Fin", "subject mov"),
        ("It/PRON is/AUX very/ADV red/ADJ", "subject red"),
        ("We/X paint/VERB.Fin it/PRON", "object paint"),
        ("We/X look/VERB.Fin at/ADP it/PRON", "oblique at look"),
        ("It/PRON", ""),
    ],
)
def test_what_is_said_of_a_mention(text: str, wanted: str) -> None:
    (it,) = mentions(text)
    assert it.governor == wanted


def test_what_follows_a_noun() -> None:
    lid, box = mentions("the/DET old/ADJ lid/NOUN.sg of/ADP boxes/NOUN.pl ran/VERB.Fin")
    assert (lid.after, box.after) == ("of", "VERB")


def test_forms_of_a_verb_are_one() -> None:
    assert {stem(form) for form in ("move", "moves", "moved", "moving")} == {"mov"}
    assert stem("use") == "use"
