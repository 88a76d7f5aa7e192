"""Identical translations are judged once, and what is said counts for all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import Connection, select
from tests.support.small_suite import NOW, TARGETS, filled, target

from proform.errors import ProformError
from proform.human.agreement import pairs
from proform.human.review import adjudicate, reviews, stored_verdicts
from proform.store import schema
from proform.store.answers import JUDGEMENTS, Answer, Selected, annotator_id
from proform.store.database import Store, opened
from proform.store.ledger import Addressed
from proform.store.suites import SYSTEM, Stored, add_target
from proform.store.tasks import TaskSet, define_tasks
from proform.store.twins import twins
from proform.store.work import GAP

RIGHT = Answer("ok", "ok", "", "ana_ok ant_ok", frozenset(), frozenset({Selected(1, 0)}))
WRONG = Answer("bad", "ok", "", "ana_ok ant_ok")

_, BASE, _ = TARGETS
COPY = replace(BASE, name="copy")
"""Word for word."""

FAR = target(
    "far",
    (*BASE.lines[:2], "Un chat et un chien sont venus hier .", "Ils dormaient bien là , dit-on ."),
    BASE.links or (),
)
"""The same as base, but for a word two places behind a pronoun, and one that is far from any."""


def _filled(store: Store) -> Stored:
    stored = filled(store)
    with store.writing() as connection:
        for one in (COPY, FAR):
            add_target(connection, stored, one, SYSTEM, NOW)
    return stored


def _drawn(store: Store, stored: Stored, *, once: bool) -> int:
    with store.writing() as connection:
        wanted = TaskSet(f"once {once}", 1, 0, 1, once=once)
        return sum(task.size for task in define_tasks(connection, stored, wanted, NOW))


def test_what_has_the_same_words_where_it_matters_is_given_out_once(where: str) -> None:
    with opened(where, create=True) as store:
        stored = _filled(store)
        assert _drawn(store, stored, once=False) == 15
        # All three examples of the copy; of the other one those of the first two sentences.
        assert _drawn(store, stored, once=True) == 15 - 3 - 2
        with store.reading() as connection:
            same = twins(connection, stored.id)
        assert same == {10: 4, 11: 5, 12: 6, 13: 4, 14: 5}


def test_an_answer_counts_for_every_system_that_it_stands_for(where: str) -> None:
    with opened(where, create=True) as store:
        stored = _filled(store)
        _drawn(store, stored, once=True)
        with store.writing() as connection:
            ids = {number: id_ for id_, number in _numbers(connection)}
            for name, answer in (("Ada", RIGHT), ("Bob", WRONG)):
                person = annotator_id(connection, name, NOW)
                JUDGEMENTS.record(connection, [Addressed(ids[4], person, answer)], NOW, "web")
            heard = reviews(connection, stored)
            assert [heard[n].verdict().contested for n in (4, 10, 13)] == [True] * 3
            assert [heard[n].through for n in (4, 10, 13, 6)] == [None, 4, 4, None]
            assert all(not each.answer.tokens for each in heard[10].opinions)
            (pair,) = pairs(heard)
            assert set(pair.opinions) == {4}, "nobody agrees or disagrees twice"
            adjudicate(connection, ids[4], heard[4], RIGHT, 0, "settled", NOW)
            verdicts = stored_verdicts(connection, stored)
            assert {verdicts[1, name].outcome for name in ("base", "copy", "far")} == {"right"}
            own = Addressed(ids[10], annotator_id(connection, "Ada", NOW), WRONG)
            JUDGEMENTS.record(connection, [own], NOW, "web")  # she has seen that one, too
            heard = reviews(connection, stored)
            assert heard[10].through is None
            said = {each.annotator: each.pronoun for each in heard[10].annotators}
            assert said == {"Ada": "wrong", "Bob": "wrong"}


def test_gaps_are_not_filled_for_others(where: str) -> None:
    with opened(where, create=True) as store:
        stored = _filled(store)
        with store.writing() as connection, pytest.raises(ProformError, match="only judgements"):
            define_tasks(connection, stored, TaskSet("g", 1, 0, 1, once=True), NOW, GAP)


def _numbers(connection: Connection) -> list[tuple[int, int]]:
    table = schema.candidates
    return [(row.id, row.number) for row in connection.execute(select(table))]
