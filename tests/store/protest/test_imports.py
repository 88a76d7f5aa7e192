"""Files as the original program writes them: a source corpus for every translation."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.support.small_suite import EVENT, INTER, NOW

from proform.errors import InputError, ProformError
from proform.store.answers import Answer, Selected, latest
from proform.store.database import opened
from proform.store.load import find_suite, load_target, suite_names, targets
from proform.store.protest.exports import export_master
from proform.store.protest.file import TABLES, read_file
from proform.store.protest.imports import Imported, import_master
from proform.suite.suite import Spot

Rows = Mapping[str, Sequence[tuple[Any, ...]]]

SOURCE = ("The bicycle is red .", "It squeaks , and it worries me .", "")
REFERENCE = ("Le vélo est rouge .", "Il grince , et cela m' inquiète .", "")
OTHER = ("La bicyclette est rouge .", "Elle grince .", "")

ORIGINAL: Rows = {
    "meta_data": [
        ("file_version", "PROTEST 1.1"),
        ("file_type", "master"),
        ("master_id", "4711"),
        ("config:conflict_checks", "disabled"),
        ("_Zeta", ""),
        ("apple", "é"),
    ],
    "corpora": [(1, "src", 0), (2, "Reference", 1), (3, "src", 0), (4, "my mt", 1)],
    "documents": [(number, number, 10, 11) for number in (1, 2, 3, 4)]
    + [(4 + number, number, 12, 12) for number in (1, 2, 3, 4)],
    "sentences": [
        (3 * corpus + line, corpus, 10 + line, text)
        for corpus, lines in ((1, SOURCE), (2, REFERENCE), (3, SOURCE), (4, OTHER))
        for line, text in enumerate(lines)
    ],
    "categories": [(4, INTER, 1), (9, EVENT, 0), (11, "unused", 0)],
    "pro_candidates": [
        (101, 1, 2, 5, 11, "it", 0, 1005, 4, 1),
        (102, 1, 2, 9, 11, "it", 4, 1009, 9, 2),
        (201, 3, 4, 5, 11, "it", 0, 1005, 4, None),
        (202, 3, 4, 9, 11, "it", 4, 1009, 9, 7),
    ],
    "pro_antecedents": [
        (1, 1, 2, 5, 1, 10, 0, 1, "bicycle", 1, 1001),
        (2, 3, 4, 5, 1, 10, 0, 1, "bicycle", 1, 1001),
    ],
    "translations": [
        (1, 2, 5, None, 11, 0),
        (2, 2, 5, 1, 10, 1),
        (3, 2, 9, None, 11, 4),
        (4, 4, 5, None, 11, 0),
        (5, 4, 5, 1, 10, 1),
    ],
    "annotators": [(3, "Ada"), (7, "Bob")],
    "annotations": [
        (1, 201, 3, "ok", "ok", "", "ana_ok ant_ok"),
        (2, 201, 7, "unset", "bad", None, "ana_ok ant_ok"),
        (3, 202, 3, None, None, "only a remark", None),
        (4, 202, 7, None, "ok", None, None),
    ],
    "token_annotations": [(1, 201, 11, 0, "ok", 3), (2, 201, 10, 1, "ok", 3)],
    "tag_annotations": [(1, 201, 7, "ant_unsure"), (2, 101, 7, "alone")],
    "annotation_tasks": [(5, 101), (5, 201), (8, 202)],
    "task_definition": [(5, "first", "IAA"), (8, "first", "1")],
}


def write(path: Path, *changes: str, older: bool = False, as_text: bool = False) -> Path:
    """The file, with some changes made in SQL."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        for table, rows in ORIGINAL.items():
            names = [
                "srcantheadindex" if older and name == "srcheadindex" else name
                for name in TABLES[table]
            ]
            columns = ", ".join(f'"{name}"' for name in names)  # of no type: anything goes in
            connection.execute(f"create table {table} ({columns})")
            marks = ", ".join("?" * len(names))
            cells = [
                tuple(str(cell) if as_text and cell is not None else cell for cell in row)
                for row in rows
            ]
            connection.executemany(f"insert into {table} values ({marks})", cells)  # noqa: S608
        for change in changes:
            connection.execute(change)
        connection.commit()
    return path


