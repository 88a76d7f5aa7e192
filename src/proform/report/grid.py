"""A table of the page: what is shown, what a program wants, which examples are behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby
from urllib.parse import quote, urlencode

from proform.table.table import UNDEFINED

Value = str | float | None

STEPS = 20
"""Shades of a heat map."""

_MANY, _SHORT = 8, 6


class For(Enum):
    """Who gets a column: the page, papers (LaTeX), programs (CSV)."""

    ALL = "all"
    READERS = "page and papers"
    PAGE = "page"
    PROGRAMS = "programs"


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, as it is and as it is shown."""

    value: Value
    text: str
    go: str = ""
    """The link to the examples behind it; empty if there are none."""
    title: str = ""
    mark: str = ""
    """Stars beside the text."""
    heat: int | None = None
    picture: object = None
    span: int = 1
    """How many rows a head is for; 0 if one above is for this row, too."""


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column, and of the group it is in."""

    label: str
    group: str = ""
    swatch: str = ""
    """The colour that stands for it in a bar."""
    numeric: bool = True
    audience: For = For.ALL


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. The first `heads` cells of a row say what the row is about."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heads: int = 1
    notes: tuple[str, ...] = ()
    feet: tuple[tuple[Cell, ...], ...] = ()
    """Rows about all of the others: they stay below them, however these are sorted."""

    def only(self, *audiences: For) -> Grid:
        """The columns that are for these."""
        kept = [n for n, column in enumerate(self.columns) if column.audience in audiences]
        return replace(
            self,
            columns=tuple(self.columns[n] for n in kept),
            rows=tuple(tuple(row[n] for n in kept) for row in self.rows),
            feet=tuple(tuple(row[n] for n in kept) for row in self.feet),
        )

    @property
    def groups(self) -> list[tuple[str, int]]:
        """Runs of columns of one group; none if there are no groups."""
        runs = [
            (group, len(list(run)))
            for group, run in groupby(column.group for column in self.columns[self.heads :])
        ]
        return runs if any(group for group, _ in runs) else []

    @property
    def turned(self) -> bool:
        """Are there so many columns, and their heads so long, that these are set upright?"""
        heads = [len(column.label) for column in self.columns[self.heads :]]
        return len(heads) > _MANY and max(heads) > _SHORT and not self.groups

    @property
    def bodies(self) -> list[list[tuple[Cell, ...]]]:
        """Rows that share a head together; one body if no head is shared."""
        if all(row[0].span for row in self.rows):
            return [list(self.rows)]
        bodies: list[list[tuple[Cell, ...]]] = []
        for row in self.rows:
            if row[0].span:
                bodies.append([])
            bodies[-1].append(row)
        return bodies


def words(text: str, span: int = 1) -> Cell:
    """A cell of words."""
    return Cell(text, text, span=span)


def figure(value: float | None, digits: int = 4, go: str = "") -> Cell:
    """A cell with a figure; a dash where it is undefined."""
    return Cell(value, UNDEFINED if value is None else f"{value:z.{digits}f}", go)


def count(value: float, go: str = "", title: str = "") -> Cell:
    """A cell with a count; with probable equivalences it may be a fraction."""
    text = f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"
    return Cell(value, text, go if value else "", title)


def heat(value: float) -> int:
    """The shade of a score from 0 to 1."""
    return round(STEPS * min(max(value, 0.0), 1.0))


def query(**filters: str | None) -> str:
    """A link to the examples that pass these filters."""
    wanted = {key: value for key, value in filters.items() if value is not None}
    return f"#examples?{urlencode(wanted, quote_via=quote)}"
