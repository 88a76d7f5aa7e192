"""Stores as a whole: what they hold, work given to annotators, PROTEST files in and out, copies."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Unpack

from sqlalchemy import Connection

from proform.errors import InputError, check_known
from proform.human.opinion import ASIDE, QUESTIONS, RIGHT, VOTES, WRONG
from proform.human.review import Review, reviews
from proform.human.verdict import OPEN
from proform.language.pack import load_packs
from proform.output import File, refuse_overwriting
from proform.store import suites
from proform.store.answers import record
from proform.store.database import copy_store, opened
from proform.store.protest import exports, imports
from proform.store.protest.file import read_file
from proform.store.protest.master import check_master, choose_reference
from proform.store.tasks import (
    Task,
    TaskOptions,
    TaskSet,
    assign,
    list_tasks,
    tasks_of,
    unassign,
)
from proform.store.tasks import define_tasks as define
from proform.store.work import GAP
from proform.stored import WITHDRAW, WITHDRAWN
from proform.stored.suites import StoredSuite
from proform.table.table import Column, Table
from proform.table.writers import WRITERS


class JudgedSystem(NamedTuple):
    """A translation, how many judgements of it there are, and how many verdicts of each kind."""

    name: str
    side: str
    judgements: int
    right: int
    wrong: int
    aside: int
    open: int
    contested: int
    contradictory: int
    """Answers that contradict themselves, and so are no judgements."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A suite in figures."""

    name: str
    languages: str
    key: str
    segments: int
    categories: tuple[tuple[str, int], ...]
    systems: tuple[JudgedSystem, ...]
    tasks: tuple[Task, ...]

    @property
    def record(self) -> dict[str, object]:
        """For JSON."""
        shown = ("taskset", "protocol", "label", "size", "annotators")
        return {
            "suite": self.name,
            "languages": self.languages,
            "key": self.key,
            "segments": self.segments,
            "categories": dict(self.categories),
            "translations": [system._asdict() for system in self.systems],
            "tasks": [{key: getattr(task, key) for key in shown} for task in self.tasks],
        }

    @property
    def tables(self) -> Iterator[Table]:
        """The categories, translations and tasks."""
        total = sum(size for _, size in self.categories)
        sizes = [*self.categories, ("total", total)]
        yield Table(
            "categories",
            f"{self.name} ({self.languages}): {total} examples in {self.segments} segments",
            (Column("category"), Column("examples")),
            tuple({"category": name, "examples": size} for name, size in sizes),
            sums=(len(sizes) - 1,),
        )
        headings = {"side": "kind", "aside": "set aside"}
        yield Table(
            "translations",
            "translations",
            tuple(Column(headings.get(key, key), (key,)) for key in JudgedSystem._fields),
            tuple(system._asdict() for system in self.systems),
        )
        rows = tuple(
            {
                "set": task.taskset + (" (gap filling)" if task.protocol == GAP else ""),
                "task": task.label,
                "examples": task.size,
                "annotators": ", ".join(task.annotators) or None,
            }
            for task in self.tasks
        )
        if rows:
            yield Table("tasks", "tasks", tuple(map(Column, rows[0])), rows)


@dataclass(frozen=True, slots=True)
class Listing:
    """The suites of a store in figures."""

    suites: tuple[Contents, ...]

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """Tables of categories, translations and tasks; in JSON, an object for each suite."""
        check_known("style", style, WRITERS)
        if style == "json":
            records = [suite.record for suite in self.suites]
            return json.dumps(records, ensure_ascii=False, indent=1) + "\n"
        tables = [table for suite in self.suites for table in suite.tables]
        notes = () if self.suites else ("no suite in this store",)
        return WRITERS[style](tables, notes, terminal)

    def __str__(self) -> str:
        return self.to_text()


def list_suites(where: File) -> Listing:
    """What a store holds: examples, systems, judgements, tasks."""
    with opened(str(where)) as store, store.reading() as connection:
        return Listing(tuple(contents(connection)))


def contents(connection: Connection) -> list[Contents]:
    """All suites of a store."""
    return [_contents(connection, name) for name in suites.suite_names(connection)]


def _contents(connection: Connection, name: str) -> Contents:
    stored = suites.find_suite(connection, name)
    suite = stored.suite
    sizes = Counter(example.category for example in suite.examples)
    owners = suites.candidates(connection, stored)
    by_system: dict[str, list[Review]] = defaultdict(list)
    for number, review in reviews(connection, stored).items():
        by_system[owners[number][1]].append(review)
    return Contents(
        name,
        suite.languages,
        stored.key,
        len(suite.source),
        tuple((c.name, sizes[c.name]) for c in suite.categories if sizes[c.name]),
        tuple(
            _judged(corpus.name, corpus.side, by_system[corpus.name])
            for corpus in suites.targets(connection, stored)
        ),
        tuple(list_tasks(connection, stored)),
    )


