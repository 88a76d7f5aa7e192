"""Is one metric better than another?"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

from proform.stats.comparison import permute, williams, williams_t
from proform.stats.correlate import Array, pearson


def _draw(
    rng: np.random.Generator, shape: tuple[int, ...], first: float, second: float
) -> tuple[Array, Array, Array]:
    """Two metrics that go with the human scores by these correlations."""
    human, one, two = (rng.standard_normal(shape) for _ in range(3))
    return (
        first * human + np.sqrt(1 - first**2) * one,
        second * human + np.sqrt(1 - second**2) * two,
        human,
    )


@pytest.mark.parametrize("rho", [0.3, 0.6, 0.9])
def test_williams_holds_its_level(rho: float) -> None:
    first, second, human = _draw(np.random.default_rng(1), (5000, 20), rho, rho)
    ones = np.ones(20)
    t = williams_t(
        pearson(first, human, ones), pearson(second, human, ones), pearson(first, second, ones), 20
    )
    p, better = 2 * special.stdtr(17, -np.abs(t)), special.stdtr(17, -t)
    assert 0.04 <= np.mean(p < 0.05) <= 0.06
    assert 0.04 <= np.mean(better < 0.05) <= 0.06


def test_williams_by_hand() -> None:
    # r of 0.8, 0.5 and 0.4 between: |R| = 1 - .64 - .25 - .16 + 2 (.16) = 0.27;
    # t = 0.3 sqrt(19 · 1.4 / (2 · 0.27 · 19 / 17 + 0.65² · 0.6³)) = 1.8562.
    t = williams_t(np.array(0.8), np.array(0.5), np.array(0.4), 20)
    assert t == pytest.approx(0.3 * (26.6 / (10.26 / 17 + 0.09126)) ** 0.5)
    assert t == pytest.approx(1.8562, abs=1e-4)


def test_williams_from_scores() -> None:
    first, second, human = _draw(np.random.default_rng(2), (30,), 0.95, 0.3)
    there, back = williams(first, second, human), williams(second, first, human)
    assert there.t is not None
    assert there.df == 27
    assert there.p is not None
    assert there.p < 0.001
    assert there.p_better == pytest.approx(there.p / 2)
    assert back.t == pytest.approx(-there.t)
    assert back.p == pytest.approx(there.p)
    assert back.p_better == pytest.approx(1 - there.p / 2)


@pytest.mark.parametrize(
    ("first", "second", "human", "why"),
    [
        ([1, 2], [2, 1], [1, 2], "of the first metric: a correlation needs at least 3 systems"),
        ([1, 2, 3, 5], [4, 4, 4, 4], [1, 2, 4, 3], "of the second metric: the metric gives all"),
        ([1, 2, 3], [2, 1, 3], [1, 3, 2], "needs at least 4 systems"),
        ([1, 2, 3, 5], [3, 5, 7, 11], [1, 3, 2, 5], "a linear function of each other"),
        ([1, 2, 3, 5], [-1, -2, -3, -5], [1, 3, 2, 5], "a linear function of each other"),
    ],
)
def test_no_test_without_a_reason(
    first: list[float], second: list[float], human: list[float], why: str
) -> None:
    found = williams(*(np.array(scores, float) for scores in (first, second, human)))
    assert (found.t, found.p, found.p_better) == (None, None, None)
    assert why in found.why


def test_correlations_without_variance_have_no_t() -> None:
    assert np.isnan(williams_t(np.array(1.0), np.array(1.0), np.array(1.0), 10))


@pytest.mark.parametrize("measure", ["pearson", "spearman", "kendall"])
def test_permutation_holds_its_level_and_has_power(measure: str) -> None:
    rng = np.random.default_rng(3)
    rejected = detected = 0
    for _ in range(200):
        same = permute(*_draw(rng, (15,), 0.7, 0.7), measure, rng, 199)
        other = permute(*_draw(rng, (15,), 0.95, 0.0), measure, rng, 199)
        assert same.p is not None
        assert other.p is not None
        rejected += same.p <= 0.05
        detected += other.p <= 0.05
    assert 0.02 <= rejected / 200 <= 0.08
    assert detected / 200 > 0.8


def test_permutation_ignores_scale_and_order_of_the_metrics() -> None:
    first, second, human = _draw(np.random.default_rng(4), (12,), 0.9, 0.4)
    one = permute(first, second, human, "pearson", np.random.default_rng(5), 500)
    two = permute(100 * first + 7, second, human, "pearson", np.random.default_rng(5), 500)
    back = permute(second, first, human, "pearson", np.random.default_rng(5), 500)
    assert one.difference is not None
    assert two.difference == pytest.approx(one.difference)
    assert back.difference == pytest.approx(-one.difference)
    assert one.p == two.p == back.p


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_permutation_of_scores_of_any_size(scale: float) -> None:
    x, y, human = (np.array(s, float) for s in ([1, 2, 4, 3], [4, 1, 2, 3], [1, 3, 4, 2]))
    found = [permute(k * x, y, human, "pearson", np.random.default_rng(7), 200) for k in (1, scale)]
    assert found[1].p == found[0].p
    assert found[1].difference == pytest.approx(found[0].difference)


def test_no_p_value_is_zero() -> None:
    first, second, human = _draw(np.random.default_rng(9), (60,), 0.99, 0.0)
    found = permute(first, second, human, "pearson", np.random.default_rng(5), 99)
    assert (found.defined, found.p) == (99, 0.01)


def test_a_metric_against_itself_shows_no_difference() -> None:
    first, _, human = _draw(np.random.default_rng(6), (10,), 0.9, 0.4)
    same = permute(first, first, human, "kendall", np.random.default_rng(7), 100)
    assert (same.difference, same.p) == (0, 1)


def test_permutations_without_a_correlation_are_left_out() -> None:
    first, second = np.array([0, 0, 0, 1.0]), np.array([1, 0, 0, 0.0])
    found = permute(
        first, second, np.array([1, 2, 3, 4.0]), "spearman", np.random.default_rng(8), 400
    )
    # A metric is constant if exactly one of the two systems that differ is swapped.
    assert 150 < found.defined < 250
    assert found.p is not None
    nothing = permute(first[:2], second[:2], first[:2], "pearson", np.random.default_rng(8), 10)
    assert nothing.p is None
    assert "at least 3 systems" in nothing.why
