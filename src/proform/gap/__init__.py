"""Gap filling: annotators choose the pronoun that is missing.

What `proform gaps` does, from Python; every call takes a store, a file or the URL of a database.

- `results` scores systems by what people ticked (`proform gaps scores`).
- `define_tasks` makes a set of tasks for gap filling.
- `export` and `import_` write and read sheets for those who prefer a spreadsheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["GapResults", "define_tasks", "export", "import_", "results"]

if TYPE_CHECKING:
    from proform.gap.answers import define_tasks
    from proform.gap.evaluation import GapResults, results
    from proform.gap.sheets import export, import_
else:
    __getattr__ = lazily(
        __name__,
        {
            "define_tasks": "proform.gap.answers",
            "GapResults": "proform.gap.evaluation",
            "results": "proform.gap.evaluation",
            "export": "proform.gap.sheets",
            "import_": "proform.gap.sheets",
        },
    )
