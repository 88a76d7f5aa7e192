"""One example: for people with marks, for programs with positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.annotations import annotate
from tests.support.small_suite import filled

import proform
from proform.errors import ProformError
from proform.report.example import show_example
from proform.store.answers import Answer
from proform.store.database import opened
from proform.stored.suites import StoredSuite


@pytest.fixture
def suite(tmp_path: Path) -> StoredSuite:
    where = str(tmp_path / "small.db")
    with opened(where, create=True) as store:
        filled(store)
    annotate(where, {(1, "base"): [("Ada", Answer("ok", "ok", "fine")), ("Bob", Answer("bad"))]})
    return proform.open_suite(where)


def test_pronouns_are_in_brackets_and_heads_in_braces(suite: StoredSuite) -> None:
    text = str(show_example(suite, 1))
    assert "[It] squeaks" in text
    assert "{bicycle}" in text
    assert "automatic: " in text
    assert "people: open, contested" in text
    assert "Ada: pronoun ok, antecedent ok, 'fine'" in text


def test_programs_get_positions_decisions_and_verdicts(suite: StoredSuite) -> None:
    document = json.loads(show_example(suite, 1).to_text("json"))
    assert (document["example"], document["segment"], document["position"]) == (1, 1, 0)
    assert [one["text"] for one in document["antecedents"]] == ["bicycle"]
    (base,) = [one for one in document["translations"] if one["system"] == "base"]
    assert base["pronoun"] == ["Elle"]
    assert "the reference has 'Il'" in base["automatic"]
    assert (base["verdict"], base["contested"]) == ("open", True)
    assert [one["annotator"] for one in base["judgements"]] == ["Ada", "Bob"]


def test_an_example_that_is_not_there(suite: StoredSuite) -> None:
    with pytest.raises(ProformError, match="no example 99 in the suite; they are numbered from 1"):
        show_example(suite, 99)
