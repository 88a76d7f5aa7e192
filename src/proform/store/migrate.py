"""Versions of the schema, and how a store gets from one to the next.

A new version is one more function at the end of `MIGRATIONS`; what is there is never changed. New
tables say in `schema` since when they are there; old ones keep their columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Table, text

from proform.store import schema

Migration = Callable[[Connection], None]


def _tables_of(version: int) -> Migration:
    """Make the tables that are there since a version."""
    tables = [t for t in schema.metadata.sorted_tables if t.info.get("since", 1) == version]
    return lambda connection: schema.metadata.create_all(connection, tables)


def _append_only(connection: Connection) -> None:
    """Judgements are kept for ever: the database itself refuses to change or delete one."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text(
                "create function proform_append_only() returns trigger language plpgsql as "
                "$$ begin raise exception 'judgements are never changed or deleted'; end $$"
            )
        )
    _guard(connection, schema.APPEND_ONLY)


def _gap_filling(connection: Connection) -> None:
    """Tables for it; its answers are kept for ever, too."""
    _tables_of(5)(connection)
    _guard(connection, schema.APPEND_ONLY_GAPS)


def _guard(connection: Connection, tables: Sequence[Table]) -> None:
    for table in tables:
        for action in ("update", "delete"):
            name = f"{table.name}_no_{action}"
            body = (
                "for each row execute function proform_append_only()"
                if connection.dialect.name == "postgresql"
                else "begin select raise(abort, 'judgements are never changed or deleted'); end"
            )
            connection.execute(
                text(f"create trigger {name} before {action} on {table.name} {body}")
            )


MIGRATIONS: Sequence[Migration] = (
    _tables_of(1),
    _append_only,
    _tables_of(3),
    _tables_of(4),
    _gap_filling,
)
