"""What these pages have in common: tables, and errors that are said on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from fastapi import Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.errors import ProformError
from proform.semi.approval import Role
from proform.store.access import Visitor
from proform.table.sheet import Record, Sheet
from proform.web.app import Site


class Cell(NamedTuple):
    """What is shown, and where it leads to."""

    text: str
    go: str = ""
    time: str = ""
    """When, if it is a time."""


class Row(NamedTuple):
    """A line of a table; a sum is about all of the others."""

    cells: tuple[Cell, ...]
    sum: bool


class Shown(NamedTuple):
    """A table, ready for the template."""

    name: str
    title: str
    heads: tuple[tuple[str, bool], ...]
    """What is above each column, and whether it has numbers."""
    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def shown(sheets: Iterable[Sheet]) -> list[Shown]:
    """Tables with links to their examples."""
    return [_shown(sheet) for sheet in sheets]


def _shown(sheet: Sheet) -> Shown:
    table = sheet.table
    numeric = [
        place > 0
        and all(_is_number(record[key]) for record in sheet.records for key in column.keys)
        for place, column in enumerate(sheet.columns)
    ]
    rows = (
        Row(
            tuple(
                _cell(text, column.keys, record)
                for text, column in zip(row, sheet.columns, strict=True)
            ),
            place in sheet.sums,
        )
        for place, (row, record) in enumerate(zip(table.rows, sheet.records, strict=True))
    )
    heads = tuple(zip(table.header, numeric, strict=True))
    return Shown(sheet.name, table.title, heads, tuple(rows), table.notes)


def _is_number(value: object) -> bool:
    return value is None or isinstance(value, int | float)


def _cell(text: str, keys: Sequence[str], record: Record) -> Cell:
    if keys == ("example",):
        return Cell(text, f"/research/examples/{text}#system-{record['candidate']}")
    if keys == ("last",):
        return Cell(text, time=str(record["last"] or ""))
    return Cell(text)


Make = Callable[[Connection, str], dict[str, Any]]
"""From a view of the store and the name of a suite to what a page shows."""


def page(
    request: Request, site: Site, who: Visitor, name: str, make: Make, **values: object
) -> Response:
    """One of the pages; what cannot be done is said on it, in one sentence."""
    found: dict[str, Any] | None = None
    error = ""
    with site.reading() as connection:
        suite = site.shelf.get(connection, who.suite).stored.suite
        try:
            found = make(connection, suite.name)
        except ProformError as refused:
            error = str(refused)
    response = site.page(
        request,
        f"research/semi/{name}.html",
        section="semi",
        tab=name,
        suite=suite,
        found=found,
        error=error,
        **values,
    )
    response.status_code = 422 if error else 200
    return response


def role(word: str) -> Role | None:
    """What agreement does; nothing is as in the last round."""
    try:
        return Role(word) if word else None
    except ValueError:
        there = ", ".join(one.value for one in Role)
        raise ProformError(f"agreement: {word!r} is none of {there}") from None


def within(what: str, value: float, least: float, most: float) -> None:
    """Complain of a number that is too small or too large, or none."""
    if not least <= value <= most:
        raise ProformError(f"{what}: {value} is not from {least} to {most}")
