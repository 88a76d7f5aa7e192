"""One example: for people with marks, for programs with positions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.annotations import annotate
from tests.support.small_suite import NOW, SUITE, filled

import proform
from proform.errors import ProformError
from proform.report.example import show_example
from proform.store.answers import Answer
from proform.store.database import opened
from proform.store.suites import REFERENCE, SYSTEM, add_target, save_suite
from proform.stored.suites import StoredSuite
from proform.suite.suite import Target, place


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


def test_a_subject_without_a_word_is_shown_by_its_verb(tmp_path: Path) -> None:
    where = str(tmp_path / "es.db")
    spanish = replace(SUITE, target_language="es")
    lines = ("La bicicleta es roja .", "Chirría .", "Vinieron .", "Duermen .")
    links = ("0-0 1-1 2-2", "1-0", "5-0", "1-0")
    with opened(where, create=True) as store, store.writing() as connection:
        stored = save_suite(connection, spanish, "a-key", NOW)
        for side in (REFERENCE, SYSTEM):
            name = REFERENCE if side == REFERENCE else "base"
            target = place(spanish, Target(name, lines, links, how="by hand"))
            add_target(connection, stored, target, side, NOW)
    assert "(no word: the verb is 'Chirría')" in str(show_example(proform.open_suite(where), 1))
