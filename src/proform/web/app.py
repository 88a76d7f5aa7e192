"""The application: routes, and who may use them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy import text
from starlette.exceptions import HTTPException

from proform.errors import ProformError
from proform.human.conflict import in_words, worded
from proform.store.access import ANNOTATOR, REPORT, RESEARCHER, Visitor, enter, visitor
from proform.store.database import Store, UnavailableError
from proform.version import __version__
from proform.web.cases import Shelf, spaced, written
from proform.web.requests import complaint
from proform.web.security import COOKIE, Attempts, Guard, csrf, genuine, log

_STATIC = Path(str(files("proform.web") / "static"))
_PAGES = Environment(
    loader=PackageLoader("proform.web"), autoescape=True, undefined=StrictUndefined
)


_PAGES.filters |= {"words": in_words, "worded": worded, "spaced": spaced, "written": written}


@dataclass(frozen=True)
class Site:
    """What all routes share."""

    store: Store
    seed: int = 1
    shelf: Shelf = field(default_factory=Shelf)
    attempts: Attempts = field(default_factory=Attempts)
    judges: tuple[str, ...] = ()
    """Metrics that researchers see beside people: names, or `file:NAME=PATH`."""

    def page(self, request: Request, name: str, status: int = 200, **values: object) -> Response:
        """A page from its template."""
        token = csrf(request.cookies.get(COOKIE, ""))
        html = _PAGES.get_template(name).render(csrf=token, version=__version__, **values)
        return Response(html, status, media_type="text/html")


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


async def _shared(request: Request) -> Site:
    """The same for routes: what is asynchronous needs no thread."""
    return _site(request)


def _visitor(request: Request) -> Visitor | None:
    session = request.cookies.get(COOKIE, "")
    with _site(request).store.looking() as connection:
        return visitor(connection, session, datetime.now(UTC)) if session else None


def _only(*roles: str) -> Any:  # noqa: ANN401 (what FastAPI depends on)
    def check(request: Request) -> Visitor:
        who = _visitor(request)
        if who is None:
            raise HTTPException(401, "open the link that was sent to you")
        if who.role not in roles:
            raise HTTPException(403, "this page is not for you")
        if request.method != "GET" and not genuine(request):
            raise HTTPException(403, "the request did not come from a page of this session")
        return who

    return Depends(check)


TheSite = Annotated[Site, Depends(_shared)]
Annotating = Annotated[Visitor, _only(ANNOTATOR)]
Researching = Annotated[Visitor, _only(RESEARCHER)]
Reading = Annotated[Visitor, _only(RESEARCHER, REPORT)]
Entered = Annotated[Visitor, _only(ANNOTATOR, RESEARCHER)]


def create_app(store: Store, seed: int = 1, judges: Sequence[str] = ()) -> FastAPI:
    """The application on a store; judges are metrics whose say researchers see."""
    from proform.web.annotate import routes  # noqa: PLC0415 (need this)
    from proform.web.guide import guidelines, training  # noqa: PLC0415
    from proform.web.research import (  # noqa: PLC0415
        adjudication,
        agreement,
        batches,
        dashboard,
        examples,
        exports,
        gaps,
        people,
        quality,
        report,
        semi,
        systems,
        tasks,
    )

    app = FastAPI(title="proform", version=__version__, openapi_url=None)  # and so no docs
    app.state.site = Site(store, seed, judges=tuple(judges))
    app.add_middleware(Guard, failed=_failed)
    app.mount("/static", StaticFiles(directory=_STATIC))
    for_researchers = (
        *(dashboard, examples, tasks, people, quality, agreement, adjudication, gaps, semi),
        *(exports, batches, systems, report),
    )
    for part in (routes, guidelines, training, *for_researchers):
        app.include_router(part.router)
    for error in (ProformError, RequestValidationError, HTTPException):
        app.add_exception_handler(error, _faulty)
    app.get("/")(_home)
    app.get("/healthz")(_health)
    app.get("/worker.js")(_worker)
    app.get("/enter/{secret}")(_enter)
    return app


async def _faulty(request: Request, error: Exception) -> Response:
    """What went wrong: a page for people, JSON for scripts."""
    status, what = 422, str(error)
    if isinstance(error, HTTPException):
        status, what = error.status_code, error.detail
    elif isinstance(error, RequestValidationError):  # pages do not send such, addresses may
        what = complaint(error)
    elif isinstance(error, UnavailableError):  # what a browser could not save, it sends again
        log.warning(json.dumps({"store": what}))
        status, what = 503, "the store cannot be reached at the moment; try again soon"
    return _told(request, status, what)


def _failed(request: Request) -> Response:
    what = "something went wrong on the server, and was noted there; what was saved is safe"
    return _told(request, 500, what)


def _told(request: Request, status: int, what: str) -> Response:
    what = worded(what)
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"detail": what}, status)
    template = "closed.html" if status == 401 else "error.html"
    return _site(request).page(request, template, status, what=what)


def _home(request: Request, site: TheSite) -> Response:
    who = _visitor(request)
    if who is None:
        return site.page(request, "closed.html")
    homes = {ANNOTATOR: "/work", RESEARCHER: "/research", REPORT: "/report"}
    return RedirectResponse(homes[who.role], 303)


def _health(site: TheSite) -> dict[str, str]:
    with site.store.reading() as connection:
        connection.execute(text("select 1"))
    return {"status": "ok", "version": __version__}


def _worker() -> Response:
    """The script that shows pages without network; from this place it may do so for all of them."""
    return FileResponse(_STATIC / "worker.js", media_type="text/javascript")


def _enter(request: Request, secret: str, site: TheSite) -> Response:
    """Open a session with a personal link, which then stays out of sight."""
    address = request.client.host if request.client else ""
    this = f"{address} {sha256(secret.encode(errors='replace')).hexdigest()}"
    if site.attempts.too_many(this):
        raise HTTPException(429, "this link does not open; wait a minute before you try it again")
    with site.store.writing() as connection:
        session = enter(connection, secret, datetime.now(UTC))
    if session is None:
        # Many people may share an address: it is told to wait, but a right link opens from it.
        guessing = site.attempts.too_many(address)
        for who in (this, address):
            site.attempts.failed(who)
        if guessing:
            raise HTTPException(429, "too many wrong links; wait a minute")
        return site.page(request, "closed.html", 401)
    answer = RedirectResponse("/", 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, session, httponly=True, samesite="lax", secure=secure, path="/")
    return answer
