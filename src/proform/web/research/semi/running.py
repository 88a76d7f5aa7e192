"""Giving examples to people, and seeing how far they are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel
from sqlalchemy import Connection

from proform.semi.draw import read_verify
from proform.semi.plan_tables import status_tables
from proform.semi.rounds import rounds
from proform.semi.start import Started, Wish
from proform.semi.start import start as begin
from proform.semi.state import load_state
from proform.semi.status import status as find_status
from proform.store.access import ANNOTATOR, invite
from proform.store.answers import annotator_id
from proform.store.load import Stored, find_suite
from proform.store.progress import people
from proform.store.tasks import list_tasks
from proform.web.app import Researching, TheSite
from proform.web.guide.lesson import ask_training, pairs
from proform.web.research.semi.planning import LARGEST, MANY, Planning
from proform.web.research.semi.showing import page, role, shown, within

router = APIRouter()


class Beginning(BaseModel):
    """A round to be made."""

    names: str = ""
    """Of the annotators, one a line."""
    verify: str = ""
    overlap: int = 0
    seed: int = 1
    taskset: str = ""
    accept: bool = False
    agreement: str = ""
    released: list[str] = []
    links: bool = True
    """Are personal links wanted?"""
    training: bool = False

    @property
    def annotators(self) -> tuple[str, ...]:
        """Everyone once."""
        return tuple(
            dict.fromkeys(name for line in self.names.splitlines() if (name := line.strip()))
        )


@dataclass(frozen=True, slots=True)
class Looking:
    """How a suite is looked at: do annotations count as references, and agreement?"""

    accept: bool = False
    agreement: str = ""


@router.get("/research/semi")
def status(
    request: Request, site: TheSite, who: Researching, wanted: Annotated[Looking, Depends()]
) -> Response:
    """Who has judged how much, what is open, and what changed since it was given out."""

    def make(connection: Connection, suite: str) -> dict[str, Any]:
        does = role(wanted.agreement)
        state = load_state(connection, suite, accept=wanted.accept, role=does)
        found = find_status(connection, state)
        return {
            "started": bool(state.rounds),
            "finished": found.finished,
            "nobody": found.nobody,
            "notes": found.notes,
            "tables": shown(status_tables(found)),
        }

    return page(request, site, who, "status", make, wanted=wanted)


@router.get("/research/semi/start")
def starting(
    request: Request, site: TheSite, who: Researching, wanted: Annotated[Planning, Depends()]
) -> Response:
    """The form for a round."""

    def make(connection: Connection, suite: str) -> dict[str, Any]:
        stored = find_suite(connection, suite)
        return {
            "people": people(connection, who.suite),
            "busy": _busy(connection, stored),
            "training": stored.suite.languages in pairs(),
        }

    return page(request, site, who, "start", make, wanted=wanted)


@router.post("/api/research/semi/start")
def start(sent: Beginning, request: Request, site: TheSite, who: Researching) -> dict[str, Any]:
    """Draw and give out; the links are told only now."""
    within("overlap", sent.overlap, 0, MANY)
    within("seed", sent.seed, 0, LARGEST)
    now = datetime.now(UTC)
    with site.writing() as connection:
        suite = site.shelf.get(connection, who.suite).stored.suite.name
        does = role(sent.agreement)
        state = load_state(connection, suite, accept=sent.accept, role=does)
        wish = Wish(
            sent.annotators,
            read_verify(sent.verify.split(), state.categories),
            sent.overlap,
            sent.seed,
            sent.taskset.strip() or None,
            tuple(sent.released),
        )
        started = begin(connection, state, wish, now, accepted=sent.accept)
        links = []
        for name in wish.annotators:
            person = annotator_id(connection, name, now)
            if sent.training:
                ask_training(connection, who.suite, person, now)
            if sent.links:
                secret = invite(connection, who.suite, ANNOTATOR, person, now)
                links.append({"name": name, "url": str(request.url_for("_enter", secret=secret))})
    return {"message": _said(started), "notes": started.drawn.notes, "links": links}


def _said(started: Started) -> str:
    drawn = started.drawn
    tasks = (
        f"{task.label} for {', '.join(task.annotators)}: {task.size}" for task in started.tasks
    )
    counts = f"{len(drawn.referred)} referred examples and {len(drawn.verify)} to verify"
    return f"{started.taskset} was given out: {counts}. Tasks: {'; '.join(tasks)}."


def _busy(connection: Connection, stored: Stored) -> list[str]:
    """Who has a task of a semi-automatic evaluation."""
    ours = {one.taskset for one in rounds(connection, stored.id)}
    tasks = (task for task in list_tasks(connection, stored) if task.taskset in ours)
    return list(dict.fromkeys(name for task in tasks for name in task.annotators))
