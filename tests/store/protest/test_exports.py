from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.support.small_suite import NOW, SUITE, TARGETS, filled

from proform.store.answers import Answer, Selected, annotator_id, history, latest, record
from proform.store.database import Store, opened
from proform.store.ledger import Addressed
from proform.store.load import Stored, find_suite, load_target, targets
from proform.store.protest.batches import make_batch
from proform.store.protest.exports import export_batch, export_master
from proform.store.protest.imports import import_master
from proform.store.protest.merge import check_batch, merge_batch
from proform.store.protest.rows import TABLES, read_file
from proform.store.tasks import assign, define_tasks

Rows = Mapping[str, Sequence[tuple[Any, ...]]]

RIGHT = Answer(
    "ok",
    "bad",
    "so what?",
    "ana_ok ant_unset",
    frozenset({"ant_unsure", "mine <b>"}),
    frozenset({Selected(1, 0), Selected(0, 1)}),
)


def rows(path: Path) -> Rows:
    """All rows of a file, read without our own reader."""
    with closing(sqlite3.connect(path)) as connection:
        return {name: connection.execute(f"select * from {name}").fetchall() for name in TABLES}  # noqa: S608


def annotate(store: Store) -> Stored:
    """A store in which two people have judged, one changed their mind, and there are tasks."""
    stored = filled(store)
    with store.writing() as connection:
        ada, bob = (annotator_id(connection, name, NOW) for name in ("Ada", "Bob"))
        by_number = _ids(connection)
        record(connection, [Addressed(by_number[4], ada, Answer("bad"))], NOW, "test")
        answers = [
            Addressed(by_number[4], ada, RIGHT),
            Addressed(by_number[4], bob, Answer("bad", "ok", None, "ana_ok ant_notokens")),
            Addressed(by_number[8], bob, Answer("ok", None, "", "ana_notokens ant_ok")),
            Addressed(by_number[9], bob, Answer(None, None, None, None, frozenset({"alone"}))),
        ]
        record(connection, answers, NOW, "test")
        define_tasks(connection, stored, "june", 2, 3, 7, NOW)
        assign(connection, stored, "june", "1", "Ada", NOW)
    return stored


def _ids(connection: Any) -> dict[int, int]:
    from sqlalchemy import select  # noqa: PLC0415

    from proform.store import schema  # noqa: PLC0415

    return {row.number: row.id for row in connection.execute(select(schema.candidates))}


def export(store: Store, path: Path) -> Path:
    with store.reading() as connection:
        export_master(connection, find_suite(connection, None), path)
    return path


def test_export_import_export_gives_the_same_rows(where: str, tmp_path: Path) -> None:
    with opened(where, create=True) as store:
        annotate(store)
        first = rows(export(store, tmp_path / "first.db"))
    assert {name for name, found in first.items() if not found} == set()
    with opened(str(tmp_path / "again.db"), create=True) as store:
        with store.writing() as connection:
            read = read_file(tmp_path / "first.db")
            found = import_master(connection, read, "other", ("en", "fr"), None, NOW)
        assert (found.examples, found.reference, found.systems, found.judgements) == (
            *(3, "reference", 2),
            4,
        )
        second = rows(export(store, tmp_path / "second.db"))
    assert second == first


def test_an_imported_suite_is_the_same_but_for_full_alignments(where: str, tmp_path: Path) -> None:
    with opened(str(tmp_path / "first.db"), create=True) as store:
        annotate(store)
        export(store, tmp_path / "protest.db")
        with store.reading() as connection:
            before = latest(connection, find_suite(connection, None).id)
    with opened(where, create=True) as store:
        with store.writing() as connection:
            read = read_file(tmp_path / "protest.db")
            import_master(connection, read, "small", ("en", "fr"), None, NOW)
        with store.reading() as connection:
            stored = find_suite(connection, None)
            loaded = [load_target(connection, stored, c) for c in targets(connection, stored)]
            after = latest(connection, stored.id)
    assert stored.suite.source == SUITE.source
    assert stored.suite.categories == SUITE.categories
    for example, original in zip(stored.suite.examples, SUITE.examples, strict=True):
        assert (example.segment, example.position, example.category, example.antecedents) == (
            *(original.segment, original.position, original.category),
            original.antecedents,
        )
    for one, original_target in zip(loaded, TARGETS, strict=True):
        assert (one.name, list(one.lines), one.placed) == (
            *(original_target.name, list(original_target.lines)),
            original_target.placed,
        )
    assert [(one.candidate, one.annotator, one.answer) for one in after] == [
        (one.candidate, one.annotator, one.answer) for one in before
    ]


def test_the_schema_is_that_of_the_original(tmp_path: Path) -> None:
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        annotate(store)
        export(store, tmp_path / "protest.db")
    with closing(sqlite3.connect(tmp_path / "protest.db")) as connection:
        for name, columns in TABLES.items():
            found = connection.execute(f"pragma table_info({name})").fetchall()
            assert tuple(column[1] for column in found) == columns
        meta = dict(connection.execute("select * from meta_data"))
        # The original adds rows without an id, and expects one to be made.
        connection.execute("insert into annotations (candidate, annotator_id) values (1, 1)")
    assert meta == {"file_version": "PROTEST 1.1", "file_type": "master", "master_id": "a-key"}


@pytest.fixture
def batch(where: str, tmp_path: Path) -> tuple[str, Path]:
    path = tmp_path / "ada.db"
    with opened(where, create=True) as store:
        stored = annotate(store)
        with store.writing() as connection:
            made = make_batch(connection, stored, "Ada", "june", 3, NOW)
            export_batch(connection, stored, made, path)
    return where, path


def test_a_batch_has_no_names_of_systems_and_no_answers_of_others(batch: tuple[str, Path]) -> None:
    _, path = batch
    found = rows(path)
    assert b"base" not in path.read_bytes()
    names = [name for _, name, side in found["corpora"] if side == 1]
    assert all(name.startswith("translation ") for name in names)
    assert {row[2] for row in found["annotations"]} == {1}
    order = sorted(row[-1] for row in found["pro_candidates"])
    assert order == list(range(1, len(order) + 1))


def test_an_untouched_batch_changes_nothing(batch: tuple[str, Path]) -> None:
    where, path = batch
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        before = history(connection, stored.id)
        checked = check_batch(connection, stored, read_file(path))
        merge_batch(connection, checked, NOW, path.name)
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
            effect = merge_batch(writer, checked, NOW, path.name)
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
        (
            "update annotations set anaph_annotation = 'fine'",
            "expected ok, bad or unset",
        ),
        (
            "update token_annotations set token = 99",
            "no word 99",
        ),
    ],
)
def test_batches_that_do_not_fit(batch: tuple[str, Path], change: str, complaint: str) -> None:
    from proform.errors import InputError  # noqa: PLC0415

    where, path = batch
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()
    with opened(where) as store, store.reading() as reader:
        stored = find_suite(reader, None)
        with pytest.raises(InputError, match=complaint) as caught:
            check_batch(reader, stored, read_file(path))
    assert str(path) in str(caught.value)
