"""Suites in stores, for the library: `proform.open_suite` and what goes with it.

- `list_suites` tells what a store holds; `backup` copies it.
- `define_tasks` and `assign_task` give work to annotators.
- `import_suite`, `export_suite`, `export_batch` and `merge_batch` exchange files with PROTEST 1.1.
- `add_scores` and `remove_scores` are for the versions of a challenge set; `knowledge` compares
  what systems score highest with what they write.
- `write_examples` writes the table of examples that `proform.suite_from_table` reads.

>>> from proform import stored
>>> print(stored.list_suites("suite.db"))  # doctest: +SKIP
>>> suite = proform.open_suite("suite.db")  # doctest: +SKIP
>>> stored.define_tasks(suite, "june", 3, shared=100)  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = [
    "add_scores",
    "assign_task",
    "backup",
    "define_tasks",
    "export_batch",
    "export_suite",
    "import_suite",
    "knowledge",
    "list_suites",
    "merge_batch",
    "remove_scores",
    "write_examples",
]

if TYPE_CHECKING:
    from proform.stored.sets import add_scores, knowledge, remove_scores
    from proform.stored.stores import (
        assign_task,
        backup,
        define_tasks,
        export_batch,
        export_suite,
        import_suite,
        list_suites,
        merge_batch,
    )
    from proform.suite.table import write_examples
else:
    _names = dict.fromkeys(__all__, "proform.stored.stores")
    _names |= dict.fromkeys(("add_scores", "knowledge", "remove_scores"), "proform.stored.sets")
    __getattr__ = lazily(__name__, {**_names, "write_examples": "proform.suite.table"})
