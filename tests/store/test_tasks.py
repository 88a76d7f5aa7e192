from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.reviewed_suite import Reviewing
from tests.support.small_suite import EVENT, INTER, NOW, SUITE, TARGETS, filled

from proform.errors import ProformError
from proform.store.answers import latest, record
from proform.store.database import opened
from proform.store.ledger import Recorded
from proform.store.protest.exports import export_batch, make_batch
from proform.store.protest.file import read_file
from proform.store.protest.imports import check_batch
from proform.store.suites import add_target, find_suite, retire, save_suite
from proform.store.tasks import (
    SHARED,
    TaskSet,
    assign,
    define_tasks,
    list_tasks,
    reassign,
    unassign,
)


def test_tasks_are_drawn_listed_and_numbered_on(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            june = define_tasks(connection, stored, TaskSet("june", 2, 3, 7), NOW)
            july = define_tasks(
                connection, stored, TaskSet("july", 1, 0, 7, ["new"], [EVENT, INTER]), NOW
            )
        assert june[0].size == 9, "one of each system and category, and here they are all"
        assert [task.label for task in june] == [SHARED, "1", "2"]
        assert [(task.taskset, task.label, task.size) for task in july] == [("july", "1", 2)]
        with store.reading() as connection:
            assert list_tasks(connection, stored) == june + july


def test_the_same_seed_draws_the_same(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        orders = []
        with store.writing() as connection:
            for name, seed in (("a", 7), ("b", 7), ("c", 8)):
                define_tasks(connection, stored, TaskSet(name, 2, 0, seed), NOW)
                assign(connection, stored, name, "1", "Ada", NOW)
                assign(connection, stored, name, "2", "Bob", NOW)
                made = [make_batch(connection, stored, who, name, 1, NOW) for who in ("Ada", "Bob")]
                orders.append([batch.candidates for batch in made])
                assert len({*made[0].candidates, *made[1].candidates}) == 9
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]


def test_the_shared_task_goes_to_all_and_a_batch_has_nothing_twice(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("june", 2, 1, 7, ["base"]), NOW)
            for label, person in (("1", "Ada"), ("2", "Bob"), ("2", "Ada"), ("1", "Ada")):
                assign(connection, stored, "june", label, person, NOW)
            found = {task.label: task.annotators for task in list_tasks(connection, stored)}
            assert found == {SHARED: ("Ada", "Bob"), "1": ("Ada",), "2": ("Ada", "Bob")}
            batch = make_batch(connection, stored, "Ada", "june", 1, NOW)
            assert len(batch.candidates) == len(set(batch.candidates)) == 3
            again = make_batch(connection, stored, "Ada", "june", 1, NOW)
            assert again.candidates == batch.candidates
            assert again.id != batch.id


def test_the_shared_task_alone(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            (task,) = define_tasks(connection, stored, TaskSet("june", 0, 2, 7), NOW)
            assign(connection, stored, "june", SHARED, "Ada", NOW)
            batch = make_batch(connection, stored, "Ada", "june", 1, NOW)
    assert len(batch.candidates) == task.size


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (
            lambda c, s: define_tasks(c, s, TaskSet("", 1, 0, 1), NOW),
            "cannot be the name of a set of tasks",
        ),
        (
            lambda c, s: define_tasks(c, s, TaskSet("a\nb", 1, 0, 1), NOW),
            "cannot be the name of a set",
        ),
        (
            lambda c, s: define_tasks(c, s, TaskSet("june", 1, 0, 1), NOW),
            "a set of tasks 'june' already",
        ),
        (lambda c, s: define_tasks(c, s, TaskSet("x", 0, 0, 1), NOW), "nothing to split"),
        (
            lambda c, s: define_tasks(c, s, TaskSet("x", 10, 0, 1), NOW),
            "10 tasks, but only 9 examples",
        ),
        (lambda c, s: define_tasks(c, s, TaskSet("x", 1, 0, 1, ["old"]), NOW), "no system 'old'"),
        (
            lambda c, s: define_tasks(c, s, TaskSet("x", 1, 0, 1, (), ["old"]), NOW),
            "no category 'old'",
        ),
        (lambda c, s: define_tasks(c, s, TaskSet("x", 1, 0, 2**31), NOW), "seed is 2147483648"),
        (lambda c, s: assign(c, s, "june", "1", " ", NOW), "cannot be the name of an annotator"),
        (lambda c, s: assign(c, s, "june", "1", "\udcff", NOW), "cannot be the name of an annot"),
        (lambda c, s: assign(c, s, "may", "1", "Ada", NOW), "no set of tasks 'may'"),
        (lambda c, s: assign(c, s, "june", "9", "Ada", NOW), "no task '9' in 'june'; there are 1"),
        (lambda c, s: make_batch(c, s, "Eve", "june", 1, NOW), "'Eve' has no task in 'june'"),
        (lambda c, s: make_batch(c, s, "Ada", "may", 1, NOW), "no set of tasks 'may'"),
        (lambda c, s: make_batch(c, s, "\udcff", "june", 1, NOW), "surrogate"),
    ],
)
def test_what_cannot_be_done_changes_nothing(where: str, call, complaint: str):  # type: ignore[no-untyped-def]
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("june", 1, 0, 1), NOW)
            assign(connection, stored, "june", "1", "Ada", NOW)
            before = list_tasks(connection, stored)
        with pytest.raises(ProformError, match=complaint), store.writing() as connection:
            call(connection, stored)
        with store.reading() as connection:
            assert list_tasks(connection, stored) == before


