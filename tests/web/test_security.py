"""Who may use which route: a table of all of them, tried by every kind of visitor."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import String, cast, literal, update
from starlette.testclient import TestClient
from tests.support.small_suite import NOW
from tests.support.web_server import prepare

from proform.store import schema
from proform.store.access import ANNOTATOR, REPORT, RESEARCHER, enter, invite, links, revoke
from proform.store.answers import annotator_id
from proform.store.database import Store, opened
from proform.store.suites import find_suite
from proform.web.app import create_app
from proform.web.security import COOKIE, CSRF_HEADER, HEADERS, LARGEST, csrf
from proform.web.server import _Line

OPEN, SIGNED = "open", "signed in"

ROUTES = {
    ("GET", "/"): OPEN,
    ("GET", "/healthz"): OPEN,
    ("GET", "/worker.js"): OPEN,
    ("GET", "/enter/{secret}"): OPEN,
    ("GET", "/guidelines"): SIGNED,
    ("GET", "/guidelines/gap-filling"): SIGNED,
    ("GET", "/guidelines/{category}"): SIGNED,
    ("GET", "/work"): ANNOTATOR,
    ("GET", "/work/{position}"): ANNOTATOR,
    ("GET", "/api/work"): ANNOTATOR,
    ("GET", "/api/work/{position}"): ANNOTATOR,
    ("GET", "/api/work/{position}/ahead"): ANNOTATOR,
    ("POST", "/api/work/{position}"): ANNOTATOR,
    ("GET", "/gaps"): ANNOTATOR,
    ("GET", "/gaps/{position}"): ANNOTATOR,
    ("GET", "/api/gaps"): ANNOTATOR,
    ("GET", "/api/gaps/{position}"): ANNOTATOR,
    ("GET", "/api/gaps/{position}/ahead"): ANNOTATOR,
    ("POST", "/api/gaps/{position}"): ANNOTATOR,
    ("GET", "/training"): ANNOTATOR,
    ("POST", "/api/training"): ANNOTATOR,
    ("GET", "/training/{position}"): ANNOTATOR,
    ("POST", "/api/training/{position}"): ANNOTATOR,
    ("GET", "/research"): RESEARCHER,
    ("GET", "/api/research/progress"): RESEARCHER,
    ("GET", "/research/examples"): RESEARCHER,
    ("GET", "/research/examples/{number}"): RESEARCHER,
    ("GET", "/research/tasks"): RESEARCHER,
    ("POST", "/api/research/tasks"): RESEARCHER,
    ("POST", "/api/research/tasks/assign"): RESEARCHER,
    ("POST", "/api/research/tasks/remove"): RESEARCHER,
    ("POST", "/api/research/tasks/unassign"): RESEARCHER,
    ("POST", "/api/research/tasks/reassign"): RESEARCHER,
    ("GET", "/research/people"): RESEARCHER,
    ("POST", "/api/research/links"): RESEARCHER,
    ("POST", "/api/research/links/many"): RESEARCHER,
    ("POST", "/api/research/people/remove"): RESEARCHER,
    ("GET", "/research/quality"): RESEARCHER,
    ("POST", "/api/research/controls"): RESEARCHER,
    ("POST", "/api/research/controls/table"): RESEARCHER,
    ("GET", "/research/systems"): RESEARCHER,
    ("POST", "/api/research/systems"): RESEARCHER,
    ("POST", "/api/research/systems/remove"): RESEARCHER,
    ("POST", "/api/research/batch"): RESEARCHER,
    ("POST", "/api/research/batches"): RESEARCHER,
    ("GET", "/report"): REPORT,
    ("POST", "/api/research/settings"): RESEARCHER,
    ("POST", "/api/research/links/revoke"): RESEARCHER,
    ("GET", "/research/agreement"): RESEARCHER,
    ("GET", "/research/adjudication"): RESEARCHER,
    ("GET", "/research/adjudication/{number}"): RESEARCHER,
    ("POST", "/api/research/adjudication/{number}"): RESEARCHER,
    ("POST", "/api/research/adjudication"): RESEARCHER,
    ("GET", "/research/semi"): RESEARCHER,
    ("GET", "/research/semi/plan"): RESEARCHER,
    ("GET", "/research/semi/start"): RESEARCHER,
    ("POST", "/api/research/semi/start"): RESEARCHER,
    ("GET", "/research/semi/results"): RESEARCHER,
    ("GET", "/research/semi/results/{file}"): RESEARCHER,
    ("GET", "/research/semi/next"): RESEARCHER,
    ("GET", "/research/semi/trust"): RESEARCHER,
    ("GET", "/research/gaps"): RESEARCHER,
    ("GET", "/research/export"): RESEARCHER,
    ("GET", "/research/export/{name}"): RESEARCHER,
}
"""A new route must be entered here, with who may use it."""


@dataclass(frozen=True)
class Doors:
    """The application, and the sessions of some visitors."""

    client: TestClient
    store: Store
    sessions: dict[str, str]

    def ask(self, method: str, path: str, who: str, *, genuine: bool = True) -> int:
        """The status that a visitor gets."""
        status: int = self.answer(method, path, who, genuine=genuine).status_code
        return status

    def answer(self, method: str, path: str, who: str, *, genuine: bool = True) -> Any:
        session = self.sessions[who]
        headers = {CSRF_HEADER: csrf(session)} if genuine else {}
        cookies = f"{COOKIE}={session}"
        body: dict[str, str] | None = {} if method == "POST" else None
        return self.client.request(
            method, path, headers={"cookie": cookies, **headers}, json=body, follow_redirects=False
        )


@contextmanager
def _doors(where: str) -> Iterator[Doors]:
    prepare(where)
    with opened(where) as store:
        with store.writing() as connection:
            suite = find_suite(connection, None).id

            def session(role: str, name: str | None) -> str:
                person = None if name is None else annotator_id(connection, name, NOW)
                return enter(connection, invite(connection, suite, role, person, NOW), NOW) or ""

            sessions = {
                "nobody": "",
                "stranger": "x" * 43,
                "annotator": session(ANNOTATOR, "Ada"),
                "other": session(ANNOTATOR, "Bob"),
                "idle": session(ANNOTATOR, "Eve"),
                "researcher": session(RESEARCHER, None),
                "reader": session(REPORT, None),
                "revoked": session(ANNOTATOR, "Ada"),
                "dismissed": session(RESEARCHER, None),
            }
            for link in links(connection, suite)[:2]:
                revoke(connection, suite, link.id, NOW)
        with TestClient(create_app(store)) as client:
            yield Doors(client, store, sessions)


@pytest.fixture
def doors(where: str) -> Iterator[Doors]:
    with _doors(where) as opened_doors:
        yield opened_doors


@pytest.fixture
def quick_doors(tmp_path: Path) -> Iterator[Doors]:
    """The same for tests to which it makes no difference in which database things are kept."""
    with _doors(str(tmp_path / "suite.db")) as opened_doors:
        yield opened_doors


def _routes(routes: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """All routes, those of included routers too."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield from ((method, route.path) for method in route.methods or ())
        elif (router := getattr(route, "original_router", None)) is not None:
            yield from _routes(router.routes)


