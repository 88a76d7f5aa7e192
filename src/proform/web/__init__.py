"""The annotation application: annotators judge in a browser, researchers look on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["invite", "serve"]

if TYPE_CHECKING:
    from proform.web.server import invite, serve
else:
    __getattr__ = lazily(__name__, {"invite": "proform.web.server", "serve": "proform.web.server"})
