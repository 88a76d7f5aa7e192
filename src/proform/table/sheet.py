"""Tables of values: shown rounded to people, written as they are for programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from proform.table.formats import comment, latex
from proform.table.table import UNDEFINED, Table

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Column:
    """One column for people, and the keys of the values that it shows."""

    header: str
    keys: tuple[str, ...]
    show: Callable[..., str] = str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Records of values. JSON has all of a record, other formats what the columns name."""

    name: str
    title: str
    columns: tuple[Column, ...]
    records: tuple[Record, ...]
    notes: tuple[str, ...] = ()
    sums: tuple[int, ...] = ()
    """Which of the records are about all of the others."""

    @property
    def table(self) -> Table:
        """As people see it."""
        return Table(
            self.title,
            tuple(column.header for column in self.columns),
            tuple(
                tuple(column.show(*(record[key] for key in column.keys)) for column in self.columns)
                for record in self.records
            ),
            self.notes,
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the columns name."""
        return tuple(dict.fromkeys(key for column in self.columns for key in column.keys))


Format = Callable[[Sequence[Sheet], Sequence[str], bool], str]
"""From sheets, notes on all of them, and whether a terminal shows them, to text."""


def rounded(digits: int, *, signed: bool = False) -> Callable[[float | None], str]:
    """Shows figures with so many decimals; a dash where there is none."""
    sign = "+" if signed else ""

    def show(value: float | None) -> str:
        return UNDEFINED if value is None else f"{value:{sign}z.{digits}f}"

    return show


def span(digits: int) -> Callable[[float | None, float | None], str]:
    """Shows intervals."""

    def show(low: float | None, high: float | None) -> str:
        if low is None or high is None:
            return UNDEFINED
        between = " to " if low < 0 else "–"
        return f"{low:z.{digits}f}{between}{high:z.{digits}f}"

    return show


def percent(part: float | None) -> str:
    """A share as a percentage."""
    return UNDEFINED if part is None else f"{100 * part:.1f}"


def or_dash(value: object) -> str:
    """A word or a count; a dash where there is none."""
    return UNDEFINED if value is None else str(value)


def as_text(sheets: Sequence[Sheet], notes: Sequence[str], terminal: bool) -> str:
    """Tables for the terminal."""
    from proform.table.terminal import render  # noqa: PLC0415 (rich is slow to import)

    return render([sheet.table for sheet in sheets], notes, terminal=terminal)


def as_json(sheets: Sequence[Sheet], notes: Sequence[str], terminal: bool) -> str:  # noqa: ARG001
    """All values, the sheets by their names."""
    document: dict[str, object] = {sheet.name: list(sheet.records) for sheet in sheets}
    document["notes"] = [*(note for sheet in sheets for note in sheet.notes), *notes]
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def as_tsv(sheets: Sequence[Sheet], notes: Sequence[str], terminal: bool) -> str:  # noqa: ARG001
    """One table; of several sheets, the first column says which."""
    return "".join("\t".join(line) + "\n" for line in _lines(sheets))


def as_csv(sheets: Sequence[Sheet], notes: Sequence[str], terminal: bool) -> str:  # noqa: ARG001
    """The same, with commas."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(_lines(sheets))
    return out.getvalue()


def _lines(sheets: Sequence[Sheet]) -> list[list[str]]:
    """A header, and a line for each record."""
    several = len(sheets) > 1
    names = dict.fromkeys(key for sheet in sheets for key in sheet.keys)
    lines = [[*(["table"] if several else []), *names]]
    lines += [
        [*([sheet.name] if several else []), *(_cell(sheet, record, name) for name in names)]
        for sheet in sheets
        for record in sheet.records
    ]
    return lines


def _cell(sheet: Sheet, record: Record, name: str) -> str:
    value = record.get(name) if name in sheet.keys else None
    return "" if value is None else " ".join(str(value).split())


def as_latex(sheets: Sequence[Sheet], notes: Sequence[str], terminal: bool) -> str:  # noqa: ARG001
    """Tables for a paper; they need the package booktabs."""
    return "\n".join([*map(comment, notes), *(latex(sheet.table) for sheet in sheets)])


FORMATS: dict[str, Format] = {
    "text": as_text,
    "json": as_json,
    "tsv": as_tsv,
    "csv": as_csv,
    "latex": as_latex,
}
