"""People: who was invited, who may still enter, and who gets which task."""

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
from proform.store.access import ANNOTATOR, invite, links, revoke
from proform.store.answers import annotator_id, check_annotator
from proform.store.schema import check_name
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
from proform.store.training import training_results
from proform.store.work import CORRECTNESS, GAP, entered, members_of_tasks, people, progress
from proform.web.annotate.protocols import fill_state
from proform.web.app import Researching, TheSite
from proform.web.guide.training import ask_training, pairs
from proform.web.requests import Assignment, Drawing, Invitation, Reassignment, Revocation
from proform.web.research.snapshot import Snapshot, take_snapshot

router = APIRouter()


@router.get("/research/people")
def _everyone(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        made = links(connection, who.suite)
        last = entered(connection, who.suite)
        annotators = progress(connection, who.suite, states(seen.reviews))
        tasks = list_tasks(connection, seen.loaded.stored)
        trained = {one.name: one for one in training_results(connection, who.suite)}
    invited = {link.name for link in made if link.revoked is None}
    return site.page(
        request,
        "research/people.html",
        suite=seen.suite,
        people=[
            {
                "progress": one,
                "tasks": [task for task in tasks if one.annotator in task.annotators],
                "training": trained.get(one.annotator),
                "invited": one.annotator in invited,
            }
            for one in annotators
        ],
        links=[{"link": link, "last": last.get(link.id)} for link in made],
        own=who.link,
        training=seen.suite.languages in pairs(),
    )


@router.post("/api/research/links")
def _invited(sent: Invitation, request: Request, site: TheSite, who: Researching) -> dict[str, Any]:
    """A new link, which is told only now."""
    name, now, person = sent.name.strip(), datetime.now(UTC), None
    with site.store.writing() as connection:
        if sent.role == ANNOTATOR:
            check_name("an annotator", name)
            check_annotator(name)
            person = annotator_id(connection, name, now)
            if sent.training:
                ask_training(connection, who.suite, person, now)
        secret = invite(connection, who.suite, sent.role, person, now)
    whose = name if sent.role == ANNOTATOR else "a researcher"
    return {"url": str(request.url_for("_enter", secret=secret)), "name": whose}


@router.post("/api/research/links/revoke")
def _revoked(sent: Revocation, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        revoke(connection, who.suite, sent.link, datetime.now(UTC))
    return {"message": "The link no longer opens, and whoever used it is signed out."}


@router.get("/research/tasks")
def _tasks(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        there = list_tasks(connection, seen.loaded.stored)
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
    )


@router.post("/api/research/tasks")
def _draw(sent: Drawing, site: TheSite, who: Researching) -> dict[str, Any]:
    chosen = sent.systems, sent.categories
    wanted = TaskSet(sent.name.strip(), sent.tasks, sent.shared, sent.seed, *chosen)
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
    name = sent.annotator.strip()
    with site.store.writing() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        assign(connection, stored, sent.taskset, sent.label, name, datetime.now(UTC))
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
    new, now = sent.new.strip(), datetime.now(UTC)
    with site.store.writing() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        reassign(connection, stored, sent.taskset, sent.label, sent.old, new, now)
    return {"message": f"Task {sent.label} of {sent.taskset} went from {sent.old} to {new}."}


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
