from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.exchanged_suite import annotate
from tests.support.original_master import bring
from tests.support.reviewed_suite import BAD, OK, Reviewing
from tests.support.small_suite import NOW, SUITE, TARGETS

from proform.human.review import reviews
from proform.store.answers import Answer, latest
from proform.store.database import Store, opened
from proform.store.protest.exports import export_batch, export_master, make_batch
from proform.store.protest.file import TABLES, read_file
from proform.store.protest.imports import check_batch, import_master
from proform.store.suites import (
    SYSTEM,
    add_target,
    find_suite,
    load_target,
    save_suite,
    targets,
)
from proform.store.tasks import TaskSet, assign, define_tasks

Rows = Mapping[str, Sequence[tuple[Any, ...]]]


def rows(path: Path) -> Rows:
    """All rows of a file, read without our own reader."""
    with closing(sqlite3.connect(path)) as connection:
        return {name: connection.execute(f"select * from {name}").fetchall() for name in TABLES}  # noqa: S608


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


def test_an_adjudication_is_one_again_after_an_exchange(where: str, tmp_path: Path) -> None:
    with opened(where, create=True) as store:
        reviewing = Reviewing(store)
        for person, answer in (("Ada", OK), ("Bob", OK), ("Eve", BAD)):
            reviewing.say(1, person, answer)
        reviewing.settle(1, BAD, 0, "x")
        before = reviewing.reviews()[1].verdict()
        export(store, tmp_path / "protest.db")
    with opened(str(tmp_path / "again.db"), create=True) as store:
        with store.writing() as connection:
            read = read_file(tmp_path / "protest.db")
            import_master(connection, read, "small", ("en", "fr"), None, NOW)
        with store.reading() as connection:
            review = reviews(connection, find_suite(connection, None))[1]
    assert {one.annotator for one in review.annotators} == {"Ada", "Bob", "Eve"}
    assert review.adjudication is not None
    assert review.verdict() == before


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


def test_a_batch_has_no_names_of_systems_and_no_answers_of_others(batch: tuple[str, Path]) -> None:
    _, path = batch
    found = rows(path)
    assert b"base" not in path.read_bytes()
    names = [name for _, name, side in found["corpora"] if side == 1]
    assert all(name.startswith("translation ") for name in names)
    assert {row[2] for row in found["annotations"]} == {1}
    order = sorted(row[-1] for row in found["pro_candidates"])
    assert order == list(range(1, len(order) + 1))


def test_a_batch_has_the_settings_and_the_description_of_its_master(
    where: str, original: Path, tmp_path: Path
) -> None:
    bring(where, original)
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, None)
        assign(connection, stored, "first", "1", "Ada", NOW)
        made = make_batch(connection, stored, "Ada", "first", 1, NOW)
        export_batch(connection, stored, made, tmp_path / "ada.db")
    meta: dict[str, str] = dict(rows(tmp_path / "ada.db")["meta_data"])
    assert meta["config:conflict_checks"] == "disabled"
    assert meta["master_description"] == "twelve talks"
    assert "apple" not in meta


def test_a_withdrawn_answer_has_no_rows(where: str, tmp_path: Path) -> None:
    with opened(where, create=True) as store:
        reviewing = Reviewing(store)
        reviewing.say(1, "Ada", OK)
        reviewing.say(1, "Ada", Answer(status="ana_ok ant_ok"))
        reviewing.say(2, "Ada", Answer(remarks="hm", status="ana_ok ant_ok"))
        written = rows(export(store, tmp_path / "out.db"))
    assert [row[1] for row in written["annotations"]] == [2]
    assert written["token_annotations"] == []


def test_control_characters_are_not_exported_and_the_batch_still_fits(tmp_path: Path) -> None:
    lines = [line.replace("rouge", "rou\x07g\x85e") for line in TARGETS[1].lines]
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        with store.writing() as connection:
            source = tuple(line.replace("It ", "It\x1f ") for line in SUITE.source)
            examples = (replace(SUITE.examples[0], token="It\x1f"), *SUITE.examples[1:])
            suite = replace(SUITE, source=source, examples=examples)
            stored = save_suite(connection, suite, "a-key", NOW)
            add_target(connection, stored, replace(TARGETS[1], lines=lines), SYSTEM, NOW)
            define_tasks(connection, stored, TaskSet("june", 1), NOW)
            assign(connection, stored, "june", "1", "Ada", NOW)
            made = make_batch(connection, stored, "Ada", "june", 1, NOW)
            export_batch(connection, stored, made, tmp_path / "ada.db")
            checked = check_batch(connection, stored, read_file(tmp_path / "ada.db"))
        text = {row[3] for row in rows(export(store, tmp_path / "out.db"))["sentences"]}
    assert checked.candidates == len(SUITE.examples)
    assert "La bicyclette est rou\ufffdg\ufffde ." in text
    assert not any(not char.isprintable() for line in text for char in line)