def _judged(name: str, side: str, reviewed: Sequence[Review]) -> JudgedSystem:
    opinions = [opinion for review in reviewed for opinion in review.opinions]
    outcomes = Counter(review.verdict().outcome for review in reviewed)
    return JudgedSystem(
        *(name, side, sum(opinion.pronoun in VOTES for opinion in opinions)),
        *(outcomes[RIGHT], outcomes[WRONG], outcomes[ASIDE], outcomes[OPEN]),
        sum(review.verdict().contested for review in reviewed),
        sum(any(review.verdict(q).contradictory for q in QUESTIONS) for review in reviewed),
    )


def define_tasks(
    suite: StoredSuite, taskset: str, tasks: int, **options: Unpack[TaskOptions]
) -> tuple[Task, ...]:
    """Split what is to be judged into tasks, at random and evenly.

    About `shared` examples are for every annotator, so that agreement can be measured.
    """
    wanted = TaskSet(taskset, tasks, **options)
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        return tuple(define(connection, stored, wanted, datetime.now(UTC)))


def assign_task(suite: StoredSuite, taskset: str, label: str, annotator: str) -> Task:
    """Give a task to an annotator; the examples that are for everyone come with it."""
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        assign(connection, stored, taskset, label, annotator, datetime.now(UTC))
        return _task(connection, stored, taskset, label)


def unassign_task(suite: StoredSuite, taskset: str, label: str, annotator: str) -> Task:
    """Take a task away from an annotator; what they judged stays."""
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        unassign(connection, stored, taskset, label, annotator)
        return _task(connection, stored, taskset, label)


def _task(connection: Connection, stored: suites.Stored, taskset: str, label: str) -> Task:
    return next(t for t in tasks_of(connection, stored, taskset) if t.label == label)


def export_batch(
    suite: StoredSuite, taskset: str, annotator: str, output: File, *, seed: int = 1
) -> int:
    """Write what an annotator is to judge as a PROTEST batch; gives the number of examples."""
    refuse_overwriting([Path(output)], [Path(suite.where)])
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        now = datetime.now(UTC)
        batch = exports.make_batch(connection, stored, annotator, taskset, seed, now)
        exports.export_batch(connection, stored, batch, Path(output))
    return len(batch.candidates)


def merge_batch(
    suite: StoredSuite | File,
    file: File,
    *,
    withdrawn: str | None = None,
    dry_run: bool = False,
) -> imports.Checked:
    """Check a batch that an annotator returned, and merge it unless this is a dry run.

    If only the store is given, its suite is the one that the batch was made from. Judgements that
    were withdrawn in the file are withdrawn here as well (`withdrawn="withdraw"`), or stay
    (`"keep"`).
    """
    if withdrawn is not None:
        check_known("withdrawn", withdrawn, WITHDRAWN)
    batch, now = read_file(Path(file)), datetime.now(UTC)
    where, name = (suite.where, suite.name) if isinstance(suite, StoredSuite) else (suite, None)
    with opened(str(where)) as store, store.writing() as connection:
        name = name or imports.suite_of(connection, batch)
        checked = imports.check_batch(connection, suites.find_suite(connection, name), batch)
        if dry_run:
            return checked
        if checked.withdrawn and withdrawn is None:
            what = f"{len(checked.withdrawn)} judgements of {checked.annotator} are gone from it"
            hint = "--withdrawn withdraw takes them back here as well, --withdrawn keep keeps them"
            raise InputError(file, None, what, hint=hint)
        gone = checked.withdrawn if withdrawn == WITHDRAW else ()
        record(connection, (*checked.answers, *gone), now, Path(file).name)
    return checked


def import_suite(
    file: File,
    languages: str,
    output: File,
    *,
    name: str | None = None,
    reference: str | None = None,
) -> tuple[StoredSuite, imports.Imported]:
    """Read a PROTEST master file with its judgements and tasks; gives the suite and what it has."""
    source, target = load_packs(languages)
    pair = source.language, target.language
    master = read_file(Path(file))
    check_master(master)  # before a store is made
    choose_reference(master, reference)
    suite = StoredSuite(str(output), name or Path(file).stem)
    with opened(suite.where, create=True) as store, store.writing() as connection:
        now = datetime.now(UTC)
        read = imports.import_master(connection, master, suite.name, pair, reference, now)
    return suite, read


def export_suite(suite: StoredSuite, output: File) -> None:
    """Write a suite as a PROTEST 1.1 master file, which the original program opens."""
    refuse_overwriting([Path(output)], [Path(suite.where)])
    with suites.reading_suite(suite.where, suite.name) as (connection, stored):
        exports.export_master(connection, stored, Path(output))


def backup(where: File, output: File) -> None:
    """Copy a SQLite store, also while it is in use."""
    refuse_overwriting([Path(output)], [Path(where)])
    with opened(str(where)) as store:
        copy_store(store, Path(output))
