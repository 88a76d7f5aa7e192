"""The table: values as they are for programs, and how people see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import isnan

UNDEFINED = "–"

Record = Mapping[str, object]

_OWN = ("(the header)",)


class Audience(Enum):
    """Who gets a column: everyone, readers of a page alone, or programs alone."""

    ALL = "all"
    PAGE = "page"
    PROGRAMS = "programs"


@dataclass(frozen=True, slots=True)
class Cell:
    """What people see, and what a page adds to it."""

    text: str = ""
    go: str = ""
    """Where it leads to; empty if nowhere."""
    title: str = ""
    mark: str = ""
    """Stars beside the text."""
    heat: int | None = None
    picture: object = None
    span: int = 1
    """How many rows it stands for; 0 if the one above stands for this row, too."""
    time: str = ""
    """When, if it is a time."""


@dataclass(frozen=True, slots=True)
class Column:
    """A header for people, the keys of the values below it, and how these are shown.

    Without keys, the header (after that of its group) is the key. `look` gives the cell of a
    record whatever a page adds to the text.
    """

    header: str
    keys: tuple[str, ...] = _OWN
    show: Callable[..., str] = str
    group: str = ""
    audience: Audience = Audience.ALL
    numeric: bool | None = None
    """Are these figures? If None, the values tell."""
    look: Callable[[Record], Cell] | None = None
    swatch: str = ""
    """The colour that stands for it in a bar."""

    def __post_init__(self) -> None:
        if self.keys is _OWN:
            object.__setattr__(self, "keys", (self.label,))

    @property
    def label(self) -> str:
        """The header with the group before it."""
        return f"{self.group} {self.header}".strip()

    def cell(self, record: Record) -> Cell:
        """What people see of a record; a dash where all values are undefined."""
        values = [record.get(key) for key in self.keys]
        dash = bool(values) and all(map(is_undefined, values))
        text = UNDEFINED if dash else self.show(*values)
        return Cell(text) if self.look is None else replace(self.look(record), text=text)


@dataclass(frozen=True, slots=True)
class Table:
    """Records of values. JSON has all of a record, other formats what the columns name."""

    name: str
    title: str
    columns: tuple[Column, ...]
    records: tuple[Record, ...]
    notes: tuple[str, ...] = ()
    sums: tuple[int, ...] = ()
    """Which of the records are about all of the others."""
    heads: int = 1
    """So many columns say what a row is about."""

    def only(self, *audiences: Audience) -> Table:
        """The columns that are for these."""
        return replace(self, columns=tuple(c for c in self.columns if c.audience in audiences))

    def decorated(self, looks: Mapping[str, Callable[[Record], Cell]]) -> Table:
        """With looks for the columns of these keys."""

        def look(column: Column) -> Callable[[Record], Cell] | None:
            return looks.get(column.keys[0], column.look) if column.keys else column.look

        return replace(self, columns=tuple(replace(c, look=look(c)) for c in self.columns))

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of what programs get."""
        columns = self.only(Audience.ALL, Audience.PROGRAMS).columns
        return tuple(dict.fromkeys(key for column in columns for key in column.keys))

    @property
    def header(self) -> tuple[str, ...]:
        """What stands above the columns on paper."""
        return tuple(column.label for column in self.only(Audience.ALL).columns)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """What stands below the header, as text."""
        cells = self.only(Audience.ALL).cells
        return tuple(tuple(f"{cell.text}{cell.mark}" for cell in row) for row in cells)

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """All columns of all records."""
        return tuple(tuple(column.cell(one) for column in self.columns) for one in self.records)

    @property
    def body(self) -> list[tuple[Cell, ...]]:
        """The cells of the records that are no sums."""
        return [row for place, row in enumerate(self.cells) if place not in self.sums]

    @property
    def feet(self) -> list[tuple[Cell, ...]]:
        """The cells of the sums."""
        return [row for place, row in enumerate(self.cells) if place in self.sums]

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Which of the columns have figures, so that they stand on the right."""

        def figures(column: Column) -> bool:
            values = (record.get(key) for record in self.records for key in column.keys)
            return all(value is None or isinstance(value, int | float) for value in values)

        return tuple(
            place >= self.heads and figures(column) if column.numeric is None else column.numeric
            for place, column in enumerate(self.columns)
        )


def distinct(names: Iterable[str], kind: str, taken: Iterable[str]) -> dict[str, str]:
    """Keys for names that may be anything: those that mean something else are told apart."""
    reserved = {*taken}
    return {name: f"{name} ({kind})" if name in reserved else name for name in names}


def attributes(value: object, *names: str) -> Record:
    """Some attributes of a value by their names, for a record."""
    return {name: getattr(value, name) for name in names}


def ends(interval: Sequence[float] | None) -> Record:
    """The ends of an interval, for a record; None where there is no interval."""
    low, high = interval[:2] if interval else (None, None)
    return {"low": low, "high": high}


def is_undefined(value: object) -> bool:
    """Is there no value?"""
    return value is None or (isinstance(value, float) and isnan(value))


def rounded(digits: int, *, signed: bool = False) -> Callable[[float | None], str]:
    """Shows figures with so many decimals; a dash where there is none."""
    form = f"{'+' if signed else ''}z.{digits}f"
    return lambda value: UNDEFINED if value is None else format(value, form)


def span(digits: int) -> Callable[[float | None, float | None], str]:
    """Shows intervals."""

    def show(low: float | None, high: float | None) -> str:
        if low is None or high is None:
            return UNDEFINED
        between = " to " if low < 0 else "–"
        return f"{low:z.{digits}f}{between}{high:z.{digits}f}"

    return show


figure = rounded(4)
"""Shows scores."""


def count(value: float) -> str:
    """Shows counts; with probable equivalences one may be a fraction."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def percent(part: float | None) -> str:
    """Shows shares as percentages."""
    return UNDEFINED if part is None else f"{100 * part:.1f}"


def span_percent(low: float | None, high: float | None) -> str:
    """Shows intervals of shares, in percent."""
    return UNDEFINED if low is None or high is None else span(1)(100 * low, 100 * high)
