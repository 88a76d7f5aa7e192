"""Gap filling in a store, on every database: settings, tasks, answers with their history."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from tests.support.command import Write
from tests.support.gap_suite import BAD, IL, asked, mine
from tests.support.small_suite import NOW, filled

from proform.errors import ProformError
from proform.gap.answers import FILLS, Fill, define_gap_tasks, load_gaps
from proform.human.records import records
from proform.store import schema
from proform.store.answers import history, latest
from proform.store.database import opened
from proform.store.ledger import Addressed, Outdated, Saved
from proform.store.protest.exports import export_master, make_batch
from proform.store.suites import find_suite
from proform.store.tasks import TaskSet, assign, define_tasks, list_tasks
from proform.store.work import CORRECTNESS, GAP, assigned_to_each, listed, people, worklist


def test_only_what_can_be_hidden_is_given_out(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            drawn = define_gap_tasks(
                connection, find_suite(connection, None), TaskSet("a", 2, 0, 1), NOW
            )
    assert sum(task.size for task in drawn.tasks) == 7
    assert drawn.left_out == 2  # `new` has no word for the second and the third
    assert {task.protocol for task in drawn.tasks} == {GAP}


def test_protocols_do_not_share_work(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada")
            define_tasks(connection, stored, TaskSet("june", 0, 99, 1), NOW)
            person, gaps = mine(connection, stored)
            assert worklist(connection, stored.id, person, CORRECTNESS, 1, NOW) == []
            assert listed(connection, stored.id, person, CORRECTNESS) == []
            assert len(gaps) == 7
            assert listed(connection, stored.id, person, GAP) == gaps
            assign(connection, stored, "june", "IAA", "Ada", NOW)
            assert len(worklist(connection, stored.id, person, CORRECTNESS, 1, NOW)) == 9
            assert worklist(connection, stored.id, person, GAP, 1, NOW) == gaps
            assert len(assigned_to_each(connection, stored.id)["Ada"]) == 9
            assert len(assigned_to_each(connection, stored.id, GAP)["Ada"]) == 7
            protocols = {task.taskset: task.protocol for task in list_tasks(connection, stored)}
    assert protocols == {"july": GAP, "june": CORRECTNESS}


def test_answers_are_kept_with_their_history(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada")
            ada, (first, *_) = mine(connection, stored)

            def save(answer: Fill, base: int, change: str) -> object:
                now = NOW + timedelta(minutes=base)
                return FILLS.save(connection, first, ada, answer, base, change, now)

            assert save(IL, 0, "a") == Saved(1)
            assert save(IL, 0, "a") == Saved(1)  # sent twice
            assert save(BAD, 1, "b") == Saved(2)
            outdated = save(IL, 1, "c")
            assert isinstance(outdated, Outdated)
            assert outdated.now.answer == BAD
            assert save(IL, 2, "d") == Saved(3)  # undone: an older answer is the newest
            assert [one.answer for one in FILLS.history_of(connection, [first])] == [IL, BAD, IL]
            assert FILLS.latest_by(connection, ada)[first].answer == IL
            assert [one.revision for one in FILLS.latest(connection, stored.id)] == [3]
            assert people(connection, stored.id) == ["Ada"]


def test_the_database_itself_refuses_to_change_or_delete_an_answer(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada")
            ada, (first, *_) = mine(connection, stored)
            FILLS.record(connection, [Addressed(first, ada, IL)], NOW, "test")
        for change in (
            *(table.delete() for table in (schema.gap_answers, schema.gap_ticks)),
            schema.gap_answers.update().values(bad=1),
            schema.gap_ticks.update().values(form="elle"),
        ):
            with (
                pytest.raises((DBAPIError, ProformError), match="never changed"),
                store.writing() as connection,
            ):
                connection.execute(change)


def test_gap_answers_are_no_judgements(where: str, tmp_path: Path) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada")
            ada, order = mine(connection, stored)
            FILLS.record(connection, [Addressed(one, ada, IL) for one in order], NOW, "test")
            assert len(FILLS.latest(connection, stored.id)) == 7
            assert latest(connection, stored.id) == []
            assert history(connection, stored.id) == []
            assert list(records(connection, stored)) == []
            assert connection.scalar(select(func.count()).select_from(schema.judgements)) == 0
            with pytest.raises(ProformError, match=r"PROTEST files lack; proform gaps export"):
                make_batch(connection, stored, "Ada", "july", 1, NOW)
            export_master(connection, stored, tmp_path / "master.db")
    with closing(sqlite3.connect(tmp_path / "master.db")) as master:
        for table in ("annotations", "tag_annotations", "token_annotations", "task_definition"):
            assert master.execute(f"select count(*) from {table}").fetchone() == (0,)  # noqa: S608


def test_a_suite_has_one_list(where: str, write: Write) -> None:
    pack = 'forms = [{ form = "il" }, { form = "elle" }]\n[gap]\nforms = ["elle", "il"]\n'
    packs = write("packs/fr.toml", pack).parent
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = find_suite(connection, None)
            define_gap_tasks(connection, stored, TaskSet("a", 1, 0, 1), NOW, packs=packs)
            define_gap_tasks(connection, stored, TaskSet("b", 1, 0, 1), NOW)
            gaps = load_gaps(connection, stored.id)
            assert gaps is not None
            assert gaps.choices == ("elle", "il", "other")
            write("packs/fr.toml", pack.replace('["elle", "il"]', '["il"]'))
            with pytest.raises(ProformError, match="began with another pack; it began with elle"):
                define_gap_tasks(connection, stored, TaskSet("c", 1, 0, 1), NOW, packs=packs)
            write("packs/fr.toml", pack.partition("[gap]")[0])
            with pytest.raises(ProformError, match="no list of forms for gap filling in 'fr'"):
                define_gap_tasks(connection, stored, TaskSet("d", 1, 0, 1), NOW, packs=packs)
