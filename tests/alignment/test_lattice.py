"""All ways through an output, against those that can be listed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from proform.alignment.lattice import Floats, Integers, Lattice

DROP, PASS, END = -1.5, -2.0, 3
CUTS: Integers = np.arange(END + 1)
Run = tuple[int, int]
Way = tuple[float, dict[int, Run | None], tuple[tuple[int, Run], ...]]
"""What it is worth, what each sentence takes, and what is passed over before which."""


def _grid(rng: np.random.Generator) -> Floats:
    size = (len(CUTS), len(CUTS))
    return np.where(CUTS[:, None] < CUTS[None, :], rng.normal(size=size), -np.inf)


def _ways(runs: list[Floats], place: int = 0, done: int = 0) -> list[Way]:
    """Every way from a cut on."""
    once = [((done, (place, end)),) for end in range(place + 1, END + 1)]
    twice = [
        (*first, (done, (first[0][1][1], end)))
        for first in once
        for end in range(first[0][1][1] + 1, END + 1)
    ]
    ways: list[Way] = []
    for passed in ((), *once, *twice):
        here = passed[-1][1][1] if passed else place
        cost = PASS * len(passed)
        if done == len(runs):
            ways += [(cost, {}, passed)] if here == END else []
            continue
        options: list[tuple[float, int, Run | None]] = [(DROP, here, None)]
        options += [
            (float(runs[done][here, end]), end, (here, end)) for end in range(here + 1, END + 1)
        ]
        ways += [
            (cost + worth + rest, {done: run, **others}, (*passed, *later))
            for worth, end, run in options
            for rest, others, later in _ways(runs, end, done + 1)
        ]
    return ways


@pytest.mark.parametrize("seed", range(3))
def test_shares_are_those_of_all_ways(seed: int) -> None:
    rng = np.random.default_rng(seed)
    runs = [_grid(rng), _grid(rng)]
    passed = np.where(CUTS[:, None] < CUTS[None, :], PASS, -np.inf)
    lattice = Lattice([CUTS] * 3, runs, DROP, [passed] * 3)
    ways = _ways(runs)
    total = sum(np.exp(worth) for worth, _, _ in ways)
    every = [(a, b) for a in range(END) for b in range(a + 1, END + 1)]
    for sentence, shares in enumerate(lattice.shares()):
        for run in every:
            expected = sum(np.exp(worth) for worth, taken, _ in ways if taken[sentence] == run)
            assert float(shares.runs[run]) == pytest.approx(expected / total)
        none = sum(np.exp(worth) for worth, taken, _ in ways if taken[sentence] is None)
        assert shares.none == pytest.approx(none / total)
    for gap, over in enumerate(lattice.passing()):
        for run in every:
            expected = sum(np.exp(worth) for worth, _, past in ways if (gap, run) in past)
            assert float(over[run]) == pytest.approx(expected / total)
