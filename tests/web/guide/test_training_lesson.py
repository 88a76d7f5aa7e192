from __future__ import annotations

from dataclasses import replace

import pytest

from proform.errors import ProformError
from proform.human.conflict import OK, STANDARD_TAGS
from proform.store.answers import Answer, Selected
from proform.suite.suite import Spot
from proform.web.guide.training import Item, Lesson, Piece, differences, load_lesson, pairs

LESSONS = [load_lesson(pair) for pair in pairs()]
ITEMS = [
    pytest.param(item, id=f"{lesson.pair} {item.name}")
    for lesson in LESSONS
    for item in lesson.items
]


def item_of(pair: str, name: str) -> Item:
    return next(item for item in load_lesson(pair).items if item.name == name)


def test_there_is_a_lesson_for_each_pair_of_the_guidelines() -> None:
    assert pairs() == [f"en-{code}" for code in ("de", "es", "fr", "it", "pl", "pt", "ru")]
    with pytest.raises(ProformError, match="no training for en-xx"):
        load_lesson("en-xx")
    with pytest.raises(ProformError):
        load_lesson("../lessons/en-fr")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: str(lesson.pair))
def test_a_lesson_has_every_kind_of_answer(lesson: Lesson) -> None:
    known = [item.known for item in lesson.items]
    assert 10 <= len(lesson.items) <= 12
    assert len({item.name for item in lesson.items}) == len(lesson.items)
    tags = set().union(*(answer.tags for answer in known))
    assert tags >= {
        "bad_translation",
        "incorrect_word_alignment",
        "noncompositional_translation",
        "desc_vs_presc",
        "politeness_tu",
    }
    untranslated = [item for item in lesson.items if not item.case.placed.pronoun]
    assert {item.known.pronoun for item in untranslated} == {"ok", "bad"}
    combinations = {(answer.antecedent, answer.pronoun) for answer in known}
    assert combinations >= {("ok", "ok"), ("ok", "bad"), ("bad", "ok")}
    categories = {item.case.example.category for item in lesson.items}
    assert categories >= {
        "pleonastic_it",
        "event_it",
        "anaphoric_singular_they",
        "anaphoric_inter_non-subject_it",
        "addressee_deictic_singular_you",
    }


@pytest.mark.parametrize("item", ITEMS)
def test_a_known_answer_does_not_contradict_itself(item: Item) -> None:
    assert tuple((item.known.status or "").split()) == OK
    assert item.known.pronoun in ("ok", "bad") or item.known.tags
    assert item.known.tags <= set(STANDARD_TAGS)
    assert differences(item, item.known) == []
    assert item.why.endswith(".")


@pytest.mark.parametrize("item", ITEMS)
def test_words_and_marks_are_where_they_belong(item: Item) -> None:
    example, placed = item.case.example, item.case.placed
    assert item.source[example.segment][example.position] == Piece(example.token, "pronoun")
    assert bool(example.antecedents) is item.case.agrees
    for antecedent in example.antecedents:
        assert item.source[antecedent.segment][antecedent.head].mark == "antecedent"
    for spots, mark in ((placed.pronoun, "pronoun"), (placed.antecedents[0], "antecedent")):
        assert all(item.target[spot.segment][spot.position].mark == mark for spot in spots)
    assert {Spot(*token[:2]) for token in item.known.tokens} <= item.case.highlighted
    assert len(item.source) == len(item.target) > 1
    for line in (*item.source, *item.target):
        for piece in line:
            assert piece.text
            assert not set(piece.text) & set("{}<>+ ")


def test_differences_are_told_in_words() -> None:
    pears = item_of("en-fr", "pears")
    les, ils = (Selected(1, n) for n, p in enumerate(pears.target[1]) if p.text in ("les", "ils"))
    wrong = replace(pears.known, pronoun="ok", tokens=pears.known.tokens | {les, ils})
    assert differences(pears, wrong) == [
        "Pronoun: your answer is yes, the known one no.",
        "Words: you selected “les”, “poires”, “ils”, the known answer has “poires”.",
    ]
    assert differences(pears, replace(pears.known, antecedent="unset", tokens=frozenset())) == [
        "Antecedent: your answer is left open, the known one yes.",
        "Words: you selected none, the known answer has “poires”.",
    ]


def test_tags_that_decide_must_be_the_known_ones_others_may_be_added() -> None:
    choir = item_of("en-de", "choir")
    assert differences(choir, Answer(tags=frozenset({"incorrect_word_alignment"}))) == [
        "Tags: bad translation is missing.",
        "Tags: incorrect word alignment does not apply.",
    ]
    more = choir.known.tags | {"ant_unsure", "desc_vs_presc", "mine"}
    assert differences(choir, replace(choir.known, tags=more)) == []


def test_tags_of_politeness_are_on_offer_only_where_they_belong() -> None:
    assert item_of("en-fr", "father").tags == list(STANDARD_TAGS)
    assert not any(tag.startswith("politeness") for tag in item_of("en-fr", "lamp").tags)
