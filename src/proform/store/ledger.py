"""Answers of annotators: nothing is overwritten, and the last revision of each counts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Table, func, or_, select, true
from sqlalchemy.exc import IntegrityError

from proform.errors import ProformError
from proform.store import schema
from proform.store.schema import Row, add, add_numbered, stamp

WEB = "web"
"""The origin of answers that were given in a browser."""

_FEW = 500
"""Databases limit how many values a query may list."""

A = TypeVar("A")


@dataclass(frozen=True)  # not with slots: Python 3.11 cannot make a `Revision[Answer]` then
class Revision(Generic[A]):
    """An answer in the store: to which candidate (its number), by whom, and which revision."""

    candidate: int
    annotator: str
    revision: int
    answer: A
    made: str
    origin: str


class Addressed(NamedTuple, Generic[A]):
    """An answer on its way into the store, by the ids of candidate and annotator."""

    candidate: int
    annotator: int
    answer: A


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of some answers."""

    added: int = 0
    replaced: int = 0
    unchanged: int = 0


@dataclass(frozen=True, slots=True)
class Saved:
    """An answer was taken: it is this revision now."""

    revision: int


@dataclass(frozen=True, slots=True)
class Outdated(Generic[A]):
    """The answer was changed elsewhere in the meantime; nothing was written."""

    now: Revision[A]


