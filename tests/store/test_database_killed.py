"""A process that is killed at any point leaves a whole store: before or after, never between."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.support.small_suite import NOW, SUITE, TARGETS, filled

from proform.store.answers import history, record
from proform.store.database import opened
from proform.store.protest.exports import export_batch, export_master, make_batch
from proform.store.protest.file import read_file
from proform.store.protest.imports import check_batch, import_master
from proform.store.suites import add_target, find_suite, suite_names
from proform.store.tasks import TaskSet, assign, define_tasks

TIMES = 50
SYSTEMS = 12


@pytest.fixture
def master(tmp_path: Path) -> Path:
    """A file with some systems, to be imported again and again."""
    path = tmp_path / "protest.db"
    with opened(str(tmp_path / "first.db"), create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            for number in range(SYSTEMS):
                add_target(
                    connection, stored, replace(TARGETS[1], name=f"s{number}"), "system", NOW
                )
            export_master(connection, stored, path)
    return path


def killed(work: Callable[[], None], after: float) -> bool:
    """Do the work in a process that is killed after some time; was it?"""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:  # whatever happens: it must not go on as a second run of the tests
            os._exit(0)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def duration(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def test_imports(where: str, master: Path) -> None:
    def bring(name: str) -> None:
        with opened(where, create=True) as store, store.writing() as connection:
            file = read_file(master)
            file = file._replace(meta={**file.meta, "master_id": name})  # of its own
            import_master(connection, file, name, ("en", "fr"), None, NOW)

    span = duration(lambda: bring("whole"))
    rng, ended = np.random.default_rng(4), 0
    for number in range(TIMES):
        ended += not killed(lambda number=number: bring(f"copy {number}"), rng.uniform(0, span))  # type: ignore[misc]
    with opened(where) as store, store.reading() as connection:
        names = suite_names(connection)
        whole = find_suite(connection, "whole").suite
        assert len(whole.examples) == len(SUITE.examples)
        for name in names:
            assert replace(find_suite(connection, name).suite, name="whole") == whole
    assert len(names) >= 1 + ended
    assert ended < TIMES, "no process was killed in time"


def test_merges(where: str, tmp_path: Path) -> None:
    path = tmp_path / "ada.db"
    with opened(where, create=True) as store:
        stored = filled(store)
        with store.writing() as connection:
            define_tasks(connection, stored, TaskSet("all", 1, 0, 1), NOW)
            assign(connection, stored, "all", "1", "Ada", NOW)
            batch = make_batch(connection, stored, "Ada", "all", 1, NOW)
            export_batch(connection, stored, batch, path)
    size = len(batch.candidates)

    def bring(remark: str) -> None:
        own = path.with_name(f"{remark}.db")
        own.write_bytes(path.read_bytes())
        with closing(sqlite3.connect(own)) as file:
            file.execute(
                "insert into annotations (candidate, annotator_id, ant_annotation,"
                " anaph_annotation, remarks, conflict_status)"
                " select id, 1, 'ok', 'ok', ?, 'ana_ok ant_ok' from pro_candidates",
                [remark],
            )
            file.commit()
        with opened(where) as store, store.writing() as connection:
            checked = check_batch(connection, find_suite(connection, None), read_file(own))
            record(connection, checked.answers, NOW, own.name)

    span = duration(lambda: bring("whole"))
    rng, ended = np.random.default_rng(5), 0
    for number in range(TIMES):
        ended += not killed(lambda number=number: bring(f"r{number}"), rng.uniform(0, span))  # type: ignore[misc]
    with opened(where) as store, store.reading() as connection:
        said = history(connection, find_suite(connection, None).id)
    merged = {one.answer.remarks for one in said}
    for remark in merged:
        assert sum(one.answer.remarks == remark for one in said) == size
    assert len(merged) >= 1 + ended
    assert ended < TIMES, "no process was killed in time"
