"""People: who was invited, and who may still enter."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.human.review import reviews, states
from proform.store.access import ANNOTATOR, invite, links, revoke
from proform.store.answers import annotator_id, check_annotator
from proform.store.schema import check_name
from proform.store.tasks import list_tasks
from proform.store.training import training_results
from proform.store.work import entered, progress
from proform.web.app import Researching, TheSite
from proform.web.guide.lesson import ask_training, pairs
from proform.web.requests import Invitation, Revocation

router = APIRouter()


@router.get("/research/people")
def everyone(request: Request, site: TheSite, who: Researching) -> Response:
    """Annotators and their links."""
    with site.reading() as connection:
        stored = site.shelf.get(connection, who.suite).stored
        given = links(connection, who.suite)
        last = entered(connection, who.suite)
        people = progress(connection, who.suite, states(reviews(connection, stored)))
        tasks = list_tasks(connection, stored)
        trained = {one.name: one for one in training_results(connection, who.suite)}
    return site.page(
        request,
        "research/people.html",
        section="people",
        suite=stored.suite,
        people=[
            {
                "progress": one,
                "tasks": [task for task in tasks if one.annotator in task.annotators],
                "training": trained.get(one.annotator),
                "invited": any(
                    link.name == one.annotator and link.revoked is None for link in given
                ),
            }
            for one in people
        ],
        links=[{"link": link, "last": last.get(link.id)} for link in given],
        own=who.link,
        training=stored.suite.languages in pairs(),
    )


@router.post("/api/research/links")
def invited(sent: Invitation, request: Request, site: TheSite, who: Researching) -> dict[str, Any]:
    """A new link, which is told only now."""
    name, now = sent.name.strip(), datetime.now(UTC)
    with site.writing() as connection:
        person = _annotator(connection, name, now) if sent.role == ANNOTATOR else None
        if sent.training and person is not None:
            ask_training(connection, who.suite, person, now)
        secret = invite(connection, who.suite, sent.role, person, now)
    return {
        "url": str(request.url_for("_enter", secret=secret)),
        "name": name if sent.role == ANNOTATOR else "a researcher",
    }


@router.post("/api/research/links/revoke")
def revoked(sent: Revocation, site: TheSite, who: Researching) -> dict[str, Any]:
    """End a link."""
    with site.writing() as connection:
        revoke(connection, who.suite, sent.link, datetime.now(UTC))
    return {"message": "The link does not open any more, and who used it is signed out."}


def _annotator(connection: Connection, name: str, now: datetime) -> int:
    check_name("an annotator", name)
    check_annotator(name)
    return annotator_id(connection, name, now)
