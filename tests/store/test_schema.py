"""What may be in the rows of a store, on every database the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select
from tests.support.small_suite import NOW, SUITE, TARGETS, filled

from proform.errors import ProformError
from proform.model import Category
from proform.store import schema
from proform.store.database import opened
from proform.store.schema import add, add_numbered, stamp
from proform.store.suites import SYSTEM, add_target, save_suite, suite_names
from proform.suite.suite import Document, Suite


def test_rows_get_ids_in_their_order(where: str) -> None:
    table = schema.annotators
    people = [{"number": n, "name": f"a{n}", "made": stamp(NOW)} for n in (3, 1, 2)]
    with opened(where, create=True) as store, store.writing() as connection:
        assert add_numbered(connection, table, []) == ()
        ids = add_numbered(connection, table, people)
        add(connection, table, [])
        rows = connection.execute(select(table).order_by(table.c.id)).all()
    assert [(row.id, row.number) for row in rows] == list(zip(ids, (3, 1, 2), strict=True))
    assert {row.made for row in rows} == {"2020-02-20T20:20:00.000+00:00"}


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "a\tb", "\x1b[31m", "x" * 201, "\udcff"])
def test_what_is_no_name(where: str, name: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        with (
            pytest.raises(ProformError, match="cannot be the name of a suite"),
            store.writing() as connection,
        ):
            save_suite(connection, replace(SUITE, name=name), "k", NOW)
        with (
            pytest.raises(ProformError, match="cannot be the name of a system"),
            store.writing() as connection,
        ):
            add_target(connection, stored, replace(TARGETS[1], name=name), SYSTEM, NOW)


@pytest.mark.parametrize(
    "suite",
    [
        replace(SUITE, source=(*SUITE.source, "a \x00")),
        replace(SUITE, documents=(Document("\x00", 0, 3),)),
        replace(SUITE, categories=(*SUITE.categories, Category("\x00", agrees=False))),
        replace(SUITE, examples=(replace(SUITE.examples[0], note="\x00"),)),
    ],
)
def test_nul_is_refused_on_every_database(where: str, suite: Suite) -> None:
    with opened(where, create=True) as store:
        with pytest.raises(ProformError, match="a NUL character in"), store.writing() as connection:
            save_suite(connection, suite, "k", NOW)
        with store.reading() as connection:
            assert suite_names(connection) == []


def test_half_a_surrogate_pair_is_refused_on_every_database(where: str) -> None:
    with opened(where, create=True) as store:
        with (
            pytest.raises(ProformError, match="half of a surrogate pair is not a character"),
            store.writing() as connection,
        ):
            save_suite(connection, replace(SUITE, source=(*SUITE.source, "\ud83d")), "k", NOW)
        with store.reading() as connection:
            assert suite_names(connection) == []


def test_too_large_numbers_are_refused_on_every_database(where: str) -> None:
    example = replace(SUITE.examples[1], number=2**31)
    with opened(where, create=True) as store:
        with (
            pytest.raises(ProformError, match="number is 2147483648, which is too large"),
            store.writing() as connection,
        ):
            save_suite(connection, replace(SUITE, examples=(example,)), "k", NOW)
        with store.reading() as connection:
            assert suite_names(connection) == []
