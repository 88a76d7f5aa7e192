"""The third judgement: what it is given in view of, and what it settles."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update
from tests.support.office import BAD, OK, Office, disagree, number_of

from proform.store import schema


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
def test_what_cannot_settle_anything(quick_office: Office, sent: dict[str, Any]) -> None:
    disagree(quick_office)
    number = number_of(2, "base")
    assert quick_office.her.post(f"/api/research/adjudication/{number}", sent).status_code == 422
    assert "Open (1)" in quick_office.her.page("/research/adjudication")


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


def test_neither_system_nor_annotators_are_named(quick_office: Office) -> None:
    disagree(quick_office)
    number = number_of(2, "base")
    her = quick_office.her
    with quick_office.store.writing() as connection:
        connection.execute(update(schema.corpora).values(name="zebra"))
    for path in ("/research/adjudication", f"/research/adjudication/{number}"):
        page = her.page(path)
        for name in ("Ada", "Bob", "zebra"):
            assert name not in page, (path, name)
    page = her.page(f"/research/adjudication/{number}")
    assert "cela" in page.partition('id="reference"')[2].partition("</details>")[0]
    assert "Start from answer B" in page


def _third(office: Office, answer: dict[str, Any]) -> None:
    disagree(office)
    eve = office.invite("Eve")
    office.her.done(
        "/api/research/tasks/assign", {"taskset": "june", "label": "IAA", "annotator": "Eve"}
    )
    office.judge(eve, {(2, "base"): answer})


def test_clear_cases_are_settled_by_the_majority_with_the_reason(office: Office) -> None:
    _third(office, BAD)
    assert "clear cases (1)" in office.her.page("/research/adjudication")
    done = office.her.done("/api/research/adjudication", {"clear": True})
    assert done == {"message": "Settled by the majority: 1."}
    page = office.her.page(f"/research/adjudication/{number_of(2, 'base')}")
    assert "majority: 2 of 3</textarea>" in page
    assert "Settled (1)" in office.her.page("/research/adjudication")
    again = office.her.done("/api/research/adjudication", {"clear": True})
    assert again == {"message": "Settled by the majority: 0."}


def test_what_is_not_clear_is_left(quick_office: Office) -> None:
    _third(quick_office, {"pronoun": "bad", "tags": ["bad_translation"]})  # contradicts itself
    page = quick_office.her.page(f"/research/adjudication/{number_of(2, 'base')}")
    assert "Accept the majority" not in page
    done = quick_office.her.done("/api/research/adjudication", {"clear": True})
    assert done == {"message": "Settled by the majority: 0."}
