"""The regression line and its band."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from proform.stats.correlate import fit


def test_the_line_is_that_of_scipy() -> None:
    rng = np.random.default_rng(1)
    x = rng.random(9)
    y = 3 * x - 1 + rng.standard_normal(9) / 5
    line, expected = fit(x, y), stats.linregress(x, y)
    assert line is not None
    assert line.slope == pytest.approx(expected.slope)
    assert line.intercept == pytest.approx(expected.intercept)
    # Where the metric is 0 the band is the interval of the intercept.
    low, high = line.band(np.zeros(1))
    half = stats.t.ppf(0.975, 7) * expected.intercept_stderr
    assert (low[0], high[0]) == pytest.approx(
        (expected.intercept - half, expected.intercept + half)
    )


def test_the_band_is_narrowest_in_the_middle_and_covers_the_truth() -> None:
    rng = np.random.default_rng(2)
    x = np.arange(10.0)
    covered = np.zeros(3)
    places = np.array([0, 4.5, 9])
    for _ in range(1000):
        line = fit(x, 2 * x + 1 + rng.standard_normal(10))
        assert line is not None
        low, high = line.band(places)
        widths = high - low
        assert widths[1] < widths[0] == pytest.approx(widths[2])
        truth = 2 * places + 1
        covered += (low <= truth) & (truth <= high)
    assert (np.abs(covered / 1000 - 0.95) < 0.02).all()


def test_points_on_a_line_have_no_band() -> None:
    line = fit(np.array([1, 2, 3.0]), np.array([2, 4, 6.0]))
    assert line is not None
    assert line.at(np.array([5.0])) == pytest.approx(10)
    low, high = line.band(np.array([5.0]))
    assert low == pytest.approx(high)


def test_no_line_where_there_is_no_correlation() -> None:
    assert fit(np.array([1, 2.0]), np.array([2, 4.0])) is None
    assert fit(np.array([1, 1, 1.0]), np.array([2, 4, 5.0])) is None


@pytest.mark.parametrize("scale", [1e-200, 1e-300, 1e200])
def test_scores_of_any_size_have_a_line(scale: float) -> None:
    x, y = np.array([1, 2, 4, 3.0]), np.array([2, 1, 4, 5.0])
    line, scaled = fit(x, y), fit(scale * x, y)
    assert line is not None
    assert scaled is not None
    assert scaled.at(scale * x) == pytest.approx(line.at(x))
    assert np.array(scaled.band(scale * x)) == pytest.approx(np.array(line.band(x)))
