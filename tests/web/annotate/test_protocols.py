"""What a browser may send as an answer, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.small_suite import SUITE, TARGETS

from proform.errors import ProformError
from proform.gap.answers import Fill
from proform.store.answers import Answer, Selected
from proform.web.annotate.protocols import (
    WORKS,
    explained,
    fill_state,
    judgement_form,
    read_judgement,
)
from proform.web.cases import Subject
from proform.web.requests import JudgementForm

INTER, EVENT = (
    Subject(example, agrees, TARGETS[1].placed[example.number])
    for example, agrees in zip(SUITE.examples[:2], (True, False), strict=True)
)


def sent(**fields: Any) -> JudgementForm:
    return JudgementForm.model_validate(fields)


def test_a_judgement_keeps_words_tags_and_conflicts() -> None:
    form = sent(pronoun="ok", antecedent="ok", tokens=[[1, 0], [0, 1]], tags=["unsure"])
    answer = read_judgement(form, INTER)
    assert answer.tokens == {Selected(1, 0), Selected(0, 1)}
    assert answer.tags == {"unsure"}
    assert explained(answer) == []
    assert judgement_form(answer)["tokens"] == [[0, 1], [1, 0]]
    (conflict,) = explained(read_judgement(sent(pronoun="ok"), EVENT))
    assert conflict.startswith("The pronoun is right: which of the highlighted words")


@pytest.mark.parametrize(
    ("form", "complaint"),
    [
        (sent(antecedent="ok"), "the antecedent is not asked for here"),
        (sent(tokens=[[0, 0]]), "only highlighted words can be selected"),
    ],
)
def test_what_is_not_asked_cannot_be_answered(form: JudgementForm, complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        read_judgement(form, EVENT)


def test_nothing_said_is_a_form_with_everything_unset() -> None:
    unset = {"pronoun": "unset", "antecedent": "unset", "remarks": "", "tags": [], "tokens": []}
    assert judgement_form(None) == judgement_form(Answer()) == unset


@pytest.mark.parametrize(
    ("fill", "state"),
    [
        (None, "new"),
        (Fill(), "new"),
        (Fill(frozenset({"il"})), "done"),
        (Fill(bad=True), "done"),
        (Fill(frozenset({"il"}), bad=True), "conflict"),
    ],
)
def test_how_far_a_gap_is(fill: Fill | None, state: str) -> None:
    assert fill_state(fill) == state


def test_protocols_differ_in_name_and_address() -> None:
    assert len({work.name for work in WORKS}) == len({work.path for work in WORKS}) == len(WORKS)
