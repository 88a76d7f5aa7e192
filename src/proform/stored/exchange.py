"""Work given to annotators, and PROTEST 1.1 files: masters and batches, in and out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from proform.language.pack import load_packs
from proform.output import File, refuse_overwriting
from proform.store.database import copy_store, opened
from proform.store.load import find_suite
from proform.store.protest import batches, exports
from proform.store.protest.batches import make_batch
from proform.store.protest.imports import Imported, import_master
from proform.store.protest.master import check_master, choose_reference
from proform.store.protest.rows import read_file
from proform.store.tasks import Task, assign
from proform.store.tasks import define_tasks as define
from proform.stored.suites import StoredSuite


def define_tasks(
    suite: StoredSuite,
    taskset: str,
    tasks: int,
    *,
    shared: int = 0,
    systems: Sequence[str] = (),
    categories: Sequence[str] = (),
    seed: int = 1,
) -> tuple[Task, ...]:
    """Split what is to be judged into tasks, at random and evenly.

    About `shared` examples are for every annotator, so that agreement can be measured.
    """
    with opened(suite.where) as store, store.writing() as connection:
        stored = find_suite(connection, suite.name)
        now = datetime.now(UTC)
        size = (taskset, tasks, shared, seed, now)
        return tuple(define(connection, stored, *size, systems, categories))


def assign_task(suite: StoredSuite, taskset: str, label: str, annotator: str) -> None:
    """Give a task to an annotator; the examples that are for everyone come with it."""
    with opened(suite.where) as store, store.writing() as connection:
        stored = find_suite(connection, suite.name)
        assign(connection, stored, taskset, label, annotator, datetime.now(UTC))


def export_batch(
    suite: StoredSuite, taskset: str, annotator: str, output: File, *, seed: int = 1
) -> int:
    """Write what an annotator is to judge as a PROTEST batch; gives the number of examples."""
    refuse_overwriting([Path(output)], [Path(suite.where)])
    with opened(suite.where) as store, store.writing() as connection:
        stored = find_suite(connection, suite.name)
        batch = make_batch(connection, stored, annotator, taskset, seed, datetime.now(UTC))
        exports.export_batch(connection, stored, batch, Path(output))
    return len(batch.candidates)


def merge_batch(suite: StoredSuite, file: File, *, dry_run: bool = False) -> batches.Checked:
    """Check a batch that an annotator returned, and merge it unless this is a dry run."""
    batch = read_file(Path(file))
    with opened(suite.where) as store, store.writing() as connection:
        checked = batches.check_batch(connection, find_suite(connection, suite.name), batch)
        if not dry_run:
            batches.merge_batch(connection, checked, datetime.now(UTC), Path(file).name)
    return checked


def import_suite(
    file: File,
    languages: str,
    output: File,
    *,
    name: str | None = None,
    reference: str | None = None,
) -> tuple[StoredSuite, Imported]:
    """Read a PROTEST master file into a store, with its judgements and tasks.

    What was read is returned beside the suite, and which translation is the reference.
    """
    source, target = load_packs(languages)
    master = read_file(Path(file))
    check_master(master)  # before a store is made
    choose_reference(master, reference)
    pair, called = (source.language, target.language), name or Path(file).stem
    with opened(str(output), create=True) as store, store.writing() as connection:
        imported = import_master(connection, master, called, pair, reference, datetime.now(UTC))
    return StoredSuite(str(output), called), imported


def export_suite(suite: StoredSuite, output: File) -> None:
    """Write a suite as a PROTEST 1.1 master file, which the original program opens."""
    refuse_overwriting([Path(output)], [Path(suite.where)])
    with opened(suite.where) as store, store.reading() as connection:
        exports.export_master(connection, find_suite(connection, suite.name), Path(output))


def backup(where: File, output: File) -> None:
    """Copy a SQLite store, also while it is in use."""
    refuse_overwriting([Path(output)], [Path(where)])
    with opened(str(where)) as store:
        copy_store(store, Path(output))
