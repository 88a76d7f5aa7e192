"""Batches that come back from the original program."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.support.exchanged_suite import RIGHT
from tests.support.small_suite import NOW

from proform.errors import InputError
from proform.store.answers import JUDGEMENTS, Answer, annotator_id, history, latest, record
from proform.store.database import opened
from proform.store.ledger import WEB, Addressed
from proform.store.protest.file import ANSWER_TABLES, read_file
from proform.store.protest.imports import check_batch
from proform.store.suites import find_suite


def test_an_untouched_batch_changes_nothing(batch: tuple[str, Path]) -> None:
    where, path = batch
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        before = history(connection, stored.id)
        checked = check_batch(connection, stored, read_file(path))
        record(connection, checked.answers, NOW, path.name)
        assert history(connection, stored.id) == before
        assert (checked.effect.added, checked.effect.replaced) == (0, 0)


def test_a_judged_batch_is_merged_and_what_it_replaces_is_kept(batch: tuple[str, Path]) -> None:
    where, path = batch
    with closing(sqlite3.connect(path)) as connection:
        numbers = [n for (n,) in connection.execute("select id from pro_candidates order by id")]
        connection.execute("delete from annotations")
        connection.executemany(
            "insert into annotations (candidate, annotator_id, ant_annotation, anaph_annotation,"
            " remarks, conflict_status) values (?, 1, 'unset', 'bad', '', 'ana_ok ant_ok')",
            [(number,) for number in numbers],
        )
        connection.commit()
    with opened(where) as store:
        with store.writing() as writer:
            stored = find_suite(writer, None)
            checked = check_batch(writer, stored, read_file(path))
            effect = record(writer, checked.answers, NOW, path.name)
        with store.reading() as reader:
            now, ever = latest(reader, stored.id), history(reader, stored.id)
    own = {one.candidate: one for one in now if one.annotator == "Ada"}
    assert all(own[number].answer.pronoun == "bad" for number in numbers)
    assert effect.added + effect.replaced == len(numbers)
    before = [one.answer for one in ever if one.annotator == "Ada" and one.candidate == 4]
    assert before[:2] == [Answer("bad"), RIGHT]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("update meta_data set tag_value = 'x' where tag = 'master_id'", "of another master"),
        ("update meta_data set tag_value = 'Eve' where tag = 'annotator_name'", "'Eve'"),
        ("update meta_data set tag_value = 'PROTEST 1.0' where tag = 'file_version'", "1.0"),
        ("update meta_data set tag_value = 'master' where tag = 'file_type'", "a master file"),
        ("update pro_candidates set srcpos = srcpos + 1", "is not the same"),
        ("update sentences set sentence = 'Autre .'", "is not the same"),
        ("update pro_candidates set id = id + 1000", "is not the same"),
        ("drop table translations", "no table translations"),
        ("alter table corpora drop column srctgt", "no column srctgt"),
        ("update annotations set anaph_annotation = 'fine'", "expected ok, bad or unset"),
        ("update token_annotations set token = 99", "no word 99"),
    ],
)
def test_batches_that_do_not_fit(batch: tuple[str, Path], change: str, complaint: str) -> None:
    where, path = batch
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()
    with opened(where) as store, store.reading() as reader:
        stored = find_suite(reader, None)
        with pytest.raises(InputError, match=complaint) as caught:
            check_batch(reader, stored, read_file(path))
    assert str(path) in str(caught.value)


def test_what_was_withdrawn_in_the_original_is_known(batch: tuple[str, Path]) -> None:
    where, path = batch
    with closing(sqlite3.connect(path)) as connection:  # as the original does it
        for table in ANSWER_TABLES:
            connection.execute(f"delete from {table} where candidate = 4")  # noqa: S608
        connection.commit()
    with opened(where) as store:
        with store.writing() as writer:
            stored = find_suite(writer, None)
            checked = check_batch(writer, stored, read_file(path))
            assert [said.answer.empty for said in checked.withdrawn] == [True]
            assert checked.effect.replaced == 0
            record(writer, checked.withdrawn, NOW, path.name)
        with store.reading() as reader:
            again = check_batch(reader, stored, read_file(path))
            own = [one for one in latest(reader, stored.id) if one.annotator == "Ada"]
    assert again.withdrawn == ()
    assert [(one.candidate, one.answer.empty) for one in own] == [(4, True)]


@pytest.mark.parametrize(
    ("created", "withdrawn"),
    [("2020-02-20 20:19:00", 0), ("2020-02-20 20:20:00", 1), ("yesterday", 1), ("", 1)],
)
def test_what_was_judged_after_the_batch_was_made_is_not_withdrawn(
    batch: tuple[str, Path], created: str, withdrawn: int
) -> None:
    where, path = batch
    with opened(where) as store, store.writing() as writer:
        ada = annotator_id(writer, "Ada", NOW)
        (own,) = JUDGEMENTS.latest_by(writer, ada)
        record(writer, [Addressed(own, ada, Answer("ok"))], NOW, WEB)
    with closing(sqlite3.connect(path)) as connection:
        for table in ANSWER_TABLES:
            connection.execute(f"delete from {table}")  # noqa: S608
        change = "update meta_data set tag_value = ? where tag = 'time_created'"
        connection.execute(change, (created,))
        connection.commit()
    with opened(where) as store, store.reading() as reader:
        checked = check_batch(reader, find_suite(reader, None), read_file(path))
    assert len(checked.withdrawn) == withdrawn
