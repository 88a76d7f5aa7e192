"""What an annotator can reach: their own batch, and nothing else."""

from __future__ import annotations

import hmac
from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from sqlalchemy import Connection, select

from proform.store import schema
from proform.store.access import Visitor
from proform.store.judgements import Answer, Said, latest_by
from proform.store.training import current
from proform.store.work import CORRECTNESS, Outdated, listed, save, worklist
from proform.suite.conflict import STANDARD_TAGS
from proform.web.app import Annotating, Site, TheSite
from proform.web.cases import Loaded
from proform.web.protocol import PROTOCOLS

router = APIRouter()

_ASKING = PROTOCOLS[CORRECTNESS]


@router.get("/work")
def overview(request: Request, site: TheSite, who: Annotating) -> Response:
    """How far they are, by category."""
    with site.writing() as connection:
        if _untrained(connection, request, who):
            return RedirectResponse("/training", 303)
        loaded, candidates = _batch(connection, site, who, fresh=True)
        said = latest_by(connection, who.annotator or 0)
    states = [_ASKING.state(_answer(said, candidate)) for candidate in candidates]
    categories = [loaded.candidates[candidate][0].category for candidate in candidates]
    rows = {category: Counter[str]() for category in sorted(set(categories))}
    for category, state in zip(categories, states, strict=True):
        rows[category][state] += 1
    first = next((s for s in ("new", "conflict") if s in states), "done")
    return site.page(
        request,
        "overview.html",
        who=who,
        rows=rows,
        total=Counter(states),
        size=len(candidates),
        next=states.index(first) + 1 if states else 1,
        examples=list(zip(categories, states, strict=True)),
        owner=_opaque(loaded, who),
    )


@router.get("/work/{position}")
def example(request: Request, position: int, site: TheSite, who: Annotating) -> Response:
    """One example."""
    with site.reading() as connection:
        if _untrained(connection, request, who):
            return RedirectResponse("/training", 303)
        loaded, candidates = _batch(connection, site, who)
    _candidate(candidates, position)
    return site.page(
        request,
        "example.html",
        suite=loaded.stored.suite,
        position=position,
        size=len(candidates),
        owner=_opaque(loaded, who),
    )


@router.get("/api/work")
def states(site: TheSite, who: Annotating) -> dict[str, Any]:
    """The state of every example, in their order."""
    with site.reading() as connection:
        loaded, candidates = _batch(connection, site, who)
        said = latest_by(connection, who.annotator or 0)
    return {
        "examples": [
            {
                "category": loaded.candidates[candidate][0].category,
                "state": _ASKING.state(_answer(said, candidate)),
            }
            for candidate in candidates
        ]
    }


@router.get("/api/work/{position}")
def item(position: int, site: TheSite, who: Annotating) -> dict[str, Any]:
    """One example with the answer to it."""
    with site.reading() as connection:
        loaded, candidates = _batch(connection, site, who)
        candidate = _candidate(candidates, position)
        said = latest_by(connection, who.annotator or 0)
        tags = connection.scalars(
            select(schema.tags.c.tag)
            .distinct()
            .join(schema.judgements)
            .where(schema.judgements.c.annotator == who.annotator)
        ).all()
    return {
        "key": _opaque(loaded, who, candidate),
        "position": position,
        "size": len(candidates),
        "suggestions": [*STANDARD_TAGS, *sorted(set(tags) - set(STANDARD_TAGS))],
        **loaded.view(candidate),
        **_answered(said.get(candidate)),
    }


@router.post("/api/work/{position}")
async def saved(position: int, request: Request, site: TheSite, who: Annotating) -> Response:
    """Take an answer. 409: it was changed elsewhere, and the newer one comes back."""
    from starlette.concurrency import run_in_threadpool  # noqa: PLC0415

    try:
        sent = await request.json()
    except ValueError:
        sent = None
    if not isinstance(sent, dict):
        raise HTTPException(422, "expected an object")
    return await run_in_threadpool(_save, position, sent, site, who)


def _save(position: int, sent: dict[str, Any], site: Site, who: Visitor) -> Response:
    base, change = sent.get("base"), sent.get("change")
    if type(base) is not int or not (isinstance(change, str) and change.isascii()):
        raise HTTPException(422, "expected a base (a number) and a change (a text)")
    with site.writing() as connection:
        loaded, candidates = _batch(connection, site, who)
        candidate = _addressed(loaded, who, candidates, position, sent.get("key"))
        answer = _ASKING.read(sent, loaded.case(candidate))
        now = datetime.now(UTC)
        result = save(connection, candidate, who.annotator or 0, answer, base, change, now)
    if isinstance(result, Outdated):
        return JSONResponse(_answered(result.now), 409)
    conflicts = _ASKING.conflicts(answer)
    state = _ASKING.state(answer)
    return JSONResponse({"revision": result.revision, "conflicts": conflicts, "state": state})


def _batch(
    connection: Connection, site: Site, who: Visitor, *, fresh: bool = False
) -> tuple[Loaded, list[int]]:
    """The suite, and the candidates of this annotator in their order."""
    loaded = site.shelf.get(connection, who.suite)
    annotator = who.annotator or 0
    if fresh:
        now = datetime.now(UTC)
        return loaded, worklist(connection, who.suite, annotator, CORRECTNESS, site.seed, now)
    return loaded, listed(connection, who.suite, annotator, CORRECTNESS)


def _untrained(connection: Connection, request: Request, who: Visitor) -> bool:
    """Has training to be done first? Scripts that fetch a page are not sent away from it."""
    at = current(connection, who.suite, who.annotator or 0)
    opened = request.headers.get("sec-fetch-dest", "document") == "document"
    return opened and at is not None and at.waiting


def _candidate(candidates: list[int], position: int) -> int:
    if not 1 <= position <= len(candidates):
        raise HTTPException(404, "there is no such example in your batch")
    return candidates[position - 1]


def _addressed(
    loaded: Loaded, who: Visitor, candidates: list[int], position: int, key: object
) -> int:
    """The candidate that an answer is about.

    A browser may send it long after: positions move when tasks are reassigned, keys do not.
    """
    if key is None:
        return _candidate(candidates, position)
    for candidate in candidates:
        if _opaque(loaded, who, candidate) == key:
            return candidate
    raise HTTPException(410, "this example is not in your batch any more")


def _opaque(loaded: Loaded, who: Visitor, candidate: int = 0) -> str:
    """What a browser calls an annotator, or a candidate of theirs; it tells nothing else."""
    named = f"{who.annotator} {candidate}".encode()
    return hmac.new(loaded.stored.key.encode(), named, sha256).hexdigest()[:16]


def _answer(said: dict[int, Said], candidate: int) -> Answer | None:
    return said[candidate].answer if candidate in said else None


def _answered(said: Said | None) -> dict[str, Any]:
    answer = Answer() if said is None else said.answer
    return {
        "revision": 0 if said is None else said.revision,
        "state": _ASKING.state(None if said is None else answer),
        "conflicts": _ASKING.conflicts(answer),
        "answer": {
            "pronoun": answer.pronoun or "unset",
            "antecedent": answer.antecedent or "unset",
            "remarks": answer.remarks or "",
            "tags": sorted(answer.tags),
            "tokens": sorted([token.segment, token.position] for token in answer.tokens),
        },
    }
