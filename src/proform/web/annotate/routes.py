"""What an annotator can reach: their own batch, and nothing else."""

import hmac
from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from sqlalchemy import Connection

from proform.human.opinion import CONFLICT, DONE, NEW
from proform.store.access import Visitor
from proform.store.controls import pass_mark
from proform.store.ledger import Outdated
from proform.store.training import current
from proform.store.work import CORRECTNESS, has_work, listed, worklist
from proform.web.annotate.protocols import WORKS, Work
from proform.web.app import Annotating, Site, TheSite
from proform.web.cases import Loaded
from proform.web.requests import Save

AHEAD = 60
"""So many examples a browser gets at once: enough for an hour without network."""

router = APIRouter()


def _routes(work: Work) -> APIRouter:
    routes = APIRouter()

    @routes.get(work.path)
    def overview(request: Request, site: TheSite, who: Annotating) -> Response:
        return _overview(request, site, who, work)

    @routes.get(f"{work.path}/{{position}}")
    def example(request: Request, position: int, site: TheSite, who: Annotating) -> Response:
        with site.store.reading() as connection:
            if _untrained(connection, request, who, work):
                return RedirectResponse("/training", 303)
            loaded, candidates = _batch(connection, site, who, work)
            _candidate(candidates, position)
            values = work.values(connection, loaded)
        return site.page(
            request,
            work.page,
            suite=loaded.stored.suite,
            work=work,
            position=position,
            size=len(candidates),
            owner=_opaque(loaded, who, work),
            **values,
        )

    @routes.get(f"/api{work.path}")
    def states(site: TheSite, who: Annotating) -> dict[str, Any]:
        with site.store.reading() as connection:
            loaded, candidates = _batch(connection, site, who, work)
            states = _states(connection, loaded, candidates, who, work)
        return {"examples": [{"category": name, "state": state} for name, state in states]}

    @routes.get(f"/api{work.path}/{{position}}")
    def item(position: int, site: TheSite, who: Annotating) -> dict[str, Any]:
        return _items(position, 1, site, who, work)[0]

    @routes.get(f"/api{work.path}/{{position}}/ahead")
    def ahead(position: int, site: TheSite, who: Annotating) -> dict[str, Any]:
        """An example and those that come next, which a browser keeps until they are needed."""
        return {"examples": _items(position, AHEAD, site, who, work)}

    def saved(position: int, sent: Save, site: TheSite, who: Annotating) -> Response:
        return _save(position, sent, site, who, work)

    saved.__annotations__["sent"] = work.form  # this is how FastAPI is told
    routes.post(f"/api{work.path}/{{position}}")(saved)
    return routes


for _work in WORKS:
    router.include_router(_routes(_work))


def _overview(request: Request, site: Site, who: Visitor, work: Work) -> Response:
    with site.store.writing() as connection:
        if _untrained(connection, request, who, work):
            return RedirectResponse("/training", 303)
        loaded = site.shelf.get(connection, who.suite)
        annotator, now = who.annotator or 0, datetime.now(UTC)
        candidates = worklist(connection, who.suite, annotator, work.name, site.seed, now)
        states = _states(connection, loaded, candidates, who, work)
        others = [
            other
            for other in WORKS
            if other is not work and has_work(connection, who.suite, annotator, other.name)
        ]
    if not candidates and others:
        return RedirectResponse(others[0].path, 303)
    rows = {category: Counter[str]() for category in sorted({name for name, _ in states})}
    for category, state in states:
        rows[category][state] += 1
    order = [state for _, state in states]
    first = next((state for state in (NEW, CONFLICT) if state in order), DONE)
    return site.page(
        request,
        "overview.html",
        who=who,
        work=work,
        works=[one for one in WORKS if one is work or one in others],
        rows=rows,
        total=Counter(order),
        size=len(candidates),
        next=order.index(first) + 1 if order else 1,
        examples=states,
        owner=_opaque(loaded, who, work),
    )


