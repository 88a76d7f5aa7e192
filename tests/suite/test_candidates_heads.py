"""Phrases are written with their heads in brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.analysis.tagger import tagger_of
from proform.language.pack import load_pack
from proform.suite.candidates import heads


def heads_of(words: list[str]) -> tuple[int, ...]:
    pack, tagger = load_pack("en"), tagger_of("en")
    assert pack is not None
    assert tagger is not None
    (tags,) = tagger.tag([words])
    return heads(words, tags, pack.nouns)


PHRASES = [
    # before a preposition, a clause, an infinitive
    "the old [bridge] over the river",
    "a [friend] of a friend of mine",
    "the [film] that everybody wanted to see",
    "the [letters] I wrote to her",
    "the [house] the architect built",
    "our [ability] to learn",
    "the [rules] each player follows",
    "an [idea] worth telling",
    "an online [shop] for used books",
    "the inside [pocket] here",
    # participles, and nouns that look like them
    "[people] living in cities",
    "the [students] involved",
    "the [plan] proposed by the mayor",
    "a [woman] named Ada",
    "a running [machine]",
    "the board [meeting] in May",
    "speech [processing]",
    "[children] playing football",
    "the river [bed]",
    # possessives and names
    "my sister 's red [car]",
    "the students ' [union]",
    "President Anna [Novak]",
    "[Chapter] 5 of the book",
    "the R & D [department]",
    # what counts or sorts
    "a lot of [people]",
    "most of the [answers]",
    "all of that new [data]",
    "this kind of [question]",
    "thousands and thousands of [letters]",
    "20 percent of the [voters]",
    "[one] of the houses",
    "[three] of them",
    "the [number] of houses",
    "at least a hundred [cars]",
    # without a noun
    "[those] who came",
    "the [third]",
    "the green [one]",
    "[something] new in town",
    "a [lot]",
    # coordination
    "[cats] and [dogs]",
    "the [king] , the [queen] and their [son]",
    "your [plan] or my [plan]",
    "[people] in France and Germany",
    "parking [lots] and [roads]",
    "11 and a half [weeks]",
    "[six] or so",
    # commas
    "a cheap , simple [tool]",
    "very , very few [things]",
    "Anna [Novak] , the mayor of the town and the county",
    "[Kiwi] , an app for runners",
    "Anna [Novak] , coach of the team",
    "her [dog] , Rex",
    "the old [village] restored , kind of thing",
    # quotations
    "the `` Long Road Home '' [tour]",
    "the [song] `` Long Road Home ''",
    "`` Long [Road] ''",
    "an `` action [plan] for homes ''",
    "the [book] `` One '' and the [film] `` Two ''",
    # marks
    "the new [teacher] .",
    "the [score] ? 3 to one",
    "and the [birds]",
    "over a hundred [cars]",
]


@pytest.mark.parametrize("marked", PHRASES)
def test_head(marked: str) -> None:
    words = marked.split(" ")
    wanted = [k for k, word in enumerate(words) if word.startswith("[")]
    assert list(heads_of([word.strip("[]") for word in words])) == wanted


@pytest.mark.parametrize("clause", ["what you said", "how to sing", "to sing", "-- ''", ""])
def test_no_noun_phrase_has_no_head(clause: str) -> None:
    assert heads_of(clause.split()) == ()


VOCABULARY = ["the", "a", "of", "cat", "Anna", "and", ",", "'s", "``", "''", "that", "big", "lot"]


@given(st.lists(st.sampled_from([*VOCABULARY, "living", "who", "those", "two", "something", "."])))
def test_heads_are_in_the_phrase_and_in_order(words: list[str]) -> None:
    found = heads_of(words)
    assert list(found) == sorted(set(found))
    assert all(0 <= head < len(words) for head in found)


@given(
    st.sampled_from(["of", "with", "in"]),
    st.lists(st.sampled_from(["a big house", "Anna", "the cat", "those cats"]), min_size=1),
)
def test_what_follows_a_noun_does_not_matter(stop: str, others: list[str]) -> None:
    tail = f" {stop} ".join(others).split(" ")
    assert heads_of(["the", "cat", stop, *tail]) == (1,)