def test_every_route_is_in_the_table(quick_doors: Doors) -> None:
    application: Any = quick_doors.client.app
    assert set(_routes(application.routes)) == set(ROUTES)


def _path(pattern: str) -> str:
    values = {
        "{secret}": "nonsense",
        "{position}": "1",
        "{number}": "1",
        "{category}": "event_it",
        "{name}": "judgements.jsonl",
        "{file}": "results.csv",
    }
    for gap, value in values.items():
        pattern = pattern.replace(gap, value)
    return pattern


def test_who_may_use_what(doors: Doors) -> None:
    for (method, pattern), role in ROUTES.items():
        path = _path(pattern)
        allowed = {
            OPEN: set(doors.sessions),
            SIGNED: {"annotator", "other", "idle", "researcher"},
            ANNOTATOR: {"annotator", "other", "idle"},
            RESEARCHER: {"researcher"},
            REPORT: {"researcher", "reader"},
        }[role]
        for who in doors.sessions:
            status = doors.ask(method, path, who)
            where = f"{method} {pattern} by {who}: {status}"
            if who in allowed:
                assert status not in (403, 500), where
                assert status != 401 or pattern == "/enter/{secret}", where
            elif who in ("annotator", "other", "idle", "researcher", "reader"):
                assert status == 403, where
            else:
                assert status == 401, where


