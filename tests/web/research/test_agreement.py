"""Kappa of annotators, and the settling of their disagreements."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.office import BAD, OK, Office, disagree, number_of


def test_unjudged_is_a_label_or_left_out(quick_office: Office) -> None:
    ada, bob = disagree(quick_office)
    quick_office.judge(ada, {(3, "base"): {"tags": ["bad_translation"]}})
    quick_office.judge(bob, {(3, "base"): {"pronoun": "ok", "antecedent": "ok"}})
    own, out = (
        quick_office.her.page(f"/research/agreement?first=Ada&second=Bob&unjudged={flag}")
        for flag in (1, 0)
    )
    # Ada ok ok bad bad –, Bob ok bad bad bad ok: 3 of 5, by chance 2/5 · 2/5 + 2/5 · 3/5 = 2/5.
    assert "3 of 5" in own
    assert ">0.33<" in own
    assert "3 of 4" in out
    assert ">0.50<" in out


def test_three_annotators_make_three_pairs(quick_office: Office) -> None:
    disagree(quick_office)
    eve = quick_office.invite("Eve")
    given = {"taskset": "june", "label": "IAA", "annotator": "Eve"}
    quick_office.her.done("/api/research/tasks/assign", given)
    quick_office.judge(eve, {(2, "base"): BAD, (2, "new"): OK})
    page = quick_office.her.page("/research/agreement")
    assert "Ada and Eve" in page
    assert "Bob and Eve" in page
    assert "Krippendorff" in page
    page = quick_office.her.page("/research/agreement?first=Ada&second=Eve")
    assert "Where they disagree (2)" in page
    assert quick_office.her.get("/research/agreement?first=Ada&second=Mallory").status_code == 404


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
