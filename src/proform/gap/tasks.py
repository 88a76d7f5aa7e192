"""Tasks of gap filling, for the library."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from proform.gap.answers import GapTasks, define_gap_tasks
from proform.language.pack import load_packs
from proform.output import File, as_path
from proform.store.database import opened
from proform.store.load import find_suite
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
    packs: File | None = None,
) -> GapTasks:
    """Split what is to be filled into tasks, at random and evenly, as `proform.stored` does."""
    folder, now = as_path(packs), datetime.now(UTC)
    with opened(suite.where) as store, store.writing() as connection:
        stored = find_suite(connection, suite.name)
        load_packs(stored.suite.languages, folder)  # complains of a folder that is not there
        size = (taskset, tasks, shared, seed, now)
        return define_gap_tasks(connection, stored, *size, systems, categories, folder)
