"""Control examples and an organiser's settings."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from tests.support.small_suite import NOW, filled

from proform.errors import ProformError
from proform.store.controls import (
    PASS_MARK,
    Control,
    change_settings,
    controls,
    mix_in,
    pass_mark,
    set_control,
    settings,
)
from proform.store.database import opened
from proform.store.suites import candidate_ids, retire
from proform.store.tasks import TaskSet, define_tasks, list_tasks
from proform.store.work import members_of_tasks

LATER = NOW + timedelta(days=1)


def test_a_known_answer_can_be_changed_and_taken_back(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            ids = candidate_ids(connection, stored.id)
            set_control(connection, ids[4], "ok", "bad", NOW)
            set_control(connection, ids[5], "bad", None, NOW)
            before = controls(connection, stored.id)
            set_control(connection, ids[4], "bad", "bad", LATER)
            set_control(connection, ids[5], None, None, LATER)
            after = controls(connection, stored.id)
            for pronoun, antecedent in (("yes", None), (None, "ok")):
                with pytest.raises(ProformError):
                    set_control(connection, ids[4], pronoun, antecedent, NOW)
            retire(connection, stored, "base", NOW)
            gone = controls(connection, stored.id)
    assert before[4] == Control(4, "ok", "bad", before[4].made)
    assert list(before) == [4, 5]
    assert list(after) == [4]
    assert (after[4].pronoun, after[4].changed) == ("bad", True)
    assert gone == {}


def test_controls_are_mixed_into_every_task(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            ids = candidate_ids(connection, stored.id)
            for number in (4, 5, 6):
                set_control(connection, ids[number], "ok", None, NOW)
            wanted = TaskSet("june", 2, 0, 3, ["new"], controls=2)
            tasks = define_tasks(connection, stored, wanted, NOW)
            again = TaskSet("july", 0, 3, 3, ["new"], controls=1)
            (shared,) = define_tasks(connection, stored, again, NOW)
            with pytest.raises(ProformError, match="4 control examples in each task, but there"):
                define_tasks(connection, stored, TaskSet("x", 2, controls=4), NOW)
    assert [task.size for task in tasks] == [4, 3]
    assert shared.size == 4


def test_a_control_example_that_is_there_is_not_added_again() -> None:
    mixed = mix_in([(1, 2), (3,)], [1, 9], 1, Random(1))  # noqa: S311
    assert mixed[0] == (1, 2)
    assert len(mixed[1]) == 2


def test_settings_are_of_a_suite(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            assert pass_mark(connection, stored.id) is None
            change_settings(connection, stored.id, {PASS_MARK: "80", "a": "b"})
            change_settings(connection, stored.id, {"a": None})
            assert settings(connection, stored.id) == {PASS_MARK: "80"}
            assert pass_mark(connection, stored.id) == 80
            assert list_tasks(connection, stored) == []
            assert members_of_tasks(connection, stored.id) == {}
