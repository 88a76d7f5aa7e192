from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, select
from tests.support.small_suite import NOW, SUITE, TARGETS, filled

from proform.errors import ProformError
from proform.store import schema
from proform.store.answers import (
    JUDGEMENTS,
    Answer,
    Said,
    Selected,
    annotator_id,
    history,
    latest,
    record,
)
from proform.store.database import Store, opened
from proform.store.ledger import Addressed, Recorded
from proform.store.suites import add_target, save_suite

RIGHT = Answer("ok", "ok", "", "ana_ok ant_ok", tokens=frozenset({Selected(1, 0), Selected(0, 1)}))
WRONG = Answer("bad", "unset", "pourquoi ?\nà voir", None, frozenset({"a b", "'"}))


def at(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


class Desk:
    """A store with a suite, at which people judge its candidates by their numbers."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.suite = filled(store).id
        with store.reading() as connection:
            rows = connection.execute(select(schema.candidates)).all()
        self.ids = {row.number: row.id for row in rows}

    def say(self, *answers: tuple[int, str, Answer], minutes: int = 0) -> Recorded:
        with self.store.writing() as connection:
            return record(connection, self._addressed(connection, answers), at(minutes), "desk")

    def plan(self, *answers: tuple[int, str, Answer]) -> Recorded:
        with self.store.writing() as connection:
            return JUDGEMENTS.plan(connection, self._addressed(connection, answers))[0]

    def _addressed(
        self, connection: Connection, answers: tuple[tuple[int, str, Answer], ...]
    ) -> list[Addressed[Answer]]:
        return [
            Addressed(self.ids[number], annotator_id(connection, person, NOW), answer)
            for number, person, answer in answers
        ]

    def now(self) -> list[Said]:
        with self.store.reading() as connection:
            return latest(connection, self.suite)

    def ever(self) -> list[Said]:
        with self.store.reading() as connection:
            return history(connection, self.suite)


def test_a_change_of_mind_is_one_more_revision(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        assert desk.say((4, "Ada", RIGHT), minutes=1) == Recorded(1, 0, 0)
        assert desk.say((4, "Ada", WRONG), minutes=2) == Recorded(0, 1, 0)
        assert desk.say((4, "Ada", RIGHT), minutes=3) == Recorded(0, 1, 0)
        made = [at(minutes).isoformat(timespec="milliseconds") for minutes in (1, 2, 3)]
        said = [
            Said(4, "Ada", revision, answer, made[revision - 1], "desk")
            for revision, answer in ((1, RIGHT), (2, WRONG), (3, RIGHT))
        ]
        assert desk.ever() == said
        assert desk.now() == said[2:]


def test_saying_the_same_again_changes_nothing(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say((4, "Ada", RIGHT))
        before = desk.ever()
        assert desk.say((4, "Ada", RIGHT), minutes=5) == Recorded(0, 0, 1)
        assert desk.ever() == before


@pytest.mark.parametrize(
    "answer",
    [
        Answer(),
        Answer(None, None, None, None),
        Answer("ok", None, None, None),
        Answer(tags=frozenset({"tag"})),
        Answer(None, None, None, None, frozenset({"only a tag"})),
        Answer(None, None, None, None, tokens=frozenset({Selected(0, 0, "bad")})),
        Answer("bad", "ok", "remark " * 10_000, "ana_unset ant_ok"),
        Answer(remarks="'\"\\\n\t\u202e🚲%s:x", tags=frozenset({"<b>", "ü", "", "%"})),
    ],
)
def test_any_answer_comes_back(where: str, answer: Answer) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say((5, "Ada", answer))
        assert [one.answer for one in desk.now()] == [answer]
        assert desk.say((5, "Ada", answer)) == Recorded(0, 0, 1)


def test_annotators_do_not_replace_each_other_and_are_in_order(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say((9, "Zoë", WRONG), (4, "Zoë", RIGHT), (4, "ada", WRONG), (4, "Ada", RIGHT))
        assert [(one.candidate, one.annotator) for one in desk.now()] == [
            *((4, "Zoë"), (4, "ada"), (4, "Ada")),
            (9, "Zoë"),
        ]


def test_two_answers_of_one_person_at_once_are_two_revisions(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        assert desk.say((4, "Ada", WRONG), (4, "Ada", RIGHT)) == Recorded(1, 1, 0)
        assert [one.answer for one in desk.ever()] == [WRONG, RIGHT]
        assert [one.answer for one in desk.now()] == [RIGHT]


def test_a_plan_writes_nothing(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say((4, "Ada", RIGHT))
        assert desk.plan((4, "Ada", WRONG), (5, "Ada", WRONG), (4, "Bob", RIGHT)) == Recorded(
            2, 1, 0
        )
        assert len(desk.ever()) == 1


def test_many_answers_at_once(where: str) -> None:
    """More than a query may name."""
    with opened(where, create=True) as store:
        desk = Desk(store)
        many = [
            (number, f"person {person}", Answer("ok", remarks=str(turn)))
            for turn in range(2)
            for person in range(70)
            for number in desk.ids
        ]
        assert desk.say(*many) == Recorded(630, 630, 0)
        assert len(desk.now()) == 630
        assert len(desk.ever()) == 1260
        assert {one.answer.remarks for one in desk.now()} == {"1"}


def test_answers_to_more_candidates_than_a_query_may_name(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        with store.writing() as connection:
            stored = save_suite(connection, replace(SUITE, name="large"), "k", NOW)
            for number in range(200):
                one = replace(TARGETS[1], name=f"s{number}")
                add_target(connection, stored, one, "system", NOW)
            ids = connection.scalars(
                select(schema.candidates.c.id).where(schema.candidates.c.suite == stored.id)
            ).all()
            ada = annotator_id(connection, "Ada", NOW)
            answers = [Addressed(id_, ada, RIGHT) for id_ in ids]
            assert record(connection, answers, NOW, "test") == Recorded(600, 0, 0)
            assert record(connection, answers, NOW, "test") == Recorded(0, 0, 600)
        assert desk.now() == []


def test_suites_do_not_mix(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        desk.say((4, "Ada", RIGHT))
        with store.writing() as connection:
            other = save_suite(connection, replace(SUITE, name="other"), "k", NOW)
            assert latest(connection, other.id) == []
            assert history(connection, other.id) == []


def test_a_file_s_name_need_not_be_text(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        with store.writing() as connection:
            ada = annotator_id(connection, "Ada", NOW)
            record(connection, [Addressed(desk.ids[4], ada, RIGHT)], NOW, "b\udcff.db")
        assert [one.origin for one in desk.now()] == ["b?.db"]


def test_annotators_are_numbered_as_they_come(where: str) -> None:
    with opened(where, create=True) as store, store.writing() as connection:
        assert annotator_id(connection, "Ada", NOW) == annotator_id(connection, "Ada", NOW)
        annotator_id(connection, "ada", NOW)
        rows = connection.execute(select(schema.annotators).order_by(schema.annotators.c.number))
        assert [(row.number, row.name) for row in rows] == [(1, "Ada"), (2, "ada")]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (Answer(remarks="\x00"), "a NUL character in remarks"),
        (Answer(tags=frozenset({"\x00"})), "a NUL character in tag"),
        (Answer(tokens=frozenset({Selected(2**40, 0)})), "line is 1099511627776, which is too"),
        (Answer(remarks="\udc00"), "half of a surrogate pair"),
    ],
)
def test_what_no_database_keeps(where: str, answer: Answer, complaint: str) -> None:
    with opened(where, create=True) as store:
        desk = Desk(store)
        with pytest.raises(ProformError, match=complaint):
            desk.say((5, "Ada", RIGHT), (4, "Ada", answer))
        assert desk.ever() == []
