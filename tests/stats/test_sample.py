"""Sums over all examples but those of a cluster, in which strata keep their sizes."""

from __future__ import annotations

import numpy as np
import pytest

from proform.stats.sample import Others, ProxySample, ratio

NAN = np.nan
RIGHT = np.array([[1.0], [0.0], [1.0], [NAN], [0.0], [NAN]])
CHANCE = np.array([[1.0], [1.0], [0.5], [0.5], [0.5], [0.5]])


def _sample(cluster: list[int] | None = None) -> ProxySample:
    numbers = None if cluster is None else np.array(cluster)
    return ProxySample(np.zeros(6, dtype=int), RIGHT, CHANCE, np.zeros((0, 6, 1)), cluster=numbers)


def test_judgements_of_others_stand_for_their_whole_stratum() -> None:
    """By hand: of four examples with a chance of one half, two are judged, and weigh 2 each."""
    sample = _sample()
    others = Others(sample)
    weights = others.sum(sample.weights)[:, 0]
    # Without a judged one of the four, the other stands for the three that are left.
    assert weights == pytest.approx([1 + 4, 1 + 4, 2 + 3, 2 + 3, 2 + 3, 2 + 3])
    assert others.count(sample.judged)[:, 0] == pytest.approx([3, 3, 3, 4, 3, 4])
    assert others.by_category(sample.weights)[:, 0] == pytest.approx(weights)


def test_a_cluster_is_left_out_as_a_whole() -> None:
    sample = _sample([0, 0, 1, 1, 2, 2])
    sums = Others(sample).sum(sample.weights)[:, 0]
    assert sums == pytest.approx([4, 2 + 2, 2 + 2])


def test_what_has_no_judgement_left_counts_nothing() -> None:
    sample = _sample([0, 0, 1, 1, 1, 1])
    sums = Others(sample).sum(sample.weights)[:, 0]
    assert sums == pytest.approx([4, 2])


def test_without_holding_out_there_is_one_row() -> None:
    sample = _sample()
    others = Others(sample, held_out=False)
    assert others.sum(sample.weights) == pytest.approx(np.array([[6.0]]))
    assert others.row(np.array([[3.0]])) == pytest.approx(np.array([[3.0]]))


def test_a_ratio_of_nothing_is_0() -> None:
    assert ratio(np.array([1.0, 1.0]), np.array([0.0, 2.0])) == pytest.approx([0, 0.5])
