"""Which systems can be told apart, where one is below its own average, what is contested."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.stats.ranking import ALPHA, alike, below_average, contested, step_down, told_apart
from proform.stats.resample import Matrix, compare, ratio

RNG = np.random.default_rng


def ones(upper: Matrix) -> Matrix:
    return np.ones_like(upper)


def test_one_pair_is_approximate_randomisation() -> None:
    rng = RNG(1)
    upper = rng.binomial(3, [0.5, 0.7], (40, 2)).astype(float)
    lower = np.full_like(upper, 3)
    baseline, system = (np.stack([upper[:, n], lower[:, n]], axis=1) for n in (0, 1))
    test = compare(baseline, system, lambda sums: ratio(sums[..., 0], sums[..., 1]), RNG(2), 20_000)
    assert test is not None
    p = told_apart(upper, lower, RNG(2), 20_000)[0, 1]
    assert p == pytest.approx(test.randomisation, abs=0.005)


def test_a_pair_by_hand() -> None:
    """Five units, all in favour of the first: two of 32 ways to swap are as far apart."""
    upper = np.array([[1.0, 0.0]] * 5 + [[1.0, 1.0]] * 3)
    p = told_apart(upper, ones(upper), RNG(1), 50_000)
    assert p[0, 1] == p[1, 0] == pytest.approx(2 / 32, abs=0.003)
    assert np.isnan(np.diag(p)).all()


def test_three_pairs_by_enumeration() -> None:
    """All ways to swap, the largest difference of each step: as Westfall and Young define it."""
    upper = RNG(5).binomial(2, [0.3, 0.5, 0.8], (9, 3)).astype(float)
    pairs = list(combinations(range(3), 2))
    differences = np.stack([upper[:, a] - upper[:, b] for a, b in pairs], axis=1)
    sizes = np.sqrt((differences**2).sum(axis=0))
    observed = np.abs(differences.sum(axis=0)) / sizes
    drawn = np.array(
        [np.abs(np.array(signs) @ differences) / sizes for signs in product((1, -1), repeat=9)]
    )
    expected, before = {}, 0.0
    order = sorted(range(3), key=lambda number: -observed[number])
    for step, number in enumerate(order):
        largest = drawn[:, order[step:]].max(axis=1)
        before = max(before, float((largest >= observed[number] - 1e-9).mean()))
        expected[pairs[number]] = before
    p = told_apart(upper, np.full_like(upper, 2), RNG(1), 50_000)
    for pair, value in expected.items():
        assert p[pair] == pytest.approx(value, abs=0.006)


def test_pairs_that_never_differ_and_systems_without_a_score() -> None:
    upper = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]] * 10)
    lower = np.array([[1.0, 1.0, 0.0]] * 20)
    p = told_apart(upper, lower, RNG(1), 100)
    assert p[0, 1] == 1
    assert np.isnan(p[2]).all()
    assert np.isnan(told_apart(upper[:, :1], lower[:, :1], RNG(1), 100)).all()


@pytest.mark.parametrize("shares", [(0.6,) * 6, (0.5, 0.5, 0.5, 0.75, 0.75, 0.75)])
def test_equal_systems_are_seldom_told_apart(shares: tuple[float, ...]) -> None:
    """Of 200 runs, in about one of twenty is any pair of equal systems; different ones often."""
    rng, false, true = RNG(7), 0, 0
    same = [a == b for a, b in combinations(shares, 2)]
    for _ in range(200):
        difficulty = rng.normal(0, 0.1, (60, 1))
        upper = rng.binomial(3, np.clip(np.array(shares) + difficulty, 0, 1)).astype(float)
        p = told_apart(upper, np.full_like(upper, 3), rng, 200)
        apart = [p[pair] < ALPHA for pair in combinations(range(6), 2)]
        false += any(hit for hit, equal in zip(apart, same, strict=True) if equal)
        true += any(hit for hit, equal in zip(apart, same, strict=True) if not equal)
    assert false <= 0.09 * 200  # three standard errors above a twentieth
    assert true > 150 or all(same)


def test_many_systems_need_no_more_draws() -> None:
    """With Holm's correction, 100 draws could tell none of 120 pairs apart."""
    upper = np.tile(np.arange(16) >= 8, (40, 1)).astype(float)
    upper[:2] = 1 - upper[:2]
    p = told_apart(upper, ones(upper), RNG(1), 100)
    assert (p[:8, 8:] < ALPHA).all()
    assert (p[:8, :8][~np.eye(8, dtype=bool)] == 1).all()


