"""All that people say of a candidate, and how it is settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.support.reviewed_suite import BAD, EMPTY, OK, Reviewing, at
from tests.support.small_suite import NOW

from proform.errors import ProformError
from proform.human.opinion import opinion_of
from proform.human.review import Review, load_reviews, shares, states, stored_verdicts
from proform.human.verdict import HumanVerdict
from proform.store import schema
from proform.store.answers import ADJUDICATOR, Answer, Selected
from proform.store.database import opened
from proform.store.ledger import Outdated, Saved
from proform.store.suites import retire
from proform.text.judgements import Place


def review(*said: tuple[str, Answer, int], agrees: bool = True) -> Review:
    """Who says what, and when."""
    return Review(
        tuple(
            opinion_of(name, answer, at(then).isoformat(), agrees=agrees)
            for name, answer, then in said
        )
    )


def test_the_accepted_answer_is_that_of_the_later_annotator_who_agrees() -> None:
    later = replace(OK, tags=frozenset({"x"}), tokens=frozenset({Selected(1, 1)}))
    assert review(("Ada", later, 5), ("Bob", OK, 2)).accepted == later
    assert review(("Ada", OK, 1), ("Bob", later, 2)).accepted == later
    assert review(("Ada", OK, 1), ("Bob", later, 2), ("Eve", BAD, 3)).accepted == later
    assert review(("Ada", OK, 1), ("Bob", BAD, 2)).accepted is None
    assert review(("Ada", BAD, 1), (ADJUDICATOR, OK, 2), ("Bob", later, 3)).accepted == OK
    assert review(("Ada", OK, 1), (ADJUDICATOR, BAD, 2)).accepted is None
    assert review(("Ada", Answer("ok"), 1)).accepted is None, "the antecedent is open"
    assert review(("Ada", Answer("ok"), 1), agrees=False).accepted == Answer("ok")
    assert Review().accepted is None


def test_two_majorities_need_not_be_of_the_same_people() -> None:
    split = review(
        ("Ada", Answer("ok", "bad"), 1),
        ("Bob", Answer("bad", "ok"), 2),
        ("Cy", Answer("ok", "unset"), 3),
        ("Dee", Answer("unset", "ok"), 4),
    )
    assert (split.verdict().outcome, split.verdict("antecedent").outcome) == ("right", "right")
    assert split.accepted == Answer("ok", "unset")


def test_the_majority_speaks_with_the_words_of_one_of_them() -> None:
    later = replace(OK, remarks="why")
    most = review(("Ada", OK, 1), ("Bob", later, 2), ("Eve", BAD, 3)).majority
    assert most is not None
    assert (most.answer, most.times, most.of, most.clear) == (later, 2, 3, True)
    assert most.settling == replace(OK, remarks="majority: 2 of 3")
    assert review(("Ada", OK, 1), ("Bob", BAD, 2)).majority is None
    assert review(("Ada", OK, 1), ("Bob", OK, 2), ("Eve", BAD, 3)).clear
    assert not review(("Ada", OK, 1), ("Bob", OK, 2)).clear, "there is nothing to settle"
    settled = review(("Ada", OK, 1), ("Bob", OK, 2), ("Eve", BAD, 3), (ADJUDICATOR, BAD, 4))
    assert settled.majority == replace(most, answer=OK)
    assert not settled.clear
    # Most find the pronoun right and the antecedent wrong, but no one says both.
    split = review(
        ("Ada", Answer("ok", "ok"), 1), ("Bob", Answer("bad", "bad"), 2), ("Eve", Answer("ok"), 3)
    )
    assert split.majority is None


def test_who_changes_their_mind_afterwards_is_noticed() -> None:
    third = (ADJUDICATOR, BAD, 9)
    assert not review(("Ada", OK, 8), ("Bob", BAD, 0), third).outdated
    assert review(("Ada", OK, 10), ("Bob", BAD, 0), third).outdated


def test_adjudication_is_stored_beside_the_judgements(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD, 1)
        assert desk.reviews()[1].unsettled
        assert desk.settle(1, BAD, 0, "first") == Saved(1)
        found = desk.reviews()[1]
        assert [one.annotator for one in found.annotators] == ["Ada", "Bob"]
        assert found.adjudication is not None
        assert (found.adjudication.answer, found.adjudication.annotator) == (BAD, ADJUDICATOR)
        assert found.verdict() == HumanVerdict("wrong", contested=True, adjudicated=True)
        assert desk.settle(1, BAD, 0, "first") == Saved(1)  # sent twice
        assert desk.settle(1, OK, 1, "second", 40) == Saved(2)
        assert desk.reviews()[1].verdict().outcome == "right"


def test_what_another_researcher_settled_is_not_overwritten(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        outdated = desk.settle(1, OK, 0, "other")
        assert isinstance(outdated, Outdated)
        assert outdated.now.answer == BAD
        assert desk.reviews()[1].verdict().outcome == "wrong"


def test_the_name_of_a_save_is_its_own(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        for number in (1, 2):
            desk.say(number, "Ada", OK)
            desk.say(number, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        with pytest.raises(ProformError, match="under the same id"):
            desk.settle(2, BAD, 0, "one")
        assert desk.reviews()[2].unsettled


def test_an_empty_adjudication_opens_the_matter_again(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        assert desk.settle(1, Answer(), 1, "two") == Saved(2)
        assert desk.reviews()[1].unsettled
        assert desk.settle(1, OK, 2, "three") == Saved(3)
        assert desk.reviews()[1].verdict().outcome == "right"


def test_there_is_nothing_to_settle_where_nobody_disagrees(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", OK)
        for number in (1, 2):
            with pytest.raises(ProformError, match="nothing to settle"):
                desk.settle(number, BAD, 0, "x")
        with store.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.judgements)) == 2


def test_only_last_answers_that_say_something_count(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", BAD)
        desk.say(1, "Ada", OK, 1)
        desk.say(1, "Bob", EMPTY)
        desk.say(2, "Bob", EMPTY)
        found = desk.reviews()
    assert [one.answer for one in found[1].annotators if not one.silent] == [OK]
    assert found[1].verdict() == HumanVerdict("right")
    assert found[2].verdict() == HumanVerdict()


def test_an_answer_that_contradicts_itself_can_be_settled(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", replace(OK, tags=frozenset({"bad_translation"})))
        assert desk.reviews()[1].verdict() == HumanVerdict(contradictory=True)
        assert desk.reviews()[1].unsettled
        desk.settle(1, OK, 0, "one")
        found = desk.reviews()[1]
        assert found.verdict() == HumanVerdict("right", adjudicated=True)
        assert not found.unsettled
        assert [one.annotator for one in found.contradictory] == ["Ada"]


def test_verdicts_of_a_suite(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", OK)
        desk.say(1, "Eve", BAD)
        desk.say(5, "Ada", BAD)
        with store.writing() as connection:
            found = stored_verdicts(connection, desk.stored)
            strict = stored_verdicts(connection, desk.stored, policy="unanimous")
            antecedents = stored_verdicts(connection, desk.stored, question="antecedent")
            retire(connection, desk.stored, "base", NOW)
            left = stored_verdicts(connection, desk.stored)
    assert len(found) == 9
    assert found[1, "reference"] == HumanVerdict("right", contested=True)
    assert strict[1, "reference"] == HumanVerdict("open", contested=True)
    assert antecedents[1, "reference"] == HumanVerdict("right")
    assert found[2, "base"] == HumanVerdict("wrong")
    assert found[3, "new"] == HumanVerdict()
    assert {system for _, system in left} == {"reference", "new"}


def test_how_far_everybody_is(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", Answer("ok"))
        desk.say(2, "Bob", Answer("ok"))
        desk.say(2, "Ada", replace(OK, antecedent="unset", tags=frozenset({"bad_translation"})))
        assert states(desk.reviews()) == {
            ("Ada", 1): "done",
            ("Bob", 1): "new",  # the antecedent is still to be judged
            ("Bob", 2): "done",
            ("Ada", 2): "conflict",
        }


HEADER = "system\tsegment\tposition\tannotator\tjudgement\n"


def test_a_table_is_judged_by_the_same_policies(write: Callable[[str, str], Path]) -> None:
    said = {0: "ok ok bad", 1: "ok bad", 2: "bad_translation incorrect_word_alignment"}
    rows = [
        f"x\t{segment}\t0\t{person}\t{label}\n"
        for segment, labels in said.items()
        for person, label in zip(("Ada", "Bob", "Eve"), labels.split(), strict=False)
    ]
    path = str(write("j.tsv", HEADER + "".join([*rows, "x\t1\t0\tadjudicator\tbad\n"])))
    found = load_reviews(path)
    outcomes = [found[Place("x", segment, 0)].verdict().outcome for segment in said]
    assert outcomes == ["right", "wrong", "aside"]
    assert shares(found) == {"x": 0.5}
    assert shares(load_reviews(path, policy="unanimous")) == {"x": 0.0}
    assert shares(load_reviews(path, adjudicator="Eve")) == {"x": 0.0}
    with pytest.raises(ProformError, match="no annotator 'Zoe'; there are Ada, Bob, Eve"):
        load_reviews(path, adjudicator="Zoe")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ProformError, match=r"nowhere.tsv: there is no such file; expected a table"):
        load_reviews("nowhere.tsv")


def test_a_store_without_judgements(tmp_path: Path) -> None:
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        Reviewing(store)
    with pytest.raises(ProformError, match="nobody has judged anything"):
        load_reviews(path)
