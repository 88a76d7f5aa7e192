"""Names that commands know from before: packs, and what people are told."""

from __future__ import annotations

from pathlib import Path

from proform.cli.console import tell
from proform.errors import ProformError
from proform.language.pack import load_packs

__all__ = ["check_packs", "load_packs", "tell"]


def check_packs(directory: Path | None) -> None:
    """Complain of a folder that is not there."""
    if directory is not None and not directory.is_dir():
        raise ProformError(f"{directory}: is not a directory of language packs")
