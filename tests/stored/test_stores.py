"""What a store holds, work given to annotators, and PROTEST files."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.exchanged_suite import annotate
from tests.support.small_suite import NOW, SUITE

import proform
from proform import stored
from proform.errors import ProformError
from proform.store.database import opened
from proform.store.suites import save_suite
from proform.stored.suites import StoredSuite


@pytest.fixture
def suite(tmp_path: Path) -> StoredSuite:
    """Judged by two people, with tasks of which one is Ada's."""
    where = tmp_path / "suite.db"
    with opened(str(where), create=True) as store:
        annotate(store)
    return proform.open_suite(where)


def test_a_store_in_figures(suite: StoredSuite, tmp_path: Path) -> None:
    listing = stored.list_suites(suite.where)
    (contents,) = listing.suites
    assert (contents.name, contents.languages, contents.segments) == ("small", "en-fr", 4)
    base = contents.systems[1]
    assert (base.name, base.judgements, base.open, base.contested) == ("base", 2, 3, 1)
    assert sum(base[3:7]) == len(SUITE.examples)
    (record,) = json.loads(listing.to_text("json"))
    assert record["translations"][1]["contested"] == 1
    assert [task["annotators"] for task in record["tasks"]] == [["Ada"], ["Ada"], []]
    text = str(listing)
    assert text.startswith("small (en-fr): 3 examples in 4 segments")
    assert "set aside" in text
    with opened(str(tmp_path / "empty.db"), create=True):
        pass
    assert "no suite in this store" in str(stored.list_suites(tmp_path / "empty.db"))
    with pytest.raises(ProformError, match="style: unknown 'xml'"):
        listing.to_text("xml")


def test_tasks_go_out_as_batches_and_come_back(suite: StoredSuite, tmp_path: Path) -> None:
    tasks = stored.define_tasks(suite, "july", 2, systems=["base", "new"], seed=3)
    assert [(task.taskset, task.size) for task in tasks] == [("july", 3), ("july", 3)]
    stored.assign_task(suite, "july", "1", "Ada")
    batch = tmp_path / "ada.db"
    assert stored.export_batch(suite, "july", "Ada", batch) == 3
    checked = stored.merge_batch(suite, batch, dry_run=True)
    assert (checked.annotator, checked.candidates) == ("Ada", 3)
    assert stored.merge_batch(suite, batch).effect == checked.effect
    with pytest.raises(ProformError, match="'Bob' has no task in 'july'"):
        stored.export_batch(suite, "july", "Bob", tmp_path / "bob.db")
    for export in (
        lambda path: stored.export_batch(suite, "july", "Ada", path),
        lambda path: stored.export_suite(suite, path),
    ):
        with pytest.raises(ProformError, match=r"suite\.db"):
            export(suite.where)
        with pytest.raises(ProformError, match=r"ada\.db: there is a database"):
            export(batch)  # which may hold work that was not merged
    with pytest.raises(ProformError, match=r"ada\.db: there is a database"):
        stored.backup(suite.where, batch)
    with pytest.raises(ProformError, match=r"ada\.db: there is a database"):
        stored.write_examples(suite.value, batch)


def test_a_batch_finds_its_suite_and_withdrawals_are_asked_about(
    suite: StoredSuite, tmp_path: Path
) -> None:
    batch, second = tmp_path / "ada.db", tmp_path / "second.db"
    stored.export_batch(suite, "june", "Ada", batch)
    with opened(suite.where) as store, store.writing() as connection:
        save_suite(connection, replace(SUITE, name="another"), "other-key", NOW)
    assert stored.merge_batch(suite.where, batch).annotator == "Ada"
    with pytest.raises(ProformError, match="a batch of another master"):
        stored.merge_batch(StoredSuite(suite.where, "another"), batch)
    with closing(sqlite3.connect(batch)) as connection:
        for table in ("annotations", "tag_annotations", "token_annotations"):
            connection.execute(f"delete from {table}")  # noqa: S608 (as the original does)
        connection.commit()
    with pytest.raises(ProformError, match="1 judgements of Ada are gone from it; --withdrawn"):
        stored.merge_batch(suite, batch)
    with pytest.raises(ProformError, match="withdrawn: unknown 'x'"):
        stored.merge_batch(suite, batch, withdrawn="x")
    assert stored.merge_batch(suite, batch, withdrawn="keep").effect.added == 0
    assert len(stored.merge_batch(suite, batch, dry_run=True).withdrawn) == 1
    stored.merge_batch(suite, batch, withdrawn="withdraw")
    assert stored.merge_batch(suite, batch).withdrawn == ()
    stored.export_batch(suite, "june", "Ada", second)
    with closing(sqlite3.connect(second)) as connection:
        assert connection.execute("select count(*) from annotations").fetchone() == (0,)


def test_a_suite_goes_through_a_master_file(suite: StoredSuite, tmp_path: Path) -> None:
    master, other = tmp_path / "master.db", tmp_path / "other.db"
    stored.export_suite(suite, master)
    with pytest.raises(ProformError, match="no translation 'nobody'"):
        stored.import_suite(master, "en-fr", other, reference="nobody")
    assert not other.exists()
    again, imported = stored.import_suite(master, "en-fr", other)
    assert (again.name, imported.reference, imported.systems) == ("master", "reference", 2)
    assert again.systems == suite.systems
    assert again.verdicts() == suite.verdicts()


def test_a_copy_of_a_store(suite: StoredSuite, tmp_path: Path) -> None:
    stored.backup(suite.where, tmp_path / "copy.db")
    copy = proform.open_suite(tmp_path / "copy.db")
    assert (copy.value, copy.systems) == (suite.value, suite.systems)
    with pytest.raises(ProformError):
        stored.backup(suite.where, suite.where)
