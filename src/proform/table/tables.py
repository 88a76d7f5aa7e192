"""Results as tables: what the calls of the library return, in every format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from proform.errors import ProformError
from proform.output import picture_kind, writing
from proform.table.table import Record, Table
from proform.table.writers import WRITERS, as_fragment

_ENDS = (".txt", ".json", ".tsv", ".csv", ".tex", ".md", ".html", ".svg")
SUFFIXES = dict(zip(_ENDS, WRITERS, strict=True))
"""The format of a file, by the end of its name."""


class Tabular:
    """A result that is shown as tables, with notes on all of them."""

    if TYPE_CHECKING:  # fields of one class are properties of another

        @property
        def tables(self) -> tuple[Table, ...]:
            """The tables, in the order in which they are printed."""

        @property
        def notes(self) -> tuple[str, ...]:
            """What is to be said of all of them."""

    def __getitem__(self, name: str) -> Table:
        """The table of this name."""
        tables = {table.name: table for table in self.tables}
        if name not in tables:
            raise ProformError(f"no table {name!r}", hint=f"there are {', '.join(tables)}")
        return tables[name]

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """All tables in one of the formats of `-f`."""
        return written(style, self.tables, self.notes, terminal=terminal)

    def to_records(self, name: str | None = None) -> list[Record]:
        """The values of a table, unrounded; without a name, of the first."""
        return list((self.tables[0] if name is None else self[name]).records)

    def remarks(self, style: str) -> tuple[str, ...]:
        """What a reader of this format should know, and its text does not say."""
        if style == "text":
            return ()
        return (*(note for table in self.tables for note in table.notes), *self.notes)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the tables to a file, in the format that the end of its name stands for."""
        file = Path(path)
        style = SUFFIXES.get(file.suffix.lower())
        if style is None:
            raise ProformError(f"{file}: unknown format", hint=f"end it in {', '.join(SUFFIXES)}")
        text = self.to_text(style)
        with writing(file) as out:
            out.write(text)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return as_fragment(self.tables, self.notes)


class Drawable(Tabular, ABC):
    """A result that can be drawn as well."""

    @abstractmethod
    def drawn(self, kind: str) -> bytes:
        """The picture, as `svg` or `png`."""

    def draw(self, path: str | PathLike[str]) -> None:
        """Draw it to a file: .svg or .png."""
        picture = self.drawn(picture_kind(path))
        with writing(Path(path)) as out:
            out.write_bytes(picture)


@dataclass(frozen=True)
class Tables(Tabular):
    """Tables that were made already."""

    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()


def written(
    style: str, tables: Sequence[Table], notes: Sequence[str] = (), *, terminal: bool = False
) -> str:
    """Tables in a format, if there is one of this name."""
    if style not in WRITERS:
        raise ProformError(f"unknown format {style!r}", hint=f"there are {', '.join(WRITERS)}")
    return WRITERS[style](tables, notes, terminal)
