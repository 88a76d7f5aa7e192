"""Gap filling through the application: what annotators may know, send and reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.support.small_suite import EVENT, INTER, NOW, SPLIT, SUITE, TARGETS, filled
from tests.support.visit import Visit

from proform.gap.answers import FILLS, define_gap_tasks
from proform.store.access import ANNOTATOR, RESEARCHER, enter, invite
from proform.store.answers import annotator_id, latest
from proform.store.database import Store, opened
from proform.store.suites import SYSTEM, add_target, find_suite, save_suite
from proform.store.tasks import TaskSet, assign, define_tasks
from proform.suite.suite import Suite, Target, place
from proform.web.app import create_app


def _visit(store: Store, client: TestClient, name: str | None) -> Visit:
    with store.writing() as connection:
        suite = find_suite(connection, None).id
        person = None if name is None else annotator_id(connection, name, NOW)
        role = RESEARCHER if name is None else ANNOTATOR
        session = enter(connection, invite(connection, suite, role, person, NOW), NOW)
    return Visit(client, session or "")


def _ask(store: Store, *names: str) -> None:
    with store.writing() as connection:
        stored = find_suite(connection, None)
        define_gap_tasks(connection, stored, TaskSet("july", 0, 99, 1), NOW)
        for name in names:
            assign(connection, stored, "july", "IAA", name, NOW)


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with opened(where, create=True) as opened_store:
        filled(opened_store)
        yield opened_store


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    with TestClient(create_app(store)) as one:
        yield one


# Translations that differ in nothing but the pronoun, and in what French spelling makes of it.
SENTENCE = Suite(
    "one",
    "en",
    "fr",
    ("He knows that it sleeps .",),
    (),
    SUITE.categories,
    (replace(SUITE.examples[1], number=1, segment=0, position=3, token="it"),),
)
VARIANTS = {
    "Il sait qu' il dort .": "3-3",
    "Il sait qu' elles dort .": "3-3",
    "Il sait que ce dort .": "3-3",
    "Il sait qu'elle dort .": "3-2",
    "Il sait qu&apos;on dort .": "3-2",
    "Il sait que l' on dort .": "3-4",
    "Il sait que Cela dort .": "3-3",
    "Il sait que la lampe dort .": "3-3 3-4",
}


def test_what_an_annotator_gets_does_not_depend_on_what_is_hidden(where: str) -> None:
    """Byte for byte, but for what names the example: page and data."""
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, SENTENCE.checked(), "a-key", NOW)
            for number, (line, links) in enumerate(VARIANTS.items()):
                target = place(SENTENCE, Target(f"system {number}", [line], [links], how=""))
                add_target(connection, stored, target, SYSTEM, NOW)
        _ask(store, "Ada")
        with TestClient(create_app(store)) as client:
            ada = _visit(store, client, "Ada")
            ada.page("/gaps")
            items = [ada.get(f"/api/gaps/{n}").json() for n in range(1, len(VARIANTS) + 1)]
            pages = [ada.page(f"/gaps/{n}") for n in range(1, len(VARIANTS) + 1)]
    keys = [item.pop("key") for item in items]
    assert len(set(keys)) == len(VARIANTS)
    assert [item.pop("position") for item in items] == list(range(1, len(VARIANTS) + 1))
    assert items == [items[0]] * len(VARIANTS)
    (line,) = items[0]["target"]
    assert [word["word"] for word in line["words"]] == ["Il", "sait", "que", "", "dort", "."]
    where_it_is = re.compile(r'(?<=Example )\d+|(?<=data-position=")\d+|(?<= value=")\d+(?=")')
    assert len({where_it_is.sub("n", page) for page in pages}) == 1


def test_the_pronoun_of_the_translation_is_sent_nowhere(store: Store, client: TestClient) -> None:
    _ask(store, "Ada")
    ada = _visit(store, client, "Ada")
    ada.page("/gaps")
    seen = set()
    for position in range(1, 8):
        item = ada.get(f"/api/gaps/{position}").json()
        lines = [[word["word"] for word in line["words"]] for line in item["target"]]
        gap = sum(word["mark"] == "gap" for line in item["target"] for word in line["words"])
        assert gap == 1
        example = {INTER: 0, EVENT: 1, SPLIT: 2}[item["category"]]
        for target in TARGETS:
            for spot in target.placed[example + 1].pronoun:
                whole = target.lines[spot.segment].split()
                left = [word for place, word in enumerate(whole) if place != spot.position]
                shown = [word for word in lines[-1] if word]
                if left == shown:
                    assert whole[spot.position] not in shown
                    seen.add((example, target.name))
        assert set(item) == {
            *("key", "position", "size", "category", "title", "source", "target"),
            *("revision", "state", "conflicts", "answer"),
        }
    assert len(seen) == 7


def _send(visit: Visit, position: int, base: int, **answer: object) -> Any:
    sent = {"base": base, "change": f"{position} {base} {answer}"[:64], **answer}
    return visit.post(f"/api/gaps/{position}", sent)


def test_an_answer_goes_in_and_comes_back(store: Store, client: TestClient) -> None:
    _ask(store, "Ada")
    ada = _visit(store, client, "Ada")
    ada.page("/gaps")
    assert ada.get("/api/gaps/1").json()["answer"] == {"forms": [], "bad": False, "remarks": ""}
    saved = _send(ada, 1, 0, forms=["il", "ce"], remarks="both").json()
    assert saved == {"revision": 1, "conflicts": [], "state": "done"}
    item = ada.get("/api/gaps/1").json()
    assert item["answer"] == {"forms": ["ce", "il"], "bad": False, "remarks": "both"}
    both = _send(ada, 1, 1, forms=["il"], bad=True).json()
    assert both["state"] == "conflict"
    assert both["conflicts"] == [
        "A bad translation has no form that fits: take back one or the other."
    ]
    outdated = _send(ada, 1, 1, forms=["elle"])
    assert outdated.status_code == 409
    assert outdated.json()["answer"]["bad"] is True
    assert _send(ada, 1, 2).json()["state"] == "new"
    states = [one["state"] for one in ada.get("/api/gaps").json()["examples"]]
    assert states == ["new"] * 7


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ({"forms": ["lui"]}, "forms must be among il, elle, ils, elles, ce, on, ça/cela, other"),
        ({"forms": "il"}, "forms: Input should be a valid list"),
        ({"forms": [["il"]]}, "forms.0: Input should be a valid string"),
        ({"forms": [1]}, "forms.0: Input should be a valid string"),
        ({"bad": 1}, "bad: Input should be a valid boolean"),
        ({"remarks": 3}, "remarks: Input should be a valid string"),
        ({"remarks": "x" * 5000}, "remarks: String should have at most 4000 characters"),
    ],
)
def test_answers_that_are_refused(
    store: Store, client: TestClient, answer: dict[str, object], complaint: str
) -> None:
    _ask(store, "Ada")
    ada = _visit(store, client, "Ada")
    ada.page("/gaps")
    reply = _send(ada, 1, 0, **answer)
    assert reply.status_code == 422
    assert complaint in reply.json()["detail"]
    with store.reading() as connection:
        assert FILLS.latest(connection, find_suite(connection, None).id) == []


def test_each_protocol_has_its_own_pages(store: Store, client: TestClient) -> None:
    _ask(store, "Ada", "Bob")
    with store.writing() as connection:
        stored = find_suite(connection, None)
        define_tasks(connection, stored, TaskSet("june", 0, 99, 1), NOW)
        assign(connection, stored, "june", "IAA", "Bob", NOW)
    ada, bob = (_visit(store, client, name) for name in ("Ada", "Bob"))
    sent_on = ada.get("/work")
    assert (sent_on.status_code, sent_on.headers["location"]) == (303, "/gaps")
    ada.page("/gaps")
    for path in ("/api/work/1", "/work/1"):  # where the pronoun would be seen
        assert ada.get(path).status_code == 404
    assert "Gap filling" in bob.page("/work")
    assert "Judging" in bob.page("/gaps")
    assert bob.get("/api/work").json()["examples"][8]
    assert len(bob.get("/api/gaps").json()["examples"]) == 7
    key = bob.get("/api/gaps/1").json()["key"]
    wrong = bob.post("/api/work/1", {"base": 0, "change": "x", "key": key, "pronoun": "ok"})
    assert wrong.status_code == 410
    assert _send(bob, 1, 0, forms=["il"], key=key).status_code == 200
    with store.reading() as connection:
        suite = find_suite(connection, None).id
        assert latest(connection, suite) == []
        assert len(FILLS.latest(connection, suite)) == 1
    her = _visit(store, client, None)
    counted = her.get("/api/research/progress").json()
    assert [(one["name"], one["done"]) for one in counted["people"]] == [("Ada", 0), ("Bob", 0)]
    assert "Not judged yet" in her.page("/research/examples/1")


def test_the_researchers_page_before_and_after(store: Store, client: TestClient) -> None:
    her = _visit(store, client, None)
    assert "To begin, draw a set of" in her.page("/research/gaps")
    assert her.page("/research/export/gaps.tsv").count("\n") == 1
    drawing = {"name": "july", "tasks": 1, "shared": 0, "seed": 1, "protocol": "gap"}
    message = her.done("/api/research/tasks", drawing)["message"]
    assert message == (
        "Drawn: 1 (7). 2 translations have no word for the pronoun to hide. "
        "Now give them to annotators."
    )
    assert "Nobody has a task yet" in her.page("/research/gaps")
    given = {"taskset": "july", "label": "1", "annotator": "Ada"}
    her.done("/api/research/tasks/assign", given)
    ada = _visit(store, client, "Ada")
    ada.page("/gaps")
    for position in range(1, 8):
        _send(ada, position, 0, forms=["il", "ils"])
    page = her.page("/research/gaps")
    assert "2" in page
    assert "66.7" in page  # two of the reference's three
    assert "7 of 7 done" in her.page("/research/tasks")
    assert "il, ils" in her.page("/research/examples/1")
    table = her.page("/research/export/gaps.tsv")
    assert table.count("\tAda\til, ils\t") == 7
    refused = her.post("/api/research/tasks", {**drawing, "name": "x", "protocol": "riddle"})
    assert refused.status_code == 422


def test_what_people_write_is_shown_as_text(store: Store, client: TestClient) -> None:
    _ask(store, "Ada")
    ada, her = _visit(store, client, "Ada"), _visit(store, client, None)
    ada.page("/gaps")
    for position in range(1, 8):
        _send(ada, position, 0, forms=["il"], remarks="<script>alert('x')</script>")
    page = her.page("/research/examples/1")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
