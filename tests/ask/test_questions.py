from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.judged_suite import fill
from tests.support.semi_suite import APPROVED, SHAPE, SYSTEMS

from proform.ask.questions import questions_of_suite, questions_of_texts
from proform.errors import ProformError
from proform.store.database import opened


@pytest.fixture
def where(tmp_path: Path) -> str:
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        fill(store, SHAPE, SYSTEMS, APPROVED)
    return path


def test_equal_translations_are_one_question(where: str) -> None:
    every = questions_of_suite(where)
    # Three categories, each with two translations of one sentence; in one nothing is approved.
    assert len(every.asked) == 5
    assert every.languages == "en-de"
    assert {question.antecedent for question in every.asked} == {"", "noun"}
    only = questions_of_suite(where, only="referred")
    assert {question.translation for question in only.asked} == {"Nomen <<das>>"}


def test_what_is_not_there(where: str) -> None:
    with pytest.raises(ProformError, match="only"):
        questions_of_suite(where, only="some")
    with pytest.raises(ProformError):
        questions_of_suite(where, systems=["none"])


def test_raw_texts_with_their_context() -> None:
    systems = {"a": ["La maison est grande .", "Elle brûle ."]}
    source = ["The house is large .", "It burns ."]
    links = {"a": ["0-0 1-1 2-2 3-3", "0-0 1-1"]}
    asked = questions_of_texts(
        source, None, systems, "en-fr", align_sys=links, align_ref=None, metrics=()
    ).asked
    (question,) = asked
    assert question.source == "<<It>> burns ."
    assert question.translation == "<<Elle>> brûle ."
    assert "translation: La maison est grande ." in question.context
    with pytest.raises(ProformError, match="nothing to ask"):
        questions_of_texts(["no ."], None, {"a": ["non ."]}, "en-fr", align_sys={"a": ["0-0"]})
