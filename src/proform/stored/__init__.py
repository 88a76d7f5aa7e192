"""Suites in stores, for the library: `proform.open_suite` and what goes with it.

- `list_suites` tells what a store holds; `backup` copies it.
- `define_tasks`, `assign_task` and `unassign_task` say what annotators work on.
- `start_annotation` goes from texts to tasks and links in one call.
- `quality` tells how well annotators judge; `set_controls`, `list_controls` and `set_pass_mark` are
  for control examples and training; `remove_tasks` and `remove_annotator` take back.
- `import_suite`, `export_suite`, `export_batch` and `merge_batch` exchange files with PROTEST 1.1.
- `add_scores` and `remove_scores` are for the versions of a challenge set; `knowledge` compares
  what systems score highest with what they write; `make_contrast` makes such a set of any suite.
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
    "KEEP",
    "WITHDRAW",
    "WITHDRAWN",
    "Task",
    "add_scores",
    "assign_task",
    "backup",
    "define_tasks",
    "export_batch",
    "export_suite",
    "import_suite",
    "knowledge",
    "list_controls",
    "list_links",
    "list_suites",
    "make_contrast",
    "merge_batch",
    "quality",
    "read_names",
    "remove_annotator",
    "remove_scores",
    "remove_tasks",
    "revoke_link",
    "set_controls",
    "set_pass_mark",
    "start_annotation",
    "unassign_task",
    "write_examples",
]

# Here, since the help of a command lists them and needs nothing else.
WITHDRAW, KEEP = "withdraw", "keep"
WITHDRAWN = (WITHDRAW, KEEP)
"""What may become of judgements that were withdrawn in a file."""

if TYPE_CHECKING:
    from proform.store.tasks import Task
    from proform.stored.people import (
        list_controls,
        list_links,
        quality,
        read_names,
        remove_annotator,
        remove_tasks,
        revoke_link,
        set_controls,
        set_pass_mark,
    )
    from proform.stored.sets import add_scores, knowledge, make_contrast, remove_scores
    from proform.stored.start import start_annotation
    from proform.stored.stores import (
        assign_task,
        backup,
        define_tasks,
        export_batch,
        export_suite,
        import_suite,
        list_suites,
        merge_batch,
        unassign_task,
    )
    from proform.suite.table import write_examples
else:
    _names = dict.fromkeys(__all__, "proform.stored.stores")
    _people = ("list_controls", "quality", "remove_annotator", "remove_tasks")
    _people += ("set_controls", "set_pass_mark", "list_links", "read_names", "revoke_link")
    _names |= dict.fromkeys(_people, "proform.stored.people")
    _sets = ("add_scores", "knowledge", "make_contrast", "remove_scores")
    _names |= dict.fromkeys(_sets, "proform.stored.sets")
    _names["start_annotation"] = "proform.stored.start"
    __getattr__ = lazily(__name__, {**_names, "write_examples": "proform.suite.table"})
