"""What an annotator works on in a browser: an order that stays as it is, and saving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from sqlalchemy import Connection, exists, func, select

from proform.errors import ProformError
from proform.store import schema
from proform.store.judgements import Addressed, Answer, Said, latest_of, write
from proform.store.rows import add, add_numbered, stamp

CORRECTNESS = "correctness"
"""The protocol in which translations are judged to be right or not."""


@dataclass(frozen=True, slots=True)
class Saved:
    """An answer was taken: it is this revision now."""

    revision: int


@dataclass(frozen=True, slots=True)
class Outdated:
    """The answer was changed elsewhere in the meantime; nothing was written."""

    now: Said


def worklist(
    connection: Connection, suite: int, annotator: int, protocol: str, seed: int, now: datetime
) -> list[int]:
    """The ids of the candidates that are assigned to an annotator now, in their order.

    The order is drawn once. What is assigned later comes behind, in an order of its own; what is
    assigned no longer is left out, and keeps its place if it comes back.
    """
    assigned = _assigned(connection, suite, annotator)
    batch, order = _ordered(connection, suite, annotator, protocol)
    fresh = sorted(assigned - set(order))
    if fresh:
        Random(f"{seed} {annotator} {len(order)}").shuffle(fresh)  # noqa: S311 (not for secrets)
        if batch is None:
            row = {"suite": suite, "annotator": annotator, "seed": seed, "made": stamp(now)}
            (batch,) = add_numbered(connection, schema.batches, [row])
            add(connection, schema.works, [{"batch": batch, "protocol": protocol}])
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
    members, batches, works = schema.batch_candidates, schema.batches, schema.works
    tasks, given = schema.task_candidates, schema.assignments
    assigned = exists().where(
        tasks.c.candidate == members.c.candidate,
        given.c.task == tasks.c.task,
        given.c.annotator == annotator,
    )
    rows = connection.scalars(
        select(members.c.candidate)
        .join(batches, batches.c.id == members.c.batch)
        .join(works, works.c.batch == batches.c.id)
        .join(schema.candidates, schema.candidates.c.id == members.c.candidate)
        .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        .where(
            batches.c.suite == suite,
            batches.c.annotator == annotator,
            works.c.protocol == protocol,
            schema.corpora.c.retired.is_(None),
            assigned,
        )
        .order_by(members.c.position)
    )
    return list(rows)


def save(
    connection: Connection,
    candidate: int,
    annotator: int,
    answer: Answer,
    base: int,
    change: str,
    now: datetime,
) -> Saved | Outdated:
    """Take an answer that was given in view of revision `base` (0: of none).

    `change` names this very save: sending it again, because the reply was lost, does nothing more.
    """
    if not 1 <= len(change) <= 64:
        raise ProformError("a save needs a name of its own, of at most 64 characters")
    table = schema.changes
    known = connection.scalar(
        select(schema.judgements.c.revision).join(table).where(table.c.change == change)
    )
    if known is not None:
        return Saved(known)
    said = latest_of(connection, candidate, annotator)
    revision = 0 if said is None else said.revision
    if said is not None and said.answer == answer:
        return Saved(revision)
    if revision != base and said is not None:
        return Outdated(said)
    addressed = Addressed(candidate, annotator, answer)
    (judgement,) = write(connection, [(addressed, revision + 1)], now, "web")
    add(connection, table, [{"judgement": judgement, "change": change}])
    return Saved(revision + 1)


def _assigned(connection: Connection, suite: int, annotator: int) -> set[int]:
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
            schema.assignments.c.annotator == annotator,
            schema.corpora.c.retired.is_(None),
        )
    ).all()
    return set(rows)


def _ordered(
    connection: Connection, suite: int, annotator: int, protocol: str
) -> tuple[int | None, list[int]]:
    batches, works = schema.batches, schema.works
    batch: int | None = connection.scalar(
        select(func.min(batches.c.id))
        .join(works, works.c.batch == batches.c.id)
        .where(
            batches.c.suite == suite,
            batches.c.annotator == annotator,
            works.c.protocol == protocol,
        )
    )
    members = schema.batch_candidates
    order = connection.scalars(
        select(members.c.candidate).where(members.c.batch == batch).order_by(members.c.position)
    )
    return batch, list(order)
