from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, inspect, select
from sqlalchemy.exc import DBAPIError
from tests.support.command import Write
from tests.support.small_suite import NOW, filled

from proform.errors import InputError, ProformError
from proform.store import schema
from proform.store.answers import JUDGEMENTS, Answer, Selected, annotator_id, latest, record
from proform.store.database import opened
from proform.store.ledger import Addressed
from proform.store.suites import find_suite
from proform.store.upgrades import UPGRADES, Upgrade


def test_a_new_store_is_empty_and_opens_again(where: str) -> None:
    with opened(where, create=True) as store, store.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.suites)) == 0
    with opened(where) as store, store.reading() as connection:
        version = select(schema.store.c.value).where(schema.store.c.key == "schema")
        assert connection.scalar(version) == str(1 + len(UPGRADES))


def test_what_was_written_in_a_failed_transaction_is_not_there(where: str) -> None:
    with opened(where, create=True) as store:
        with pytest.raises(ZeroDivisionError), store.writing() as connection:
            assert annotator_id(connection, "Ada", NOW) // 0
        with store.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.annotators)) == 0


def test_a_reader_sees_one_state_while_another_writes(where: str) -> None:
    with opened(where, create=True) as store:
        with store.reading() as reader:
            people = select(func.count()).select_from(schema.annotators)
            assert reader.scalar(people) == 0
            with store.writing() as writer:
                annotator_id(writer, "Ada", NOW)
            assert reader.scalar(people) == 0
        with store.reading() as reader:
            assert reader.scalar(people) == 1


def test_the_database_itself_refuses_to_change_or_delete_a_judgement(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            candidate = connection.scalar(select(schema.candidates.c.id).limit(1))
            assert candidate is not None
            person = annotator_id(connection, "Ada", NOW)
            selected = frozenset({Selected(1, 0)})
            answer = Answer("ok", tags=frozenset({"desc_vs_presc"}), tokens=selected)
            record(connection, [Addressed(candidate, person, answer)], NOW, "test")
        changes = [
            *(table.delete() for table in (schema.judgements, schema.tags, schema.tokens)),
            schema.judgements.update().values(pronoun="bad"),
            schema.tags.update().values(tag="other"),
            schema.tokens.update().values(mark="bad"),
        ]
        for change in changes:
            with (
                pytest.raises((DBAPIError, ProformError), match="never changed"),
                store.writing() as connection,
            ):
                connection.execute(change)
        with store.reading() as connection:
            said = latest(connection, find_suite(connection, None).id)
        assert [one.answer for one in said] == [answer]


def _weigh(connection: Connection) -> None:
    """To version 2: judgements get a weight, and remarks of candidates a table of their own."""
    for step in (
        "alter table judgements add column weight integer not null default 1",
        "create table notes (judgement integer primary key references judgements, text text)",
        "insert into notes select id, remarks from judgements where remarks != ''",
        "alter table batches drop column protocol",
    ):
        connection.exec_driver_sql(step)


def _rename(connection: Connection) -> None:
    """To version 3."""
    connection.exec_driver_sql("alter table notes rename column text to remark")


def _judged(where: str) -> Answer:
    """A store of version 1 with a judgement in it."""
    answer = Answer("ok", "bad", "élan", tags=frozenset({"x"}), tokens=frozenset({Selected(1, 0)}))
    with opened(where, create=True, upgrades=()) as store:
        filled(store)
        with store.writing() as connection:
            candidate = connection.scalar(select(func.min(schema.candidates.c.id)))
            person = annotator_id(connection, "Ada", NOW)
            assert candidate is not None
            JUDGEMENTS.save(connection, candidate, person, answer, 0, "first", NOW)
    return answer


def _check_version_1(where: str, answer: Answer) -> None:
    with opened(where, upgrades=()) as store, store.reading() as connection:
        stored = find_suite(connection, None)
        assert len(stored.suite.examples) == 3
        assert [one.answer for one in latest(connection, stored.id)] == [answer]
        columns = inspect(connection).get_columns("judgements")
        assert "weight" not in {column["name"] for column in columns}
        assert "notes" not in inspect(connection).get_table_names()


@pytest.mark.parametrize("upgrades", [(_weigh,), (_weigh, _rename)])
def test_an_older_store_is_upgraded_in_place_and_kept(
    where: str, upgrades: Sequence[Upgrade]
) -> None:
    answer = _judged(where)
    with opened(where, upgrades=upgrades) as store:
        with store.reading() as connection:
            stored = find_suite(connection, None)
            assert [one.answer for one in latest(connection, stored.id)] == [answer]
            version = select(schema.store.c.value).where(schema.store.c.key == "schema")
            assert connection.scalar(version) == str(1 + len(upgrades))
            rows = connection.exec_driver_sql("select * from notes").mappings().all()
            column = "text" if len(upgrades) == 1 else "remark"
            assert [row[column] for row in rows] == ["élan"]
            assert connection.exec_driver_sql("select weight from judgements").scalar() == 1
        with (
            pytest.raises((DBAPIError, ProformError), match="never changed"),
            store.writing() as connection,
        ):
            connection.exec_driver_sql("update judgements set weight = 2")
        if "://" in where:
            with store.reading() as connection:
                kept = "select protocol from proform_v1.batches union select remarks"
                rest = connection.exec_driver_sql(f"{kept} from proform_v1.judgements")
                assert rest.scalars().all() == ["élan"]
        else:
            _check_version_1(f"{where}.v1.bak", answer)
    with opened(where, upgrades=upgrades):
        pass  # nothing is done twice


def test_an_upgrade_that_fails_leaves_the_old_store(where: str) -> None:
    answer = _judged(where)

    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("drop table notes")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), opened(where, upgrades=(_weigh, fail)):
        pass
    _check_version_1(where, answer)
    with opened(where, upgrades=(_weigh, _rename)) as store, store.reading() as connection:
        assert connection.exec_driver_sql("select remark from notes").scalar() == "élan"


