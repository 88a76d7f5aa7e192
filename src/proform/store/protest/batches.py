"""Batches for files: what one annotator judges, in the order in which they see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.store import schema
from proform.store.load import Stored
from proform.store.rows import add, add_numbered, stamp
from proform.store.tasks import list_tasks
from proform.store.work import GAP


@dataclass(frozen=True, slots=True)
class Batch:
    """What one annotator judges, in a random order that stays as it is."""

    id: int
    annotator: int
    candidates: tuple[int, ...]
    made: str


def make_batch(
    connection: Connection, stored: Stored, annotator: str, taskset: str, seed: int, now: datetime
) -> Batch:
    """Everything that is assigned to an annotator in a set of tasks, in random order."""
    _refuse_gaps(connection, stored, taskset)
    table = schema.annotators
    person = connection.scalar(select(table.c.id).where(table.c.name == annotator))
    members = schema.task_candidates
    found = connection.scalars(
        select(schema.candidates.c.id)
        .distinct()
        .select_from(
            members.join(schema.tasks)
            .join(schema.tasksets)
            .join(schema.assignments, schema.assignments.c.task == schema.tasks.c.id)
            .join(schema.candidates, schema.candidates.c.id == members.c.candidate)
            .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        )
        .where(
            schema.tasks.c.suite == stored.id,
            schema.tasksets.c.name == taskset,
            schema.assignments.c.annotator == person,
            schema.corpora.c.retired.is_(None),
        )
        .order_by(schema.candidates.c.id)
    ).all()
    if person is None or not found:
        hint = "proform suite assign-task gives them one"
        raise ProformError(f"{annotator!r} has no task in {taskset!r}", hint=hint)
    order = list(found)
    Random(f"{seed} {annotator}").shuffle(order)  # noqa: S311 (not for secrets)
    row = {
        "suite": stored.id,
        "annotator": person,
        "protocol": None,
        "seed": seed,
        "made": stamp(now),
    }
    (batch,) = add_numbered(connection, schema.batches, [row])
    add(
        connection,
        schema.batch_candidates,
        (
            {"batch": batch, "position": position, "candidate": candidate}
            for position, candidate in enumerate(order, 1)
        ),
    )
    return Batch(batch, person, tuple(order), stamp(now))


def _refuse_gaps(connection: Connection, stored: Stored, taskset: str) -> None:
    """PROTEST files have no place for gap filling."""
    for task in list_tasks(connection, stored):
        if task.taskset == taskset and task.protocol == GAP:
            hint = "proform gaps export writes a table for it"
            raise ProformError(f"{taskset!r} is gap filling, which PROTEST files lack", hint=hint)
