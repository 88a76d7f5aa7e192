"""Tasks: sets of them are drawn, given to annotators, and removed."""

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
from proform.store.controls import controls
from proform.store.roster import remove_taskset
from proform.store.tasks import (
    SHARED,
    Task,
    TaskSet,
    assign,
    define_tasks,
    list_tasks,
    reassign,
    unassign,
)
from proform.store.work import CORRECTNESS, GAP, members_of_tasks, people
from proform.web.annotate.protocols import fill_state
from proform.web.app import Researching, TheSite
from proform.web.requests import Assignment, Drawing, Reassignment, Removal
from proform.web.research.snapshot import Snapshot, take_snapshot

router = APIRouter()


@router.get("/research/tasks")
def _tasks(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        every = list_tasks(connection, seen.loaded.stored)
        there = [task for task in every if task.retired is None]
        known = len(controls(connection, who.suite))
        sets = _sets(connection, seen, there)
        annotators = people(connection, who.suite)
    examples = Counter(example.category for example in seen.suite.examples)
    return site.page(
        request,
        "research/tasks.html",
        suite=seen.suite,
        systems=seen.systems,
        categories={name: examples[name] for name in seen.categories},
        sets=sets,
        filling={task.taskset for task in there if task.protocol == GAP},
        annotators=annotators,
        shared=SHARED,
        controls=known,
        retired=sorted({task.taskset for task in every if task.retired is not None}),
        taken=len({task.taskset for task in every}),
    )


@router.post("/api/research/tasks")
def _draw(sent: Drawing, site: TheSite, who: Researching) -> dict[str, Any]:
    chosen = sent.systems, sent.categories
    split, more = (sent.tasks, sent.shared, sent.seed), (sent.controls, sent.once)
    wanted = TaskSet(sent.name.strip(), *split, *chosen, *more)
    note, now = "", datetime.now(UTC)
    with site.store.writing() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        if sent.protocol == GAP:
            gaps = define_gap_tasks(connection, stored, wanted, now)
            drawn = list(gaps.tasks)
            if gaps.left_out:
                note = f" {gaps.left_out} translations have no word for the pronoun to hide."
        else:
            drawn = define_tasks(connection, stored, wanted, now)
    sizes = ", ".join(f"{task.label} ({task.size})" for task in drawn)
    return {"message": f"Drawn: {sizes}.{note} Now give them to annotators."}


@router.post("/api/research/tasks/assign")
def _give(sent: Assignment, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        now = datetime.now(UTC)
        name = assign(connection, stored, sent.taskset, sent.label, sent.annotator, now)
    return {"message": f"{name} has task {sent.label} of {sent.taskset} now."}


@router.post("/api/research/tasks/unassign")
def _take(sent: Assignment, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        unassign(connection, stored, sent.taskset, sent.label, sent.annotator)
    what = f"{sent.annotator} no longer has task {sent.label} of {sent.taskset}."
    return {"message": f"{what} What they judged is kept."}


@router.post("/api/research/tasks/reassign")
def _move(sent: Reassignment, site: TheSite, who: Researching) -> dict[str, Any]:
    now = datetime.now(UTC)
    with site.store.writing() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        new = reassign(connection, stored, sent.taskset, sent.label, sent.old, sent.new, now)
    return {"message": f"Task {sent.label} of {sent.taskset} went from {sent.old} to {new}."}


@router.post("/api/research/tasks/remove")
def _remove(sent: Removal, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        deleted = remove_taskset(connection, stored, sent.name, datetime.now(UTC))
    if deleted:
        return {"message": f"{sent.name} was deleted: nobody had answered anything of it."}
    return {"message": f"{sent.name} is retired: what was judged stays, and nobody gets more."}


def _sets(
    connection: Connection, seen: Snapshot, tasks: Sequence[Task]
) -> dict[str, list[dict[str, Any]]]:
    suite = seen.loaded.stored.id
    fills = FILLS.latest(connection, suite)
    begun = {
        CORRECTNESS: {key for key, state in states(seen.reviews).items() if state != NEW},
        GAP: {(one.annotator, one.candidate) for one in fills if fill_state(one.answer) != NEW},
    }
    members = {name: members_of_tasks(connection, suite, name) for name in begun}
    sets: dict[str, list[dict[str, Any]]] = {}
    for task in tasks:
        done = {
            person: sum((person, number) in begun[task.protocol] for number in numbers)
            for person, numbers in members[task.protocol].get(task.id, {}).items()
        }
        annotators = [{"name": person, "done": done.get(person, 0)} for person in task.annotators]
        row = {"label": task.label, "size": task.size, "people": annotators}
        sets.setdefault(task.taskset, []).append(row)
    return sets
