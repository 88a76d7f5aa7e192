"""The researcher's side: tasks, people, agreement, adjudication, export."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient
from tests.support.small_suite import EVENT, INTER, NOW, SPLIT, SUITE, TARGETS, filled
from tests.support.visit import Visit

from proform.store import schema
from proform.store.access import RESEARCHER, invite
from proform.store.database import Store, opened
from proform.store.load import SYSTEM, add_target, find_suite, retire, save_suite
from proform.web.app import create_app
from proform.web.security import COOKIE

EVIL = "<script>alert('x')</script>"

SHOWN = {
    (example.category, target.lines[example.segment]): (example.number, target.name)
    for example in SUITE.examples
    for target in TARGETS
}
"""Which translation an annotator sees, for they are not told: by category and last line."""


@dataclass
class Office:
    """A researcher at work on the small suite."""

    store: Store
    client: TestClient
    suite: int
    her: Visit
    saves: int = 0

    def enter(self, url: str) -> Visit:
        path = url.removeprefix("http://testserver")
        answer = self.client.get(path, follow_redirects=False)
        assert answer.status_code == 303
        session = answer.cookies[COOKIE]
        self.client.cookies.clear()
        return Visit(self.client, session)

    def invite(self, name: str) -> Visit:
        made = self.her.done("/api/research/links", {"role": "annotator", "name": name})
        return self.enter(made["url"])

    def tasks(self, *people: str, shared: int = 9, tasks: int = 0) -> None:
        drawing = {"name": "june", "tasks": tasks, "shared": shared, "seed": 1}
        self.her.done("/api/research/tasks", drawing)
        for name in people:
            given = {"taskset": "june", "label": "IAA", "annotator": name}
            self.her.done("/api/research/tasks/assign", given)

    def judge(self, who: Visit, answers: Mapping[tuple[int, str], Mapping[str, Any]]) -> None:
        """Give these answers, by example and system."""
        who.page("/work")
        size = len(who.get("/api/work").json()["examples"])
        for position in range(1, size + 1):
            item = who.get(f"/api/work/{position}").json()
            last = " ".join(word["word"] for word in item["target"][-1]["words"])
            answer = answers.get(SHOWN[item["category"], last])
            if answer is not None:
                self.saves += 1
                sent = {"base": item["revision"], "change": f"save {self.saves}", **answer}
                assert who.post(f"/api/work/{position}", sent).status_code == 200


@pytest.fixture
def office(where: str) -> Iterator[Office]:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            secret = invite(connection, stored.id, RESEARCHER, None, NOW)
        with TestClient(create_app(store)) as client:
            made = Office(store, client, stored.id, Visit(client, ""))
            made.her = made.enter(f"/enter/{secret}")
            yield made


OK: dict[str, Any] = {"pronoun": "ok"}
BAD: dict[str, Any] = {"pronoun": "bad"}


def disagree(office: Office) -> tuple[Visit, Visit]:
    """Two annotators judge four translations and disagree on one.

    Pronouns: Ada ok ok bad bad, Bob ok bad bad bad. They agree on 3 of 4; by chance on
    2/4 · 1/4 + 2/4 · 3/4 = 1/2; kappa is (3/4 - 1/2) / (1 - 1/2) = 0.5.
    """
    ada, bob = office.invite("Ada"), office.invite("Bob")
    office.tasks("Ada", "Bob")
    told = {"tags": ["ant_unsure", EVIL], "remarks": f"why? {EVIL}"}
    office.judge(
        ada,
        {
            (1, "base"): {**OK, "antecedent": "ok", "tokens": [[1, 0], [0, 1]]},
            (2, "base"): {**OK, "tokens": [[1, 4]], **told},
            (2, "reference"): BAD,
            (2, "new"): BAD,
        },
    )
    office.judge(
        bob,
        {
            (1, "base"): {**OK, "antecedent": "ok", "tokens": [[1, 0]]},
            (2, "base"): BAD,
            (2, "reference"): BAD,
            (2, "new"): BAD,
        },
    )
    return ada, bob


def number_of(example: int, system: str) -> int:
    """The number of a candidate."""
    names = [target.name for target in TARGETS]
    return 3 * names.index(system) + example


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
    assert "Start from Ada" in her.page(f"/research/adjudication/{number}")
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


def test_revisions_are_shown_with_what_they_changed(office: Office) -> None:
    ada, _ = disagree(office)
    office.judge(ada, {(2, "base"): {**BAD, "remarks": "on second thought"}})
    page = office.her.page("/research/examples/2")
    assert "History: 3 revisions" in page
    assert page.count("on second thought") == 2
    # In base: three parts of Ada's first, the same of her second, Bob's pronoun; elsewhere four.
    assert page.count('class="changed"') == 11
    assert page.count('class="remarks changed"') == 2
    assert "why?" in page


def test_everything_is_escaped(office: Office) -> None:
    with office.store.writing() as connection:
        table = schema.corpora
        connection.execute(update(table).where(table.c.name == "new").values(name=EVIL))
    office.tasks()
    ada = office.invite(EVIL)
    given = {"taskset": "june", "label": "IAA", "annotator": EVIL}
    office.her.done("/api/research/tasks/assign", given)
    bob = office.invite("Bob")
    office.her.done("/api/research/tasks/assign", {**given, "annotator": "Bob"})
    told = {"tags": [EVIL], "remarks": EVIL}
    office.judge(ada, {(2, "base"): {**OK, "tokens": [[1, 4]], **told}})
    office.judge(bob, {(2, "base"): BAD})
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
        page = office.her.page(f"/research{path}")
        assert "<script>alert" not in page, path
        assert "alert('x')" not in page or path == "/export", path
    assert "\\u003cscript" in office.her.page("/research/examples/2")  # who selected a word
    assert "&lt;script&gt;" in office.her.page("/research")


def test_filters(office: Office) -> None:
    disagree(office)

    def found(query: str) -> list[int]:
        page = office.her.page(f"/research/examples?{query}")
        return [n for n in (1, 2, 3) if f'href="/research/examples/{n}' in page]

    assert found("") == [1, 2, 3]
    assert found(f"category={INTER}") == [1]
    assert found(f"category={SPLIT}&system=base") == [3]
    assert found("system=nowhere") == []
    assert found("judged=right") == [1]
    assert found("judged=wrong") == [2]
    assert found("judged=disputed") == [2]
    assert found("judged=disputed&system=new") == []
    assert found("judged=unjudged") == [1, 3]
    assert found("judged=right&annotator=Ada") == [1, 2]
    assert found("judged=right&annotator=Bob") == [1]
    assert found("judged=disputed&annotator=Ada") == [2]
    assert found("judged=unjudged&annotator=Ada&system=base") == [3]
    assert found("annotator=Ada") == [1, 2]
    assert found("annotator=Eve") == []
    assert found("tag=ant_unsure") == [2]
    assert found("tag=ant_unsure&annotator=Bob") == []
    assert found("conflict=1") == [1]
    assert found("conflict=1&annotator=Bob") == [1]
    assert found("conflict=1&annotator=Ada") == []
    assert found("text=BICYCLETTE") == [1, 2]  # it is context of the second
    assert found("text=dormaient") == [3]
    assert found("text=why%3F") == [2]
    assert found("text=nothing+like+it") == []
    assert found("match=approved&system=new") == [1]
    assert found("match=referred&system=new") == [2, 3]
    assert found("match=approved&system=reference") == []


def test_an_example_is_reached_from_a_filtered_list(office: Office) -> None:
    disagree(office)
    page = office.her.page("/research/examples/1?system=base&judged=right")
    assert "(1 of 1)" in page
    assert 'rel="next"' not in page
    page = office.her.page("/research/examples/2?system=base")
    assert "(2 of 3)" in page
    assert 'href="/research/examples/3?system=base"' in page


def test_long_lists_have_pages(office: Office) -> None:
    with office.store.writing() as connection:
        example = SUITE.examples[1]
        many = tuple(replace(example, number=number) for number in range(1, 61))
        suite = save_suite(connection, replace(SUITE, name="many", examples=many), "k", NOW)
        target = replace(TARGETS[1], placed=dict.fromkeys(range(1, 61), TARGETS[1].placed[2]))
        add_target(connection, suite, target, SYSTEM, NOW)
        secret = invite(connection, suite.id, RESEARCHER, None, NOW)
    her = office.enter(f"/enter/{secret}")
    first, last = (her.page(f"/research/examples?page={page}") for page in (1, 3))
    assert "page 1 of 3" in first
    assert 'href="/research/examples/25"' in first
    assert 'href="/research/examples/26"' not in first
    assert 'href="/research/examples/60"' in last
    assert 'rel="next"' not in last
    assert her.page("/research/examples?page=99") == last


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


def test_unjudged_is_a_label_or_left_out(office: Office) -> None:
    ada, bob = disagree(office)
    office.judge(ada, {(3, "base"): {"tags": ["bad_translation"]}})
    office.judge(bob, {(3, "base"): {"pronoun": "ok", "antecedent": "ok"}})
    own, out = (
        office.her.page(f"/research/agreement?first=Ada&second=Bob&unjudged={flag}")
        for flag in (1, 0)
    )
    # Ada ok ok bad bad –, Bob ok bad bad bad ok: 3 of 5, by chance 2/5 · 2/5 + 2/5 · 3/5 = 2/5.
    assert "3 of 5" in own
    assert ">0.33<" in own
    assert "3 of 4" in out
    assert ">0.50<" in out


def test_three_annotators_make_three_pairs(office: Office) -> None:
    disagree(office)
    eve = office.invite("Eve")
    given = {"taskset": "june", "label": "IAA", "annotator": "Eve"}
    office.her.done("/api/research/tasks/assign", given)
    office.judge(eve, {(2, "base"): BAD, (2, "new"): OK})
    page = office.her.page("/research/agreement")
    assert "Ada and Eve" in page
    assert "Bob and Eve" in page
    assert "Krippendorff" in page
    page = office.her.page("/research/agreement?first=Ada&second=Eve")
    assert "Where they disagree (2)" in page
    assert office.her.get("/research/agreement?first=Ada&second=Mallory").status_code == 404


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({"name": "june", "tasks": 1, "shared": 0, "seed": 1}, "a set of tasks 'june' already"),
        ({"name": " ", "tasks": 1, "shared": 0, "seed": 1}, "cannot be the name"),
        ({"name": "x", "tasks": 100, "shared": 0, "seed": 1}, "100 tasks, but only 9"),
        ({"name": "x", "tasks": 1, "shared": 0, "seed": 2**40}, "less than or equal to 2147483647"),
        ({"name": "x", "tasks": 1, "shared": 0, "seed": 1, "systems": ["old"]}, "no system 'old'"),
        ({"name": "x", "tasks": "many", "shared": 0, "seed": 1}, "valid integer"),
        ({}, "required"),
        ([], "valid dictionary"),
    ],
)
def test_tasks_that_cannot_be_drawn(office: Office, sent: object, complaint: str) -> None:
    office.tasks()
    answer = office.her.post("/api/research/tasks", sent)
    assert answer.status_code == 422
    assert complaint in answer.text


def test_tasks_are_given_moved_and_taken_away(office: Office) -> None:
    her = office.her
    office.tasks(shared=0, tasks=2)
    one = {"taskset": "june", "label": "1"}
    assert (
        "Ada has task 1"
        in her.done("/api/research/tasks/assign", {**one, "annotator": "Ada"})["message"]
    )
    ada = office.invite("Ada")
    ada.page("/work")
    assert len(ada.get("/api/work").json()["examples"]) > 0
    her.done("/api/research/tasks/reassign", {**one, "old": "Ada", "new": "Bob"})
    assert ada.get("/api/work").json()["examples"] == []
    page = her.page("/research/tasks")
    assert "withdraw<span" in page
    assert '"old": "Bob"' in page
    her.done("/api/research/tasks/unassign", {**one, "annotator": "Bob"})
    assert '"old": "Bob"' not in her.page("/research/tasks")
    for path, sent in (
        ("unassign", {**one, "annotator": "Bob"}),
        ("reassign", {**one, "old": "Bob", "new": "Ada"}),
        ("assign", {"taskset": "july", "label": "1", "annotator": "Ada"}),
        ("assign", {**one, "annotator": "adjudicator"}),
    ):
        assert her.post(f"/api/research/tasks/{path}", sent).status_code == 422


def test_links_are_made_and_revoked(office: Office) -> None:
    her = office.her
    ada = office.invite("Ada")
    assert ada.get("/work").status_code == 200
    page = her.page("/research/people")
    assert "Ada" in page
    assert "(yours)" in page
    her.done("/api/research/links/revoke", {"link": 2})
    assert ada.get("/work").status_code == 401
    assert her.post("/api/research/links/revoke", {"link": 2}).status_code == 422
    assert her.post("/api/research/links/revoke", {"link": 999}).status_code == 422
    assert "no link" in her.page("/research/people")
    made = her.done("/api/research/links", {"role": "researcher"})
    colleague = office.enter(made["url"])
    assert colleague.get("/research").status_code == 200
    for sent in (
        {"role": "annotator"},
        {"role": "annotator", "name": "Adjudicator"},
        {"role": "annotator", "name": "a\nb"},
        {"role": "king", "name": "Ada"},
    ):
        assert her.post("/api/research/links", sent).status_code == 422
    her.done("/api/research/links/revoke", {"link": 1})
    assert her.get("/research").status_code == 401


def test_training_is_asked_for_with_the_link(office: Office) -> None:
    sent = {"role": "annotator", "name": "Ada", "training": True}
    office.her.done("/api/research/links", sent)
    assert "answered</td>" in office.her.page("/research/people")


def test_a_disagreement_is_settled_once(office: Office) -> None:
    her = office.her
    disagree(office)
    number = number_of(2, "base")
    path = f"/api/research/adjudication/{number}"
    wrong = {**BAD, "base": 0, "change": "one"}
    assert her.done(path, wrong)["revision"] == 1
    assert her.done(path, wrong)["revision"] == 1
    late = her.post(path, {**OK, "base": 0, "change": "two"})
    assert late.status_code == 409
    assert (late.json()["pronoun"], late.json()["revision"]) == ("bad", 1)
    conflicting = her.done(path, {**OK, "base": 1, "change": "three"})
    assert conflicting["revision"] == 2
    assert "which of the highlighted words" in conflicting["conflicts"][0]
    her.done(path, {"base": 2, "change": "four"})  # withdrawn
    assert "Open (1)" in her.page("/research/adjudication")
    assert 'data-base="3"' in her.page(f"/research/adjudication/{number}")


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"base": "0", "change": "x"},
        {"base": 0, "change": ""},
        {"base": 0, "change": "x", "pronoun": "maybe"},
        {"base": 0, "change": "x", "antecedent": "ok"},
        {"base": 0, "change": "x", "tokens": [[1, 1]]},
        {"base": 0, "change": "x", "tags": ["x" * 61]},
    ],
)
def test_what_cannot_settle_anything(office: Office, sent: dict[str, Any]) -> None:
    disagree(office)
    number = number_of(2, "base")
    assert office.her.post(f"/api/research/adjudication/{number}", sent).status_code == 422
    assert "Open (1)" in office.her.page("/research/adjudication")


def test_what_changed_after_it_was_settled_is_shown(office: Office) -> None:
    ada, bob = disagree(office)
    number = number_of(2, "base")
    sent = {**BAD, "base": 0, "change": "one"}
    office.her.done(f"/api/research/adjudication/{number}", sent)
    office.judge(ada, {(2, "base"): {**OK, "tokens": [[1, 4]]}})
    assert "changed since" in office.her.page("/research/adjudication?settled=1")
    assert "has changed their judgement" in office.her.page(f"/research/adjudication/{number}")
    office.judge(bob, {(2, "base"): {**OK, "tokens": [[1, 4]]}})
    assert "The annotators now agree" in office.her.page(f"/research/adjudication/{number}")
    event = office.her.get("/api/research/progress").json()["cells"][1]
    assert event[1]["wrong"] == 1, "what was settled prevails until it is withdrawn"
    nothing = {"pronoun": "unset", "antecedent": "unset", "base": 1, "change": "two"}
    office.her.done(f"/api/research/adjudication/{number}", nothing)
    event = office.her.get("/api/research/progress").json()["cells"][1]
    assert event[1]["right"] == 1


def test_what_is_not_there_is_not_found(office: Office) -> None:
    disagree(office)
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
        assert office.her.get(path).status_code == 404, path
    sent = {**OK, "base": 0, "change": "x"}
    for other in (0, number - 1, 10**6):
        path = f"/api/research/adjudication/{other}"
        assert office.her.post(path, sent).status_code == 404, path


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


def test_removed_systems_leave_the_pages_but_not_the_export(office: Office) -> None:
    disagree(office)
    with office.store.writing() as connection:
        retire(connection, find_suite(connection, None), "base", NOW)
    assert "No open disagreement" in office.her.page("/research/adjudication")
    assert "bicyclette" not in office.her.page("/research/examples/1")
    records = office.her.page("/research/export/judgements.jsonl").splitlines()
    assert len(records) == 8


def test_a_suite_without_translations_has_pages_too(office: Office) -> None:
    with office.store.writing() as connection:
        bare = save_suite(connection, replace(SUITE, name="bare"), "k", NOW)
        secret = invite(connection, bare.id, RESEARCHER, None, NOW)
    her = office.enter(f"/enter/{secret}")
    for path in ("", "/examples", "/tasks", "/people", "/agreement", "/adjudication", "/export"):
        her.page(f"/research{path}")
    assert her.get("/research/examples/1").status_code == 404
    for name in ("judgements.csv", "counts.tex", "agreement.tex", "protest.db"):
        assert her.get(f"/research/export/{name}").status_code == 200


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
