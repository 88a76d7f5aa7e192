"""A round of semi-automatic evaluation: approve, refer, draw, and give out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.semi.draw import VERIFY, Drawn, Verify, deal, draw
from proform.semi.rounds import Decided, add_round, candidate_ids
from proform.semi.state import AGREEMENT, State
from proform.store.load import Stored, find_suite
from proform.store.tasks import SHARED, Task, add_tasks, assign, check_taskset, list_tasks, unassign
from proform.store.work import assigned_to_each
from proform.table.table import Column, Table
from proform.table.tables import Tabular


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a round."""

    annotators: tuple[str, ...]
    verify: Verify = VERIFY
    overlap: int = 0
    seed: int = 1
    name: str | None = None
    released: tuple[str, ...] = ()
    """Annotators who judge no more: what they leave open is given out anew."""


@dataclass(frozen=True)
class Started(Tabular):
    """A round that was made."""

    taskset: str
    tasks: tuple[Task, ...]
    drawn: Drawn
    links: Mapping[str, str] = field(default_factory=dict)
    """For each annotator who was invited, the personal link."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """Who has which task."""
        columns = tuple(map(Column, ("task", "examples", "annotators")))
        records = tuple(
            {"task": task.label, "examples": task.size, "annotators": ", ".join(task.annotators)}
            for task in self.tasks
        )
        return (Table("tasks", f"tasks of {self.taskset}", columns, records),)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was given out, in words."""
        referred, verify = len(self.drawn.referred), len(self.drawn.verify)
        return (
            f"{self.taskset}: {referred} referred examples and {verify} to verify",
            *(
                f"task {task.label}: {task.size} examples for {', '.join(task.annotators)}"
                for task in self.tasks
            ),
            *self.drawn.notes,
        )


def give_out(
    connection: Connection, state: State, wish: Wish, now: datetime, *, accepted: bool = False
) -> Started:
    """Draw and give out, all in the transaction of the connection.

    The state is that of the same connection; `accepted` says that annotations were references.
    """
    stored = find_suite(connection, state.suite.name)
    people = tuple(dict.fromkeys(wish.annotators))
    if not people:
        raise ProformError("nobody to give examples to", hint="name the annotators")
    if both := set(people) & set(wish.released):
        raise ProformError(f"{', '.join(sorted(both))}: released, and to judge more?")
    name = wish.name or _next(connection, stored, state)
    check_taskset(connection, stored, name)
    _release(connection, state, wish.released)
    held = held_by_anyone(connection, stored.id)
    rng = Random(wish.seed)  # noqa: S311 (not for secrets)
    drawn = draw(state, held, wish.verify, rng)
    ids = candidate_ids(connection, stored.id)
    dealt = deal(drawn, len(people), wish.overlap, ids, rng)
    taskset = add_tasks(connection, stored, name, dealt, wish.seed, now)
    for number, person in enumerate(people, 1):
        assign(connection, stored, name, str(number), person, now)
    given = {case.number for case in drawn.cases}
    settings: dict[str, object] = {
        "verify": wish.verify.each,
        "verify_categories": dict(wish.verify.categories),
        "overlap": wish.overlap,
        "seed": wish.seed,
        "accept_annotations": accepted,
        AGREEMENT: state.role.value,
    }
    add_round(
        connection,
        taskset,
        settings,
        ((ids[case.number], Decided(case.decision, case.number in given)) for case in state.cases),
    )
    tasks = [task for task in list_tasks(connection, stored) if task.taskset == name]
    return Started(name, tuple(tasks), drawn)


def held_by_anyone(connection: Connection, suite: int) -> set[int]:
    """The numbers of the candidates that somebody is to judge."""
    held = assigned_to_each(connection, suite)
    return {number for numbers in held.values() for number in numbers}


def _next(connection: Connection, stored: Stored, state: State) -> str:
    """A name for the next round that no set of tasks has."""
    taken = {task.taskset for task in list_tasks(connection, stored)}
    number = 1 + len(state.rounds)
    while f"semi-{number}" in taken:
        number += 1
    return f"semi-{number}"


def _release(connection: Connection, state: State, people: Sequence[str]) -> None:
    stored = find_suite(connection, state.suite.name)
    ours = {one.taskset for one in state.rounds}
    for person in dict.fromkeys(people):
        theirs: dict[str, list[str]] = {}
        for task in list_tasks(connection, stored):
            if task.taskset in ours and person in task.annotators:
                theirs.setdefault(task.taskset, []).append(task.label)
        if not theirs:
            raise ProformError(f"{person!r} has no task of a semi-automatic evaluation")
        for taskset, labels in theirs.items():
            # The shared one goes with the last of the others.
            for label in [one for one in labels if one != SHARED] or labels:
                unassign(connection, stored, taskset, label, person)
