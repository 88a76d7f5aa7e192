"""What becomes of the judgements of several annotators, and how far they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select
from tests.support.small_suite import EVENT, INTER, NOW, SUITE, TARGETS, filled

from proform.errors import ProformError
from proform.store import schema
from proform.store.access import ANNOTATOR, enter, invite
from proform.store.answers import Answer, Said, Selected, annotator_id, history, latest, record
from proform.store.database import Store, opened
from proform.store.ledger import Addressed, Outdated, Saved
from proform.store.progress import Progress, entered, pace, people, progress
from proform.store.records import FIELDS, records
from proform.store.review import (
    ADJUDICATOR,
    ANTECEDENT,
    NOTHING,
    Reviewed,
    adjudicate,
    counts,
    review,
    settles,
)
from proform.store.suites import retire, save_suite
from proform.store.tasks import SHARED, assign, define_tasks, list_tasks, reassign, unassign

OK = Answer("ok", "ok", tokens=frozenset({Selected(1, 0)}))
BAD = Answer("bad", "ok")
ASIDE = Answer(tags=frozenset({"bad_translation"}))
EMPTY = Answer(remarks="later")


def said(annotator: str, answer: Answer, minutes: int = 0, revision: int = 1) -> Said:
    return Said(1, annotator, revision, answer, at(minutes).isoformat(), "web")


def at(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("answers", "outcome", "antecedent"),
    [
        ((), "unjudged", "unjudged"),
        ((OK,), "right", "right"),
        ((BAD,), "wrong", "right"),
        ((ASIDE,), "aside", "aside"),
        ((OK, OK), "right", "right"),
        ((OK, BAD), "disputed", "right"),
        ((OK, ASIDE), "disputed", "disputed"),
        ((ASIDE, ASIDE), "aside", "aside"),
        ((OK, OK, BAD), "disputed", "right"),
        ((OK, replace(OK, antecedent="bad")), "right", "disputed"),
        ((replace(OK, pronoun=None), BAD), "disputed", "right"),
    ],
)
def test_outcomes(answers: Sequence[Answer], outcome: str, antecedent: str) -> None:
    found = Reviewed(tuple(said(str(n), answer) for n, answer in enumerate(answers)))
    assert found.outcome() == outcome
    assert found.outcome(ANTECEDENT) == antecedent
    assert found.disagreed == ("disputed" in (outcome, antecedent))


def test_those_who_agree_are_taken_by_the_later_annotator() -> None:
    later = replace(OK, tags=frozenset({"x"}), tokens=frozenset({Selected(1, 1)}))
    assert Reviewed((said("Ada", later, 5), said("Bob", OK, 2))).verdict == later
    assert Reviewed((said("Ada", OK, 1), said("Bob", later, 2))).verdict == later


def test_a_third_judgement_prevails_only_where_they_disagree() -> None:
    third = said(ADJUDICATOR, BAD, 9)
    disagreed = Reviewed((said("Ada", OK), said("Bob", BAD)), third)
    assert (disagreed.disputed, disagreed.verdict) == (False, BAD)
    assert disagreed.outcome() == "wrong"
    agreed = Reviewed((said("Ada", OK), said("Bob", OK)), third)
    assert (agreed.disagreed, agreed.verdict, agreed.outcome()) == (False, OK, "right")
    assert Reviewed((), third).verdict == BAD
    assert Reviewed((said("Ada", OK), said("Bob", BAD))).verdict is None


def test_who_changes_their_mind_afterwards_is_noticed() -> None:
    third = said(ADJUDICATOR, BAD, 9)
    assert not Reviewed((said("Ada", OK, 8), said("Bob", BAD)), third).outdated
    assert Reviewed((said("Ada", OK, 10), said("Bob", BAD)), third).outdated


class Desk:
    """A store with the small suite; candidates are named by their numbers."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stored = filled(store)
        with store.reading() as connection:
            rows = connection.execute(select(schema.candidates)).all()
        self.ids = {row.number: row.id for row in rows}

    def say(self, number: int, person: str, answer: Answer, minutes: float = 0) -> None:
        with self.store.writing() as connection:
            who = annotator_id(connection, person, NOW)
            now = NOW + timedelta(minutes=minutes)
            record(connection, [Addressed(self.ids[number], who, answer)], now, "web")

    def review(self) -> dict[int, Reviewed]:
        with self.store.reading() as connection:
            return review(latest(connection, self.stored.id))

    def settle(
        self, number: int, answer: Answer, base: int, change: str, minutes: int = 30
    ) -> Saved | Outdated[Answer]:
        reviewed = self.review().get(number, NOTHING)
        with self.store.writing() as connection:
            id_ = self.ids[number]
            return adjudicate(connection, id_, reviewed, answer, base, change, at(minutes))

    def progress(self) -> list[Progress]:
        with self.store.reading() as connection:
            return progress(connection, self.stored.id, latest(connection, self.stored.id), state)


