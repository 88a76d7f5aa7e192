"""People: who was invited, who may still enter, and who gets which task."""

import csv
from datetime import UTC, datetime
from io import StringIO
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human.review import states
from proform.store.access import ANNOTATOR, WHOSE, invite, links, revoke
from proform.store.answers import annotator_id, annotator_name
from proform.store.roster import remove_annotator, retired_people
from proform.store.tasks import list_tasks
from proform.store.training import training_results
from proform.store.work import entered, progress
from proform.web.app import Researching, TheSite
from proform.web.guide.training import ask_training, pairs
from proform.web.requests import Invitation, Invitations, Removal, Revocation
from proform.web.research.gaps import gap_progress, gap_share
from proform.web.research.snapshot import take_snapshot

router = APIRouter()


@router.get("/research/people")
def _everyone(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        made = links(connection, who.suite)
        last = entered(connection, who.suite)
        annotators = progress(connection, who.suite, states(seen.reviews))
        tasks = list_tasks(connection, seen.loaded.stored)
        retired = retired_people(connection, who.suite)
        gaps = {one["name"]: one for one in gap_progress(connection, who.suite)}
        trained = {one.name: one for one in training_results(connection, who.suite)}
    now = datetime.now(UTC)
    invited = {link.name for link in made if link.revoked is None and not link.ended(now)}
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
                "retired": one.annotator in retired,
                "gaps": gap_share(gaps.get(one.annotator)),
            }
            for one in annotators
        ],
        links=[
            {"link": link, "last": last.get(link.id), "ended": link.ended(now)} for link in made
        ],
        own=who.link,
        gaps=bool(gaps),
        training=seen.suite.languages in pairs(),
    )


@router.post("/api/research/links/many")
def _everybody(
    sent: Invitations, request: Request, site: TheSite, who: Researching
) -> dict[str, Any]:
    """Links for many, all or none; also as a table to send them by mail from."""
    names = sent.everyone
    if not names:
        raise ProformError("nobody to invite", hint="write one name per line")
    with site.store.writing() as connection:
        links = [
            {"name": name, "url": _link(connection, request, who.suite, name, sent)}
            for name in dict.fromkeys(annotator_name(connection, name) for name in names)
        ]
    table = StringIO()
    csv.writer(table, lineterminator="\n").writerows([("name", "link"), *map(dict.values, links)])
    message = f"Links created: {len(links)}."
    return {"message": message, "notes": [], "links": links, "csv": table.getvalue()}


def _link(
    connection: Connection, request: Request, suite: int, name: str, sent: Invitations
) -> str:
    now = datetime.now(UTC)
    person = annotator_id(connection, name, now)
    if sent.training:
        ask_training(connection, suite, person, now)
    secret = invite(connection, suite, ANNOTATOR, person, now, sent.term)
    return str(request.url_for("_enter", secret=secret))


@router.post("/api/research/people/remove")
def _remove(sent: Removal, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        deleted = remove_annotator(connection, who.suite, sent.name, datetime.now(UTC))
    if deleted:
        return {"message": f"{sent.name} was deleted: they had answered nothing."}
    return {"message": f"{sent.name} is retired: their judgements stay, and their link has ended."}


@router.post("/api/research/links")
def _invited(sent: Invitation, request: Request, site: TheSite, who: Researching) -> dict[str, Any]:
    """A new link, which is told only now."""
    name, now, person = "", datetime.now(UTC), None
    with site.store.writing() as connection:
        if sent.role == ANNOTATOR:
            name = annotator_name(connection, sent.name)
            person = annotator_id(connection, name, now)
            if sent.training:
                ask_training(connection, who.suite, person, now)
        secret = invite(connection, who.suite, sent.role, person, now, sent.term)
    whose = name or WHOSE[sent.role]
    return {"url": str(request.url_for("_enter", secret=secret)), "name": whose}


@router.post("/api/research/links/revoke")
def _revoked(sent: Revocation, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        revoke(connection, who.suite, sent.link, datetime.now(UTC))
    return {"message": "The link no longer opens, and whoever used it is signed out."}
