from __future__ import annotations

import pytest
from pydantic import ValidationError

from proform.semi.decisions import AgreementRole
from proform.web.requests import (
    AdviceOptions,
    JudgementForm,
    PlanOptions,
    ResultOptions,
    Revocation,
    RoundStart,
    Save,
    read_sizes,
)


def test_tags_are_made_tidy() -> None:
    form = JudgementForm.model_validate({"tags": [" a  b ", "c"], "tokens": [[1, 2]]})
    assert (form.tags, form.tokens) == (["a b", "c"], [[1, 2]])


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"pronoun": "maybe"}, "pronoun"),
        ({"antecedent": None}, "antecedent"),
        ({"remarks": "x" * 4001}, "remarks"),
        ({"remarks": "a\0b"}, "remarks"),
        ({"tags": ["x"] * 21}, "tags"),
        ({"tags": [" "]}, "tags"),
        ({"tags": ["a\tb\x07"]}, "tags"),
        ({"tokens": [[1]]}, "tokens"),
        ({"tokens": [["1", 2]]}, "tokens"),
        ({"tokens": [[True, 2]]}, "tokens"),
    ],
)
def test_judgements_that_are_refused(sent: dict[str, object], field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        JudgementForm.model_validate(sent)
    assert {one["loc"][0] for one in caught.value.errors()} == {field}


@pytest.mark.parametrize(
    "sent", [{"base": -1}, {"base": "0"}, {"base": 2**31}, {"change": "é"}, {"change": "x" * 65}]
)
def test_saves_that_are_refused(sent: dict[str, object]) -> None:
    assert Save.model_validate({"base": 0, "change": "x"}).key is None
    with pytest.raises(ValidationError):
        Save.model_validate({"base": 0, "change": "x", **sent})


def test_numbers_are_bounded() -> None:
    for link in (0, 10**30, "1", 1.5, True):
        with pytest.raises(ValidationError):
            Revocation.model_validate({"link": link})


def test_options_of_pages() -> None:
    assert RoundStart(names="Ada\n\n Bob \nAda").annotators == ("Ada", "Bob")
    assert PlanOptions(verify="2 x=3", agreement="refer").asked.verify == ("2", "x=3")
    assert PlanOptions(agreement="refer").role is AgreementRole.REFER
    assert PlanOptions().role is None
    advice = AdviceOptions.model_validate({"width": "", "hours": "0.01", "pace": "1"})
    assert (advice.width, advice.judgements) == (None, 1)
    assert ResultOptions(baseline="a b", pairs=True).query == "baseline=a+b&pairs=1"
    assert ResultOptions().query == ""


def test_categories_to_verify_are_named_in_words_or_by_code() -> None:
    said = "30% It for an event = 40 they, antecedent in the same sentence=0.5 pleonastic_it=3"
    wanted = ("30%", "event_it=40", "anaphoric_intra_they=0.5", "pleonastic_it=3")
    assert read_sizes(said) == wanted
    assert PlanOptions(verify=said).asked.verify == wanted
