"""What annotators work on, in an order that stays as it is, and how far and how fast they are."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from random import Random

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    func,
    select,
    union,
)

from proform.store import schema
from proform.store.answers import OFFICES
from proform.store.ledger import WEB
from proform.store.schema import add, add_numbered, stamp

CORRECTNESS = "correctness"
"""The protocol in which translations are judged to be right or not."""

GAP = "gap"
"""The protocol in which the pronoun is hidden, and whatever fits is ticked."""

PAUSE = timedelta(minutes=10)
"""Anyone who takes longer from one example to the next was doing something else."""

_RECENT = 30
"""The pace is that of so many of the last examples."""

Number = int | BindParameter[int]
Text = str | BindParameter[str]

ASSIGNED = (
    schema.task_candidates.join(schema.tasks)
    .join(schema.tasksets)
    .join(schema.assignments, schema.assignments.c.task == schema.tasks.c.id)
    .join(schema.annotators)
    .join(schema.candidates, schema.candidates.c.id == schema.task_candidates.c.candidate)
    .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
)
"""The candidates of tasks, with those whom the tasks are assigned to."""


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
        return None if self.pace is None else self.states.get("new", 0) / self.pace


def worklist(
    connection: Connection, suite: int, annotator: int, protocol: str, seed: int, now: datetime
) -> list[int]:
    """The ids of the candidates that are assigned to an annotator now, in their order.

    The order is drawn once. What is assigned later comes behind, in an order of its own; what is
    assigned no longer is left out, and keeps its place if it comes back.
    """
    assigned = set(connection.scalars(_assigned(suite, annotator, protocol)))
    _, order = _ordered(connection, suite, annotator, protocol)
    fresh = sorted(assigned - set(order))
    if fresh:
        Random(f"{seed} {annotator} {len(order)}").shuffle(fresh)  # noqa: S311 (not for secrets)
        enqueue(connection, suite, annotator, protocol, fresh, seed, now)
    return [candidate for candidate in (*order, *fresh) if candidate in assigned]


def enqueue(
    connection: Connection,
    suite: int,
    annotator: int,
    protocol: str,
    candidates: Sequence[int],
    seed: int,
    now: datetime,
) -> None:
    """Put candidates that are new to an annotator behind their work, in this order."""
    batch, order = _ordered(connection, suite, annotator, protocol)
    known = set(order)
    fresh = [candidate for candidate in candidates if candidate not in known]
    if fresh:
        if batch is None:
            batch = add_batch(connection, suite, annotator, protocol, seed, now)
        add_members(connection, batch, fresh, 1 + len(order))


def _ordered(
    connection: Connection, suite: int, annotator: int, protocol: str
) -> tuple[int | None, Sequence[int]]:
    """An annotator's batch, and the candidates in it, in their order."""
    batch: int | None = connection.scalar(_batch(suite, annotator, protocol))
    members = schema.batch_candidates.c
    placed = select(members.candidate).where(members.batch == batch).order_by(members.position)
    return batch, connection.scalars(placed).all()


def listed(connection: Connection, suite: int, annotator: int, protocol: str) -> list[int]:
    """The same, if nothing new was assigned since it was drawn; writes nothing."""
    whose = {"of_suite": suite, "of_annotator": annotator, "of_protocol": protocol}
    return list(connection.scalars(_listed(), whose))


@cache
def _listed() -> Select[int]:
    """The query of every save: it is put together only once."""
    suite: BindParameter[int] = bindparam("of_suite")
    annotator: BindParameter[int] = bindparam("of_annotator")
    protocol: BindParameter[str] = bindparam("of_protocol")
    whose = suite, annotator, protocol
    members = schema.batch_candidates.c
    in_batch = members.batch == _batch(*whose).scalar_subquery()
    order = select(members.candidate).where(in_batch, members.candidate.in_(_assigned(*whose)))
    return order.order_by(members.position)


def has_work(connection: Connection, suite: int, annotator: int, protocol: str) -> bool:
    """Is anything of a protocol assigned to an annotator now?"""
    return connection.execute(_assigned(suite, annotator, protocol)).first() is not None


def asks(protocol: str) -> ColumnElement[bool]:
    """Of tasks: those of this protocol."""
    table = schema.tasksets
    return schema.tasks.c.taskset.in_(select(table.c.id).where(table.c.protocol == protocol))


def add_batch(
    connection: Connection,
    suite: int,
    annotator: int,
    protocol: str | None,
    seed: int,
    now: datetime,
) -> int:
    """A batch that is still empty, for a browser or, without a protocol, for a file; its id."""
    batch = {"suite": suite, "annotator": annotator, "protocol": protocol, "seed": seed}
    return add_numbered(connection, schema.batches, [{**batch, "made": stamp(now)}])[0]


def add_members(
    connection: Connection, batch: int, candidates: Iterable[int], first: int = 1
) -> None:
    """Put candidates into a batch, in this order, at the positions from `first` on."""
    rows = (
        {"batch": batch, "position": position, "candidate": candidate}
        for position, candidate in enumerate(candidates, first)
    )
    add(connection, schema.batch_candidates, rows)


