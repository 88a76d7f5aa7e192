"""How far annotators are, and how fast."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from tests.support.reviewed_suite import BAD, EMPTY, OK, Reviewing, at
from tests.support.small_suite import NOW, SUITE

from proform.errors import ProformError
from proform.store.access import ANNOTATOR, enter, invite
from proform.store.answers import ADJUDICATOR, annotator_id
from proform.store.database import opened
from proform.store.load import save_suite
from proform.store.tasks import SHARED, assign, define_tasks, list_tasks, reassign, unassign
from proform.store.work import AnnotatorProgress, entered, pace, people


def _times(*seconds: int) -> list[str]:
    return [(NOW + timedelta(seconds=second)).isoformat() for second in seconds]


def test_pace_leaves_pauses_out() -> None:
    assert pace(_times(0, 60, 120)) == pytest.approx(60)
    # 30 + 90 seconds of work for two examples, and a night between two more: 60 an hour.
    assert pace(_times(0, 30, 40_000, 40_090)) == pytest.approx(60)
    assert pace(_times(0, 601)) is None
    assert pace(_times(0, 600)) == pytest.approx(6)
    assert pace(_times(0)) is None
    assert pace(_times(0, 0)) is None
    assert pace([]) is None


def test_pace_goes_by_the_last_examples() -> None:
    slow = [300 * n for n in range(50)]
    fast = [slow[-1] + 10 * (n + 1) for n in range(30)]
    assert pace(_times(*slow, *fast)) == pytest.approx(360)


def test_progress_of_everyone_in_the_suite(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, "june", 1, 0, 1, NOW)
            assign(connection, desk.stored, "june", "1", "Ada", NOW)
            other = save_suite(connection, replace(SUITE, name="other"), "k", NOW)
            bob = annotator_id(connection, "Bob", NOW)
            eve = annotator_id(connection, "Eve", NOW)
            invite(connection, desk.stored.id, ANNOTATOR, bob, NOW)
            invite(connection, other.id, ANNOTATOR, eve, NOW)
        desk.say(1, "Ada", OK)
        desk.say(2, "Ada", BAD, 2)
        desk.say(2, "Ada", replace(BAD, status="ana_unset ant_ok"), 3)
        desk.say(3, "Ada", EMPTY, 4)
        ada, idle = desk.progress()
        assert (ada.annotator, ada.size) == ("Ada", 9)
        assert ada.states == {"done": 1, "conflict": 1, "new": 7}
        assert ada.pace == pytest.approx(30)
        assert ada.left == pytest.approx(7 / 30)
        assert ada.last is not None
        assert datetime.fromisoformat(ada.last) == at(4)
        assert idle == AnnotatorProgress("Bob", 0, {})
        assert idle.left is None


def test_the_adjudicator_is_nobody(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", OK)
        desk.say(1, "Bob", BAD)
        desk.settle(1, BAD, 0, "one")
        with store.writing() as connection:
            assert people(connection, desk.stored.id) == ["Ada", "Bob"]
            define_tasks(connection, desk.stored, "june", 1, 0, 1, NOW)
            for name in (ADJUDICATOR, " Adjudicator"):
                with pytest.raises(ProformError, match="cannot be the name of an annotator"):
                    assign(connection, desk.stored, "june", "1", name, NOW)


def test_when_links_were_used_last(where: str) -> None:
    with opened(where, create=True) as store, store.writing() as connection:
        suite = save_suite(connection, SUITE, "k", NOW).id
        secret = invite(connection, suite, "researcher", None, NOW)
        invite(connection, suite, "researcher", None, NOW)
        enter(connection, secret, at(1))
        enter(connection, secret, at(2))
        (last,) = entered(connection, suite).values()
    assert datetime.fromisoformat(last) == at(2)


def test_a_task_is_taken_away_and_given_to_another(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, "june", 2, 3, 7, NOW)

            def holders() -> dict[str, tuple[str, ...]]:
                return {t.label: t.annotators for t in list_tasks(connection, desk.stored)}

            assign(connection, desk.stored, "june", "1", "Ada", NOW)
            assign(connection, desk.stored, "june", "2", "Ada", NOW)
            reassign(connection, desk.stored, "june", "2", "Ada", "Bob", NOW)
            assert holders() == {SHARED: ("Ada", "Bob"), "1": ("Ada",), "2": ("Bob",)}
            unassign(connection, desk.stored, "june", "1", "Ada")  # and with it the shared one
            assert holders() == {SHARED: ("Bob",), "1": (), "2": ("Bob",)}
            unassign(connection, desk.stored, "june", SHARED, "Bob")
            assert holders() == {SHARED: (), "1": (), "2": ("Bob",)}


@pytest.mark.parametrize(
    ("old", "new", "label", "complaint"),
    [
        ("Bob", "Eve", "1", "'Bob' does not have task '1' of 'june'"),
        ("Ada", "Ada", "1", "'Ada' has task '1' of 'june' already"),
        ("Ada", " ", "1", "cannot be the name of an annotator"),
        ("Ada", "Bob", "3", "no task '3' in 'june'; there are 1"),
    ],
)
def test_a_task_that_cannot_be_moved_stays(
    where: str, old: str, new: str, label: str, complaint: str
) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, "june", 1, 0, 7, NOW)
            assign(connection, desk.stored, "june", "1", "Ada", NOW)
        with pytest.raises(ProformError, match=complaint), store.writing() as connection:
            reassign(connection, desk.stored, "june", label, old, new, NOW)
        with store.reading() as connection:
            (task,) = list_tasks(connection, desk.stored)
        assert task.annotators == ("Ada",)
