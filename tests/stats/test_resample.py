"""Intervals and tests by resampling."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.stats.resample import Matrix, bootstrap, compare


def _share(sums: Matrix) -> Matrix:
    total = sums[..., 1]
    shares = np.full(total.shape, np.nan)
    np.divide(sums[..., 0], total, out=shares, where=total > 0)
    return shares


def _units(successes: list[int], sizes: list[int]) -> Matrix:
    return np.array([successes, sizes], float).T


def test_the_interval_is_that_of_drawing_units_one_by_one() -> None:
    rng = np.random.default_rng(1)
    sizes = rng.integers(1, 6, 200)
    stats = _units(rng.binomial(sizes, 0.6).tolist(), sizes.tolist())
    found = bootstrap(stats, _share, np.random.default_rng(2), 20_000)
    assert found is not None
    draws = rng.integers(0, 200, (20_000, 200))
    naive = np.quantile(_share(stats[draws].sum(axis=1)), [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx(tuple(naive), abs=0.004)


def test_intervals_cover_the_truth() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        stats = np.column_stack([rng.binomial(4, 0.7, 60), np.full(60, 4)]).astype(float)
        interval = bootstrap(stats, _share, rng, 400)
        assert interval is not None
        covered += interval.low <= 0.7 <= interval.high
    assert 0.92 <= covered / 400 <= 0.98


def test_a_test_holds_its_level_and_has_power() -> None:
    rng = np.random.default_rng(4)
    rejected = np.zeros(2)
    detected = np.zeros(2)
    for _ in range(300):
        sizes = np.full(80, 3.0)
        one, two, better = (rng.binomial(3, p, 80).astype(float) for p in (0.6, 0.6, 0.75))
        baseline = np.column_stack([one, sizes])
        same = compare(baseline, np.column_stack([two, sizes]), _share, rng, 200)
        other = compare(baseline, np.column_stack([better, sizes]), _share, rng, 200)
        assert same is not None
        assert other is not None
        rejected += [same.bootstrap < 0.05, same.randomisation < 0.05]
        detected += [other.bootstrap < 0.05, other.randomisation < 0.05]
    assert (rejected / 300 < 0.09).all()
    assert (detected / 300 > 0.8).all()


def test_a_system_against_itself_shows_no_difference() -> None:
    stats = _units([1, 0, 2, 3], [2, 1, 2, 4])
    same = compare(stats, stats, _share, np.random.default_rng(5), 500)
    assert same == (0.0, 1.0, 1.0)


def test_nothing_to_resample_is_none() -> None:
    empty = np.zeros((0, 2))
    assert bootstrap(empty, _share, np.random.default_rng(6), 100) is None
    assert compare(empty, empty, _share, np.random.default_rng(6), 100) is None


def test_memory_is_bounded_by_drawing_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    stats = _units(list(range(50)), [50 + k for k in range(50)])
    whole = bootstrap(stats, _share, np.random.default_rng(7), 300)
    monkeypatch.setattr("proform.stats.resample._CELLS", 100)
    assert bootstrap(stats, _share, np.random.default_rng(7), 300) == whole


@settings(max_examples=25)
@given(st.permutations([0, 0, 1, 2, 2, 3, 5, 5, 4, 1]))
def test_the_order_of_units_does_not_matter(successes: list[int]) -> None:
    one = bootstrap(_units(successes, [5] * 10), _share, np.random.default_rng(8), 200)
    two = bootstrap(_units(sorted(successes), [5] * 10), _share, np.random.default_rng(8), 200)
    assert one == two
