"""Gap filling: annotators choose the pronoun that is missing."""

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["define_tasks"]

if TYPE_CHECKING:
    from proform.gap.tasks import define_tasks
else:
    __getattr__ = lazily(__name__, {"define_tasks": "proform.gap.tasks"})
