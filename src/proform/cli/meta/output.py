"""How the commands of meta-evaluation print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proform.cli.aligning import tell
from proform.cli.meta.options import Format
from proform.cli.output import writing

if TYPE_CHECKING:
    from proform.table.table import Table


def show(tables: Sequence[Table], notes: Sequence[str], style: Format, output: Path | None) -> None:
    """Write tables with their notes; these go to stderr too where the text does not have them."""
    from proform.table.writers import WRITERS  # noqa: PLC0415 (slow to import)

    with writing(output) as out:
        out.write(WRITERS[style.value](tables, notes, out.is_terminal))
    if style is not Format.TEXT:
        for note in (*(note for sheet in tables for note in sheet.notes), *notes):
            tell(note)
