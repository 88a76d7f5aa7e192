"""The application: routes, and who may use them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy import Connection, text
from starlette.exceptions import HTTPException

from proform.errors import ProformError
from proform.store.access import ANNOTATOR, RESEARCHER, Visitor, enter, visitor
from proform.store.database import Store
from proform.version import __version__
from proform.web.cases import Shelf
from proform.web.requests import complaint
from proform.web.security import COOKIE, Attempts, csrf, genuine, guarded


@dataclass(frozen=True)
class Site:
    """What all routes share."""

    store: Store
    seed: int = 1
    shelf: Shelf = field(default_factory=Shelf)
    attempts: Attempts = field(default_factory=Attempts)
    pages: Environment = field(
        default_factory=lambda: Environment(
            loader=PackageLoader("proform.web"), autoescape=True, undefined=StrictUndefined
        )
    )

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent view of the store."""
        with self.store.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction."""
        with self.store.writing() as connection:
            yield connection

    def page(self, request: Request, name: str, **values: object) -> Response:
        """A page from its template."""
        token = csrf(request.cookies.get(COOKIE, ""))
        html = self.pages.get_template(name).render(csrf=token, version=__version__, **values)
        return Response(html, media_type="text/html")


def site_of(request: Request) -> Site:
    """The site that a request is to."""
    site: Site = request.app.state.site
    return site


TheSite = Annotated[Site, Depends(site_of)]


def _visitor(request: Request, *roles: str) -> Visitor:
    site = site_of(request)
    session = request.cookies.get(COOKIE, "")
    with site.reading() as connection:
        found = visitor(connection, session) if session else None
    if found is None:
        raise HTTPException(401, "open the link that was sent to you")
    if found.role not in roles:
        raise HTTPException(403, "this page is not for you")
    if request.method != "GET" and not genuine(request):
        raise HTTPException(403, "the request did not come from a page of this session")
    return found


def _annotator(request: Request) -> Visitor:
    return _visitor(request, ANNOTATOR)


def _researcher(request: Request) -> Visitor:
    return _visitor(request, RESEARCHER)


def _anyone(request: Request) -> Visitor:
    return _visitor(request, ANNOTATOR, RESEARCHER)


Annotating = Annotated[Visitor, Depends(_annotator)]
Researching = Annotated[Visitor, Depends(_researcher)]
Entered = Annotated[Visitor, Depends(_anyone)]


def create_app(store: Store, seed: int = 1) -> FastAPI:
    """The application on a store."""
    from proform.web.annotate import routes  # noqa: PLC0415 (need this)
    from proform.web.guide import guidelines, training  # noqa: PLC0415
    from proform.web.research import (  # noqa: PLC0415
        adjudication,
        agreement,
        dashboard,
        examples,
        exports,
        gaps,
        people,
        semi,
        tasks,
    )

    app = FastAPI(
        title="proform", version=__version__, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.site = Site(store, seed)
    app.middleware("http")(guarded)
    app.mount("/static", StaticFiles(directory=Path(str(files("proform.web") / "static"))))
    for_annotators = (routes, guidelines, training)
    for_researchers = (
        *(dashboard, examples, tasks, people, agreement, adjudication),
        *(gaps, semi, exports),
    )
    for part in (*for_annotators, *for_researchers):
        app.include_router(part.router)
    app.add_exception_handler(ProformError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _faulty)
    app.get("/")(_home)
    app.get("/healthz")(_health)
    app.get("/enter/{secret}")(_enter)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    return await _faulty(request, HTTPException(422, str(error)))


async def _misread(request: Request, error: Exception) -> Response:
    """A field that is not what it should be; pages do not send such, addresses may."""
    what = complaint(error) if isinstance(error, RequestValidationError) else str(error)
    return await _faulty(request, HTTPException(422, what))


async def _faulty(request: Request, error: Exception) -> Response:
    """What went wrong: a page for people, JSON for scripts."""
    status, what = getattr(error, "status_code", 500), str(getattr(error, "detail", ""))
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"detail": what}, status)
    template = "closed.html" if status == 401 else "error.html"
    response = site_of(request).page(request, template, what=what)
    response.status_code = status
    return response


def _home(request: Request, site: TheSite) -> Response:
    session = request.cookies.get(COOKIE, "")
    with site.reading() as connection:
        found = visitor(connection, session) if session else None
    if found is None:
        return site.page(request, "closed.html")
    return RedirectResponse("/work" if found.role == ANNOTATOR else "/research", 303)


def _health(site: TheSite) -> dict[str, str]:
    with site.reading() as connection:
        connection.execute(text("select 1"))
    return {"status": "ok", "version": __version__}


def _enter(request: Request, secret: str, site: TheSite) -> Response:
    """Open a session with a personal link, which then stays out of sight."""
    address = request.client.host if request.client else ""
    if site.attempts.too_many(address):
        raise HTTPException(429, "too many wrong links; wait a minute")
    with site.writing() as connection:
        session = enter(connection, secret, datetime.now(UTC))
    if session is None:
        site.attempts.failed(address)
        response = site.page(request, "closed.html")
        response.status_code = 401
        return response
    answer = RedirectResponse("/", 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, session, httponly=True, samesite="lax", secure=secure, path="/")
    return answer