def progress(
    connection: Connection, suite: int, states: Mapping[tuple[str, int], str]
) -> list[AnnotatorProgress]:
    """All annotators of a suite; `states` tells how far each is with what they have answered."""
    assigned = assigned_to_each(connection, suite)
    times = _times(connection, suite)
    return [
        AnnotatorProgress(
            person,
            len(assigned.get(person, ())),
            Counter(states.get((person, number), "new") for number in assigned.get(person, ())),
            pace(first for first, _ in times[person] if first is not None),
            max((last for _, last in times[person]), default=None),
        )
        for person in people(connection, suite)
    ]


def pace(begun: Iterable[str]) -> float | None:
    """Examples an hour, from when each was first answered, without pauses; None if unknown."""
    times = sorted(datetime.fromisoformat(time) for time in begun)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    worked = [gap for gap in gaps if gap <= PAUSE][-_RECENT:]
    spent = sum(worked, timedelta())
    return len(worked) / (spent / timedelta(hours=1)) if spent else None


def first_answers(connection: Connection, suite: int) -> dict[str, dict[int, str]]:
    """When each annotator first answered each candidate (its number) in the browser."""
    table, name = schema.judgements, schema.annotators.c.name
    rows = connection.execute(
        select(name, schema.candidates.c.number, func.min(table.c.made))
        .select_from(table.join(schema.annotators).join(schema.candidates))
        .where(schema.candidates.c.suite == suite, table.c.origin == WEB)
        .group_by(name, schema.candidates.c.number)
    )
    times: dict[str, dict[int, str]] = defaultdict(dict)
    for person, number, first in rows:
        times[person][number] = first
    return dict(times)


def people(connection: Connection, suite: int, *, linked: bool = True) -> list[str]:
    """Who has a task, an answer or, if it counts, a link in a suite, as they came."""
    table, links, candidates = schema.annotators, schema.links, schema.candidates
    tasks = schema.assignments.join(schema.tasks)
    of_link = (links.c.suite == suite) & links.c.annotator.is_not(None)
    known = union(
        select(schema.assignments.c.annotator)
        .select_from(tasks)
        .where(schema.tasks.c.suite == suite),
        *([select(links.c.annotator).where(of_link)] if linked else ()),
        *(
            select(answers.c.annotator).join(candidates).where(candidates.c.suite == suite)
            for answers in (schema.judgements, schema.gap_answers)
        ),
    ).subquery()
    names = connection.scalars(
        select(table.c.name)
        .where(table.c.id.in_(select(known.c.annotator)), table.c.name.not_in(OFFICES))
        .order_by(table.c.number)
    )
    return list(names)


def assigned_to_each(
    connection: Connection, suite: int, protocol: str = CORRECTNESS
) -> dict[str, set[int]]:
    """The numbers of the candidates that are assigned to each annotator now."""
    assigned: dict[str, set[int]] = defaultdict(set)
    for members in members_of_tasks(connection, suite, protocol).values():
        for person, numbers in members.items():
            assigned[person] |= numbers
    return dict(assigned)


def members_of_tasks(
    connection: Connection, suite: int, protocol: str = CORRECTNESS
) -> dict[int, dict[str, set[int]]]:
    """For each task (its id) and each of its annotators, the numbers of its candidates."""
    rows = connection.execute(
        select(schema.tasks.c.id, schema.annotators.c.name, schema.candidates.c.number)
        .select_from(ASSIGNED)
        .where(*_of(suite, protocol))
    )
    members: dict[int, dict[str, set[int]]] = {}
    for row in rows:
        members.setdefault(row.id, {}).setdefault(row.name, set()).add(row.number)
    return members


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


def _of(suite: Number, protocol: Text) -> tuple[ColumnElement[bool], ...]:
    ours = schema.tasks.c.suite == suite, schema.tasksets.c.protocol == protocol
    return *ours, schema.corpora.c.retired.is_(None), schema.tasksets.c.retired.is_(None)


def _assigned(suite: Number, annotator: Number, protocol: Text) -> Select[int]:
    theirs = schema.assignments.c.annotator == annotator
    candidates = select(schema.candidates.c.id).select_from(ASSIGNED)
    return candidates.where(theirs, *_of(suite, protocol))


def _batch(suite: Number, annotator: Number, protocol: Text) -> Select[int]:
    table = schema.batches
    theirs = table.c.suite == suite, table.c.annotator == annotator, table.c.protocol == protocol
    return select(func.min(table.c.id)).where(*theirs)


def _times(connection: Connection, suite: int) -> dict[str, list[tuple[str | None, str]]]:
    """When each annotator answered each candidate first in the browser, and last anywhere."""
    table, name = schema.judgements, schema.annotators.c.name
    begun = func.min(table.c.made).filter(table.c.origin == WEB)
    rows = connection.execute(
        select(name, begun, func.max(table.c.made))
        .select_from(table.join(schema.annotators).join(schema.candidates))
        .where(schema.candidates.c.suite == suite)
        .group_by(name, table.c.candidate)
    )
    times: dict[str, list[tuple[str | None, str]]] = defaultdict(list)
    for person, first, last in rows:
        times[person].append((first, last))
    return times