@pytest.fixture
def original(tmp_path: Path) -> Path:
    return write(tmp_path / "original.db")


def rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows without their ids, where nothing else refers to them, in any order."""
    named = {"meta_data", "corpora", "categories", "pro_candidates", "annotators"}
    named |= {"annotation_tasks", "task_definition"}
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: sorted(
                (
                    row if name in named else row[1:]
                    for row in connection.execute(f"select * from {name}")  # noqa: S608
                ),
                key=repr,
            )
            for name in TABLES
        }


def bring(where: str, path: Path, name: str = "suite", reference: str | None = None) -> Imported:
    with opened(where, create=True) as store, store.writing() as connection:
        return import_master(connection, read_file(path), name, ("en", "fr"), reference, NOW)


def export(where: str, path: Path) -> Path:
    with opened(where) as store, store.reading() as connection:
        export_master(connection, find_suite(connection, None), path)
    return path


def test_import_and_export_give_the_same_rows(where: str, original: Path, tmp_path: Path) -> None:
    assert bring(where, original) == Imported(2, "Reference", 1, 5)
    out = export(where, tmp_path / "out.db")
    assert rows(out) == rows(original)
    with closing(sqlite3.connect(out)) as connection:
        meta = connection.execute("select tag from meta_data").fetchall()
    assert meta[3:] == [("_Zeta",), ("apple",), ("config:conflict_checks",)]


@pytest.mark.parametrize("how", ["older", "as_text"])
def test_older_names_and_numbers_as_text(
    where: str, original: Path, tmp_path: Path, how: str
) -> None:
    bring(where, write(tmp_path / "other.db", older=how == "older", as_text=how == "as_text"))
    assert rows(export(where, tmp_path / "out.db")) == rows(original)


def test_indices_that_are_not_given_are_not_made_up(where: str, tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.db",
        "update pro_candidates set srcproindex = null, sequence_no = null",
        "update pro_antecedents set srcheadindex = null",
    )
    bring(where, path)
    assert rows(export(where, tmp_path / "out.db")) == rows(path)


def test_what_was_imported(where: str, original: Path) -> None:
    bring(where, original)
    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, None)
        loaded = [load_target(connection, stored, one) for one in targets(connection, stored)]
        said = latest(connection, stored.id)
    suite = stored.suite
    assert suite.source == ("",) * 10 + SOURCE
    assert [(one.number, one.segment, one.position) for one in suite.examples] == [
        (5, 11, 0),
        (9, 11, 4),
    ]
    assert suite.document(9) is None
    assert suite.document(11) == "10-11"
    assert [one.name for one in loaded] == ["Reference", "my mt"]
    assert loaded[0].placed[5].antecedents == ((Spot(10, 1),),)
    assert loaded[1].placed[9].pronoun == ()
    assert loaded[1].links is None
    assert [(one.candidate, one.annotator, one.answer) for one in said] == [
        (101, "Bob", Answer(None, None, None, None, frozenset({"alone"}))),
        (
            *(201, "Ada"),
            Answer(
                *("ok", "ok", "", "ana_ok ant_ok", frozenset()),
                frozenset({Selected(11, 0), Selected(10, 1)}),
            ),
        ),
        (
            *(201, "Bob"),
            Answer("bad", "unset", None, "ana_ok ant_ok", frozenset({"ant_unsure"})),
        ),
        (202, "Ada", Answer(None, None, "only a remark", None)),
        (202, "Bob", Answer("ok", None, None, None)),
    ]


def test_the_reference_is_named_or_called_so(where: str, original: Path, tmp_path: Path) -> None:
    assert bring(where, original, "a", "my mt").reference == "my mt"
    other = write(tmp_path / "b.db", "update corpora set name = 'human' where id = 2")
    assert bring(where, other, "b").reference is None
    other = write(tmp_path / "c.db", "update corpora set name = 'ref.fr' where id = 2")
    assert bring(where, other, "c").reference == "ref.fr"
    with pytest.raises(InputError, match=r"no translation 'src'; it has 'Reference', 'my mt'"):
        bring(where, original, "d", "src")
    with pytest.raises(ProformError, match="the suite 'a' is in this store already"):
        bring(where, original, "a")
    with pytest.raises(ProformError, match="cannot be the name of a suite"):
        bring(where, original, "")


def test_people_are_known_by_name_and_numbers_stay_apart(
    where: str, original: Path, tmp_path: Path
) -> None:
    bring(where, original, "a")
    other = write(
        tmp_path / "b.db",
        "update annotators set name = 'Cleo' where id = 3",
        "update meta_data set tag_value = '4712' where tag = 'master_id'",
    )
    bring(where, other, "b")
    with opened(where) as store, store.reading() as connection:
        said = latest(connection, find_suite(connection, "b").id)
        assert {one.annotator for one in said} == {"Bob", "Cleo"}
        export_master(connection, find_suite(connection, "b"), tmp_path / "out.db")
    assert rows(tmp_path / "out.db")["annotators"] == [(3, "Ada"), (7, "Bob"), (8, "Cleo")]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            "update meta_data set tag_value = 'annotation_batch' where tag = 'file_type'",
            "an annotation batch, not a master file; merge it .* proform suite merge-batch",
        ),
        ("update meta_data set tag_value = 'else' where tag = 'file_type'", "its type is 'else'"),
        ("update meta_data set tag_value = 'PROTEST 2' where tag = 'file_version'", "'PROTEST 2'"),
        ("delete from meta_data where tag = 'file_version'", "its version is None"),
        ("delete from meta_data where tag = 'master_id'", "no master_id"),
        ("update meta_data set tag_value = x'00' where tag = 'apple'", "tag_value is b'"),
        ("insert into meta_data values ('x', 'a' || char(0))", "tag_value is 'a.x00', expected a"),
        ("update corpora set srctgt = 1, name = id", "no source corpus"),
        ("update corpora set name = 'my mt' where id = 2", "corpora, row 4: its name is taken"),
        ("update corpora set id = 1 where id = 3", "there are two of id 1"),
        ("insert into documents values (1, 1, 0, 0)", "there are two of corpus 1, id 1"),
        ("insert into documents values (99, 8, 0, 0)", "there is no corpus 8"),
        ("insert into sentences values (99, 8, 0, '')", "there is no corpus 8"),
        ("insert into sentences values (99, 1, 10, '')", "there are two of corpus 1, line 10"),
        ("insert into sentences values (99, 1, -1, '')", "-1 is no line number"),
        ("insert into sentences values (99, 1, 2000000000, '')", "2000000000 is no line number"),
        ("insert into sentences values (99, 1, 5000000000, '')", "line is 5000000000, expected"),
        ("insert into sentences values (99, 1, '--5', '')", "line is '--5', expected a number"),
        ("insert into sentences values (99, 1, '²', '')", "line is '²', expected a number"),
        ("insert into sentences values (99, 1, 1.5, '')", "line is 1.5, expected a number"),
        ("insert into sentences values (99, 1, 13, null)", "sentence is None, expected a text"),
        ("update sentences set sentence = 'x' where corpus = 3", "1 and 3 are different texts"),
        ("update sentences set sentence = cast(x'ff' as text)", "not a PROTEST file .*UTF-8"),
        ("update categories set id = 4", "there are two of id 4"),
        ("update categories set description = 'x'", "there are two of description 'x'"),
        ("update pro_candidates set category_no = 5", "there is no category 5"),
        ("update pro_candidates set id = 101", "there are two of id 101"),
        ("update pro_candidates set example_no = 5", "two of tgtcorpus 2, example_no 5"),
        ("update pro_candidates set srcpro = 'he'", "word 0 of line 11 is 'It', not 'he'"),
        ("update pro_candidates set srcpos = 12", "line 11 of corpus 1 has no word 12"),
        ("update pro_candidates set srcpos = -1", "line 11 of corpus 1 has no word -1"),
        ("update pro_candidates set line = 12, srcpos = 0", "line 12 of corpus 1 has no word 0"),
        ("update pro_candidates set line = 99", "there is no line 99 in corpus 1"),
        ("update pro_candidates set srcproindex = id", "example 5 is not the same for all"),
        ("update pro_candidates set tgtcorpus = 6 where tgtcorpus = 4", "3 and 6 are no source"),
        ("update pro_candidates set srccorpus = 2", "2 and 2 are no source and translation"),
        ("update pro_candidates set srccorpus = 1 where id = 202", "goes with two source corpora"),
        ("update pro_antecedents set example_no = 6", "there is no example 6"),
        ("update pro_antecedents set ant_no = null", "it has no ant_no"),
        ("update pro_antecedents set srcstartpos = -1", "has no word -1"),
        ("update pro_antecedents set srcendpos = 5", "has no word 5"),
        ("update pro_antecedents set srcheadpos = 5", "has no word 5"),
        ("update pro_antecedents set srcendpos = id", "the antecedents of example 5 differ"),
        ("update translations set example_no = 6", "no example 6 in corpus 2"),
        ("update translations set tgtpos = 99", "line 11 of corpus 2 has no word 99"),
        ("update translations set line = 12", "line 12 of corpus 2 has no word 0"),
        ("update annotators set name = 'Ada'", "there are two of name 'Ada'"),
        ("update annotations set annotator_id = 5", "there is no annotator 5"),
        ("update tag_annotations set annotator_id = 5", "there is no annotator 5"),
        ("update annotations set candidate = 5", "there is no candidate 5"),
        ("update annotations set ant_annotation = 'OK'", "ant_annotation is 'OK', expected ok, b"),
        ("update token_annotations set line = 12, token = 0", "there is no word 0 in line 12"),
        ("update token_annotations set token = -1", "there is no word -1 in line 11"),
        ("insert into token_annotations values (9, 201, 11, 0, 'bad', 3)", "marked in two ways"),
        ("update annotation_tasks set task_no = 1", "task 1 or candidate 101 is not there"),
        ("update annotation_tasks set candidate = 1", "task 5 or candidate 1 is not there"),
        ("update task_definition set label = '1'", "there are two of taskset 'first', label '1'"),
        ("drop table annotation_tasks", "it has no table annotation_tasks"),
        ("drop table meta_data", "it has no meta_data"),
        ("alter table pro_antecedents drop column srcheadindex", "no column srcheadindex"),
    ],
)
def test_what_does_not_hang_together_is_told_and_nothing_is_written(
    tmp_path: Path, change: str, complaint: str
) -> None:
    path, store_path = write(tmp_path / "a.db", change), str(tmp_path / "suite.db")
    with pytest.raises(InputError, match=complaint) as caught:
        bring(store_path, path)
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value).splitlines()) == 1
    if (tmp_path / "suite.db").exists():
        with opened(store_path) as store, store.reading() as connection:
            assert suite_names(connection) == []


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"", "it has no meta_data"), (b"PROTEST 1.1\n" * 99, "not a PROTEST file")],
)
def test_other_files(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "a b#c?d%20.db"
    path.write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        read_file(path)
    assert path.read_bytes() == content
    with pytest.raises(InputError, match="there is no such file"):
        read_file(tmp_path)


def test_no_store_is_overwritten_by_an_export(where: str, original: Path, tmp_path: Path) -> None:
    bring(where, original)
    other = tmp_path / "other store.db"
    bring(str(other), original)
    with pytest.raises(ProformError, match=r"other store\.db: is a store"):
        export(where, other)
    with opened(str(other)) as store, store.reading() as connection:
        assert suite_names(connection) == ["suite"]
    link = tmp_path / "link.db"
    link.symlink_to(original)
    export(where, link)
    assert link.is_symlink()
    assert rows(original) == rows(export(where, tmp_path / "again.db"))
