"""A store that an earlier version made becomes what a new one is."""

from __future__ import annotations

from sqlalchemy import Connection, inspect, select
from tests.support.small_suite import SUITE, filled

from proform.store import schema
from proform.store.database import opened
from proform.store.suites import find_suite
from proform.store.upgrades import UPGRADES

NEW = (
    "scores",
    "scorings",
    "versions",
    "challenges",
    "outputs",
    "controls",
    "suite_settings",
    "twins",
)
"""What the first version did not have, in an order in which they can be dropped."""


MORE = {"links": ("ends", "hours"), "tasksets": ("retired",)}
"""What older tables got in addition."""


def _columns(connection: Connection) -> dict[str, set[tuple[str, bool]]]:
    look = inspect(connection)
    return {
        table: {(column["name"], bool(column["nullable"])) for column in look.get_columns(table)}
        for table in (*NEW, *MORE)
    }


def test_a_store_of_the_first_version_gets_what_is_new(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            new = _columns(connection)
            for table in NEW:
                connection.exec_driver_sql(f"drop table {table}")
            for table, columns in MORE.items():
                for column in columns:
                    connection.exec_driver_sql(f"alter table {table} drop column {column}")
            version = schema.store.c.key == "schema"
            connection.execute(schema.store.update().where(version).values(value="1"))
    with opened(where) as store, store.reading() as connection:
        assert _columns(connection) == new
        assert find_suite(connection, None).suite == SUITE
        assert connection.scalar(select(schema.store.c.value)) == str(1 + len(UPGRADES))
