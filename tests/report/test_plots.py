"""Where things are in a drawing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proform.meta.correlation import Correlated
from proform.report.plots import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, round_scale, scatter
from proform.stats.correlate import Correlation, Scores

FIGURES = st.lists(st.floats(-1e4, 1e4, allow_subnormal=False), min_size=3, max_size=12)


@given(FIGURES)
def test_values_lie_inside_a_scale_with_round_ends(values: list[float]) -> None:
    assume(max(values) - min(values) > 1e-3 or max(values) == min(values))
    scale = round_scale(values, 10, 110)
    assert scale.low < min(values) <= max(values) < scale.high
    assert all(10 <= scale.at(value) <= 110 for value in values)


def test_a_scale_of_one_value_has_some_width() -> None:
    assert round_scale([0.0], 0, 1).low < 0 < round_scale([0.0], 0, 1).high


def drawn(metric: list[float], human: list[float]) -> Correlated:
    names = tuple(f"system {number}" for number in range(len(metric)))
    scores = Scores(names, np.array(metric), np.array(human), ())
    return Correlated("apt", scores, Correlation("pearson", len(metric)), None)


def test_points_and_names_are_inside_the_frame() -> None:
    rng = np.random.default_rng(1)
    plot = scatter(drawn(list(rng.random(30)), list(rng.random(30))))
    assert len(plot.points) == 30
    for point in plot.points:
        assert LEFT <= point.x <= WIDTH - RIGHT
        assert TOP <= point.y <= HEIGHT - BOTTOM
        assert LEFT <= point.label_x < WIDTH - RIGHT
        assert TOP <= point.label_y <= HEIGHT - BOTTOM
    assert plot.line
    assert plot.band


def test_higher_is_further_up_and_to_the_right() -> None:
    low, _, high = scatter(drawn([0.1, 0.2, 0.3], [1, 3, 4])).points
    assert low.x < high.x
    assert low.y > high.y


def test_ticks_are_round_and_increase() -> None:
    plot = scatter(drawn([0.37, 0.57, 0.75], [10, 30, 47]))
    across = [float(tick.label) for tick in plot.across]
    assert across == pytest.approx(list(np.arange(across[0], across[-1] + 0.01, 0.1)))
    assert [tick.at for tick in plot.across] == sorted(tick.at for tick in plot.across)


def test_two_systems_have_points_and_no_line() -> None:
    plot = scatter(drawn([0.1, 0.2], [1, 2]))
    assert len(plot.points) == 2
    assert not plot.line
    assert not plot.band
