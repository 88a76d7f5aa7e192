"""Pages of results, and single examples as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["show_example"]

if TYPE_CHECKING:
    from proform.report.example import show_example
else:
    __getattr__ = lazily(__name__, {"show_example": "proform.report.example"})
