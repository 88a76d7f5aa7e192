"""Kappa of annotators."""

from __future__ import annotations

from tests.support.office import BAD, OK, Office, disagree


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
