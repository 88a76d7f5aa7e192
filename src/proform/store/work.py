"""What an annotator works on in a browser, in an order that stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random

from sqlalchemy import ColumnElement, Connection, exists, func, select

from proform.store import schema
from proform.store.rows import add, add_numbered, stamp

CORRECTNESS = "correctness"
"""The protocol in which translations are judged to be right or not."""

GAP = "gap"
"""The protocol in which the pronoun is hidden, and whatever fits is ticked."""


def worklist(
    connection: Connection, suite: int, annotator: int, protocol: str, seed: int, now: datetime
) -> list[int]:
    """The ids of the candidates that are assigned to an annotator now, in their order.

    The order is drawn once. What is assigned later comes behind, in an order of its own; what is
    assigned no longer is left out, and keeps its place if it comes back.
    """
    assigned = _assigned(connection, suite, annotator, protocol)
    batch, order = _ordered(connection, suite, annotator, protocol)
    fresh = sorted(assigned - set(order))
    if fresh:
        Random(f"{seed} {annotator} {len(order)}").shuffle(fresh)  # noqa: S311 (not for secrets)
        if batch is None:
            row = {
                "suite": suite,
                "annotator": annotator,
                "protocol": protocol,
                "seed": seed,
                "made": stamp(now),
            }
            (batch,) = add_numbered(connection, schema.batches, [row])
        add(
            connection,
            schema.batch_candidates,
            (
                {"batch": batch, "position": position, "candidate": candidate}
                for position, candidate in enumerate(fresh, len(order) + 1)
            ),
        )
    return [candidate for candidate in (*order, *fresh) if candidate in assigned]


def listed(connection: Connection, suite: int, annotator: int, protocol: str) -> list[int]:
    """The same, if nothing new was assigned since it was drawn; writes nothing."""
    members, batches = schema.batch_candidates, schema.batches
    shares, given = schema.task_candidates, schema.assignments
    assigned = exists().where(
        shares.c.candidate == members.c.candidate,
        schema.tasks.c.id == shares.c.task,
        asks(protocol),
        given.c.task == shares.c.task,
        given.c.annotator == annotator,
    )
    rows = connection.scalars(
        select(members.c.candidate)
        .join(batches, batches.c.id == members.c.batch)
        .join(schema.candidates, schema.candidates.c.id == members.c.candidate)
        .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        .where(
            batches.c.suite == suite,
            batches.c.annotator == annotator,
            batches.c.protocol == protocol,
            schema.corpora.c.retired.is_(None),
            assigned,
        )
        .order_by(members.c.position)
    )
    return list(rows)


def has_work(connection: Connection, suite: int, annotator: int, protocol: str) -> bool:
    """Is anything of a protocol assigned to an annotator now?"""
    return bool(_assigned(connection, suite, annotator, protocol))


def asks(protocol: str) -> ColumnElement[bool]:
    """Of tasks: those of this protocol."""
    table = schema.tasksets
    return schema.tasks.c.taskset.in_(select(table.c.id).where(table.c.protocol == protocol))


def _assigned(connection: Connection, suite: int, annotator: int, protocol: str) -> set[int]:
    members = schema.task_candidates
    rows: Sequence[int] = connection.scalars(
        select(members.c.candidate)
        .select_from(
            members.join(schema.tasks)
            .join(schema.assignments, schema.assignments.c.task == schema.tasks.c.id)
            .join(schema.candidates, schema.candidates.c.id == members.c.candidate)
            .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        )
        .where(
            schema.tasks.c.suite == suite,
            asks(protocol),
            schema.assignments.c.annotator == annotator,
            schema.corpora.c.retired.is_(None),
        )
    ).all()
    return set(rows)


def _ordered(
    connection: Connection, suite: int, annotator: int, protocol: str
) -> tuple[int | None, list[int]]:
    batches = schema.batches
    batch: int | None = connection.scalar(
        select(func.min(batches.c.id)).where(
            batches.c.suite == suite,
            batches.c.annotator == annotator,
            batches.c.protocol == protocol,
        )
    )
    members = schema.batch_candidates
    order = connection.scalars(
        select(members.c.candidate).where(members.c.batch == batch).order_by(members.c.position)
    )
    return batch, list(order)
