"""What annotators ticked where a pronoun was hidden. As with judgements, nothing is overwritten."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from proform.errors import ProformError
from proform.gap.forms import BAD, Gaps
from proform.language.pack import load_pack
from proform.store import schema
from proform.store.answers import Recorded
from proform.store.load import Stored
from proform.store.rows import add, add_numbered, stamp
from proform.store.tasks import Task, define_tasks, items_of
from proform.store.work import GAP


@dataclass(frozen=True, slots=True)
class Fill:
    """An answer: every form that fits; or the translation is too bad to tell."""

    forms: frozenset[str] = frozenset()
    bad: bool = False
    remarks: str = ""

    @property
    def contradicts(self) -> bool:
        """Both at once, which cannot be."""
        return self.bad and bool(self.forms)

    @property
    def decided(self) -> bool:
        """Does it say something that counts?"""
        return self.bad != bool(self.forms)

    def said(self, gaps: Gaps) -> list[str]:
        """In words, in the order of the list."""
        return [
            *(form for form in gaps.choices if form in self.forms),
            *([BAD] if self.bad else []),
        ]


@dataclass(frozen=True, slots=True)
class Filled:
    """An answer in the store: to which candidate (its number), by whom, the how many-eth."""

    candidate: int
    annotator: str
    revision: int
    answer: Fill
    made: str
    origin: str


class Filling(NamedTuple):
    """An answer on its way into the store, by the ids of candidate and annotator."""

    candidate: int
    annotator: int
    answer: Fill


class Fills:
    """The ledger of gap filling."""

    def named(self, connection: Connection, change: str) -> int | None:
        """The revision that a save of this name made."""
        table = schema.gap_answers
        found: int | None = connection.scalar(
            select(table.c.revision).where(table.c.change == change)
        )
        return found

    def last(self, connection: Connection, candidate: int, annotator: int) -> Filled | None:
        """What counts now."""
        table = schema.gap_answers
        found = _last(connection, table.c.candidate == candidate, table.c.annotator == annotator)
        return next((filled for _, _, filled in found), None)

    def add(
        self,
        connection: Connection,
        candidate: int,
        annotator: int,
        answer: Fill,
        revision: int,
        change: str,
        now: datetime,
    ) -> None:
        """Write one more."""
        fresh = [(Filling(candidate, annotator, answer), revision)]
        _write(connection, fresh, now, "web", change)


@dataclass(frozen=True, slots=True)
class GapTasks:
    """A set of tasks that was drawn, and how many examples have nothing to hide."""

    tasks: tuple[Task, ...]
    left_out: int


def define_gap_tasks(
    connection: Connection,
    stored: Stored,
    name: str,
    tasks: int,
    shared: int,
    seed: int,
    now: datetime,
    systems: Sequence[str] = (),
    categories: Sequence[str] = (),
    packs: Path | None = None,
) -> GapTasks:
    """Draw a set of tasks for gap filling; the first one of a suite fixes what can be ticked."""
    _fix_gaps(connection, stored, packs)
    drawn = define_tasks(
        connection, stored, name, tasks, shared, seed, now, systems, categories, GAP
    )
    everything = len(items_of(connection, stored, systems, categories))
    given = len(items_of(connection, stored, systems, categories, translated=True))
    return GapTasks(tuple(drawn), everything - given)


def load_gaps(connection: Connection, suite: int) -> Gaps | None:
    """What can be ticked in a suite (its id), if gaps were ever asked for."""
    table = schema.gap_settings
    text = connection.scalar(select(table.c.settings).where(table.c.suite == suite))
    return None if text is None else Gaps.parse(text)


def find_gaps(connection: Connection, stored: Stored) -> Gaps:
    """The same, where there must be some."""
    gaps = load_gaps(connection, stored.id)
    if gaps is None:
        hint = "proform suite define-tasks --protocol gap makes some"
        raise ProformError("the suite has no tasks for gap filling", hint=hint)
    return gaps


def record_fills(
    connection: Connection, fillings: Sequence[Filling], now: datetime, origin: str
) -> Recorded:
    """Write answers. One that says what its annotator said last changes nothing."""
    table = schema.gap_answers
    people = {one.annotator for one in fillings}
    last = {
        (candidate, annotator): (filled.revision, filled.answer)
        for candidate, annotator, filled in _last(connection, table.c.annotator.in_(people))
    }
    fresh = []
    added = replaced = 0
    for one in fillings:
        revision, before = last.get(one[:2], (0, None))
        if before != one.answer:
            added, replaced = added + (not revision), replaced + bool(revision)
            fresh.append((one, revision + 1))
    _write(connection, fresh, now, origin)
    return Recorded(added, replaced, len(fillings) - len(fresh))


def fills(connection: Connection, suite: int) -> list[Filled]:
    """What counts now: the last answer of each annotator to each candidate of a suite."""
    table = schema.candidates
    members = select(table.c.id).where(table.c.suite == suite)
    found = _last(connection, schema.gap_answers.c.candidate.in_(members))
    return [filled for _, _, filled in found]


def fills_by(connection: Connection, annotator: int) -> dict[int, Filled]:
    """The last answers of one annotator, by the id of the candidate."""
    found = _last(connection, schema.gap_answers.c.annotator == annotator)
    return {candidate: filled for candidate, _, filled in found}


def fill_history(connection: Connection, candidates: Collection[int]) -> list[Filled]:
    """Every answer that was ever given to some candidates, by their ids, in order."""
    found = _read(connection, schema.gap_answers.c.candidate.in_(candidates))
    return [filled for _, _, filled in found]


def _fix_gaps(connection: Connection, stored: Stored, packs: Path | None) -> None:
    """Answers to two lists could not be scored together, so a suite has one for ever."""
    known = load_gaps(connection, stored.id)
    if known is not None and packs is None:
        return
    language = stored.suite.target_language
    pack = load_pack(language, packs)
    if pack is None or not pack.gap_forms:
        hint = "a language pack has it in [gap] (docs/language-packs.md); --packs says where"
        raise ProformError(f"no list of forms for gap filling in {language!r}", hint=hint)
    gaps = Gaps.of(pack)
    if known is None:
        row = {"suite": stored.id, "settings": gaps.dump()}
        add(connection, schema.gap_settings, [row])
    elif known != gaps:
        hint = f"it began with {', '.join(known.forms)}; leave --packs out to go on with them"
        raise ProformError("gap filling of this suite began with another pack", hint=hint)


def _write(
    connection: Connection,
    fresh: Sequence[tuple[Filling, int]],
    now: datetime,
    origin: str,
    change: str | None = None,
) -> None:
    came_by = origin.encode(errors="replace").decode()  # names of files need not be text
    ids = add_numbered(
        connection,
        schema.gap_answers,
        (
            {
                "candidate": one.candidate,
                "annotator": one.annotator,
                "revision": revision,
                "bad": int(one.answer.bad),
                "remarks": one.answer.remarks,
                "made": stamp(now),
                "origin": came_by,
                "change": change,
            }
            for one, revision in fresh
        ),
    )
    ticks: Iterable[dict[str, Any]] = (
        {"answer": id_, "form": form}
        for id_, (one, _) in zip(ids, fresh, strict=True)
        for form in sorted(one.answer.forms)
    )
    add(connection, schema.gap_ticks, ticks)


def _last(
    connection: Connection, *narrowed: ColumnElement[bool]
) -> Iterator[tuple[int, int, Filled]]:
    """Answers are only added, so the last has the highest id."""
    table = schema.gap_answers
    highest = (
        select(func.max(table.c.id)).where(*narrowed).group_by(table.c.candidate, table.c.annotator)
    )
    return _read(connection, table.c.id.in_(highest))


def _read(connection: Connection, wanted: ColumnElement[bool]) -> Iterator[tuple[int, int, Filled]]:
    table, ticks = schema.gap_answers, schema.gap_ticks
    ids = select(table.c.id).where(wanted)
    forms: dict[int, set[str]] = {}
    for tick in connection.execute(select(ticks).where(ticks.c.answer.in_(ids))):
        forms.setdefault(tick.answer, set()).add(tick.form)
    rows = connection.execute(
        select(table, schema.candidates.c.number, schema.annotators.c.name)
        .select_from(table.join(schema.candidates).join(schema.annotators))
        .where(wanted)
        .order_by(schema.candidates.c.number, schema.annotators.c.number, table.c.revision)
    )
    for row in rows:
        answer = Fill(frozenset(forms.get(row.id, ())), bool(row.bad), row.remarks)
        filled = Filled(row.number, row.name, row.revision, answer, row.made, row.origin)
        yield row.candidate, row.annotator, filled
