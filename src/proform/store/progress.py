"""How far annotators are, and how fast."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import Connection, func, select, union

from proform.store import schema
from proform.store.answers import ADJUDICATOR
from proform.store.work import CORRECTNESS, asks

PAUSE = timedelta(minutes=10)
"""Who takes longer from one example to the next did something else meanwhile."""

RECENT = 30
"""So many examples tell the pace."""

_WEB = "web"


@dataclass(frozen=True, slots=True)
class AnnotatorProgress:
    """One annotator: what is assigned now, its states, the pace in examples an hour."""

    annotator: str
    size: int
    states: Mapping[str, int]
    pace: float | None = None
    last: str | None = None
    """When they answered last."""

    @property
    def left(self) -> float | None:
        """Hours until nothing is new, at this pace."""
        new = self.states.get("new", 0)
        return None if self.pace is None else new / self.pace


def progress(
    connection: Connection, suite: int, states: Mapping[tuple[str, int], str]
) -> list[AnnotatorProgress]:
    """All annotators of a suite; `states` tells how far each is with what they have answered."""
    assigned = assigned_to_each(connection, suite)
    begun = _begun(connection, suite)
    last = _last(connection, suite)
    return [
        AnnotatorProgress(
            person,
            len(assigned.get(person, ())),
            Counter(states.get((person, number), "new") for number in assigned.get(person, ())),
            pace(begun.get(person, ())),
            last.get(person),
        )
        for person in people(connection, suite)
    ]


def pace(begun: Iterable[str]) -> float | None:
    """Examples an hour, from the times at which each was answered first.

    Pauses do not count; with no two examples without a pause between them there is no pace.
    """
    times = sorted(datetime.fromisoformat(time) for time in begun)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    worked = [gap for gap in gaps if gap <= PAUSE][-RECENT:]
    spent = sum(worked, timedelta())
    return len(worked) / (spent / timedelta(hours=1)) if spent else None


def people(connection: Connection, suite: int) -> list[str]:
    """Who has a task, a link or an answer in a suite, in the order in which they came."""
    table = schema.annotators
    known = union(
        select(schema.assignments.c.annotator)
        .join(schema.tasks)
        .where(schema.tasks.c.suite == suite),
        select(schema.links.c.annotator).where(
            schema.links.c.suite == suite, schema.links.c.annotator.is_not(None)
        ),
        select(schema.judgements.c.annotator)
        .join(schema.candidates)
        .where(schema.candidates.c.suite == suite),
        select(schema.gap_answers.c.annotator)
        .join(schema.candidates)
        .where(schema.candidates.c.suite == suite),
    ).subquery()
    rows: Sequence[str] = connection.scalars(
        select(table.c.name)
        .where(table.c.id.in_(select(known.c.annotator)), table.c.name != ADJUDICATOR)
        .order_by(table.c.number)
    ).all()
    return list(rows)


def assigned_to_each(
    connection: Connection, suite: int, protocol: str = CORRECTNESS
) -> dict[str, set[int]]:
    """The numbers of the candidates that are assigned to each annotator now."""
    found: dict[str, set[int]] = {}
    for members in members_of_tasks(connection, suite, protocol).values():
        for person, numbers in members.items():
            found.setdefault(person, set()).update(numbers)
    return found


def members_of_tasks(
    connection: Connection, suite: int, protocol: str = CORRECTNESS
) -> dict[int, dict[str, set[int]]]:
    """For each task (its id) and each of its annotators, the numbers of its candidates."""
    members = schema.task_candidates
    rows = connection.execute(
        select(schema.tasks.c.id, schema.annotators.c.name, schema.candidates.c.number)
        .select_from(
            members.join(schema.tasks)
            .join(schema.assignments, schema.assignments.c.task == schema.tasks.c.id)
            .join(schema.annotators)
            .join(schema.candidates, schema.candidates.c.id == members.c.candidate)
            .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        )
        .where(schema.tasks.c.suite == suite, asks(protocol), schema.corpora.c.retired.is_(None))
    )
    found: dict[int, dict[str, set[int]]] = {}
    for row in rows:
        found.setdefault(row.id, {}).setdefault(row.name, set()).add(row.number)
    return found


def entered(connection: Connection, suite: int) -> dict[int, str]:
    """When each link (its id) was used last to open a session."""
    table = schema.sessions
    rows = connection.execute(
        select(table.c.link, func.max(table.c.made).label("last"))
        .join(schema.links)
        .where(schema.links.c.suite == suite)
        .group_by(table.c.link)
    )
    return {row.link: row.last for row in rows}


def _begun(connection: Connection, suite: int) -> dict[str, list[str]]:
    """When each annotator answered each candidate first, in the browser."""
    table = schema.judgements
    rows = connection.execute(
        select(schema.annotators.c.name, func.min(table.c.made).label("first"))
        .select_from(table.join(schema.annotators).join(schema.candidates))
        .where(schema.candidates.c.suite == suite, table.c.origin == _WEB)
        .group_by(schema.annotators.c.name, table.c.candidate)
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.name, []).append(row.first)
    return found


def _last(connection: Connection, suite: int) -> dict[str, str]:
    table = schema.judgements
    rows = connection.execute(
        select(schema.annotators.c.name, func.max(table.c.made).label("last"))
        .select_from(table.join(schema.annotators).join(schema.candidates))
        .where(schema.candidates.c.suite == suite)
        .group_by(schema.annotators.c.name)
    )
    return {row.name: row.last for row in rows}