def test_a_category_without_examples_is_nothing_to_judge(where: str) -> None:
    bare = replace(SUITE, examples=SUITE.examples[:1])
    with opened(where, create=True) as store, store.writing() as connection:
        stored = save_suite(connection, bare, "k", NOW)
        with pytest.raises(ProformError, match="nothing to judge"):
            define_tasks(connection, stored, TaskSet("x", 1, 0, 1), NOW)
        add_target(connection, stored, TARGETS[0], "reference", NOW)
        with pytest.raises(ProformError, match="nothing to judge"):
            define_tasks(connection, stored, TaskSet("x", 1, 0, 1, (), [EVENT]), NOW)


def test_removed_systems_leave_tasks_and_batches_but_old_batches_can_be_merged(
    where: str, tmp_path: Path
) -> None:
    path = tmp_path / "ada.db"
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("june", 1, 0, 1), NOW)
            assign(connection, stored, "june", "1", "Ada", NOW)
            batch = make_batch(connection, stored, "Ada", "june", 1, NOW)
            export_batch(connection, stored, batch, path)
            retire(connection, stored, "base", NOW)
            add_target(connection, stored, TARGETS[1], "system", NOW)  # the same name again
            assert [task.size for task in list_tasks(connection, stored)] == [6]
            assert len(make_batch(connection, stored, "Ada", "june", 1, NOW).candidates) == 6
        with closing(sqlite3.connect(path)) as file:
            file.execute(
                "insert into annotations (candidate, annotator_id, ant_annotation,"
                " anaph_annotation) select id, 1, 'ok', 'ok' from pro_candidates"
            )
            file.commit()
        with store.writing() as connection:
            checked = check_batch(connection, find_suite(connection, None), read_file(path))
            assert record(connection, checked.answers, NOW, "ada.db") == Recorded(9, 0, 0)
        with store.reading() as connection:
            judged = [one.candidate for one in latest(connection, stored.id)]
    assert judged == list(range(1, 10))


def test_when_all_systems_of_a_task_are_gone_there_is_nothing_to_judge(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("june", 1, 0, 1, ["base"]), NOW)
            assign(connection, stored, "june", "1", "Ada", NOW)
            retire(connection, stored, "base", NOW)
            with pytest.raises(ProformError, match="'Ada' has no task in 'june'"):
                make_batch(connection, stored, "Ada", "june", 1, NOW)


def test_a_task_is_taken_away_and_given_to_another(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        with store.writing() as connection:
            define_tasks(connection, desk.stored, TaskSet("june", 2, 3, 7), NOW)

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
            define_tasks(connection, desk.stored, TaskSet("june", 1, 0, 7), NOW)
            assign(connection, desk.stored, "june", "1", "Ada", NOW)
        with pytest.raises(ProformError, match=complaint), store.writing() as connection:
            reassign(connection, desk.stored, "june", label, old, new, NOW)
        with store.reading() as connection:
            (task,) = list_tasks(connection, desk.stored)
        assert task.annotators == ("Ada",)
