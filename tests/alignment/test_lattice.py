"""All ways through an output, against those that can be listed by hand."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from proform.alignment.lattice import Grid, Integers, Lattice

DROP, PASS, SWAP = -1.5, -2.0, -0.7
CUTS: Integers = np.arange(4)


def _grid(rng: np.random.Generator) -> Grid:
    values = np.where(CUTS[:, None] < CUTS[None, :], rng.normal(size=(4, 4)), -np.inf)
    return Grid(CUTS, CUTS, values)


def _ways(
    runs: list[Grid], place: int = 0, done: int = 0
) -> list[tuple[float, dict[int, tuple[int, int] | None]]]:
    """Every way from a cut on, what it is worth, and what each of two sentences takes."""
    ways: list[tuple[float, dict[int, tuple[int, int] | None]]] = []
    for passed in range(place, 4):
        cost = PASS if passed > place else 0.0
        if done == 2:
            ways += [(cost, {})] if passed == 3 else []
            continue
        options: list[tuple[float, int, int, dict[int, tuple[int, int] | None]]] = [
            (DROP, passed, 1, {done: None})
        ]
        options += [
            (float(runs[done].values[passed, end]), end, 1, {done: (passed, end)})
            for end in range(passed + 1, 4)
        ]
        if done == 0:
            options += [
                (
                    float(runs[1].values[passed, middle] + runs[0].values[middle, end]) + SWAP,
                    end,
                    2,
                    {1: (passed, middle), 0: (middle, end)},
                )
                for middle, end in product(range(4), repeat=2)
                if passed < middle < end
            ]
        for worth, end, steps, taken in options:
            ways += [
                (cost + worth + rest, {**taken, **others})
                for rest, others in _ways(runs, end, done + steps)
            ]
    return ways


@pytest.mark.parametrize("seed", range(3))
def test_shares_are_those_of_all_ways(seed: int) -> None:
    rng = np.random.default_rng(seed)
    runs = [_grid(rng), _grid(rng)]
    passed = np.where(CUTS[:, None] < CUTS[None, :], PASS, -np.inf)
    lattice = Lattice([CUTS] * 3, runs, DROP, [passed] * 3, [(runs[1], runs[0])], SWAP)
    ways = _ways(runs)
    total = sum(np.exp(worth) for worth, _ in ways)
    for sentence, shares in enumerate(lattice.shares()):
        grids = [grid for grid in shares[:3] if grid is not None]
        for run in ((a, b) for a in range(4) for b in range(a + 1, 4)):
            expected = sum(np.exp(worth) for worth, taken in ways if taken[sentence] == run)
            found = sum(float(grid.values[run]) for grid in grids)
            assert found == pytest.approx(expected / total)
        none = sum(np.exp(worth) for worth, taken in ways if taken[sentence] is None)
        assert shares.none == pytest.approx(none / total)
