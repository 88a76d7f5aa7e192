"""Master files of the original program, imported."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.support.original_master import SOURCE, bring, export, rows, write_master
from tests.support.small_suite import EVENT, INTER

from proform.errors import InputError
from proform.human.opinion import RIGHT
from proform.human.review import reviews
from proform.store.answers import PROTEST_RESEARCHER, Answer, Selected, latest
from proform.store.database import opened
from proform.store.protest.exports import export_master
from proform.store.protest.imports import Imported
from proform.store.suites import find_suite, load_target, targets
from proform.store.work import people
from proform.suite.suite import Spot


def test_import_and_export_give_the_same_rows(where: str, original: Path, tmp_path: Path) -> None:
    assert bring(where, original) == Imported(2, "Reference", 1, 6)
    out = export(where, tmp_path / "out.db")
    assert rows(out) == rows(original)
    with closing(sqlite3.connect(out)) as connection:
        meta = connection.execute("select tag from meta_data").fetchall()
    others = ("_Zeta", "apple", "config:conflict_checks", "master_description")
    assert meta[3:] == [(tag,) for tag in others]


def test_what_a_researcher_entered_in_the_master_is_nobodys_judgement(
    where: str, tmp_path: Path
) -> None:
    path = write_master(
        tmp_path / "a.db",
        "insert into tag_annotations values (4, 202, -1, 'bad_translation')",
        "insert into annotations values (5, 101, -1, 'unset', 'ok', 'look here', 'ana_ok ant_ok')",
    )
    bring(where, path)
    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, None)
        heard = reviews(connection, stored)
        assert people(connection, stored.id) == ["Ada", "Bob"]
        said = [one for one in latest(connection, stored.id) if one.candidate == 101]
    assert [one.annotator for one in heard[101].opinions] == ["Bob"]
    assert heard[202].verdict().outcome == RIGHT
    assert {one.annotator for one in said} == {"Bob", PROTEST_RESEARCHER}
    assert rows(export(where, tmp_path / "out.db")) == rows(path)


def test_a_master_is_imported_once(where: str, original: Path, tmp_path: Path) -> None:
    bring(where, original)
    with pytest.raises(InputError, match=r"in the store already, as the suite 'suite'"):
        bring(where, original, "again")
    bring(str(tmp_path / "other.db"), original, "again")


def test_no_category_without_examples_is_exported(where: str, tmp_path: Path) -> None:
    path = write_master(tmp_path / "a.db", "insert into categories values (11, 'unused', 0)")
    bring(where, path)
    with opened(where) as store, store.reading() as connection:
        names = [category.name for category in find_suite(connection, None).suite.categories]
    assert "unused" in names
    written = rows(export(where, tmp_path / "out.db"))["categories"]
    assert [row[1] for row in written] == [INTER, EVENT]


def test_indices_that_are_not_given_are_not_made_up(where: str, tmp_path: Path) -> None:
    path = write_master(
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
        (101, PROTEST_RESEARCHER, Answer(None, None, None, None, frozenset({"to discuss"}))),
        (101, "Bob", Answer(None, None, None, None, frozenset({"alone"}))),
        (
            *(201, "Ada"),
            Answer(
                *("ok", "ok", "", "ana_ok ant_ok", frozenset()),
                frozenset({Selected(11, 0), Selected(10, 1)}),
            ),
        ),
        (*(201, "Bob"), Answer("bad", "unset", None, "ana_ok ant_ok", frozenset({"ant_unsure"}))),
        (202, "Ada", Answer(None, None, "only a remark", None)),
        (202, "Bob", Answer("ok", None, None, None)),
    ]


def test_people_are_known_by_name_and_numbers_stay_apart(
    where: str, original: Path, tmp_path: Path
) -> None:
    bring(where, original, "a")
    other = write_master(
        tmp_path / "b.db",
        "update annotators set name = 'Cleo' where id = 3",
        "update meta_data set tag_value = '4712' where tag = 'master_id'",
    )
    bring(where, other, "b")
    with opened(where) as store, store.reading() as connection:
        said = latest(connection, find_suite(connection, "b").id)
        assert {one.annotator for one in said} == {"Bob", "Cleo", PROTEST_RESEARCHER}
        export_master(connection, find_suite(connection, "b"), tmp_path / "out.db")
    assert rows(tmp_path / "out.db")["annotators"] == [(3, "Ada"), (7, "Bob"), (8, "Cleo")]
