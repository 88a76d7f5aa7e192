"""Tasks: who judges what; and batches, the order in which one annotator sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from sqlalchemy import Connection, delete, func, select

from proform.errors import ProformError
from proform.store import schema
from proform.store.judgements import annotator_id
from proform.store.load import Corpus, Stored, find_target, targets
from proform.store.review import check_annotator
from proform.store.rows import add, add_numbered, check_name, stamp
from proform.suite.tasks import Item, Split, split

SHARED = "IAA"
"""The label of the task that goes to every annotator (inter-annotator agreement)."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a task set."""

    id: int
    taskset: str
    label: str
    size: int
    annotators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """What one annotator judges, in a random order that stays as it is."""

    id: int
    annotator: int
    candidates: tuple[int, ...]
    made: str


def define_tasks(
    connection: Connection,
    stored: Stored,
    name: str,
    tasks: int,
    shared: int,
    seed: int,
    now: datetime,
    systems: Sequence[str] = (),
    categories: Sequence[str] = (),
) -> list[Task]:
    """Draw a set of tasks; without systems or categories, over all of them."""
    check_taskset(connection, stored, name)
    known = {category.name for category in stored.suite.categories}
    for category in categories:
        if category not in known:
            hint = f"there are {', '.join(sorted(known))}"
            raise ProformError(f"no category {category!r} in the suite", hint=hint)
    corpora = [find_target(connection, stored, system) for system in systems]
    items = _items(connection, stored, corpora or targets(connection, stored), categories)
    if not items:
        raise ProformError("nothing to judge: the suite has no such examples")
    drawn = split(items, tasks, shared, Random(seed))  # noqa: S311 (not for secrets)
    add_tasks(connection, stored, name, drawn, seed, now)
    return [task for task in list_tasks(connection, stored) if task.taskset == name]


def check_taskset(connection: Connection, stored: Stored, name: str) -> None:
    """Complain of a name that cannot be that of a new set of tasks."""
    check_name("a set of tasks", name)
    if any(task.taskset == name for task in list_tasks(connection, stored)):
        raise ProformError(f"there is a set of tasks {name!r} already", hint="take another name")


def add_tasks(
    connection: Connection, stored: Stored, name: str, drawn: Split, seed: int, now: datetime
) -> int:
    """Write a set of tasks, of candidates by their ids; gives its own id."""
    row = {"suite": stored.id, "name": name, "seed": seed, "made": stamp(now)}
    (taskset,) = add_numbered(connection, schema.tasksets, [row])
    highest = connection.scalar(
        select(func.max(schema.tasks.c.number)).where(schema.tasks.c.suite == stored.id)
    )
    labelled = [(SHARED, drawn.shared)] if drawn.shared else []
    labelled += [(str(number), members) for number, members in enumerate(drawn.tasks, 1)]
    ids = add_numbered(
        connection,
        schema.tasks,
        (
            {"suite": stored.id, "taskset": taskset, "number": number, "label": label}
            for number, (label, _) in enumerate(labelled, 1 + (highest or 0))
        ),
    )
    add(
        connection,
        schema.task_candidates,
        (
            {"task": task, "candidate": candidate}
            for task, (_, members) in zip(ids, labelled, strict=True)
            for candidate in members
        ),
    )
    return taskset


def list_tasks(connection: Connection, stored: Stored) -> list[Task]:
    """All tasks of a suite, without what was in them of systems that were removed."""
    members = schema.task_candidates
    size = (
        select(func.count())
        .select_from(
            members.join(schema.candidates).join(
                schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus
            )
        )
        .where(members.c.task == schema.tasks.c.id, schema.corpora.c.retired.is_(None))
        .scalar_subquery()
    )
    rows = connection.execute(
        select(schema.tasks.c.id, schema.tasksets.c.name, schema.tasks.c.label, size.label("size"))
        .join(schema.tasksets)
        .where(schema.tasks.c.suite == stored.id)
        .order_by(schema.tasks.c.number)
    ).all()
    people: dict[int, list[str]] = {}
    for row in connection.execute(
        select(schema.assignments.c.task, schema.annotators.c.name)
        .join(schema.annotators)
        .order_by(schema.annotators.c.number)
    ):
        people.setdefault(row.task, []).append(row.name)
    return [
        Task(row.id, row.name, row.label, row.size, tuple(people.get(row.id, ()))) for row in rows
    ]