@given(
    st.lists(st.floats(0, 5), min_size=1, max_size=6),
    st.integers(0, 2**16),
)
def test_corrected_p_is_never_below_the_plain_one(observed: list[float], seed: int) -> None:
    drawn = np.abs(RNG(seed).normal(size=(50, len(observed))))
    p = step_down(np.array(observed), drawn)
    plain = ((drawn >= np.array(observed) - 1e-9).sum(axis=0) + 1) / 51
    assert (p >= plain - 1e-12).all()
    assert (p <= 1).all()
    assert all(
        p[one] <= p[two]
        for one, two in product(range(len(observed)), repeat=2)
        if observed[one] > observed[two]
    )


def test_groups_by_hand() -> None:
    assert alike([], 3) == [(0, 1, 2)]
    assert alike([(0, 2)], 3) == [(0, 1), (1, 2)]
    assert alike([(0, 1), (0, 2), (1, 2)], 3) == [(0,), (1,), (2,)]
    assert alike([], 0) == []


@given(st.integers(1, 7), st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6))))
def test_two_share_a_group_if_and_only_if_they_are_not_apart(
    size: int, drawn: set[tuple[int, int]]
) -> None:
    apart = [(a, b) for a, b in drawn if a < b < size]
    groups = alike(apart, size)
    for pair in combinations(range(size), 2):
        assert (pair in apart) != any({*pair} <= {*group} for group in groups)
    assert {one for group in groups for one in group} == {*range(size)}
    assert not any({*one} < {*two} for one, two in product(groups, repeat=2))


RIGHT_OR_WRONG = np.array([[1.0, 1.0], [0.0, 1.0]])


def test_below_average_by_hand() -> None:
    """Four wrong ones of four, where twelve of twenty are wrong: hypergeometric."""
    parts = [np.array([0.0, 4.0]), np.array([8.0, 8.0])]
    low, high = below_average(parts, np.array([8.0, 12.0]), RIGHT_OR_WRONG, RNG(1), 50_000)
    # Few draws are needed for a p of this size, and it is as rough.
    assert low == pytest.approx(12 * 11 * 10 * 9 / (20 * 19 * 18 * 17), abs=0.03)
    assert high == 1


def test_a_low_p_is_drawn_until_it_is_known() -> None:
    parts = [np.array([0.0, 10.0])]
    (p,) = below_average(parts, np.array([60.0, 40.0]), RIGHT_OR_WRONG, RNG(1), 100_000)
    assert p is not None
    assert p < 5e-4  # by hand 4.9e-5; a thousand draws could not show it


def test_a_part_that_is_all_or_nothing_and_a_score_of_nothing_cannot_be_told() -> None:
    total = np.array([3.0, 1.0])
    assert below_average([total, 0 * total], total, RIGHT_OR_WRONG, RNG(1), 10) == [None, None]
    assert below_average([0 * total], 0 * total, RIGHT_OR_WRONG, RNG(1), 10) == [None]


def test_contested_by_hand() -> None:
    nan = np.nan
    verdicts = np.array(
        [  # judges × systems × pronouns
            [[1, 1, 1, nan], [0, 1, 1, nan]],
            [[1, 1, 0, nan], [0, 1, nan, nan]],
        ]
    )
    # At odds: both systems by both judges; nobody; the judges on one system; nothing said.
    assert contested(verdicts).tolist() == [1, 0, 1, 0]
    assert contested(np.array([[[1.0], [1.0], [0.0]]]))[0] == pytest.approx(8 / 9)
    # A judge that only ever approves takes nothing away.
    assert contested(np.array([[[1.0], [0.0]], [[1.0], [nan]]]))[0] == 1
    assert contested(np.zeros((0, 2, 3))).tolist() == [0, 0, 0]
