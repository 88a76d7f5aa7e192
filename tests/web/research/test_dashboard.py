"""The overview, and what holds for all pages of the researcher."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path

from sqlalchemy import update
from tests.support.office import BAD, EVIL, OK, Office, disagree, number_of
from tests.support.small_suite import EVENT, NOW, SUITE, TARGETS

from proform.store import schema
from proform.store.access import RESEARCHER, invite
from proform.store.suites import SYSTEM, add_target, save_suite


def test_the_whole_story(office: Office, tmp_path: Path) -> None:
    her = office.her
    assert "No tasks yet" in her.page("/research")
    ada, bob = disagree(office)

    live = her.get("/api/research/progress").json()
    assert [(one["name"], one["size"], one["done"], one["new"]) for one in live["people"]] == [
        ("Ada", 9, 4, 5),
        ("Bob", 9, 3, 5),
    ]
    assert [one["conflict"] for one in live["people"]] == [0, 1]
    assert live["open"] == 1
    page = her.page("/research/agreement")
    assert ">0.50<" in page
    assert "3 of 4" in page
    number = number_of(2, "base")
    assert f"/research/adjudication/{number}" in page
    assert "Where they disagree (1)" in page

    third = {"pronoun": "ok", "tokens": [[1, 4]], "tags": ["ant_unsure"], "remarks": "it is fine"}
    path = f"/api/research/adjudication/{number}"
    assert "Start from answer A" in her.page(f"/research/adjudication/{number}")
    settled = her.done(path, {**third, "base": 0, "change": "third"})
    assert settled == {"revision": 1, "conflicts": []}
    assert "No open disagreement" in her.page("/research/adjudication")
    assert "it is fine" in her.page("/research/examples/2")
    assert her.get("/api/research/progress").json()["open"] == 0

    lines = her.page("/research/export/judgements.jsonl").splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) == 9
    (third_record,) = [one for one in records if one["adjudication"]]
    assert third_record["annotator"] == "adjudicator"
    assert [token["word"] for token in third_record["tokens"]] == ["ça"]
    assert {one["annotator"] for one in records} == {"Ada", "Bob", "adjudicator"}
    table = list(csv.DictReader(StringIO(her.page("/research/export/judgements.csv"))))
    assert [int(one["example"]) for one in table] == [one["example"] for one in records]
    assert [json.loads(one["tags"]) for one in table] == [one["tags"] for one in records]
    assert [one["remarks"] for one in table] == [one["remarks"] for one in records]

    master = tmp_path / "master.db"
    master.write_bytes(her.get("/research/export/protest.db").content)
    with closing(sqlite3.connect(master)) as file:
        names = [name for (name,) in file.execute("select name from annotators order by id")]
        said = "select count(*) from annotations where anaph_annotation in ('ok', 'bad')"
        assert names == ["Ada", "Bob", "adjudicator"]
        assert file.execute(said).fetchone() == (9,)
    tex = her.page("/research/export/agreement.tex")
    assert r"Ada, Bob: all & 4 & 3 & 0.50 &" in tex
    counts = her.page("/research/export/counts.tex")
    assert r"event\_it & 1 & 0 / 1 / 0 & 1 / 0 / 0 & 0 / 1 / 0 \\" in counts
    assert ada.get("/research").status_code == bob.get("/research/export").status_code == 403


def test_everything_is_escaped(quick_office: Office) -> None:
    with quick_office.store.writing() as connection:
        table = schema.corpora
        connection.execute(update(table).where(table.c.name == "new").values(name=EVIL))
    quick_office.tasks()
    ada = quick_office.invite(EVIL)
    given = {"taskset": "june", "label": "IAA", "annotator": EVIL}
    quick_office.her.done("/api/research/tasks/assign", given)
    bob = quick_office.invite("Bob")
    quick_office.her.done("/api/research/tasks/assign", {**given, "annotator": "Bob"})
    told = {"tags": [EVIL], "remarks": EVIL}
    quick_office.judge(ada, {(2, "base"): {**OK, "tokens": [[1, 4]], **told}})
    quick_office.judge(bob, {(2, "base"): BAD})
    number = number_of(2, "base")
    pages = [
        "",
        "/examples",
        "/examples?text=" + EVIL,
        "/examples?tag=" + EVIL,
        "/examples/2",
        "/tasks",
        "/people",
        "/agreement",
        "/adjudication",
        f"/adjudication/{number}",
        "/export",
    ]
    for path in pages:
        page = quick_office.her.page(f"/research{path}")
        assert "<script>alert" not in page, path
        assert "alert('x')" not in page or path == "/export", path
    assert "\\u003cscript" in quick_office.her.page("/research/examples/2")  # who selected a word
    assert "&lt;script&gt;" in quick_office.her.page("/research")


def test_counts_by_system_and_category(office: Office) -> None:
    disagree(office)
    found = office.her.get("/api/research/progress").json()["cells"]
    assert len(found) == 4  # three categories and their sum
    event = found[1]
    assert [cell["wrong"] for cell in event] == [1, 0, 1]
    assert [cell["disputed"] for cell in event] == [0, 1, 0]
    assert [cell["unjudged"] for cell in found[-1]] == [2, 1, 2]
    part = office.her.get("/api/research/progress?part=antecedent").json()["cells"]
    assert len(part) == 3  # the event has no antecedent
    assert [cell["right"] for cell in part[0]] == [0, 1, 0]
    page = office.her.page("/research")
    assert "1 referred" in page
    assert EVENT not in office.her.page("/research?part=antecedent")


def test_what_is_not_there_is_not_found(quick_office: Office) -> None:
    disagree(quick_office)
    number = number_of(2, "base")
    for path in (
        "/research/examples/0",
        "/research/examples/4",
        "/research/adjudication/0",
        f"/research/adjudication/{number - 1}",  # they agree on it
        "/research/export/passwords.txt",
        "/research/export/..%2Fmaster.db",
        "/research/agreement?first=Ada",
    ):
        assert quick_office.her.get(path).status_code == 404, path
    sent = {**OK, "base": 0, "change": "x"}
    for other in (0, number - 1, 10**6):
        path = f"/api/research/adjudication/{other}"
        assert quick_office.her.post(path, sent).status_code == 404, path


def test_another_suite_is_out_of_reach(office: Office) -> None:
    disagree(office)
    number = number_of(2, "base")
    with office.store.writing() as connection:
        other = save_suite(connection, replace(SUITE, name="other"), "k", NOW)
        add_target(connection, other, replace(TARGETS[0], name="theirs"), SYSTEM, NOW)
        secret = invite(connection, other.id, RESEARCHER, None, NOW)
    stranger = office.enter(f"/enter/{secret}")
    pages = ("", "/examples", "/examples/2", "/tasks", "/people", "/agreement", "/adjudication")
    for path in pages:
        page = stranger.page(f"/research{path}")
        for word in ("Ada", "base<", "june", "why?"):
            assert word not in page, (path, word)
    assert stranger.page("/research/export/judgements.jsonl") == ""
    assert stranger.get(f"/research/adjudication/{number}").status_code == 404
    sent = {**OK, "base": 0, "change": "x"}
    assert stranger.post(f"/api/research/adjudication/{number}", sent).status_code == 404
    assert stranger.post("/api/research/links/revoke", {"link": 1}).status_code == 422
    one = {"taskset": "june", "label": "IAA", "annotator": "Ada"}
    for path in ("assign", "unassign"):
        assert stranger.post(f"/api/research/tasks/{path}", one).status_code == 422
    assert office.her.get("/api/research/progress").json()["open"] == 1


def test_a_suite_without_translations_has_pages_too(quick_office: Office) -> None:
    with quick_office.store.writing() as connection:
        bare = save_suite(connection, replace(SUITE, name="bare"), "k", NOW)
        secret = invite(connection, bare.id, RESEARCHER, None, NOW)
    her = quick_office.enter(f"/enter/{secret}")
    for path in ("", "/examples", "/tasks", "/people", "/agreement", "/adjudication", "/export"):
        her.page(f"/research{path}")
    assert her.get("/research/examples/1").status_code == 404
    for name in ("judgements.csv", "counts.tex", "agreement.tex"):
        assert her.get(f"/research/export/{name}").status_code == 200
    assert her.get("/research/export/protest.db").status_code == 422  # without examples, no file


def test_an_answer_is_done_when_everything_asked_is_answered(office: Office) -> None:
    ada = office.invite("Ada")
    office.tasks("Ada")

    def done() -> tuple[int, int]:
        states = [one["state"] for one in ada.get("/api/work").json()["examples"]]
        (person,) = office.her.get("/api/research/progress").json()["people"]
        assert {name: person[name] for name in ("done", "new", "conflict")} == {
            name: states.count(name) for name in ("done", "new", "conflict")
        }
        return states.count("done"), states.count("conflict")

    office.judge(ada, {(1, "base"): BAD, (2, "base"): BAD})
    assert done() == (1, 0), "the antecedent of the first is not judged"
    office.judge(ada, {(1, "base"): {**BAD, "antecedent": "bad"}})
    assert done() == (2, 0)
    office.judge(ada, {(1, "base"): {"tags": ["bad_translation"]}})
    assert done() == (2, 0)
    office.judge(ada, {(1, "base"): {**BAD, "tags": ["bad_translation"]}})
    assert done() == (1, 1)
    live = office.her.get("/api/research/progress").json()
    assert (live["contradictory"], live["open"], live["cells"][0][1]["unjudged"]) == (1, 1, 1)
