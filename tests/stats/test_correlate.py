"""Coefficients over systems, their intervals, and single systems."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from proform.stats.correlate import MEASURES, Array, coefficient, correlate, leave_one_out, pair

_ALL = pytest.mark.parametrize("measure", list(MEASURES))
_SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def _rng() -> np.random.Generator:
    return np.random.default_rng(1)


def _normal(rng: np.random.Generator, n: int, rho: float) -> tuple[Array, Array]:
    x = rng.standard_normal(n)
    return x, rho * x + np.sqrt(1 - rho * rho) * rng.standard_normal(n)


@st.composite
def _scores(draw: st.DrawFn, least: int = 4) -> tuple[Array, Array]:
    size = draw(st.integers(least, 12))
    numbers = st.lists(st.integers(-6, 6), min_size=size, max_size=size)
    x, y = draw(numbers), draw(numbers)
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    return np.array(x, float), np.array(y, float)


@_ALL
@given(_scores())
def test_the_coefficient_is_that_of_scipy_also_with_ties(
    measure: str, scores: tuple[Array, Array]
) -> None:
    assert coefficient(*scores, measure) == pytest.approx(
        _SCIPY[measure](*scores).statistic, abs=1e-9
    )


@_ALL
def test_a_resample_is_the_coefficient_of_the_systems_drawn(measure: str) -> None:
    x, y = np.array([1, 2, 2, 4, 7.0]), np.array([2, 1, 3, 3, 9.0])
    drawn = np.array([[3, 0, 1, 1, 0], [1, 1, 1, 1, 1], [0, 2, 0, 2, 1]], float)
    found = MEASURES[measure](x, y, drawn)
    for value, times in zip(found, drawn.astype(int), strict=True):
        assert value == pytest.approx(
            _SCIPY[measure](np.repeat(x, times), np.repeat(y, times)).statistic
        )


@_ALL
@given(_scores(), st.sampled_from([0.25, 1, 3, 100]), st.integers(-50, 50))
def test_scale_and_shift_do_not_matter_and_a_turned_metric_turns_the_sign(
    measure: str, scores: tuple[Array, Array], scale: float, shift: float
) -> None:
    x, y = scores
    value = coefficient(x, y, measure)
    assert coefficient(scale * x + shift, y, measure) == pytest.approx(value, abs=1e-9)
    assert value is not None
    assert coefficient(-x, y, measure) == pytest.approx(-value, abs=1e-9)
    assert coefficient(y, x, measure) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    ("measure", "rho", "n", "truth"),
    [
        ("pearson", 0.8, 10, 0.8),
        ("pearson", 0.5, 20, 0.5),
        ("spearman", 0.5, 20, 6 / np.pi * np.arcsin(0.25)),
        ("kendall", 0.5, 12, 2 / np.pi * np.arcsin(0.5)),
    ],
)
def test_intervals_cover_the_truth(measure: str, rho: float, n: int, truth: float) -> None:
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(1000):
        interval = correlate(*_normal(rng, n, rho), measure, rng, 400).interval
        assert interval is not None
        covered += interval.low <= truth <= interval.high
    assert 0.93 <= covered / 1000 <= 0.97


@_ALL
def test_the_interval_is_that_of_drawing_systems_one_by_one(measure: str) -> None:
    x, y = _normal(_rng(), 10, 0.6)
    found = correlate(x, y, measure, np.random.default_rng(5), 300).interval
    drawn = np.random.default_rng(5).multinomial(10, [0.1] * 10, size=300)
    naive = [_SCIPY[measure](np.repeat(x, times), np.repeat(y, times)).statistic for times in drawn]
    # Hesterberg's tail for 10 systems: the normal distribution at √(10/9) · -2.2622.
    tail = 0.0085506 if measure == "pearson" else 0.025
    assert found is not None
    assert (found.low, found.high) == pytest.approx(
        tuple(np.quantile(naive, [tail, 1 - tail])), abs=1e-5
    )


def test_p_values() -> None:
    rng = np.random.default_rng(3)
    for measure, scipy in _SCIPY.items():
        x, y = _normal(rng, 12, 0.6)
        assert correlate(x, y, measure, rng, 100).p == pytest.approx(scipy(x, y).pvalue)
    same = np.arange(7.0)
    # Two of the 7! orders are as extreme; the usual approximation says 0.
    assert correlate(same, same, "spearman", rng, 100).p == pytest.approx(2 / 5040)
    assert correlate(same, same, "kendall", rng, 100).p == pytest.approx(2 / 5040)


def test_the_exact_p_value_holds_its_level() -> None:
    rng = np.random.default_rng(4)
    low = [correlate(rng.random(6), rng.random(6), "spearman", rng, 1).p or 0.0 for _ in range(600)]
    assert 0.03 <= np.mean(np.array(low) <= 0.0584) <= 0.08


@_ALL
@pytest.mark.parametrize(
    ("metric", "human", "why"),
    [
        ([], [], "at least 3 systems, there are 0"),
        ([1, 2], [1, 2], "at least 3 systems, there are 2"),
        ([0.3, 0.1 + 0.2, 0.3], [1, 2, 3], "the metric gives all systems the same score"),
        ([1, 2, 3], [5, 5, 5], "the human scores of all systems are the same"),
    ],
)
def test_what_is_undefined_says_why(
    measure: str, metric: list[float], human: list[float], why: str
) -> None:
    x, y = np.array(metric, float), np.array(human, float)
    found = correlate(x, y, measure, _rng(), 50)
    assert (found.value, found.p, found.interval) == (None, None, None)
    assert why in found.why
    assert coefficient(x, y, measure) is None
    assert leave_one_out(x, y, measure) is None


@_ALL
def test_degenerate_resamples_are_counted_and_left_out(measure: str) -> None:
    x, y = np.array([0, 0, 0, 0, 1.0]), np.array([1, 3, 2, 5, 4.0])
    found = correlate(x, y, measure, _rng(), 2000)
    assert found.interval is not None
    assert found.interval.defined + found.degenerate == 2000
    # The system that differs is not drawn, or it alone is.
    assert found.degenerate / 2000 == pytest.approx((4**5 + 1) / 5**5, abs=0.03)
    assert -1 <= found.interval.low <= found.interval.high <= 1


@_ALL
@pytest.mark.parametrize("n", [3, 4])
def test_too_few_systems_have_a_value_but_no_interval(measure: str, n: int) -> None:
    x, y = np.array([0, 1, 4, 9.0])[:n], np.array([0, 1, 2, 0.0])[:n]
    found = correlate(x, y, measure, _rng(), 200)
    assert found.value is not None
    assert found.p is not None
    assert found.interval is None
    assert found.why == f"an interval needs at least 5 systems, there are {n}"


@_ALL
@pytest.mark.parametrize(
    ("scale", "shift"), [(1e-200, 0), (1e-300, 0), (1e200, 0), (1e307, 0), (1, 1e11), (1, 1e12)]
)
def test_scores_of_any_size_have_a_number_or_a_reason(
    measure: str, scale: float, shift: float
) -> None:
    x, y = np.array([1, 2, 4, 3, 6, -5.0]), np.array([2, 1, 4, 5, 6, 3.0])
    found = correlate(scale * x + shift, scale * y + shift, measure, _rng(), 200)
    if not found.why:
        assert found.value == pytest.approx(coefficient(x, y, measure), abs=0.001)
        assert found.p is not None
        assert found.interval is not None
        assert np.isfinite([found.p, *found.interval]).all()
    assert (found.value is None) == bool(found.why)


def test_equal_but_for_rounding_is_constant() -> None:
    x, y = np.array([0.3, 0.1 + 0.2, 0.3, 0.1]), np.array([1, 2, 3, 4.0])
    found = MEASURES["pearson"](x, y, np.array([[1, 1, 1, 0], [1, 0, 1, 1]], float))
    assert np.isnan(found).tolist() == [True, False]


@_ALL
def test_a_perfect_order_has_no_interval(measure: str) -> None:
    found = correlate(np.arange(6.0), np.arange(6.0), measure, _rng(), 200)
    assert found.value == pytest.approx(1)
    assert found.interval is None
    assert "the resamples do not differ" in found.why


def test_the_same_seed_gives_the_same_interval() -> None:
    scores = _normal(_rng(), 8, 0.5)
    one, two, other = (
        correlate(*scores, "pearson", np.random.default_rng(seed), 300) for seed in (5, 5, 6)
    )
    assert one == two
    assert one != other


@_ALL
@given(_scores())
def test_leaving_out_is_deleting(measure: str, scores: tuple[Array, Array]) -> None:
    x, y = scores
    found = leave_one_out(x, y, measure)
    assert found is not None
    assert len(found.without) == len(x)
    for one, value in enumerate(found.without):
        expected = coefficient(np.delete(x, one), np.delete(y, one), measure)
        assert value == (None if expected is None else pytest.approx(expected, abs=1e-9))


def test_one_system_that_carries_the_correlation() -> None:
    names = ["a", "b", "c", "d", "e", "far"]
    x, y = np.array([1, 2, 3, 2, 1, 9.0]), np.array([2, 1, 2, 3, 2, 9.0])
    found = leave_one_out(x, y, "pearson")
    assert found is not None
    assert found.carries
    assert found.sentence(names) == (
        "without far it falls from 0.946 to 0.000: this one system carries the correlation"
    )
    found = leave_one_out(-x, y, "pearson")
    assert found is not None
    assert found.carries


def test_a_system_that_hides_the_correlation_does_not_carry_it() -> None:
    x, y = np.array([1, 2, 3, 4, 5, 6, 7.0]), np.array([1, 2.2, 3, 4.1, 5, 6.2, 1])
    found = leave_one_out(x, y, "pearson")
    assert found is not None
    assert (found.largest, found.carries) == (6, False)
    assert found.sentence("abcdefg") == "without g it rises from 0.388 to 0.999"


def test_no_system_stands_out_where_nothing_changes() -> None:
    found = leave_one_out(np.arange(6.0), 2 * np.arange(6.0) + 1, "pearson")
    assert found is not None
    assert (found.largest, found.carries) == (None, False)
    assert found.sentence("abcdef") is None


def test_of_equal_changes_the_first_counts() -> None:
    # 0.6 with all, 0.3 without the first or the last, 0.9 without the third.
    x, y = np.array([62, 58, 55, 57, 60, 31.0]), np.array([71, 66, 69, 62, 64, 42.0])
    for scale in (1, 0.01, 3.7):
        found = leave_one_out(scale * x, y, "spearman")
        assert found is not None
        assert (found.largest, found.carries) == (0, False)


def test_three_systems_are_too_few_to_leave_one_out() -> None:
    x, y = np.array([1, 2, 3.0]), np.array([1, 3, 2.0])
    assert coefficient(x, y, "pearson") == pytest.approx(0.5)
    assert leave_one_out(x, y, "pearson") is None


def test_systems_without_a_score_are_left_out_and_named() -> None:
    scores = pair(
        {"a": 1.0, "b": None, "c": 3.0, "d": float("nan")}, {"c": 30.0, "a": 10.0, "b": 2, "e": 1}
    )
    assert scores.systems == ("a", "c")
    assert scores.metric.tolist() == [1, 3]
    assert scores.human.tolist() == [10, 30]
    assert scores.left_out == ("b", "d", "e")
