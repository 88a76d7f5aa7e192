"""How far an evaluation is, and what changed since it began, on both databases."""

from __future__ import annotations

import pytest
from tests.support.judged_suite import RIGHT, add_system, say
from tests.support.semi_suite import COMPLETE, begin, counted, standing, work_of
from tests.support.small_suite import NOW

from proform.errors import ProformError
from proform.semi.batches import Verify
from proform.store import schema
from proform.store.answers import Answer
from proform.store.database import Store
from proform.store.suites import find_suite, retire


def test_a_system_that_came_or_went_since_is_noticed(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    with store.writing() as connection:
        stored = find_suite(connection, None)
        add_system(connection, stored, "late", frozenset({1, 7}))
        retire(connection, stored, "base", NOW)
    notes = standing(store).notes
    assert any(note.startswith("late was added") and "18 referred" in note for note in notes)
    assert any(note.startswith("base was removed") for note in notes)
    more = begin(store, "Bob", verify=Verify(0.5))
    assert {case.system for case in more.drawn.referred} == {"late"}
    assert len(more.drawn.referred) == 18
    assert not any("18 referred" in note for note in standing(store).notes)


def test_a_system_that_was_replaced_under_its_name_is_noticed(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    say(store, "Ada", {(3, "base"): RIGHT})
    with store.writing() as connection:
        stored = find_suite(connection, None)
        retire(connection, stored, "base", NOW)
        add_system(connection, stored, "base", frozenset({1}))
    notes = standing(store).notes
    assert any(
        note.startswith("base was replaced by another translation") and "19 referred" in note
        for note in notes
    )
    base = next(one for one in counted(store).systems if one.system == "base")
    assert (base.judged, base.open) == (0, 19), "what was said of the old one does not count"
    more = begin(store, "Bob", verify=Verify(0.5))
    assert {case.system for case in more.drawn.referred} == {"base"}
    assert len(more.drawn.referred) == 19


def test_what_is_tagged_but_not_judged_stays_open_and_is_listed(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    answers = dict.fromkeys(work_of(store, "Ada"), COMPLETE)
    answers[3, "base"] = Answer(tags=frozenset({"ant_unsure"}))
    say(store, "Ada", answers)
    now = standing(store)
    assert now.people[0].states == {"done": len(answers) - 1, "new": 1}
    assert [(case.example.number, case.system) for case in now.unsaid] == [(3, "base")]
    assert (now.finished, now.referred_open, now.nobody) == (False, 1, 0)


def test_what_somebody_leaves_open_goes_to_others(store: Store) -> None:
    begin(store, "Ada", "Bob", verify=Verify(0.5), overlap=4)
    before = work_of(store, "Bob")
    shared = set(work_of(store, "Ada")) & set(before)
    own = [key for key in before if key not in shared]
    say(store, "Bob", dict.fromkeys(own[:5], COMPLETE))
    now = standing(store)
    bob = next(one for one in now.people if one.annotator == "Bob")
    assert (bob.states["done"], bob.states["new"]) == (5, len(before) - 5)
    assert not now.finished
    assert any(note == "Ada has not begun" for note in now.notes)
    again = begin(store, "Cyd", verify=Verify(0.5), released=("Bob",))
    given = {(case.example.number, case.system) for case in again.drawn.cases}
    assert given == set(own[5:])
    assert standing(store).nobody == 0
    with pytest.raises(ProformError, match="has no task"):
        begin(store, "Dan", released=("Bob",))
    with pytest.raises(ProformError, match="cannot be released and be given more"):
        begin(store, "Cyd", released=("Cyd",))


def test_what_lies_with_nobody_is_said(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    with store.writing() as connection:
        connection.execute(schema.assignments.delete())
    now = standing(store)
    assert now.nobody == 25 + 8
    assert "33 open examples are with nobody: start again to give them out" in now.notes
