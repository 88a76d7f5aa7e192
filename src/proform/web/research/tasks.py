"""Tasks: drawing them, and who gets which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.gap.answers import FILLS, define_gap_tasks
from proform.human.opinion import NEW
from proform.human.review import states
from proform.store.load import Stored
from proform.store.tasks import SHARED, Task, assign, define_tasks, list_tasks, reassign, unassign
from proform.store.work import CORRECTNESS, GAP, members_of_tasks, people
from proform.web.annotate.answers import GapFilling
from proform.web.app import Researching, TheSite
from proform.web.requests import Assignment, Drawing, Reassignment
from proform.web.research.snapshot import Snapshot, take_snapshot

router = APIRouter()


@router.get("/research/tasks")
def tasks(request: Request, site: TheSite, who: Researching) -> Response:
    """The tasks, who has them, and a form for more."""
    with site.reading() as connection:
        seen = take_snapshot(connection, site, who)
        there = list_tasks(connection, seen.loaded.stored)
        sets = _sets(connection, seen, there)
        annotators = people(connection, who.suite)
    examples = Counter(example.category for example in seen.loaded.stored.suite.examples)
    return site.page(
        request,
        "research/tasks.html",
        section="tasks",
        suite=seen.loaded.stored.suite,
        systems=seen.systems,
        categories={name: examples[name] for name in seen.categories},
        sets=sets,
        filling={task.taskset for task in there if task.protocol == GAP},
        annotators=annotators,
        shared=SHARED,
    )


@router.post("/api/research/tasks")
def draw(sent: Drawing, site: TheSite, who: Researching) -> dict[str, Any]:
    """Draw a set of tasks."""
    with site.writing() as connection:
        stored = _stored(connection, site, who)
        size = (sent.name.strip(), sent.tasks, sent.shared, sent.seed, datetime.now(UTC))
        chosen = (sent.systems, sent.categories)
        note = ""
        if sent.protocol == GAP:
            found = define_gap_tasks(connection, stored, *size, *chosen)
            drawn = list(found.tasks)
            if found.left_out:
                note = f" {found.left_out} translations have no word for the pronoun to hide."
        else:
            drawn = define_tasks(connection, stored, *size, *chosen)
    sizes = ", ".join(f"{task.label} ({task.size})" for task in drawn)
    return {"message": f"Drawn: {sizes}.{note} Now give them to annotators."}


@router.post("/api/research/tasks/assign")
def give(sent: Assignment, site: TheSite, who: Researching) -> dict[str, Any]:
    """Give a task to an annotator."""
    name = sent.annotator.strip()
    with site.writing() as connection:
        stored = _stored(connection, site, who)
        assign(connection, stored, sent.taskset, sent.label, name, datetime.now(UTC))
    return {"message": f"{name} has task {sent.label} of {sent.taskset} now."}


@router.post("/api/research/tasks/unassign")
def take(sent: Assignment, site: TheSite, who: Researching) -> dict[str, Any]:
    """Take a task away from an annotator."""
    with site.writing() as connection:
        stored = _stored(connection, site, who)
        unassign(connection, stored, sent.taskset, sent.label, sent.annotator)
    what = f"{sent.annotator} does not have task {sent.label} of {sent.taskset} any more."
    return {"message": f"{what} What they judged is kept."}


@router.post("/api/research/tasks/reassign")
def move(sent: Reassignment, site: TheSite, who: Researching) -> dict[str, Any]:
    """Take a task from one annotator and give it to another."""
    new = sent.new.strip()
    with site.writing() as connection:
        stored = _stored(connection, site, who)
        now = datetime.now(UTC)
        reassign(connection, stored, sent.taskset, sent.label, sent.old, new, now)
    return {"message": f"Task {sent.label} of {sent.taskset} went from {sent.old} to {new}."}


def _stored(connection: Connection, site: TheSite, who: Researching) -> Stored:
    return site.shelf.get(connection, who.suite).stored


def _sets(
    connection: Connection, seen: Snapshot, tasks: Sequence[Task]
) -> dict[str, list[dict[str, Any]]]:
    """The tasks of each set, with how far each of their annotators is."""
    suite = seen.loaded.stored.id
    begun = {
        CORRECTNESS: {key for key, state in states(seen.reviews).items() if state != NEW},
        GAP: {
            (one.annotator, one.candidate)
            for one in FILLS.latest(connection, suite)
            if GapFilling().state(one.answer) != NEW
        },
    }
    members = {name: members_of_tasks(connection, suite, name) for name in begun}
    found: dict[str, list[dict[str, Any]]] = {}
    for task in tasks:
        done = {
            person: sum((person, number) in begun[task.protocol] for number in numbers)
            for person, numbers in members[task.protocol].get(task.id, {}).items()
        }
        people = [{"name": person, "done": done.get(person, 0)} for person in task.annotators]
        row = {"label": task.label, "size": task.size, "people": people}
        found.setdefault(task.taskset, []).append(row)
    return found
