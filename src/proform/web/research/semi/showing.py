"""What these pages have in common: tables, and errors that are said on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.errors import ProformError
from proform.semi.approval import Role
from proform.store.access import Visitor
from proform.table.table import Cell, Record, Table
from proform.web.app import Site


def shown(tables: Iterable[Table]) -> list[Table]:
    """Tables with links to their examples, and times as times."""
    return [table.decorated({"example": _to_example, "last": _time}) for table in tables]


def _to_example(record: Record) -> Cell:
    return Cell(go=f"/research/examples/{record['example']}#system-{record['candidate']}")


def _time(record: Record) -> Cell:
    return Cell(time=str(record["last"] or ""))


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
