from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, func, select
from tests.support.small_suite import NOW, filled

from proform.store import schema
from proform.store.answers import Answer, Selected, annotator_id
from proform.store.database import opened
from proform.store.training import (
    TrainingResult,
    TrainingRound,
    begin,
    current,
    training_results,
    try_item,
)

ANSWER = Answer("ok", "bad", "", "ana_ok ant_ok", frozenset({"é"}), frozenset({Selected(1, 0)}))


class Class:
    """A suite, and an annotator in training."""

    def __init__(self, connection: Connection, suite: int) -> None:
        self.connection = connection
        self.suite = suite
        self.ada = annotator_id(connection, "Ada", NOW)

    def begin(self, size: int = 2, *, asked: bool = False) -> None:
        begin(self.connection, self.suite, self.ada, "en-fr", size, NOW, asked=asked)

    @property
    def at(self) -> TrainingRound:
        found = current(self.connection, self.suite, self.ada)
        assert found is not None
        return found

    def answer(self, item: str, *, agreed: bool = True) -> None:
        try_item(self.connection, self.at, item, ANSWER, agreed, NOW)

    def results(self) -> list[TrainingResult]:
        return training_results(self.connection, self.suite)


@pytest.fixture
def school(where: str) -> Iterator[Class]:
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            yield Class(connection, stored.id)


def test_who_was_never_asked_has_no_training(school: Class) -> None:
    assert current(school.connection, school.suite, school.ada) is None
    assert school.results() == []


def test_a_round_waits_until_everything_is_answered(school: Class) -> None:
    school.begin(asked=True)
    assert school.at.waiting
    school.answer("a")
    assert school.at.waiting
    school.answer("b", agreed=False)
    assert school.at.done
    assert not school.at.waiting
    assert school.at.agreed == 1


def test_a_round_that_nobody_asked_for_keeps_nobody_waiting(school: Class) -> None:
    school.begin()
    assert not school.at.done
    assert not school.at.waiting


def test_the_first_answer_stays(school: Class) -> None:
    school.begin()
    school.answer("a")
    again = try_item(school.connection, school.at, "a", Answer("bad"), agreed=False, now=NOW)
    assert (again.answer, again.agreed) == (ANSWER, True)
    assert school.at.answers["a"] == again


def test_an_open_round_is_finished_before_another_begins(school: Class) -> None:
    school.begin(asked=True)
    first = school.at.id
    for asked in (True, False):
        school.begin(asked=asked)
    assert school.at.id == first
    for item in "ab":
        school.answer(item)
    school.begin()
    assert school.at.id != first


def test_a_wanted_round_comes_before_a_voluntary_one(school: Class) -> None:
    school.begin()
    school.answer("a")
    school.begin(asked=True)
    assert school.at.waiting
    assert school.at.answers == {}


def test_a_lesson_of_another_size_begins_anew(school: Class) -> None:
    school.begin(2, asked=True)
    school.answer("a")
    school.begin(3, asked=True)
    assert (school.at.size, len(school.at.answers)) == (3, 0)


def test_results_are_those_of_the_last_finished_round(school: Class) -> None:
    school.begin(asked=True)
    school.answer("a")
    assert school.results() == [TrainingResult("Ada", True, 1, 1, 1, 2)]
    school.answer("b", agreed=False)
    school.begin()
    school.answer("b")
    (result,) = school.results()
    assert result == TrainingResult("Ada", False, 2, 2, 1, 2)
    assert result.done
    school.answer("a")
    assert school.results() == [TrainingResult("Ada", False, 2, 2, 2, 2)]


def test_all_rounds_are_kept(school: Class) -> None:
    for _ in range(2):
        school.begin()
        for item in "ab":
            school.answer(item)
    table = schema.training_answers
    assert school.connection.scalar(select(func.count()).select_from(table)) == 4


def test_training_is_of_one_suite_and_one_annotator(school: Class) -> None:
    school.begin(asked=True)
    bob = annotator_id(school.connection, "Bob", NOW)
    assert current(school.connection, school.suite, bob) is None
    assert current(school.connection, school.suite + 1, school.ada) is None
    assert training_results(school.connection, school.suite + 1) == []
