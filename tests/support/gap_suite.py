"""Gap filling of the small suite."""

from __future__ import annotations

from sqlalchemy import Connection
from tests.support.small_suite import NOW

from proform.gap.answers import Fill, define_gap_tasks
from proform.store.answers import annotator_id
from proform.store.suites import Stored, find_suite
from proform.store.tasks import TaskSet, assign
from proform.store.work import GAP, worklist

IL, BAD = Fill(frozenset({"il"})), Fill(bad=True)


def asked(connection: Connection, *names: str) -> Stored:
    """Gaps that these people have, all of them."""
    stored = find_suite(connection, None)
    define_gap_tasks(connection, stored, TaskSet("july", 0, 99, 1), NOW)
    for name in names:
        assign(connection, stored, "july", "IAA", name, NOW)
    return stored


def mine(connection: Connection, stored: Stored, name: str = "Ada") -> tuple[int, list[int]]:
    """The id of a person, and what they are to fill, in their order."""
    person = annotator_id(connection, name, NOW)
    return person, worklist(connection, stored.id, person, GAP, 1, NOW)
