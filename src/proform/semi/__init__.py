"""Semi-automatic evaluation: a machine approves, people judge the rest.

What `proform semi` does, from Python. Every call takes a store, a file or the URL of a database,
and the options of the command by their names.

- `plan` says what there is to judge, `start` gives it to annotators, `status` how far they are;
- `results` counts, estimates and compares systems; `next_` says where another hour is worth most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["next_", "plan", "results", "start", "status"]

if TYPE_CHECKING:
    from proform.semi.evaluation import next_, plan, results, start, status
else:
    __getattr__ = lazily(__name__, dict.fromkeys(__all__, "proform.semi.evaluation"))
