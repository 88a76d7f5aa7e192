"""Links for people, and a server that logs one JSON object per line."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from socket import gethostname
from typing import Any

import pytest
from tests.support.small_suite import NOW, filled

from proform.errors import ProformError
from proform.store.access import RESEARCHER, enter, visitor
from proform.store.database import opened
from proform.web import server


@pytest.fixture
def where(tmp_path: Path) -> str:
    where = str(tmp_path / "suite.db")
    with opened(where, create=True) as store:
        filled(store)
    return where


def test_a_link_holds_a_secret_of_its_own(where: str) -> None:
    links = {server.invite(where, "Ada", url="https://judge.example/") for _ in range(2)}
    assert len(links) == 2
    assert all(link.startswith("https://judge.example/enter/") for link in links)
    assert "/enter/" in server.invite(where, researcher=True)


@pytest.mark.parametrize(
    ("name", "options", "complaint"),
    [
        (None, {}, "give the NAME of an annotator, or --researcher, or --report"),
        (None, {"researcher": True, "report": True}, "or --report"),
        (None, {"report": True, "training": True}, "--training is for annotators"),
        ("Ada", {"researcher": True}, "give the NAME of an annotator, or --researcher"),
        (None, {"researcher": True, "training": True}, "--training is for annotators"),
        ("Adjudicator", {}, "cannot be the name of an annotator"),
    ],
)
def test_links_that_cannot_be_made(
    where: str, name: str | None, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ProformError, match=complaint):
        server.invite(where, name, **options)


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("0.0.0.0", True)])  # noqa: S104
def test_whoever_opens_the_machine_to_others_is_warned(
    where: str, monkeypatch: pytest.MonkeyPatch, host: str, warned: bool
) -> None:
    settings: dict[str, Any] = {}
    monkeypatch.setattr("uvicorn.run", lambda _, **given: settings.update(given))
    told: list[str] = []
    server.serve(where, host=host, tell=told.append)
    assert any("docs/deploy.md" in line for line in told) is warned
    shown = gethostname() if warned else host
    assert f"http://{shown}:8000/ (stop with Ctrl-C)" in told
    assert told[-1].startswith("nobody was invited to small yet: proform annotate invite")
    assert settings["access_log"] is False, "it would show the secrets in links"


def test_links_lead_to_where_the_store_is_served(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.invite(where, "Ada").startswith("http://127.0.0.1:8000/enter/")
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    told: list[str] = []
    server.serve(where, port=8123, tell=told.append)
    assert told == ["http://127.0.0.1:8123/ (stop with Ctrl-C)"]  # Ada was invited
    assert server.invite(where, "Ada").startswith("http://127.0.0.1:8123/enter/")
    assert server.invite(where, "Ada", url="https://x.example").startswith("https://x.example/")


def test_whoever_serves_an_empty_office_gets_a_link(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    told: list[str] = []
    server.serve(where, port=8123, tell=told.append)
    secret = told[-1].rpartition("/")[2]
    with opened(where) as store, store.writing() as connection:
        session = enter(connection, secret, NOW)
        assert session is not None
        who = visitor(connection, session, NOW)
    assert who is not None
    assert who.role == RESEARCHER


@pytest.mark.parametrize("message", ['{"status": 200}', "started"])
def test_a_line_of_the_log_is_one_json_object(message: str) -> None:
    record = logging.LogRecord("proform.web", logging.INFO, "", 1, message, None, None)
    line = json.loads(server._Line().format(record))
    assert line["level"] == "info"
    assert line["time"].endswith("Z")
    assert line.get("status") == 200 or line["message"] == "started"
