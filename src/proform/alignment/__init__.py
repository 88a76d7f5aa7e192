"""Word alignment: aligners, symmetrisation, models, cache, and the pipeline over texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["Cache"]

if TYPE_CHECKING:
    from proform.alignment.cache import Cache
else:
    __getattr__ = lazily(__name__, {"Cache": "proform.alignment.cache"})
