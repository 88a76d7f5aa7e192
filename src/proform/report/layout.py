"""How tables lie on the page: groups of columns, shades, links to the examples behind a cell."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import quote, urlencode

from proform.table.table import Cell, Table

STEPS = 20
"""Shades of a heat map."""

_MANY, _SHORT = 8, 6


def groups(table: Table) -> list[tuple[str, int]]:
    """Runs of columns of one group; none if there are no groups."""
    runs = [
        (group, len(list(run)))
        for group, run in groupby(column.group for column in table.columns[table.heads :])
    ]
    return runs if any(group for group, _ in runs) else []


def turned(table: Table) -> bool:
    """Are there so many columns, and their heads so long, that these are set upright?"""
    heads = [len(column.header) for column in table.columns[table.heads :]]
    return len(heads) > _MANY and max(heads) > _SHORT and not groups(table)


def bodies(table: Table) -> list[list[tuple[Cell, ...]]]:
    """Rows that share a head together; one body if no head is shared."""
    rows = table.body
    if all(row[0].span for row in rows):
        return [list(rows)]
    parts: list[list[tuple[Cell, ...]]] = []
    for row in rows:
        if row[0].span:
            parts.append([])
        parts[-1].append(row)
    return parts


def heat(value: float) -> int:
    """The shade of a score from 0 to 1."""
    return round(STEPS * min(max(value, 0.0), 1.0))


def query(**filters: str | None) -> str:
    """A link to the examples that pass these filters."""
    wanted = {key: value for key, value in filters.items() if value is not None}
    return f"#examples?{urlencode(wanted, quote_via=quote)}"
