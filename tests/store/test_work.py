"""What annotators work on, how far they are, and how fast."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from tests.support.reviewed_suite import BAD, EMPTY, OK, Reviewing, at
from tests.support.small_suite import NOW, SUITE, filled

from proform.errors import ProformError
from proform.store.access import ANNOTATOR, enter, invite
from proform.store.answers import ADJUDICATOR, annotator_id
from proform.store.database import opened
from proform.store.suites import retire, save_suite
from proform.store.tasks import TaskSet, assign, define_tasks, unassign
from proform.store.work import (
    CORRECTNESS,
    GAP,
    AnnotatorProgress,
    entered,
    has_work,
    listed,
    pace,
    people,
    worklist,
)


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
            define_tasks(connection, desk.stored, TaskSet("june", 1, 0, 1), NOW)
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
            define_tasks(connection, desk.stored, TaskSet("june", 1, 0, 1), NOW)
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


def test_the_order_of_work_is_drawn_once(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("june", 2, 0, 1), NOW)
            assign(connection, stored, "june", "1", "Ada", NOW)
            ada = annotator_id(connection, "Ada", NOW)
            hers = (connection, stored.id, ada)
            assert listed(*hers, CORRECTNESS) == []
            first = worklist(*hers, CORRECTNESS, 7, NOW)
            assert len(first) in (4, 5)
            assert worklist(*hers, CORRECTNESS, 8, NOW) == listed(*hers, CORRECTNESS) == first
            assert not has_work(*hers, GAP)

            assign(connection, stored, "june", "2", "Ada", NOW)
            assert listed(*hers, CORRECTNESS) == first
            both = worklist(*hers, CORRECTNESS, 8, NOW)
            assert both[: len(first)] == first
            assert len(set(both)) == 9

            unassign(connection, stored, "june", "1", "Ada")
            assert listed(*hers, CORRECTNESS) == both[len(first) :]
            retire(connection, stored, "new", NOW)
            assign(connection, stored, "june", "1", "Ada", NOW)
            left = worklist(*hers, CORRECTNESS, 8, NOW)
            assert len(left) == 6
            assert left == [candidate for candidate in both if candidate in left]
