"""Scatter plots: where names stand, and what is drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import proform
from proform.meta.scatter import away, place


def test_names_do_not_cover_each_other() -> None:
    rng = np.random.default_rng(5)
    points = 200 + 80 * rng.standard_normal((30, 2))
    sizes = np.tile([70.0, 11.0], (30, 1))
    boxes = place(points, sizes, (0.0, 0.0, 600.0, 450.0), np.empty((0, 2)))
    for number, (left, bottom, right, top) in enumerate(boxes):
        assert (left >= 0, bottom >= 0, right <= 600, top <= 450) == (True,) * 4
        assert (right - left, top - bottom) == pytest.approx((70, 11))
        for other in boxes[:number]:
            beside = right <= other[0] or other[2] <= left
            assert beside or top <= other[1] or other[3] <= bottom
        for x, y in points:
            assert not (left < x < right and bottom < y < top)


def test_a_name_that_is_far_has_a_leader() -> None:
    assert away((0, 0), (5, 0, 20, 10)) is None
    assert away((0, 0), (50, 5, 70, 15)) == (50, 5)


def test_a_system_that_carries_the_correlation_is_marked(scored: Path) -> None:
    found = proform.meta.correlate([scored / "scores.tsv"], "people", resamples=100)
    picture = found.drawn("svg").decode()
    assert picture.count("Pearson 0.") == 2, "a panel for each metric"
    assert all(system in picture for system in ("online-A", "uni-3"))
    carried = [one for one in found.correlated if one.sensitivity and one.sensitivity.carries]
    assert ("without rules: " in picture) == bool(carried)
