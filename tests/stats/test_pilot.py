from __future__ import annotations

import numpy as np
import pytest
from tests.support.simulated_judges import draw, good_and_poor, verify

from proform.stats.pilot import needed, short
from proform.stats.ppi import powered
from proform.stats.sample import ProxySample


def _pilot(judged: int = 60, size: int = 1000, seed: int = 0) -> ProxySample:
    rng = np.random.default_rng(seed)
    truth = np.asarray(rng.random(size) < 0.6, np.float64)
    says = np.where(rng.random(size) < 0.9, truth, 1 - truth)
    right = np.full((size, 1), np.nan)
    right[:judged, 0] = truth[:judged]
    chance = np.full((size, 1), judged / size)
    return ProxySample(np.zeros(size, dtype=int), right, chance, says[None, :, None])


def test_without_a_proxy_it_is_the_size_of_a_simple_sample() -> None:
    need = needed(_pilot(200).only(), 0.1)
    assert need is not None
    # (2 × 1.96 / 0.1)² × 0.6 × 0.4
    assert need.expected == pytest.approx(369, rel=0.06)
    assert need.low is not None
    assert need.high is not None
    assert need.expected is not None
    assert need.low < need.expected < need.high


def test_a_good_proxy_takes_fewer() -> None:
    sample = _pilot(200)
    with_, without = needed(sample, 0.1), needed(sample.only(), 0.1)
    assert with_ is not None
    assert without is not None
    assert with_.expected is not None
    assert without.expected is not None
    assert with_.expected < 0.6 * without.expected


def test_what_is_planned_is_what_comes_out() -> None:
    rng = np.random.default_rng(4)
    world = good_and_poor()
    pilot = verify(draw(world, rng), 0.3, rng)
    for proxies in ((), (0,), (0, 1)):
        need = needed(pilot.only(*proxies), 0.2)
        assert need is not None
        assert need.expected is not None
        part = need.expected / 200
        widths = []
        for _ in range(5):
            sample = verify(draw(world, rng), part, rng)
            estimates = powered(sample.only(*proxies)).estimates
            widths += [e.interval.high - e.interval.low for e in estimates if e.interval]
        assert np.mean(widths) == pytest.approx(0.2, rel=0.15)


def test_what_no_judgement_can_reach() -> None:
    need = needed(_pilot(), 0.001)
    assert need is not None
    assert (need.low, need.expected, need.high) == (None, None, None)
    assert need.floor > 0.02


def test_a_pilot_of_one_class_or_of_nothing_plans_nothing() -> None:
    sample = _pilot()
    ones = ProxySample(
        sample.category,
        np.where(sample.judged, 1.0, np.nan),
        sample.chance,
        sample.proxies,
    )
    assert needed(ones, 0.1) is None
    nothing = ProxySample(
        sample.category, np.full(sample.right.shape, np.nan), sample.chance, sample.proxies
    )
    assert needed(nothing, 0.1) is None
    assert short(_pilot(29)) == [0]
    assert short(_pilot(30)) == []
