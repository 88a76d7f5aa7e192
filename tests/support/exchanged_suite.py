"""A store that is exchanged with the original program: judged by two people, with tasks."""

from __future__ import annotations

from typing import Any

from tests.support.small_suite import NOW, filled

from proform.store.answers import Answer, Selected, annotator_id, record
from proform.store.database import Store
from proform.store.ledger import Addressed
from proform.store.suites import Stored
from proform.store.tasks import TaskSet, assign, define_tasks

RIGHT = Answer(
    "ok",
    "bad",
    "so what?",
    "ana_ok ant_unset",
    frozenset({"ant_unsure", "mine <b>"}),
    frozenset({Selected(1, 0), Selected(0, 1)}),
)


def annotate(store: Store) -> Stored:
    """A store in which two people have judged, one changed their mind, and there are tasks."""
    stored = filled(store)
    with store.writing() as connection:
        ada, bob = (annotator_id(connection, name, NOW) for name in ("Ada", "Bob"))
        by_number = _ids(connection)
        record(connection, [Addressed(by_number[4], ada, Answer("bad"))], NOW, "test")
        answers = [
            Addressed(by_number[4], ada, RIGHT),
            Addressed(by_number[4], bob, Answer("bad", "ok", None, "ana_ok ant_notokens")),
            Addressed(by_number[8], bob, Answer("ok", None, "", "ana_notokens ant_ok")),
            Addressed(by_number[9], bob, Answer(None, None, None, None, frozenset({"alone"}))),
        ]
        record(connection, answers, NOW, "test")
        define_tasks(connection, stored, TaskSet("june", 2, 3, 7), NOW)
        assign(connection, stored, "june", "1", "Ada", NOW)
    return stored


def _ids(connection: Any) -> dict[int, int]:
    from sqlalchemy import select  # noqa: PLC0415

    from proform.store import schema  # noqa: PLC0415

    return {row.number: row.id for row in connection.execute(select(schema.candidates))}