def state(answer: Answer | None) -> str:
    if answer is None or answer.pronoun == "unset":
        return "new"
    return "conflict" if answer.status else "done"


def test_adjudication_is_stored_beside_the_judgements(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD, 1)
        assert desk.review()[1].disputed
        assert desk.settle(1, BAD, 0, "first") == Saved(1)
        found = desk.review()[1]
        assert [one.annotator for one in found.answers] == ["Ada", "Bob"]
        assert found.adjudication is not None
        assert (found.verdict, found.adjudication.annotator) == (BAD, ADJUDICATOR)
        assert desk.settle(1, BAD, 0, "first") == Saved(1)  # sent twice
        assert desk.settle(1, OK, 1, "second", 40) == Saved(2)
        assert desk.review()[1].verdict == OK
        with store.reading() as connection:
            third = [one for one in history(connection, desk.stored.id) if settles(one)]
        assert [(one.candidate, one.revision) for one in third] == [(1, 1), (1, 2)]


def test_what_another_researcher_settled_is_not_overwritten(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        outdated = desk.settle(1, OK, 0, "other")
        assert isinstance(outdated, Outdated)
        assert outdated.now.answer == BAD
        assert desk.review()[1].verdict == BAD


def test_the_name_of_a_save_is_its_own(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        for number in (1, 2):
            desk.say(number, "Ada", OK)
            desk.say(number, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        with pytest.raises(ProformError, match="under the same id"):
            desk.settle(2, BAD, 0, "one")
        assert desk.review()[2].disputed


def test_an_empty_adjudication_opens_the_matter_again(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        assert desk.settle(1, Answer(), 1, "two") == Saved(2)
        assert desk.review()[1].disputed
        assert desk.settle(1, OK, 2, "three") == Saved(3)
        assert desk.review()[1].verdict == OK


def test_there_is_nothing_to_settle_where_nobody_disagrees(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", OK)
        for number in (1, 2):
            with pytest.raises(ProformError, match="nothing to settle"):
                desk.settle(number, BAD, 0, "x")
        with store.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.judgements)) == 2


def test_only_last_answers_that_say_something_count(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say(1, "Ada", BAD)
        desk.say(1, "Ada", OK, 1)
        desk.say(1, "Bob", EMPTY)
        desk.say(2, "Bob", EMPTY)
        found = desk.review()
    assert set(found) == {1}
    assert [one.answer for one in found[1].answers] == [OK]


def test_counts_by_system_and_category() -> None:
    reviewed = {
        1: Reviewed((said("Ada", OK),)),
        2: Reviewed((said("Ada", OK), said("Bob", BAD))),
        3: Reviewed((said("Ada", ASIDE),)),
    }
    a, b = ("base", INTER), ("base", EVENT)
    found = counts(reviewed, [(1, a), (2, a), (3, b), (4, b)])
    assert found == {a: Counter(right=1, disputed=1), b: Counter(aside=1, unjudged=1)}


def _times(*seconds: int) -> list[str]:
    return [(NOW + timedelta(seconds=second)).isoformat() for second in seconds]


def test_pace_leaves_pauses_out() -> None:
    assert pace(_times(0, 60, 120)) == pytest.approx(60)
    # 30 + 90 seconds of work for two examples, and a night between two more: 60 an hour.
    assert pace(_times(0, 30, 40_000, 40_090)) == pytest.approx(60)
    assert pace(_times(0, 601)) is None
    assert pace(_times(0, 600)) == pytest.approx(6)
    assert pace(_times(0)) is None
    assert pace(_times(0, 0)) is None
    assert pace([]) is None


def test_pace_goes_by_the_last_examples() -> None:
    slow = [300 * n for n in range(50)]
    fast = [slow[-1] + 10 * (n + 1) for n in range(30)]
    assert pace(_times(*slow, *fast)) == pytest.approx(360)


def test_progress_of_everyone_in_the_suite(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, "june", 1, 0, 1, NOW)
            assign(connection, desk.stored, "june", "1", "Ada", NOW)
            other = save_suite(connection, replace(SUITE, name="other"), "k", NOW)
            bob = annotator_id(connection, "Bob", NOW)
            eve = annotator_id(connection, "Eve", NOW)
            invite(connection, desk.stored.id, ANNOTATOR, bob, NOW)
            invite(connection, other.id, ANNOTATOR, eve, NOW)
        desk.say(1, "Ada", OK)
        desk.say(2, "Ada", BAD, 2)
        desk.say(2, "Ada", replace(BAD, status="ana_unset ant_ok"), 3)
        desk.say(3, "Ada", EMPTY, 4)
        ada, idle = desk.progress()
        assert (ada.annotator, ada.size) == ("Ada", 9)
        assert ada.states == {"done": 1, "conflict": 1, "new": 7}
        assert ada.pace == pytest.approx(30)
        assert ada.left == pytest.approx(7 / 30)
        assert ada.last is not None
        assert datetime.fromisoformat(ada.last) == at(4)
        assert idle == Progress("Bob", 0, {})
        assert idle.left is None


def test_the_adjudicator_is_nobody(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        with store.writing() as connection:
            assert people(connection, desk.stored.id) == ["Ada", "Bob"]
            define_tasks(connection, desk.stored, "june", 1, 0, 1, NOW)
            for name in (ADJUDICATOR, " Adjudicator"):
                with pytest.raises(ProformError, match="cannot be the name of an annotator"):
                    assign(connection, desk.stored, "june", "1", name, NOW)


def test_when_links_were_used_last(where: str) -> None:
    with opened(where, create=True) as store, store.writing() as connection:
        suite = save_suite(connection, SUITE, "k", NOW).id
        secret = invite(connection, suite, "researcher", None, NOW)
        invite(connection, suite, "researcher", None, NOW)
        enter(connection, secret, at(1))
        enter(connection, secret, at(2))
        (last,) = entered(connection, suite).values()
    assert datetime.fromisoformat(last) == at(2)


def test_a_task_is_taken_away_and_given_to_another(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, "june", 2, 3, 7, NOW)

            def holders() -> dict[str, tuple[str, ...]]:
                return {t.label: t.annotators for t in list_tasks(connection, desk.stored)}

            assign(connection, desk.stored, "june", "1", "Ada", NOW)
            assign(connection, desk.stored, "june", "2", "Ada", NOW)
            reassign(connection, desk.stored, "june", "2", "Ada", "Bob", NOW)
            assert holders() == {SHARED: ("Ada", "Bob"), "1": ("Ada",), "2": ("Bob",)}
            unassign(connection, desk.stored, "june", "1", "Ada")  # and with it the shared one
            assert holders() == {SHARED: ("Bob",), "1": (), "2": ("Bob",)}
            unassign(connection, desk.stored, "june", SHARED, "Bob")
            assert holders() == {SHARED: (), "1": (), "2": ("Bob",)}


@pytest.mark.parametrize(
    ("old", "new", "label", "complaint"),
    [
        ("Bob", "Eve", "1", "'Bob' does not have task '1' of 'june'"),
        ("Ada", "Ada", "1", "'Ada' has task '1' of 'june' already"),
        ("Ada", " ", "1", "cannot be the name of an annotator"),
        ("Ada", "Bob", "3", "no task '3' in 'june'; there are 1"),
    ],
)
def test_a_task_that_cannot_be_moved_stays(
    where: str, old: str, new: str, label: str, complaint: str
) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, "june", 1, 0, 7, NOW)
            assign(connection, desk.stored, "june", "1", "Ada", NOW)
        with pytest.raises(ProformError, match=complaint), store.writing() as connection:
            reassign(connection, desk.stored, "june", label, old, new, NOW)
        with store.reading() as connection:
            (task,) = list_tasks(connection, desk.stored)
        assert task.annotators == ("Ada",)


def test_records_have_every_revision_and_removed_systems(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say(1, "Ada", BAD)
        desk.say(1, "Ada", OK, 1)
        desk.say(1, "Bob", BAD, 2)
        desk.settle(1, OK, 0, "one", 3)
        desk.say(4, "Ada", replace(OK, tokens=frozenset({Selected(0, 1), Selected(1, 0)})), 4)
        with store.writing() as connection:
            retire(connection, desk.stored, "base", at(9))
            found = list(records(connection, desk.stored))
    assert all(tuple(one) == FIELDS for one in found)
    keys = ("system", "annotator", "revision", "latest", "pronoun", "adjudication")
    assert [tuple(one[key] for key in keys) for one in found] == [
        ("reference", "Ada", 1, False, "bad", False),
        ("reference", "Ada", 2, True, "ok", False),
        ("reference", "Bob", 1, True, "bad", False),
        ("reference", ADJUDICATOR, 1, True, "ok", True),
        ("base", "Ada", 1, True, "ok", False),
    ]
    assert found[0]["removed"] is None
    assert found[-1]["removed"] is not None
    assert (found[-1]["suite"], found[-1]["example"], found[-1]["category"]) == ("small", 1, INTER)
    assert [token["word"] for token in found[-1]["tokens"]] == ["bicyclette", "Elle"]
    assert TARGETS[1].lines[1].split()[0] == "Elle"
    assert datetime.fromisoformat(found[1]["time"]) == at(1)
