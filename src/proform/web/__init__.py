"""The annotation application: annotators judge in a browser, researchers look on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["address_of", "invite", "serve"]

if TYPE_CHECKING:
    from proform.web.server import address_of, invite, serve
else:
    __getattr__ = lazily(__name__, dict.fromkeys(__all__, "proform.web.server"))
