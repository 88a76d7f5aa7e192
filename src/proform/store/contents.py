"""What a store holds, in figures and as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from proform.store.answers import latest
from proform.store.load import candidates, find_suite, suite_names, targets
from proform.store.tasks import Task, list_tasks
from proform.store.work import GAP
from proform.table.table import Column, Table


class System(NamedTuple):
    """A translation, and how many judgements of it there are."""

    name: str
    side: str
    judgements: int


@dataclass(frozen=True, slots=True)
class Contents:
    """A suite in figures."""

    name: str
    languages: str
    key: str
    segments: int
    categories: tuple[tuple[str, int], ...]
    systems: tuple[System, ...]
    tasks: tuple[Task, ...]


def contents(connection: Connection) -> list[Contents]:
    """All suites of a store."""
    return [_contents(connection, name) for name in suite_names(connection)]


def _contents(connection: Connection, name: str) -> Contents:
    stored = find_suite(connection, name)
    suite = stored.suite
    sizes = Counter(example.category for example in suite.examples)
    owners = candidates(connection, stored)
    judged = Counter(
        owners[one.candidate][1] for one in latest(connection, stored.id) if one.candidate in owners
    )
    return Contents(
        name,
        suite.languages,
        stored.key,
        len(suite.source),
        tuple((c.name, sizes[c.name]) for c in suite.categories if sizes[c.name]),
        tuple(
            System(corpus.name, corpus.side, judged[corpus.name])
            for corpus in targets(connection, stored)
        ),
        tuple(list_tasks(connection, stored)),
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
        (Column("name"), Column("kind", ("side",)), Column("judgements")),
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
