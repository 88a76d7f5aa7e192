"""What annotators ticked where a pronoun was hidden. As with judgements, nothing is overwritten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.gap.forms import BAD, Gaps
from proform.language.pack import load_pack, load_packs
from proform.output import File, as_path
from proform.store import schema
from proform.store.database import opened
from proform.store.ledger import Ledger, Revision
from proform.store.load import Stored, find_suite
from proform.store.schema import Row, add
from proform.store.tasks import Task, items_of
from proform.store.tasks import define_tasks as draw
from proform.store.work import GAP
from proform.stored.suites import StoredSuite


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


Filled = Revision[Fill]


class Fills(Ledger[Fill]):
    """The ledger of gap filling."""

    table = schema.gap_answers
    details = (schema.gap_ticks,)

    def columns(self, answer: Fill) -> Row:
        """What an answer says in its own row."""
        return {"bad": int(answer.bad), "remarks": answer.remarks}

    def rows(self, answer: Fill) -> Sequence[Iterable[Row]]:
        """What was ticked."""
        return ([{"form": form} for form in sorted(answer.forms)],)

    def answer(self, row: Any, details: Sequence[Sequence[Any]]) -> Fill:  # noqa: ANN401 (of the database)
        """The answer that rows hold."""
        return Fill(frozenset(tick.form for tick in details[0]), bool(row.bad), row.remarks)


FILLS = Fills()


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
    drawn = draw(connection, stored, name, tasks, shared, seed, now, systems, categories, GAP)
    everything = len(items_of(connection, stored, systems, categories))
    given = len(items_of(connection, stored, systems, categories, translated=True))
    return GapTasks(tuple(drawn), everything - given)


def define_tasks(
    suite: StoredSuite,
    taskset: str,
    tasks: int,
    *,
    shared: int = 0,
    systems: Sequence[str] = (),
    categories: Sequence[str] = (),
    seed: int = 1,
    packs: File | None = None,
) -> GapTasks:
    """Split what is to be filled into tasks, at random and evenly, as `proform.stored` does."""
    folder, now = as_path(packs), datetime.now(UTC)
    with opened(suite.where) as store, store.writing() as connection:
        stored = find_suite(connection, suite.name)
        load_packs(stored.suite.languages, folder)  # complains of a folder that is not there
        size = (taskset, tasks, shared, seed, now)
        return define_gap_tasks(connection, stored, *size, systems, categories, folder)


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
