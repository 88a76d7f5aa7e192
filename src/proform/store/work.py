"""What an annotator works on in a browser: an order that stays as it is, and saving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Generic, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection, exists, func, select

from proform.errors import ProformError
from proform.store import schema
from proform.store.answers import Addressed, Answer, Said, latest_of, write
from proform.store.rows import add, add_numbered, stamp

CORRECTNESS = "correctness"
"""The protocol in which translations are judged to be right or not."""

GAP = "gap"
"""The protocol in which the pronoun is hidden, and whatever fits is ticked."""


class Revised(Protocol):
    """An answer in the store, whatever was asked."""

    @property
    def revision(self) -> int:
        """Which of an annotator's answers to a candidate it is, from 1."""

    @property
    def answer(self) -> object:
        """What it says."""


_A = TypeVar("_A")
_S = TypeVar("_S", bound=Revised)
_A_contra = TypeVar("_A_contra", contravariant=True)
_S_co = TypeVar("_S_co", bound=Revised, covariant=True)


class Ledger(Protocol[_A_contra, _S_co]):
    """Where the answers of a protocol are kept; annotators and candidates come by their ids."""

    def named(self, connection: Connection, change: str) -> int | None:
        """The revision that a save of this name made."""

    def last(self, connection: Connection, candidate: int, annotator: int) -> _S_co | None:
        """What counts now."""

    def add(
        self,
        connection: Connection,
        candidate: int,
        annotator: int,
        answer: _A_contra,
        revision: int,
        change: str,
        now: datetime,
    ) -> None:
        """Write one more."""


@dataclass(frozen=True, slots=True)
class Saved:
    """An answer was taken: it is this revision now."""

    revision: int


@dataclass(frozen=True, slots=True)
class Outdated(Generic[_S]):
    """The answer was changed elsewhere in the meantime; nothing was written."""

    now: _S


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


class Judgements:
    """The ledger of correctness."""

    def named(self, connection: Connection, change: str) -> int | None:
        """The revision that a save of this name made."""
        table = schema.changes
        found: int | None = connection.scalar(
            select(schema.judgements.c.revision).join(table).where(table.c.change == change)
        )
        return found

    def last(self, connection: Connection, candidate: int, annotator: int) -> Said | None:
        """What counts now."""
        return latest_of(connection, candidate, annotator)

    def add(
        self,
        connection: Connection,
        candidate: int,
        annotator: int,
        answer: Answer,
        revision: int,
        change: str,
        now: datetime,
    ) -> None:
        """Write one more."""
        addressed = Addressed(candidate, annotator, answer)
        (judgement,) = write(connection, [(addressed, revision)], now, "web")
        add(connection, schema.changes, [{"judgement": judgement, "change": change}])


def has_work(connection: Connection, suite: int, annotator: int, protocol: str) -> bool:
    """Is anything of a protocol assigned to an annotator now?"""
    return bool(_assigned(connection, suite, annotator, protocol))


def save(
    connection: Connection,
    candidate: int,
    annotator: int,
    answer: Answer,
    base: int,
    change: str,
    now: datetime,
) -> Saved | Outdated[Said]:
    """Take a judgement, as below."""
    return save_in(connection, Judgements(), candidate, annotator, answer, base, change, now)


def save_in(
    connection: Connection,
    ledger: Ledger[_A, _S],
    candidate: int,
    annotator: int,
    answer: _A,
    base: int,
    change: str,
    now: datetime,
) -> Saved | Outdated[_S]:
    """Take an answer that was given in view of revision `base` (0: of none).

    `change` names this very save: sending it again, because the reply was lost, does nothing more.
    """
    if not 1 <= len(change) <= 64:
        raise ProformError("a save needs a name of its own, of at most 64 characters")
    known = ledger.named(connection, change)
    if known is not None:
        return Saved(known)
    said = ledger.last(connection, candidate, annotator)
    revision = 0 if said is None else said.revision
    if said is not None and said.answer == answer:
        return Saved(revision)
    if revision != base and said is not None:
        return Outdated(said)
    ledger.add(connection, candidate, annotator, answer, revision + 1, change, now)
    return Saved(revision + 1)


def asks(protocol: str) -> ColumnElement[bool]:
    """Of tasks: those of this protocol."""
    table, taskset = schema.taskset_protocols, schema.tasks.c.taskset
    if protocol == CORRECTNESS:
        return taskset.not_in(select(table.c.taskset))
    return taskset.in_(select(table.c.taskset).where(table.c.protocol == protocol))


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