def _items(position: int, many: int, site: Site, who: Visitor, work: Work) -> list[dict[str, Any]]:
    annotator = who.annotator or 0
    with site.store.reading() as connection:
        loaded, candidates = _batch(connection, site, who, work)
        _candidate(candidates, position)
        chosen = candidates[position - 1 : position - 1 + many]
        said = work.ledger.latest_by(connection, annotator)
        views = work.views(connection, loaded, chosen, annotator)
    return [
        {
            "key": _opaque(loaded, who, work, candidate),
            "position": place,
            "size": len(candidates),
            **view,
            **_answered(work, loaded, candidate, said.get(candidate)),
        }
        for place, (candidate, view) in enumerate(zip(chosen, views, strict=True), position)
    ]


def _save(position: int, sent: Any, site: Site, who: Visitor, work: Work) -> Response:  # noqa: ANN401
    """Take an answer. 409: it was changed elsewhere, and the newer one comes back."""
    person = who.annotator or 0
    with site.store.saving(person) as connection:
        loaded, candidates = _batch(connection, site, who, work)
        candidate = _addressed(loaded, who, work, candidates, position, sent.key)
        answer: Any = work.read(connection, loaded, candidate, sent)
        now = datetime.now(UTC)
        result = work.ledger.save(
            connection, candidate, person, answer, sent.base, sent.change, now
        )
    if isinstance(result, Outdated):
        return JSONResponse(_answered(work, loaded, candidate, result.now), 409)
    conflicts = work.conflicts(answer)
    state = work.state(loaded, candidate, answer)
    return JSONResponse({"revision": result.revision, "conflicts": conflicts, "state": state})


def _batch(
    connection: Connection, site: Site, who: Visitor, work: Work
) -> tuple[Loaded, list[int]]:
    """The suite, and the candidates of this annotator in their order."""
    candidates = listed(connection, who.suite, who.annotator or 0, work.name)
    return site.shelf.get(connection, who.suite), candidates


def _states(
    connection: Connection, loaded: Loaded, candidates: list[int], who: Visitor, work: Work
) -> list[tuple[str, str]]:
    said = work.ledger.latest_by(connection, who.annotator or 0)
    return [
        (loaded.candidates[one][0].category, work.state(loaded, one, _answer(said.get(one))))
        for one in candidates
    ]


def _untrained(connection: Connection, request: Request, who: Visitor, work: Work) -> bool:
    """Has training to be done first? Scripts that fetch a page are not sent away from it."""
    at = current(connection, who.suite, who.annotator or 0) if work.trained else None
    opened = request.headers.get("sec-fetch-dest", "document") == "document"
    held = at is not None and (at.waiting or at.below(pass_mark(connection, who.suite)))
    return opened and held


def _candidate(candidates: list[int], position: int) -> int:
    if not 1 <= position <= len(candidates):
        raise HTTPException(404, "there is no such example in your batch")
    return candidates[position - 1]


def _addressed(
    loaded: Loaded, who: Visitor, work: Work, candidates: list[int], position: int, key: str | None
) -> int:
    """The candidate that an answer is about.

    A browser may send it long after: positions move when tasks are reassigned, keys do not.
    """
    if key is None:
        return _candidate(candidates, position)
    likely = candidates[position - 1 : position] if position > 0 else []
    for candidate in (*likely, *candidates):
        if _opaque(loaded, who, work, candidate) == key:
            return candidate
    raise HTTPException(410, "this example is no longer in your batch")


def _opaque(loaded: Loaded, who: Visitor, work: Work, candidate: int = 0) -> str:
    """What a browser calls an annotator, or a candidate of theirs; it tells nothing else.

    It differs from protocol to protocol: what waits in a browser for one is not sent to another.
    """
    protocol = "" if work.name == CORRECTNESS else f" {work.name}"
    named = f"{who.annotator} {candidate}{protocol}".encode()
    return hmac.new(loaded.stored.key.encode(), named, sha256).hexdigest()[:16]


def _answer(said: Any) -> Any:  # noqa: ANN401 (an answer in the store; the answer)
    return None if said is None else said.answer


def _answered(work: Work, loaded: Loaded, candidate: int, said: Any) -> dict[str, Any]:  # noqa: ANN401
    answer = _answer(said)
    return {
        "revision": 0 if said is None else said.revision,
        "state": work.state(loaded, candidate, answer),
        "conflicts": [] if answer is None else work.conflicts(answer),
        "answer": work.shown(answer),
    }
