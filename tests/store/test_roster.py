"""Who has answered is retired; who has not is deleted. Nothing that was said goes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.reviewed_suite import OK, Reviewing
from tests.support.small_suite import NOW, SUITE

from proform.errors import ProformError
from proform.store.access import ANNOTATOR, enter, invite
from proform.store.answers import annotator_id, history
from proform.store.database import opened
from proform.store.roster import remove_annotator, remove_taskset, retired_people
from proform.store.suites import save_suite
from proform.store.tasks import TaskSet, assign, check_taskset, define_tasks, list_tasks
from proform.store.work import CORRECTNESS, has_work, people


def test_sets_of_tasks(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        with store.writing() as connection:
            for name in ("june", "july"):
                define_tasks(connection, desk.stored, TaskSet(name, 1), NOW)
                assign(connection, desk.stored, name, "1", "Ada", NOW)
            assert remove_taskset(connection, desk.stored, "july", NOW)
        desk.say(1, "Ada", OK)
        with store.writing() as connection:
            ada = annotator_id(connection, "Ada", NOW)
            assert has_work(connection, desk.stored.id, ada, CORRECTNESS)
            assert not remove_taskset(connection, desk.stored, "june", NOW)
            assert not has_work(connection, desk.stored.id, ada, CORRECTNESS)
            assert [task.retired is None for task in list_tasks(connection, desk.stored)] == [False]
            for name in ("june", "july"):
                with pytest.raises(ProformError, match="no set of tasks"):
                    remove_taskset(connection, desk.stored, name, NOW)
            with pytest.raises(ProformError, match="'june' already"):
                check_taskset(connection, desk.stored, "june")
            define_tasks(connection, desk.stored, TaskSet("july", 1), NOW)
            assert len(history(connection, desk.stored.id)) == 1


def test_people(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        suite = desk.stored.id
        with store.writing() as connection:
            define_tasks(connection, desk.stored, TaskSet("june", 2), NOW)
            secrets = {}
            for label, name in (("1", "Ada"), ("2", "Bob")):
                assign(connection, desk.stored, "june", label, name, NOW)
                person = annotator_id(connection, name, NOW)
                secrets[name] = invite(connection, suite, ANNOTATOR, person, NOW)
                assert enter(connection, secrets[name], NOW)
        desk.say(1, "Ada", OK)
        with store.writing() as connection:
            assert remove_annotator(connection, suite, "\uff22ob", NOW)
            assert not remove_annotator(connection, suite, "Ada", NOW)
            assert people(connection, suite) == ["Ada"]
            assert retired_people(connection, suite) == {"Ada"}
            assert not any(enter(connection, secret, NOW) for secret in secrets.values())
            assert all(not task.annotators for task in list_tasks(connection, desk.stored))
            with pytest.raises(ProformError, match="nobody is called 'Bob'"):
                remove_annotator(connection, suite, "Bob", NOW)
            assign(connection, desk.stored, "june", "1", "Ada", NOW)
            assert retired_people(connection, suite) == set()
            assert len(history(connection, suite)) == 1


def test_somebody_of_another_suite_cannot_be_removed(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, TaskSet("june", 1), NOW)
            assign(connection, desk.stored, "june", "1", "Ada", NOW)
            other = save_suite(connection, replace(SUITE, name="other"), "key", NOW)
            with pytest.raises(ProformError, match="nobody is called 'Ada'"):
                remove_annotator(connection, other.id, "Ada", NOW)
            ada = annotator_id(connection, "Ada", NOW)
            invite(connection, other.id, ANNOTATOR, ada, NOW)
            assert remove_annotator(connection, other.id, "Ada", NOW)
            assert people(connection, desk.stored.id) == ["Ada"]
