"""What a store holds, in figures and as tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from proform.errors import check_known
from proform.human.opinion import ASIDE, RIGHT, VOTES, WRONG
from proform.human.review import Review, reviews
from proform.human.verdict import OPEN
from proform.output import File
from proform.store.database import opened
from proform.store.load import candidates, find_suite, suite_names, targets
from proform.store.tasks import Task, list_tasks
from proform.store.work import GAP
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
        return {
            "suite": self.name,
            "languages": self.languages,
            "key": self.key,
            "segments": self.segments,
            "categories": dict(self.categories),
            "translations": [system._asdict() for system in self.systems],
            "tasks": [
                {
                    "taskset": task.taskset,
                    "protocol": task.protocol,
                    "label": task.label,
                    "size": task.size,
                    "annotators": list(task.annotators),
                }
                for task in self.tasks
            ],
        }


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
        tables = [table for suite in self.suites for table in contents_tables(suite)]
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
    return [_contents(connection, name) for name in suite_names(connection)]


def _contents(connection: Connection, name: str) -> Contents:
    stored = find_suite(connection, name)
    suite = stored.suite
    sizes = Counter(example.category for example in suite.examples)
    owners = candidates(connection, stored)
    by_system: dict[str, list[Review]] = {}
    for number, review in reviews(connection, stored).items():
        by_system.setdefault(owners[number][1], []).append(review)
    return Contents(
        name,
        suite.languages,
        stored.key,
        len(suite.source),
        tuple((c.name, sizes[c.name]) for c in suite.categories if sizes[c.name]),
        tuple(
            _judged(corpus.name, corpus.side, by_system.get(corpus.name, ()))
            for corpus in targets(connection, stored)
        ),
        tuple(list_tasks(connection, stored)),
    )


def _judged(name: str, side: str, reviews: Iterable[Review]) -> JudgedSystem:
    every = list(reviews)
    opinions = [opinion for review in every for opinion in review.opinions]
    outcomes = Counter(review.verdict().outcome for review in every)
    return JudgedSystem(
        name,
        side,
        sum(opinion.pronoun in VOTES for opinion in opinions),
        outcomes[RIGHT],
        outcomes[WRONG],
        outcomes[ASIDE],
        outcomes[OPEN],
        sum(review.verdict().contested for review in every),
        sum(opinion.contradictory for opinion in opinions),
    )


def contents_tables(suite: Contents) -> Iterator[Table]:
    """The categories, translations and tasks of one suite."""
    total = sum(size for _, size in suite.categories)
    rows = [*suite.categories, ("total", total)]
    yield Table(
        "categories",
        f"{suite.name} ({suite.languages}): {total} examples in {suite.segments} segments",
        (Column("category"), Column("examples")),
        tuple({"category": name, "examples": size} for name, size in rows),
        sums=(len(rows) - 1,),
    )
    yield Table(
        "translations",
        "translations",
        (
            *(Column("name"), Column("kind", ("side",)), Column("judgements")),
            *(Column("right"), Column("wrong"), Column("set aside", ("aside",)), Column("open")),
            *(Column("contested"), Column("contradictory")),
        ),
        tuple(system._asdict() for system in suite.systems),
    )
    if suite.tasks:
        yield Table(
            "tasks",
            "tasks",
            (Column("set"), Column("task"), Column("examples"), Column("annotators")),
            tuple(
                {
                    "set": f"{task.taskset} (gap filling)"
                    if task.protocol == GAP
                    else task.taskset,
                    "task": task.label,
                    "examples": task.size,
                    "annotators": ", ".join(task.annotators) or None,
                }
                for task in suite.tasks
            ),
        )
