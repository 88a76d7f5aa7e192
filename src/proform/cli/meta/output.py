"""How the commands of meta-evaluation print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proform.cli.aligning import tell
from proform.cli.meta.options import Format
from proform.cli.output import writing

if TYPE_CHECKING:
    from proform.table.sheet import Sheet


def show(sheets: Sequence[Sheet], notes: Sequence[str], style: Format, output: Path | None) -> None:
    """Write sheets with their notes; these go to stderr too where the text does not have them."""
    from proform.table.sheet import FORMATS  # noqa: PLC0415 (slow to import)

    with writing(output) as out:
        out.write(FORMATS[style.value](sheets, notes, out.is_terminal))
    if style is not Format.TEXT:
        for note in (*(note for sheet in sheets for note in sheet.notes), *notes):
            tell(note)
