"""Semi-automatic evaluation on the page: the tables of `proform semi results`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proform.report.grid import Cell, Column, For, Grid, query
from proform.semi.results import Results
from proform.semi.tables import category_key, result_tables
from proform.table.table import Record, Table

NAME = "semi"
LISTED = f"{NAME}-apart"
"""The table that may be long."""


def grids(found: Results) -> list[Grid]:
    """All tables, the estimate first."""
    made = {sheet.name: _grid(sheet, found) for sheet in result_tables(found)}
    return [made.pop("estimate"), *made.values()]


def _grid(sheet: Table, found: Results) -> Grid:
    """As shown for readers; for programs, every value in a column of its own."""
    columns = list(_columns(sheet))
    lines = [
        tuple(_cell(record, sheet, keys, found) for _, keys in columns) for record in sheet.records
    ]
    title = sheet.title[0].upper() + sheet.title[1:]
    return Grid(
        f"{NAME}-{sheet.name}",
        title,
        tuple(column for column, _ in columns),
        tuple(line for place, line in enumerate(lines) if place not in sheet.sums),
        notes=sheet.notes,
        feet=tuple(lines[place] for place in sheet.sums),
    )


Shows = int | str
"""What a column shows: the column of the sheet of this place, or the value of this key."""


def _columns(sheet: Table) -> Iterator[tuple[Column, Shows]]:
    named: set[str] = set()
    for place, column in enumerate(sheet.columns):
        numeric = place > 0 and all(
            record[key] is None or isinstance(record[key], int | float)
            for record in sheet.records
            for key in column.keys
        )
        fresh = [key for key in column.keys if key not in named]
        named.update(fresh)
        # A value that is shown as it is has its own name there; what is made of several has not.
        alone = len(column.keys) == 1 and fresh
        audience = For.READERS if not alone or column.header != column.keys[0] else For.ALL
        yield Column(column.header, numeric=numeric, audience=audience), place
        if audience is not For.ALL:
            yield from ((Column(key, audience=For.PROGRAMS), key) for key in fresh)


def _cell(record: Record, sheet: Table, shows: Shows, found: Results) -> Cell:
    if isinstance(shows, str):
        return Cell(_value(record[shows]), "")
    column = sheet.columns[shows]
    values = [record[key] for key in column.keys]
    value = _value(values[0]) if len(values) == 1 else None
    return Cell(value, column.show(*values), _go(record, sheet, column.keys, found.categories))


def _value(value: object) -> str | float | None:
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _go(record: Record, sheet: Table, keys: Sequence[str], categories: Sequence[str]) -> str:
    """The pronouns behind a figure: of a system in a category."""
    system, category = record.get("system"), record.get("category")
    if sheet.name == "apart" and keys == ("example",):
        return query(system=str(system), category=str(category))
    named = {category_key(one): one for one in categories}
    if sheet.name == "correct" and keys[0] in named and "decided" in record:
        return query(system=str(system), category=named[keys[0]])
    return ""
