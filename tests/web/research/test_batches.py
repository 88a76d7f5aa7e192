"""Batches of PROTEST leave by a page and come back by it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.support.office import Office, disagree

from proform.store.answers import latest
from proform.web.security import CSRF_HEADER, csrf

HERS = {"taskset": "june", "annotator": "Ada"}


def given_out(office: Office, path: Path) -> None:
    """Ada's batch, as a file."""
    reply = office.her.post("/api/research/batch", HERS)
    assert reply.status_code == 200, reply.text
    assert 'filename="Ada-june.db"' in reply.headers["content-disposition"]
    path.write_bytes(reply.content)


def merged(office: Office, content: bytes, **query: str) -> tuple[int, str]:
    session = office.her.session
    sent = {"cookie": f"proform_session={session}", CSRF_HEADER: csrf(session)}
    named = {"name": "ada.db", **query}
    reply = office.client.post("/api/research/batches", params=named, content=content, headers=sent)
    said: dict[str, Any] = reply.json()
    return reply.status_code, str(said.get("message") or said.get("detail") or said.get("error"))


def changed(path: Path, *statements: str) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path.read_bytes()


def hers(office: Office) -> dict[int, str | None]:
    """What Ada says of each pronoun now."""
    with office.store.reading() as connection:
        said = latest(connection, office.suite)
    return {one.candidate: one.answer.pronoun for one in said if one.annotator == "Ada"}


def test_a_batch_goes_out_and_comes_back(office: Office, tmp_path: Path) -> None:
    disagree(office)
    assert ">Ada: june</option>" in office.her.page("/research/export")
    path = tmp_path / "ada.db"
    given_out(office, path)
    assert b"base" not in path.read_bytes(), "systems are not named"
    before = hers(office)
    judged = next(number for number, said in before.items() if said == "bad")
    content = changed(
        path,
        f"update annotations set anaph_annotation = 'ok' where candidate = {judged}",  # noqa: S608
        "insert into annotations select null, min(id), 1, 'unset', 'bad', '', 'ana_ok ant_ok' "
        "from pro_candidates where id not in (select candidate from annotations)",
    )
    status, said = merged(office, content)
    assert (status, said) == (
        200,
        "Ada's batch of 9 translations is merged: 1 new, 1 replaced, 3 unchanged.",
    )
    after = hers(office)
    assert after[judged] == "ok"
    assert len(after) == len(before) + 1
    assert merged(office, content)[1].endswith("0 new, 0 replaced, 5 unchanged.")


def test_what_was_withdrawn_in_the_file_is_asked_for(quick_office: Office, tmp_path: Path) -> None:
    disagree(quick_office)
    path = tmp_path / "ada.db"
    given_out(quick_office, path)
    before = hers(quick_office)
    tables = ("annotations", "tag_annotations", "token_annotations")
    content = changed(path, *(f"delete from {table}" for table in tables))  # noqa: S608
    status, said = merged(quick_office, content)
    assert status == 422
    assert said.startswith("judgements no longer in the file: 4; choose")
    assert hers(quick_office) == before
    assert merged(quick_office, content, withdrawn="keep")[1].endswith("and kept: 4.")
    assert hers(quick_office) == before
    assert merged(quick_office, content, withdrawn="withdraw")[1].endswith("and withdrawn: 4.")
    assert set(hers(quick_office).values()) == {"unset"}


def test_what_is_no_batch_of_this_suite_is_refused(quick_office: Office, tmp_path: Path) -> None:
    disagree(quick_office)
    path = tmp_path / "ada.db"
    given_out(quick_office, path)
    before = hers(quick_office)
    other = changed(path, "update meta_data set tag_value = 'x' where tag = 'master_id'")
    master = quick_office.her.get("/research/export/protest.db").content
    for content, complaint in (
        (b"nonsense", "ada.db: not a PROTEST file"),
        (other, "ada.db: a batch of another master ('x')"),
        (master, "ada.db: a master file, not an annotation batch"),
    ):
        status, said = merged(quick_office, content)
        assert status == 422
        assert said.startswith(complaint)
    assert hers(quick_office) == before


def test_who_has_no_task_has_no_batch(quick_office: Office) -> None:
    assert "Nobody has a task yet" in quick_office.her.page("/research/export")
    for name in ("june", "none"):
        reply = quick_office.her.post("/api/research/batch", {**HERS, "taskset": name})
        assert reply.status_code == 422
    disagree(quick_office)
    reply = quick_office.her.post("/api/research/batch", {**HERS, "annotator": "Eve"})
    assert "'Eve' has no task in 'june'" in reply.json()["detail"]