def test_changes_need_the_token_of_the_session(doors: Doors) -> None:
    for (method, pattern), role in ROUTES.items():
        if method != "GET":
            who = "annotator" if role == ANNOTATOR else "researcher"
            assert doors.ask(method, _path(pattern), who, genuine=False) == 403


@pytest.mark.parametrize(
    "body",
    [
        *("[" * 30_000, '{"a":' * 10_000, "nonsense", "null", "[]", '"x"', "\xff", " "),
        f'{{"link": {10**30}, "base": {10**30}, "seed": {10**30}}}',
        f'{{"link": {"9" * 5_000}, "base": {"9" * 5_000}}}',
        '{"link": 1e999, "base": -1, "change": "x"}',
        '{"base": 0, "change": "\\ud800", "tags": ["\\u0000"], "remarks": "\\udfff\\u0000"}',
        f'{{"base": 0, "change": "x", "tokens": [[{10**30}, 0]], "names": "\\ud800"}}',
        f'{{"base": 0, "change": "x", "tokens": {[[1, 1]] * 2_000}}}',
    ],
)
def test_malformed_bodies_are_refused(quick_doors: Doors, body: str) -> None:
    """Never an error of ours, and nothing is written."""
    for (method, pattern), role in ROUTES.items():
        if method != "POST" or pattern == "/api/training":  # which takes no body
            continue
        who = "annotator" if role == ANNOTATOR else "researcher"
        session = quick_doors.sessions[who]
        reply = quick_doors.client.post(
            _path(pattern),
            content=body.encode("latin-1"),
            headers={
                "cookie": f"{COOKIE}={session}",
                CSRF_HEADER: csrf(session),
                "content-type": "application/json",
            },
        )
        assert reply.status_code in (400, 404, 422), (pattern, reply.text)
        assert reply.json()["detail"], pattern


def test_an_annotator_reaches_nothing_but_their_own_batch(doors: Doors) -> None:
    for who in ("annotator", "other"):
        assert doors.ask("GET", "/work", who) == 200
    sizes = {
        who: len(doors.answer("GET", "/api/work", who).json()["examples"])
        for who in ("annotator", "other", "idle")
    }
    assert sizes["idle"] == 0
    assert doors.ask("GET", "/api/work/1", "idle") == 404
    for who in ("annotator", "other"):
        for position in (0, -1, sizes[who] + 1, 10**6, 10**20):
            assert doors.ask("GET", f"/api/work/{position}", who) in (404, 422)
            assert doors.ask("GET", f"/work/{position}", who) in (404, 422)
            assert doors.ask("POST", f"/api/work/{position}", who) in (404, 422)


def test_systems_are_never_named_to_annotators(doors: Doors) -> None:
    with doors.store.writing() as connection:
        name = literal("zebra ") + cast(schema.corpora.c.number, String)  # no two are called alike
        connection.execute(update(schema.corpora).values(name=name))
    for page in ("/work", "/work/1", "/api/work", "/api/work/1", "/api/work/1/ahead"):
        answer = doors.answer("GET", page, "annotator")
        assert answer.status_code == 200
        assert "zebra" not in answer.text, page
    assert "zebra" in doors.answer("GET", "/research", "researcher").text


