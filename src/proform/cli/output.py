"""Tables on standard output or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proform.cli.aligning import tell
from proform.cli.options import Format
from proform.output import writing

if TYPE_CHECKING:
    from proform.table.table import Table


def show(tables: Sequence[Table], notes: Sequence[str], style: Format, output: Path | None) -> None:
    """Write tables with their notes; these go to stderr as well where a program reads the text."""
    from proform.table.writers import WRITERS  # noqa: PLC0415 (slow to import)

    with writing(output) as out:
        out.write(WRITERS[style.value](tables, notes, out.is_terminal))
    if style is not Format.TEXT:
        for note in (*(note for table in tables for note in table.notes), *notes):
            tell(note)
