"""What stands for each candidate, on both databases."""

from __future__ import annotations

from tests.support.judged_suite import RIGHT, WRONG, say
from tests.support.semi_suite import begin, state_of

from proform.human.conflict import BAD_TRANSLATION
from proform.semi.batches import Verify
from proform.semi.counts import count
from proform.semi.state import load_state
from proform.store.answers import Answer, Selected
from proform.store.database import Store


def test_an_adjudication_prevails(store: Store) -> None:
    for person, answer in (("Ada", RIGHT), ("Bob", RIGHT), ("adjudicator", WRONG)):
        say(store, person, {(5, "base"): answer})
    with store.reading() as connection:
        cases = load_state(connection).cases
    (case,) = [one for one in cases if (one.example.number, one.system) == (5, "base")]
    assert (case.pronoun, case.annotators) == ("wrong", ("Ada", "Bob"))


def test_accepted_annotations_approve_in_other_systems_only(store: Store) -> None:
    selected = frozenset({Selected(16, 1)})
    say(store, "Ada", {(17, "base"): Answer("ok", tokens=selected)})
    plain, more = state_of(store), state_of(store, accept=True)
    changed = [
        (one.system, one.example.number, one.decision)
        for one, other in zip(more.cases, plain.cases, strict=True)
        if one.decision != other.decision
    ]
    assert changed == [("new", 17, "approved")]
    counted = {one.system: one.total.correct for one in count(more, times=100).systems}
    before = {one.system: one.total.correct for one in count(plain, times=100).systems}
    assert counted == {"base": before["base"], "new": before["new"] + 1}


def test_what_cannot_be_judged_is_no_reference(store: Store) -> None:
    tags = frozenset({BAD_TRANSLATION})
    said = Answer("ok", tokens=frozenset({Selected(16, 1)}), tags=tags)
    say(store, "Ada", {(17, "base"): said})
    assert state_of(store, accept=True).cases == state_of(store).cases


def test_decisions_that_changed_since_are_said(store: Store) -> None:
    begin(store, "Ada", verify=Verify(0.5))
    say(store, "Ada", {(17, "base"): Answer("ok", tokens=frozenset({Selected(16, 1)}))})
    notes = state_of(store, accept=True).notes
    assert any(note.startswith("1 examples have moved") for note in notes)
    assert any("counted with annotations as references" in note for note in notes)
    assert not state_of(store).notes
