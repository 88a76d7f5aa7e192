"""How well annotators judge, control examples, and the pass mark: for the researcher alone."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from proform.human.quality import load_quality
from proform.store.controls import PASS_MARK, change_settings, controls, pass_mark, set_control
from proform.stored.people import set_controls
from proform.table.table import Cell, Record
from proform.web.app import Researching, Site, TheSite
from proform.web.requests import KnownAnswer, Name, OrganiserSettings
from proform.web.research.snapshot import take_snapshot
from proform.web.research.systems import stored_suite, uploaded
from proform.web.security import MOST_UPLOADED

router = APIRouter()


@router.get("/research/quality")
def _quality(request: Request, site: TheSite, who: Researching) -> Response:
    with site.store.reading() as connection:
        seen = take_snapshot(connection, site, who)
        measured = load_quality(connection, seen.loaded.stored)
        known = controls(connection, who.suite)
        mark = pass_mark(connection, who.suite)
    entries = {entry.number: entry for entry in seen.entries}
    looks = measured["look"].decorated({"example": _to_example})
    return site.page(
        request,
        "research/quality.html",
        suite=seen.suite,
        quality=measured,
        look=looks,
        controls=[(control, entries[number]) for number, control in known.items()],
        mark=mark,
        most=MOST_UPLOADED,
    )


def _to_example(record: Record) -> Cell:
    return Cell(go=f"/research/examples/{record['example']}#system-{record['candidate']}")


@router.post("/api/research/controls")
def _known(sent: KnownAnswer, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        loaded = site.shelf.get(connection, who.suite)
        candidate = loaded.numbers.get(sent.candidate)
        if candidate is None:
            raise HTTPException(404, "there is no such translation in the suite")
        said = sent.pronoun or None, sent.antecedent or None
        set_control(connection, candidate, *said, datetime.now(UTC))
    if not sent.pronoun:
        return {"message": "It is no longer a control example."}
    return {"message": "It is a control example now; annotators are not told."}


@router.post("/api/research/controls/table")
async def _table(
    request: Request, site: TheSite, who: Researching, name: Annotated[Name, Query()] = "known.tsv"
) -> dict[str, Any]:
    """Known answers as a table: all of it is taken, or nothing."""
    return await run_in_threadpool(_take, site, who.suite, name, await request.body())


def _take(site: Site, suite: int, name: str, content: bytes) -> dict[str, Any]:
    with uploaded(name, content) as path:
        taken = set_controls(stored_suite(site, suite), path)
    return {"message": f"Known answers taken from {name}: {taken}."}


@router.post("/api/research/settings")
def _set(sent: OrganiserSettings, site: TheSite, who: Researching) -> dict[str, Any]:
    with site.store.writing() as connection:
        mark = str(sent.pass_mark) if sent.pass_mark else None
        change_settings(connection, who.suite, {PASS_MARK: mark})
    return {"message": f"The pass mark is {mark}%." if mark else "There is no pass mark."}