@dataclass(frozen=True)
class Ledger(Generic[A]):
    """Where the answers to one question are kept; candidates and annotators are given by id."""

    table: Table
    details: tuple[Table, ...]
    """Rows that belong to an answer; their first column says to which."""

    columns: Callable[[A], Row]
    """What an answer says in its own row."""
    rows: Callable[[A], Sequence[Iterable[Row]]]
    """What it says in each table of details."""
    answer: Callable[[Any, Sequence[Sequence[Any]]], A]
    """The answer that rows hold."""

    def latest(self, connection: Connection, suite: int) -> list[Revision[A]]:
        """What counts now: the last answer of each annotator to each candidate of a suite."""
        members = select(schema.candidates.c.id).where(schema.candidates.c.suite == suite)
        wanted = self.table.c.candidate.in_(members)
        return [last for _, _, last in self._last(connection, wanted)]

    def latest_by(self, connection: Connection, annotator: int) -> dict[int, Revision[A]]:
        """The last answers of one annotator, by the id of the candidate."""
        theirs = self._last(connection, self.table.c.annotator == annotator)
        return {candidate: last for candidate, _, last in theirs}

    def history(self, connection: Connection, suite: int) -> list[Revision[A]]:
        """Every answer that was ever given, in order."""
        wanted = schema.candidates.c.suite == suite
        return [revision for _, _, revision in self._read(connection, wanted)]

    def history_of(self, connection: Connection, candidates: Collection[int]) -> list[Revision[A]]:
        """Every answer that was ever given to some candidates, in order."""
        wanted = self.table.c.candidate.in_(candidates)
        return [revision for _, _, revision in self._read(connection, wanted)]

    def plan(
        self, connection: Connection, answers: Sequence[Addressed[A]]
    ) -> tuple[Recorded, list[tuple[Addressed[A], int]]]:
        """What recording answers would do, and the answers that are new, with their revisions."""
        candidates = {addressed.candidate for addressed in answers}
        few = self.table.c.candidate.in_(candidates) if len(candidates) <= _FEW else true()
        last = {
            (candidate, annotator): (revision.revision, revision.answer)
            for candidate, annotator, revision in self._last(connection, few)
        }
        added = replaced = 0
        fresh: list[tuple[Addressed[A], int]] = []
        for addressed in answers:
            key = addressed.candidate, addressed.annotator
            revision, before = last.get(key, (0, None))
            if before == addressed.answer:
                continue
            added, replaced = added + (not revision), replaced + bool(revision)
            fresh.append((addressed, revision + 1))
            last[key] = revision + 1, addressed.answer
        return Recorded(added, replaced, len(answers) - len(fresh)), fresh

    def record(
        self, connection: Connection, answers: Sequence[Addressed[A]], now: datetime, origin: str
    ) -> Recorded:
        """Write answers. One that says what its annotator said last changes nothing."""
        recorded, fresh = self.plan(connection, answers)
        self._write(connection, fresh, now, origin)
        return recorded

    def save(
        self,
        connection: Connection,
        candidate: int,
        annotator: int,
        answer: A,
        base: int,
        change: str,
        now: datetime,
    ) -> Saved | Outdated[A]:
        """Take an answer that was given in view of revision `base` (0: of none).

        `change` identifies this save: sent again, since the reply was lost, it does nothing more.
        """
        if not 1 <= len(change) <= 64:
            raise ProformError("a save needs an id of its own, of at most 64 characters")
        table = self.table
        theirs = table.c.candidate == candidate, table.c.annotator == annotator
        newest = select(func.max(table.c.id)).where(*theirs).scalar_subquery()
        known = or_(table.c.change == change, table.c.id == newest)
        revision, row = 0, None
        for row in connection.execute(select(table).where(known).order_by(table.c.revision)):
            if row.change == change:
                if (row.candidate, row.annotator) != (candidate, annotator):
                    raise ProformError("another answer was saved under the same id")
                return Saved(row.revision)
            revision = row.revision
        alike = row is not None and all(
            getattr(row, name) == value for name, value in self.columns(answer).items()
        )
        if alike or (revision and revision != base):
            (last,) = (last for _, _, last in self._last(connection, *theirs))
            if last.answer == answer:
                return Saved(revision)
            if revision != base:
                return Outdated(last)
        addressed = Addressed(candidate, annotator, answer)
        try:
            self._write(connection, [(addressed, revision + 1)], now, WEB, change)
        except IntegrityError as error:  # in the same moment, by somebody else
            raise ProformError("another answer was saved under the same id") from error
        return Saved(revision + 1)

    def _write(
        self,
        connection: Connection,
        fresh: Sequence[tuple[Addressed[A], int]],
        now: datetime,
        origin: str,
        change: str | None = None,
    ) -> None:
        rows = [
            {
                "candidate": addressed.candidate,
                "annotator": addressed.annotator,
                "revision": revision,
                **self.columns(addressed.answer),
                "made": stamp(now),
                "origin": origin.encode(errors="replace").decode(),  # file names need not be text
                "change": change,
            }
            for addressed, revision in fresh
        ]
        ids = add_numbered(connection, self.table, rows)
        details = [self.rows(addressed.answer) for addressed, _ in fresh]
        for number, table in enumerate(self.details):
            owner = table.columns[0].name
            owned = zip(ids, (rows[number] for rows in details), strict=True)
            add(connection, table, ({owner: id_, **row} for id_, rows in owned for row in rows))

    def _last(
        self, connection: Connection, *narrowed: ColumnElement[bool]
    ) -> Iterator[tuple[int, int, Revision[A]]]:
        table = self.table  # answers are only added, so the last has the highest id
        highest = select(func.max(table.c.id)).where(*narrowed)
        highest = highest.group_by(table.c.candidate, table.c.annotator)
        return self._read(connection, table.c.id.in_(highest))

    def _read(
        self, connection: Connection, wanted: ColumnElement[bool]
    ) -> Iterator[tuple[int, int, Revision[A]]]:
        table = self.table
        joined = table.join(schema.candidates).join(schema.annotators)
        ids = select(table.c.id).select_from(joined).where(wanted)
        details = [_by_owner(connection, part, ids) for part in self.details]
        rows = connection.execute(
            select(table, schema.candidates.c.number, schema.annotators.c.name)
            .select_from(joined)
            .where(wanted)
            .order_by(schema.candidates.c.number, schema.annotators.c.number, table.c.revision)
        )
        for row in rows:
            answer = self.answer(row, [part.get(row.id, ()) for part in details])
            revision = Revision(row.number, row.name, row.revision, answer, row.made, row.origin)
            yield row.candidate, row.annotator, revision


def _by_owner(connection: Connection, table: Table, ids: Any) -> dict[int, list[Any]]:  # noqa: ANN401 (a query)
    owner = table.columns[0]
    rows = connection.execute(select(table).where(owner.in_(ids)).order_by(owner))
    return {key: list(group) for key, group in groupby(rows, key=lambda row: int(row[0]))}