def test_an_upgrade_that_is_killed_leaves_the_old_store(where: str) -> None:
    answer = _judged(where)

    def die(_: Connection) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def upgrade() -> None:
        with opened(where, upgrades=(_weigh, die)):
            pass

    process = multiprocessing.get_context("fork").Process(target=upgrade)
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    _check_version_1(where, answer)
    with opened(where, upgrades=(_weigh,)) as store, store.reading() as connection:
        assert connection.exec_driver_sql("select text from notes").scalar() == "élan"


def test_a_store_of_a_newer_proform_is_refused_and_left_alone(where: str) -> None:
    _judged(where)
    with opened(where, upgrades=(_weigh,)):
        pass
    with (
        pytest.raises(ProformError, match=r"made by a newer proform.*version 2.*upgrade proform"),
        opened(where, upgrades=()),
    ):
        pass
    with opened(where, upgrades=(_weigh,)) as store, store.reading() as connection:
        assert connection.exec_driver_sql("select text from notes").scalar() == "élan"


def test_no_store_is_made_by_looking(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    with pytest.raises(ProformError, match=r"none\.db: there is no store"), opened(str(path)):
        pass
    assert not path.exists()


@pytest.mark.parametrize(
    ("content", "complaint"), [("", "an empty database"), ("It is red.\n" * 300, "not a database")]
)
def test_other_files_are_no_store(write: Write, content: str, complaint: str) -> None:
    path = write("suite.db", content)
    with pytest.raises(ProformError, match=f"suite.db: .*{complaint}"), opened(str(path)):
        pass
    assert path.read_text() == content


def test_another_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table recipes (name text)")
    connection.close()
    with (
        pytest.raises(InputError, match="a database, but not a store of proform"),
        opened(str(path), create=True),
    ):
        pass


def test_a_protest_file_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "protest.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table meta_data (tag text, tag_value text)")
    connection.close()
    with pytest.raises(InputError, match=r"PROTEST file.*suite import"), opened(str(path)):
        pass


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("mysql://me@here/it", "not a database that proform knows"),
        ("postgresql://me:secret@127.0.0.1:1/it", "refused"),
        ("://", "not a database address"),
    ],
)
def test_addresses_that_do_not_work(address: str, complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint) as caught, opened(address, create=True):
        pass
    assert "secret" not in str(caught.value)


def test_writers_wait_for_each_other(where: str) -> None:
    with opened(where, create=True):
        pass
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write_slowly, args=(where, n)) for n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0] * 4
    with opened(where) as store, store.reading() as connection:
        rows = connection.execute(select(schema.annotators)).all()
    assert sorted(row.name for row in rows) == [f"annotator {n}" for n in range(4)]
    assert sorted(row.number for row in rows) == [1, 2, 3, 4]


def _write_slowly(where: str, number: int) -> None:
    with opened(where) as store, store.writing() as connection:
        annotator_id(connection, f"annotator {number}", datetime.now(UTC))
        time.sleep(0.2)
