"""What the pronouns of a source text may refer to."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest

from proform.analysis.antecedents import (
    Known,
    Resolution,
    Resolver,
    SourceText,
    informed,
)
from proform.analysis.ranker import FAR, IMPERSONAL, MOST
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Alignment, Antecedents, Option, Segment, Translation

RESOLVER = Choices(*load_packs("en-fr")).resolver
LINES = [
    "The old bicycle stands in the garden .",
    "It is red .",
    "Yesterday it fell .",
    "The neighbours like it , and they want to buy it .",
]
TEXTS = {number: SourceText(None, line.split()) for number, line in enumerate(LINES)}

CLAUSE = ["it", "saw", "a", "dog", "and", "they", "left", "the", "old", "house", ","]


def test_the_noun_is_more_probable_than_any_other() -> None:
    known = RESOLVER.resolve(TEXTS)
    best = known[1].antecedents[0].options[0]
    assert best.heads == ((0, 2),)
    (they,) = (known[3].antecedents[k] for k in (6,))
    assert they.options[0].heads == ((3, 1),)


def test_earlier_pronouns_hand_on_what_they_refer_to() -> None:
    known = RESOLVER.resolve(TEXTS)
    later = known[2].antecedents[1]
    assert later.options[0].heads == ((0, 2),)
    told = replace(RESOLVER, annotated={(1, 0): Antecedents((Option(((0, 6),)),), annotated=True)})
    other = told.resolve(TEXTS)[2].antecedents[1]
    garden = {option.heads: option.probability for option in other.options}[(0, 6),]
    before = {option.heads: option.probability for option in later.options}.get(((0, 6),), 0)
    assert garden > before, "what is annotated is handed on, too"


def test_what_refers_to_nothing_is_not_referred_to() -> None:
    lines = ["The river is long .", "It rained .", "We saw it ."]
    texts = {number: SourceText(None, line.split()) for number, line in enumerate(lines)}
    impersonal = Antecedents(nothing={IMPERSONAL: 1.0}, annotated=True)
    told = replace(RESOLVER, annotated={(1, 0): impersonal}).resolve(texts)[2].antecedents[2]
    without = RESOLVER.resolve({k: texts[k] for k in (0, 2)})[2].antecedents[2]
    assert told.options[0].heads == ((0, 1),)
    assert not told.pronouns
    assert told.nothing[IMPERSONAL] < 0.1
    assert sum(told.nothing.values()) < sum(without.nothing.values()) + 0.1


def test_probabilities_are_of_one_whole() -> None:
    for source in RESOLVER.resolve(TEXTS).values():
        for found in source.antecedents.values():
            named = sum(option.probability for option in found.options)
            assert named + sum(found.nothing.values()) == pytest.approx(1)


def test_other_documents_do_not_count() -> None:
    texts = {number: text._replace(document=str(number)) for number, text in TEXTS.items()}
    assert RESOLVER.resolve(texts)[1].antecedents[0].options == ()


def test_parts_change_nothing() -> None:
    resolution = Resolution(RESOLVER)
    found: dict[int, Known] = {}
    for number, text in TEXTS.items():
        found |= resolution.resolve({number: text})
    assert found == RESOLVER.resolve(TEXTS)


def test_a_word_that_is_asked_for_has_nouns_alone() -> None:
    texts = {0: TEXTS[0], 1: SourceText(None, ["No", "one", "is", "free", "."], (1,))}
    found = RESOLVER.resolve(texts)[1].antecedents[1]
    assert found.options
    assert sum(found.nothing.values()) < 0.05, "only what is too improbable to look at"


def test_without_weights_only_what_is_annotated_is_known() -> None:
    told = Antecedents((Option(((0, 2),)),), annotated=True)
    known = Resolver(annotated={(1, 0): told}).resolve(TEXTS)
    assert known[1] == Known((), {0: told})
    assert known[2].antecedents == {}


def test_a_segment_is_told_what_is_known() -> None:
    into = Translation((), Alignment((), ()))
    segment = Segment(1, None, LINES[1].split(), into, [])
    known = RESOLVER.resolve(TEXTS)
    assert informed(segment, known).antecedents is known[1].antecedents
    assert informed(segment, {}) is segment


def test_a_long_line_has_only_its_nearest_mentions_ranked() -> None:
    (known,) = RESOLVER.resolve({0: SourceText(None, CLAUSE * 40)}).values()
    assert len(known.antecedents) == 2 * 40
    last = known.antecedents[39 * len(CLAUSE)]
    assert all(option.heads[0][1] > 0 for option in last.options)
    assert len(last.options) <= MOST


def test_an_earlier_pronoun_hands_on_that_its_noun_is_out_of_reach() -> None:
    texts = {k: SourceText(None, line.split()) for k, line in enumerate(["It slept .", "It ran ."])}
    first, second = (known.antecedents[0] for known in RESOLVER.resolve(texts).values())
    assert not first.pronouns
    assert [option.heads for option in second.pronouns] == [((0, 0),)]
    assert second.pronouns[0].probability < second.nothing[FAR]


def test_only_what_is_in_reach_is_kept() -> None:
    cat, it = (SourceText(None, line.split()) for line in ("A cat slept .", "It woke ."))
    near, away = (
        RESOLVER.resolve({0: cat, number: it})[number].antecedents[0] for number in (5, 6)
    )
    assert [option.heads for option in near.options] == [((0, 1),)]
    assert away.options == ()


def seconds(texts: dict[int, SourceText]) -> float:
    start = process_time()
    RESOLVER.resolve(texts)
    return process_time() - start


@pytest.mark.parametrize("words", [CLAUSE, ["red", "dog"], ["the", "dog", "and"]])
def test_time_grows_with_the_length_of_a_line(words: list[str]) -> None:
    short = {0: SourceText(None, words * (500 // len(words)))}
    long = {0: SourceText(None, words * (5_000 // len(words)))}
    seconds(short)
    assert seconds(long) < 30 * (seconds(short) + 0.02), "ten times the words, not 100 times"


def test_time_grows_with_the_length_of_a_document() -> None:
    texts = dict(enumerate([*TEXTS.values()] * 1250))
    assert seconds(texts) < 10


def test_what_counts_another_noun_is_not_meant() -> None:
    words = ["I", "had", "a", "bit", "of", "nectar", "and", "drank", "it", "."]
    texts = {0: SourceText(None, words)}
    (known,) = RESOLVER.resolve(texts).values()
    assert {option.heads for option in known.antecedents[8].options} == {((0, 5),)}