def test_other_words_for_a_link_are_refused_and_then_slowed_down(doors: Doors) -> None:
    statuses = [doors.ask("GET", f"/enter/guess{n}", "nobody") for n in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    with doors.store.writing() as connection:
        suite = find_suite(connection, None).id
        secret = invite(connection, suite, ANNOTATOR, annotator_id(connection, "Ada", NOW), NOW)
    assert doors.ask("GET", f"/enter/{secret}", "nobody") == 303  # others may share the address


def test_a_link_that_does_not_open_is_not_looked_up_over_and_over(quick_doors: Doors) -> None:
    secret = "x" * 43
    statuses = {quick_doors.ask("GET", f"/enter/{secret}", "nobody") for _ in range(10)}
    assert statuses == {401}
    with quick_doors.store.writing() as connection:
        hashed = sha256(secret.encode()).hexdigest()
        connection.execute(update(schema.links).where(schema.links.c.id == 1).values(hash=hashed))
    assert quick_doors.ask("GET", f"/enter/{secret}", "nobody") == 429


@pytest.mark.parametrize("path", ["/api/work/1", "/work/1"])
def test_a_mistake_of_ours_is_logged_with_its_place_and_says_nothing_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    with _doors(str(tmp_path / "suite.db")) as doors:
        application: Any = doors.client.app
        application.state.site = replace(application.state.site, shelf=None)
        with caplog.at_level("INFO", logger="proform.web"):
            cookie = f"{COOKIE}={doors.sessions['annotator']}"
            page = doors.client.get(path, headers={"cookie": cookie, "accept": "text/html"})
    assert page.status_code == 500
    assert "something went wrong" in page.text
    for name, value in HEADERS.items():
        assert page.headers[name] == value
    (record,) = [one for one in caplog.records if one.levelname == "ERROR"]
    assert f'"route": "{path.replace("1", "{position}")}", "status": 500' in record.getMessage()
    assert "Traceback" in json.loads(_Line().format(record))["traceback"]


def test_a_store_that_fails_asks_to_try_again(quick_doors: Doors) -> None:
    with quick_doors.store.writing() as connection:
        connection.exec_driver_sql("alter table sessions rename to elsewhere")
    reply = quick_doors.answer("POST", "/api/work/1", "annotator")
    assert reply.status_code == 503
    assert reply.json()["detail"].startswith("the store cannot be reached")


def test_headers_keep_other_sites_out(quick_doors: Doors) -> None:
    for path in ("/", "/work", "/static/base.css"):
        headers = quick_doors.answer("GET", path, "annotator").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_request_from_another_site_is_refused(quick_doors: Doors) -> None:
    session = quick_doors.sessions["annotator"]
    answer = quick_doors.client.post(
        "/api/work/1",
        headers={
            "cookie": f"{COOKIE}={session}",
            CSRF_HEADER: csrf(session),
            "sec-fetch-site": "cross-site",
        },
        json={},
    )
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("who", "path", "status", "says"),
    [
        ("nobody", "/work", 401, "You need a personal link"),
        ("annotator", "/work/999", 404, "no such example in your batch"),
        ("annotator", "/research", 403, "not for you"),
        ("researcher", "/nowhere", 404, "That did not work"),
        (
            "researcher",
            "/research/semi/plan?overlap=x",
            422,
            "overlap: Input should be a valid int",
        ),
    ],
)
def test_people_get_a_page_where_scripts_get_json(
    quick_doors: Doors, who: str, path: str, status: int, says: str
) -> None:
    cookie = {"cookie": f"{COOKIE}={quick_doors.sessions[who]}"}
    page = quick_doors.client.get(path, headers={**cookie, "accept": "text/html"})
    assert page.status_code == status
    assert says in page.text
    script = quick_doors.client.get(path, headers={**cookie, "accept": "application/json"})
    assert script.status_code == status
    assert script.json()["detail"]


def test_large_requests_are_refused(quick_doors: Doors) -> None:
    session = quick_doors.sessions["annotator"]
    headers = {"cookie": f"{COOKIE}={session}", CSRF_HEADER: csrf(session)}
    body = b'{"remarks": "' + b"x" * LARGEST + b'"}'
    assert quick_doors.client.post("/api/work/1", headers=headers, content=body).status_code == 413

    def endless() -> Iterator[bytes]:
        yield from (b"x" * 1000 for _ in range(1000))

    assert (
        quick_doors.client.post("/api/work/1", headers=headers, content=endless()).status_code
        == 413
    )


def test_secrets_are_not_logged(quick_doors: Doors, caplog: pytest.LogCaptureFixture) -> None:
    with quick_doors.store.writing() as connection:
        suite = find_suite(connection, None).id
        secret = invite(connection, suite, ANNOTATOR, annotator_id(connection, "Ada", NOW), NOW)
    with caplog.at_level("INFO", logger="proform.web"):
        answer = quick_doors.client.get(f"/enter/{secret}", follow_redirects=False)
        quick_doors.ask("GET", "/work/1", "annotator")
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    lines = [record.getMessage() for record in caplog.records if record.name == "proform.web"]
    assert any("/enter/{secret}" in line for line in lines)
    assert any('"/work/{position}"' in line for line in lines)
    assert not any(secret in line for line in lines)


def test_secrets_are_not_stored(doors: Doors) -> None:
    with doors.store.reading() as connection:
        for table in ("links", "sessions"):
            rows = connection.exec_driver_sql(f"select * from {table}").all()  # noqa: S608
            text = repr(rows)
            assert not any(session and session in text for session in doors.sessions.values())
