"""What a file that holds several texts offers: its columns, and the rows of one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple


class Role(Enum):
    """What a text is in an evaluation."""

    SOURCE = "source"
    REFERENCE = "reference"
    SYSTEM = "system"


class TextColumn(NamedTuple):
    """One text of a file."""

    role: Role
    name: str

    def __str__(self) -> str:
        return f"{self.role.value} {self.name!r}" if self.name else self.role.value


class Row(NamedTuple):
    """One segment of one text, and the document it belongs to, where the file says so."""

    document: str | None
    text: str


class FileFormat(NamedTuple):
    """How to read a file of several texts: which there are, and the segments of one."""

    columns: Callable[[Path], list[TextColumn]]
    rows: Callable[[Path, TextColumn], Iterator[Row]]