def assign(
    connection: Connection,
    stored: Stored,
    taskset: str,
    label: str,
    annotator: str,
    now: datetime,
) -> None:
    """Give a task to an annotator; the shared one comes with it."""
    check_name("an annotator", annotator)
    check_annotator(annotator)
    there = _taskset(connection, stored, taskset, label)
    chosen = [task for task in there if task.label in (label, SHARED)]
    person = annotator_id(connection, annotator, now)
    add(
        connection,
        schema.assignments,
        (
            {"task": task.id, "annotator": person, "made": stamp(now)}
            for task in chosen
            if annotator not in task.annotators
        ),
    )


def unassign(
    connection: Connection, stored: Stored, taskset: str, label: str, annotator: str
) -> None:
    """Take a task away from an annotator; what they judged stays.

    With the last one of a set the shared one goes as well, as it came with the first.
    """
    theirs = {
        task.label: task.id
        for task in _taskset(connection, stored, taskset, label)
        if annotator in task.annotators
    }
    if label not in theirs:
        raise ProformError(f"{annotator!r} does not have task {label!r} of {taskset!r}")
    gone = [theirs.pop(label)]
    if set(theirs) == {SHARED}:
        gone.append(theirs[SHARED])
    table, people = schema.assignments, schema.annotators
    person = select(people.c.id).where(people.c.name == annotator).scalar_subquery()
    connection.execute(delete(table).where(table.c.task.in_(gone), table.c.annotator == person))


def reassign(
    connection: Connection,
    stored: Stored,
    taskset: str,
    label: str,
    old: str,
    new: str,
    now: datetime,
) -> None:
    """Take a task away from one annotator and give it to another."""
    if old == new:
        raise ProformError(f"{new!r} has task {label!r} of {taskset!r} already")
    unassign(connection, stored, taskset, label, old)
    assign(connection, stored, taskset, label, new, now)


def make_batch(
    connection: Connection, stored: Stored, annotator: str, taskset: str, seed: int, now: datetime
) -> Batch:
    """Everything that is assigned to an annotator in a set of tasks, in random order."""
    table = schema.annotators
    person = connection.scalar(select(table.c.id).where(table.c.name == annotator))
    members = schema.task_candidates
    found = connection.scalars(
        select(schema.candidates.c.id)
        .distinct()
        .select_from(
            members.join(schema.tasks)
            .join(schema.tasksets)
            .join(schema.assignments, schema.assignments.c.task == schema.tasks.c.id)
            .join(schema.candidates, schema.candidates.c.id == members.c.candidate)
            .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
        )
        .where(
            schema.tasks.c.suite == stored.id,
            schema.tasksets.c.name == taskset,
            schema.assignments.c.annotator == person,
            schema.corpora.c.retired.is_(None),
        )
        .order_by(schema.candidates.c.id)
    ).all()
    if person is None or not found:
        hint = "proform suite assign-task gives them one"
        raise ProformError(f"{annotator!r} has no task in {taskset!r}", hint=hint)
    order = list(found)
    Random(f"{seed} {annotator}").shuffle(order)  # noqa: S311 (not for secrets)
    row = {"suite": stored.id, "annotator": person, "seed": seed, "made": stamp(now)}
    (batch,) = add_numbered(connection, schema.batches, [row])
    add(
        connection,
        schema.batch_candidates,
        (
            {"batch": batch, "position": position, "candidate": candidate}
            for position, candidate in enumerate(order, 1)
        ),
    )
    return Batch(batch, person, tuple(order), stamp(now))


def _taskset(connection: Connection, stored: Stored, taskset: str, label: str) -> list[Task]:
    """The tasks of a set, which must have one of this label."""
    there = [task for task in list_tasks(connection, stored) if task.taskset == taskset]
    if not there:
        raise ProformError(f"no set of tasks {taskset!r} in the suite")
    if label not in (task.label for task in there):
        labels = ", ".join(task.label for task in there)
        raise ProformError(f"no task {label!r} in {taskset!r}", hint=f"there are {labels}")
    return there


def _items(
    connection: Connection,
    stored: Stored,
    corpora: Sequence[Corpus],
    categories: Sequence[str],
) -> list[Item]:
    rows = connection.execute(
        select(
            schema.candidates.c.id,
            schema.corpora.c.name.label("corpus"),
            schema.categories.c.name.label("category"),
        )
        .select_from(
            schema.candidates.join(
                schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus
            )
            .join(schema.examples, schema.examples.c.id == schema.candidates.c.example)
            .join(schema.categories, schema.categories.c.id == schema.examples.c.category)
        )
        .where(
            schema.candidates.c.suite == stored.id,
            schema.corpora.c.id.in_([corpus.id for corpus in corpora]),
        )
        .order_by(schema.candidates.c.number)
    )
    return [
        Item(row.id, row.corpus, row.category)
        for row in rows
        if not categories or row.category in categories
    ]
