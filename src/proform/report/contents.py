"""What a store holds, as tables."""

from __future__ import annotations

from collections.abc import Iterator

from proform.store.contents import Contents
from proform.store.tasks import Task
from proform.store.work import GAP
from proform.table.table import Table


def contents_tables(found: Contents) -> Iterator[Table]:
    """The categories, translations and tasks of one suite."""
    total = sum(size for _, size in found.categories)
    rows = [*found.categories, ("total", total)]
    title = f"{found.name} ({found.languages}): {total} examples in {found.segments} segments"
    yield Table(title, ("category", "examples"), tuple((name, str(size)) for name, size in rows))
    yield Table(
        "translations",
        ("name", "kind", "judgements"),
        tuple((system.name, system.side, str(system.judgements)) for system in found.systems),
    )
    if found.tasks:
        yield Table(
            "tasks",
            ("set", "task", "examples", "annotators"),
            tuple(
                (_named(task), task.label, str(task.size), ", ".join(task.annotators) or "–")
                for task in found.tasks
            ),
        )


def _named(task: Task) -> str:
    return f"{task.taskset} (gap filling)" if task.protocol == GAP else task.taskset
