"""Correction for many comparisons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.stats.resample import holm

_P = st.floats(0, 1)


def test_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


def test_what_was_not_tested_stays_out() -> None:
    assert holm([None, 0.25, None, 0.5]) == (None, 0.5, None, 0.5)
    assert holm([None]) == (None,)
    assert holm([]) == ()


def test_never_above_one() -> None:
    assert holm([0.9, 0.8]) == (1.0, 1.0)


@given(st.lists(st.none() | _P, max_size=8))
def test_between_the_p_value_and_bonferroni_and_in_the_same_order(
    values: list[float | None],
) -> None:
    known = [p for p in values if p is not None]
    adjusted = holm(values)
    found = []
    for p, other in zip(values, adjusted, strict=True):
        assert (p is None) == (other is None)
        if p is not None and other is not None:
            assert p <= other <= min(1, p * len(known))
            found.append((p, other))
    found.sort()
    assert [other for _, other in found] == sorted(other for _, other in found)
