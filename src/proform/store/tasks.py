"""Tasks: who judges what."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import NamedTuple, TypedDict

from sqlalchemy import Connection, delete, exists, func, select

from proform.errors import ProformError
from proform.store import schema
from proform.store.answers import annotator_id, annotator_name, known_name
from proform.store.controls import controls, mix_in
from proform.store.schema import add, add_numbered, check_name, stamp
from proform.store.suites import Stored, find_target, highest, targets
from proform.store.twins import judged_once
from proform.store.work import CORRECTNESS, GAP

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
    protocol: str = CORRECTNESS
    retired: str | None = None
    """Since when nobody works on it."""


class TaskOptions(TypedDict, total=False):
    """What may be said of a set of tasks that is to be drawn."""

    shared: int
    seed: int
    systems: Sequence[str]
    categories: Sequence[str]
    controls: int
    once: bool


@dataclass(frozen=True, slots=True)
class TaskSet:
    """A set of tasks to draw; without systems or categories, over all of them."""

    name: str
    tasks: int
    shared: int = 0
    """About so many examples are for every annotator."""
    seed: int = 1
    systems: Sequence[str] = ()
    categories: Sequence[str] = ()
    controls: int = 0
    """So many control examples are mixed into each task."""
    once: bool = False
    """Is of identical translations only one judged, for all?"""


class TaskItem(NamedTuple):
    """A candidate to be judged, and what it is a case of."""

    candidate: int
    corpus: str
    category: str


@dataclass(frozen=True, slots=True)
class Split:
    """What every annotator judges, to see how far they agree, and what each one judges alone."""

    shared: tuple[int, ...]
    tasks: tuple[tuple[int, ...], ...]


def define_tasks(
    connection: Connection,
    stored: Stored,
    wanted: TaskSet,
    now: datetime,
    protocol: str = CORRECTNESS,
) -> list[Task]:
    """Draw a set of tasks; for gap filling, only of what has a word for the pronoun to hide."""
    check_taskset(connection, stored, wanted.name)
    items = items_of(connection, stored, wanted, translated=protocol == GAP)
    if not items:
        raise ProformError("nothing to judge: the suite has no such examples")
    if wanted.once:
        if protocol == GAP:
            raise ProformError("only judgements can stand for identical translations")
        judged = judged_once(connection, stored, (item.candidate for item in items))
        items = [item for item in items if item.candidate in judged]
    rng = Random(wanted.seed)  # noqa: S311 (not for secrets)
    drawn = split(items, wanted.tasks, wanted.shared, rng)
    if wanted.controls:
        drawn = _with_controls(connection, stored, wanted, drawn, rng)
    add_tasks(connection, stored, wanted.name, drawn, wanted.seed, now, protocol)
    return [task for task in list_tasks(connection, stored) if task.taskset == wanted.name]


def _with_controls(
    connection: Connection, stored: Stored, wanted: TaskSet, drawn: Split, rng: Random
) -> Split:
    table = schema.candidates
    known = table.c.suite == stored.id, table.c.number.in_(controls(connection, stored.id))
    ids = connection.scalars(select(table.c.id).where(*known).order_by(table.c.number)).all()
    if drawn.tasks:
        return Split(drawn.shared, mix_in(drawn.tasks, ids, wanted.controls, rng))
    return Split(mix_in([drawn.shared], ids, wanted.controls, rng)[0], ())


def items_of(
    connection: Connection, stored: Stored, wanted: TaskSet, *, translated: bool = False
) -> list[TaskItem]:
    """What can be given out."""
    known = {category.name for category in stored.suite.categories}
    for category in wanted.categories:
        if category not in known:
            hint = f"there are {', '.join(sorted(known))}"
            raise ProformError(f"no category {category!r} in the suite", hint=hint)
    chosen = [find_target(connection, stored, system) for system in wanted.systems]
    table, corpora, words = schema.candidates, schema.corpora, schema.translations
    overt = exists().where(words.c.candidate == table.c.id, words.c.antecedent.is_(None))
    rows = connection.execute(
        select(table.c.id, corpora.c.name, schema.categories.c.name)
        .select_from(table.join(corpora).join(schema.examples).join(schema.categories))
        .where(
            table.c.suite == stored.id,
            corpora.c.id.in_([corpus.id for corpus in chosen or targets(connection, stored)]),
            *([overt] if translated else ()),
        )
        .order_by(table.c.number)
    )
    items = [TaskItem(*row) for row in rows]
    return [item for item in items if item.category in (wanted.categories or known)]


def check_taskset(connection: Connection, stored: Stored, name: str) -> None:
    """Complain about a name that cannot be that of a new set of tasks."""
    check_name("a set of tasks", name)
    if any(task.taskset == name for task in list_tasks(connection, stored)):
        raise ProformError(f"there is a set of tasks {name!r} already", hint="take another name")


def add_tasks(
    connection: Connection,
    stored: Stored,
    name: str,
    drawn: Split,
    seed: int,
    now: datetime,
    protocol: str = CORRECTNESS,
) -> int:
    """Write a set of tasks, of candidates by their ids; gives its own id."""
    row = {"suite": stored.id, "name": name, "protocol": protocol, "seed": seed}
    (taskset,) = add_numbered(connection, schema.tasksets, [{**row, "made": stamp(now)}])
    labelled = [(SHARED, drawn.shared)] if drawn.shared else []
    labelled += [(str(number), members) for number, members in enumerate(drawn.tasks, 1)]
    tasks = (
        {"suite": stored.id, "taskset": taskset, "number": number, "label": label}
        for number, (label, _) in enumerate(
            labelled, 1 + highest(connection, schema.tasks, stored.id)
        )
    )
    ids = add_numbered(connection, schema.tasks, tasks)
    members = (
        {"task": task, "candidate": candidate}
        for task, (_, candidates) in zip(ids, labelled, strict=True)
        for candidate in candidates
    )
    add(connection, schema.task_candidates, members)
    return taskset


def list_tasks(connection: Connection, stored: Stored) -> list[Task]:
    """All tasks of a suite, without what was in them of systems that were removed."""
    table, sets, members = schema.tasks, schema.tasksets, schema.task_candidates
    size = (
        select(func.count())
        .select_from(members.join(schema.candidates).join(schema.corpora))
        .where(members.c.task == table.c.id, schema.corpora.c.retired.is_(None))
        .scalar_subquery()
    )
    rows = connection.execute(
        select(
            *(table.c.id, sets.c.name, table.c.label),
            *(size.label("size"), sets.c.protocol, sets.c.retired),
        )
        .select_from(table.join(sets))
        .where(table.c.suite == stored.id)
        .order_by(table.c.number)
    ).all()
    people: dict[int, list[str]] = defaultdict(list)
    for task, annotator in connection.execute(
        select(schema.assignments.c.task, schema.annotators.c.name)
        .join(schema.annotators)
        .order_by(schema.annotators.c.number)
    ):
        people[task].append(annotator)
    return [Task(*row[:4], tuple(people[row.id]), row.protocol, row.retired) for row in rows]


def assign(
    connection: Connection, stored: Stored, taskset: str, label: str, annotator: str, now: datetime
) -> str:
    """Give a task to an annotator, with the shared one; gives the name that they go by."""
    annotator = annotator_name(connection, annotator)
    tasks = _taskset(connection, stored, taskset, label)
    person = annotator_id(connection, annotator, now)
    rows = (
        {"task": task.id, "annotator": person, "made": stamp(now)}
        for task in tasks
        if task.label in (label, SHARED) and annotator not in task.annotators
    )
    add(connection, schema.assignments, rows)
    return annotator


def unassign(
    connection: Connection, stored: Stored, taskset: str, label: str, annotator: str
) -> None:
    """Take a task away, with the last of a set the shared one as well; what was judged stays."""
    annotator = known_name(connection, annotator)
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
) -> str:
    """Take a task away from one annotator and give it to another, whose name it gives."""
    if known_name(connection, old) == known_name(connection, new):
        raise ProformError(f"{new!r} has task {label!r} of {taskset!r} already")
    unassign(connection, stored, taskset, label, old)
    return assign(connection, stored, taskset, label, new, now)


def tasks_of(connection: Connection, stored: Stored, taskset: str) -> list[Task]:
    """The tasks of a set, which must be there."""
    tasks = [task for task in list_tasks(connection, stored) if task.retired is None]
    theirs = [task for task in tasks if task.taskset == taskset]
    if not theirs:
        names = ", ".join(dict.fromkeys(repr(task.taskset) for task in tasks)) or "none"
        raise ProformError(f"no set of tasks {taskset!r} in the suite", hint=f"there are {names}")
    return theirs


def _taskset(connection: Connection, stored: Stored, taskset: str, label: str) -> list[Task]:
    """The tasks of a set, which must have one of this label."""
    tasks = tasks_of(connection, stored, taskset)
    labels = [task.label for task in tasks]
    if label not in labels:
        hint = f"there are {', '.join(labels)}"
        raise ProformError(f"no task {label!r} in {taskset!r}", hint=hint)
    return tasks


def split(items: Sequence[TaskItem], tasks: int, shared: int, rng: Random) -> Split:
    """Draw about `shared` items for all, and deal the rest out to so many tasks.

    The shared ones are drawn in proportion to corpus × category, with at least one each. Of every
    corpus × category, and of all, two tasks differ by one at most.
    """
    if tasks < 0 or shared < 0 or not tasks + shared:
        raise ProformError("nothing to split: give a number of tasks, or of shared examples")
    if tasks > len(items):
        raise ProformError(f"{tasks} tasks, but only {len(items)} examples to judge")
    cells: dict[tuple[str, str], list[int]] = defaultdict(list)
    for item in items:
        cells[item.corpus, item.category].append(item.candidate)
    agreed: list[int] = []
    dealt: list[list[int]] = [[] for _ in range(tasks)]
    turn = rng.randrange(tasks) if tasks else 0
    done = 0
    for cell in sorted(cells):
        members = sorted(cells[cell])
        rng.shuffle(members)
        # What is left of one cell by rounding goes to the next, so that the sum is as asked.
        before, done = done, done + len(members)
        size = done * shared // len(items) - before * shared // len(items)
        size = max(1, size) if shared else 0
        agreed += members[:size]
        if tasks:
            for candidate in members[size:]:
                dealt[turn % tasks].append(candidate)
                turn += 1
    return Split(tuple(sorted(agreed)), tuple(tuple(sorted(task)) for task in dealt))
