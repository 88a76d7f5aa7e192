"""Many rows at once, and what may stand in them: on every database the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, insert

from proform.errors import ProformError

Row = Mapping[str, Any]

LARGEST = 2**31 - 1
"""PostgreSQL's integers end here."""

_LONGEST = 200
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def add(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    """Insert rows, if there are any."""
    if many := _checked(rows):
        connection.execute(insert(table), many)


def add_numbered(connection: Connection, table: Table, rows: Iterable[Row]) -> Sequence[int]:
    """Insert rows, and give the id of each."""
    if not (many := _checked(rows)):
        return ()
    ids = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    return connection.scalars(ids, many).all()


def check_name(of: str, name: str) -> None:
    """Complain of what cannot be the name of something."""
    if not name.strip() or len(name) > _LONGEST or _UNFIT.search(name):
        what = f"{name[:_LONGEST]!r} cannot be the name of {of}"
        hint = f"a name is one line, of {_LONGEST} characters at most"
        raise ProformError(what, hint=hint)


def stamp(now: datetime) -> str:
    """A time as the store keeps it."""
    return now.isoformat(timespec="milliseconds")


def _checked(rows: Iterable[Row]) -> list[Row]:
    many = list(rows)
    for row in many:
        for column, value in row.items():
            if isinstance(value, str):
                if "\x00" in value:
                    raise ProformError(f"a NUL character in {column} {value[:80]!r}")
            elif value is not None and not -LARGEST <= value <= LARGEST:
                raise ProformError(f"{column} is {value}, which is too large")
    return many
