"""The grid of APT's weights, and their tuning."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from proform.judge.base import ratio
from proform.judge.weights import WEIGHTS, Weights
from proform.stats.comparison import OPTIONS, Sample, Setting, apt, evaluate, grid, tune
from proform.stats.correlate import Array


def _sample(seed: int, w2: float, w6: float, systems: int = 9) -> Sample:
    """People who think of cases 2 and 6 just so; without repair the cases are noise."""
    rng = np.random.default_rng(seed)
    counts = {repair: rng.integers(1, 60, (systems, 6)).astype(float) for repair in (False, True)}
    return Sample(apt(counts[True], (1, w2, 0, 0, 0, w6)), counts)


@given(
    arrays(float, (4, 6), elements=st.integers(0, 9).map(float)), st.frozensets(st.integers(1, 6))
)
def test_the_score_is_that_of_the_judge(counts: Array, discarded: frozenset[int]) -> None:
    weights = Weights(WEIGHTS, discarded)
    credit = np.array(weights.credit)
    expected = ratio(counts @ credit[:, 0], counts @ credit[:, 1])
    assert apt(counts, WEIGHTS, discarded) == pytest.approx(expected, nan_ok=True)


def test_all_settings_are_tried() -> None:
    outcomes = grid(_sample(1, 0.5, 0))
    assert len({outcome.setting for outcome in outcomes}) == len(outcomes) == 18
    right = [o for o in outcomes if o.setting == Setting(0.5, 0, repair=True)]
    assert right[0].pearson == pytest.approx(1)
    assert right[0].spearman == pytest.approx(1)
    assert all(o.pearson is not None and o.pearson < 0.9999 for o in outcomes if o not in right)


@pytest.mark.parametrize("w2", OPTIONS)
@pytest.mark.parametrize("w6", OPTIONS)
def test_tuning_finds_the_weights_and_tests_them_elsewhere(w2: float, w6: float) -> None:
    found = tune(grid(_sample(2, w2, w6)), _sample(3, 0, 1))
    assert found is not None
    assert found.tuned.setting == Setting(w2, w6, repair=True)
    assert found.tuned.pearson == pytest.approx(1)
    assert found.tested == evaluate(_sample(3, 0, 1), found.tuned.setting)
    assert found.tied == ()


def test_ties_go_to_the_first_and_are_told() -> None:
    # As often case 2 as case 1, and never case 6: the weights change the scale only.
    counts = np.array(
        [[9, 9, 1, 3, 0, 0], [5, 5, 5, 1, 0, 0], [1, 1, 9, 8, 0, 0], [3, 3, 1, 6, 0, 0]]
    )
    sample = Sample(np.array([0.7, 0.6, 0.1, 0.3]), {False: counts, True: 3.0 * counts})
    for measure in ("pearson", "spearman"):
        found = tune(grid(sample), sample, measure)
        assert found is not None
        assert found.tuned.setting == Setting(0, 0, repair=False)
        assert len(found.tied) == 17


def test_systems_without_a_score_are_left_out() -> None:
    counts = np.array(
        [[9, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 7], [5, 0, 5, 0, 0, 0], [1, 0, 9, 0, 0, 0]]
    )
    sample = Sample(np.array([4, 1, 3, 2.0]), {True: counts.astype(float)})
    found = evaluate(sample, Setting(0.5, 0, repair=True), discarded=(6,))
    assert found.n == 3
    assert found.pearson == pytest.approx(1)


def test_no_correlation_says_why() -> None:
    counts = np.ones((3, 6))
    sample = Sample(np.array([1, 2, 3.0]), {True: counts})
    found = evaluate(sample, Setting(0.5, 0, repair=True))
    assert (found.pearson, found.spearman) == (None, None)
    assert found.why == "the metric gives all systems the same score"
    assert tune(grid(sample), sample) is None
