"""Counts in rows and columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.stats.crosstab import Crosstab, cross, share, shares

_PAIRS = st.lists(st.tuples(st.sampled_from("123456"), st.sampled_from(["yes", "no", "bad"])))


def test_counts_totals_and_shares() -> None:
    pairs = [("1", "yes")] * 3 + [("1", "no"), ("3", "no")]
    table = cross(pairs, rows="123", columns=["no", "yes"])
    assert table == Crosstab(("1", "2", "3"), ("no", "yes"), ((1, 3), (0, 0), (1, 0)))
    assert table.row_totals == (4, 0, 1)
    assert table.column_totals == (2, 3)
    assert [shares(row) for row in table.counts] == [(0.25, 0.75), (None, None), (1, 0)]
    assert shares(table.column_totals) == (0.4, 0.6)


def test_what_was_not_named_comes_after() -> None:
    table = cross([("b", "x"), ("a", "x")], rows=["a"])
    assert (table.rows, table.columns) == (("a", "b"), ("x",))


def test_a_share_of_nothing_has_no_value() -> None:
    assert share(0, 0) is None
    assert share(0, 2) == 0
    assert shares(cross([], rows=["a"], columns=["x"]).column_totals) == (None,)


@given(_PAIRS)
def test_all_sums_agree(pairs: list[tuple[str, str]]) -> None:
    table = cross(pairs)
    assert sum(table.row_totals) == sum(table.column_totals) == len(pairs)
    for row in table.counts:
        assert sum(part or 0 for part in shares(row)) == pytest.approx(1)
