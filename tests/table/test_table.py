"""Tables: values for programs, texts for people."""

from __future__ import annotations

from math import nan

import pytest

from proform.table.table import (
    UNDEFINED,
    Audience,
    Cell,
    Column,
    Table,
    count,
    distinct,
    percent,
    rounded,
    span,
    span_percent,
)

TABLE = Table(
    "scores",
    "Scores",
    (
        Column("system"),
        Column(
            "score", show=rounded(2), group="apt", look=lambda r: Cell(mark="*", go=f"#{r['n']}")
        ),
        Column("95% interval", ("low", "high"), span(2)),
        Column("strip", (), audience=Audience.PAGE, numeric=False),
        Column("n", audience=Audience.PROGRAMS),
    ),
    (
        {"system": "base", "apt score": 0.123, "low": 0.1, "high": 0.2, "n": 3},
        {"system": "all", "apt score": nan, "low": None, "high": None, "n": 3},
    ),
    sums=(1,),
)


def test_people_and_programs_get_columns_of_their_own() -> None:
    assert TABLE.header == ("system", "apt score", "95% interval")
    assert TABLE.keys == ("system", "apt score", "low", "high", "n")
    page = TABLE.only(Audience.ALL, Audience.PAGE)
    assert [column.header for column in page.columns] == [
        "system",
        "score",
        "95% interval",
        "strip",
    ]


def test_what_is_undefined_is_a_dash() -> None:
    assert TABLE.rows == (("base", "0.12*", "0.10–0.20"), ("all", f"{UNDEFINED}*", UNDEFINED))


def test_a_key_that_a_record_does_not_have_is_undefined() -> None:
    assert Table("x", "x", (Column("a"), Column("b")), ({"a": 1},)).rows == (("1", UNDEFINED),)


def test_sums_are_below() -> None:
    assert [row[0].text for row in TABLE.body] == ["base"]
    assert [row[0].text for row in TABLE.feet] == ["all"]


def test_figures_are_told_by_values_unless_a_column_says_so() -> None:
    assert TABLE.numeric == (False, True, True, False, True)
    words = Table("x", "x", (Column("a"), Column("b")), ({"a": 1, "b": "two"},))
    assert words.numeric == (False, False)


def test_looks_are_added_by_key() -> None:
    linked = TABLE.decorated({"low": lambda record: Cell(go=f"#{record['system']}")})
    assert linked.cells[0][2] == Cell("0.10–0.20", go="#base")
    assert linked.cells[0][1] == Cell("0.12", go="#3", mark="*")
    assert linked.rows == TABLE.rows


def test_names_that_mean_something_else_are_told_apart() -> None:
    assert distinct(["new", "n"], "system", ("n", "category")) == {"new": "new", "n": "n (system)"}


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (rounded(2)(-0.001), "0.00"),
        (rounded(1, signed=True)(0.25), "+0.2"),
        (rounded(1)(None), UNDEFINED),
        (span(1)(-0.5, 0.5), "-0.5 to 0.5"),
        (span(1)(None, 0.5), UNDEFINED),
        (span_percent(0.125, 0.5), "12.5–50.0"),
        (percent(1 / 3), "33.3"),
        (percent(None), UNDEFINED),
        (count(3), "3"),
        (count(3.0), "3"),
        (count(2.75), "2.8"),
    ],
)
def test_how_figures_are_shown(shown: str, text: str) -> None:
    assert shown == text
