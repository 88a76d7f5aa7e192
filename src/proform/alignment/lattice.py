"""All ways from the first cut of an output to the last, a sentence after the other, and their sum.

A semi-Markov model in logarithms: a step takes a sentence from one cut to another, or leaves it
out where it is; runs may be passed over before each step, and two steps may change places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Grid(NamedTuple):
    """Runs between some cuts and others, by their numbers, and a value for each."""

    starts: Integers
    ends: Integers
    values: Floats


class RunShares(NamedTuple):
    """How likely each run is for a sentence: in its place, behind the next, before the last one."""

    here: Grid
    behind: Grid | None
    before: Grid | None
    none: float


@dataclass(frozen=True)
class Lattice:
    """What each step is worth (log); `windows` are the cuts before each sentence and at the end."""

    windows: Sequence[Integers]
    runs: Sequence[Grid]
    left_out: float
    passed: Sequence[Floats]
    swaps: Sequence[tuple[Grid, Grid]]
    """For each sentence but the last: of the next one, and then of this one behind it."""
    swap: float

    def shares(self) -> list[RunShares]:
        """What each sentence takes, in all ways together."""
        return [self._shares(i) for i in range(len(self.runs))]

    def _shares(self, i: int) -> RunShares:
        after = self._backward[i + 1]
        none = np.exp(
            self._forward[i][:, None] + self._stays(i) + after[None, :] - self._total
        ).sum()
        behind = before = None
        if i + 1 < len(self.runs):
            first, second = self.swaps[i]
            way = _through(self._at(self._forward, i, first.starts), first.values) + self.swap
            behind = self._likely(way, second, self._at(self._backward, i + 2, second.ends))
        if i:
            first, second = self.swaps[i - 1]
            way = _through(self._at(self._backward, i + 1, second.ends), second.values.T)
            start = self._at(self._forward, i - 1, first.starts)
            before = self._likely(start, first, way + self.swap)
        here = self._likely(self._forward[i], self.runs[i], after)
        return RunShares(here, behind, before, float(none))

    def _likely(self, before: Floats, grid: Grid, after: Floats) -> Grid:
        values = np.exp(before[:, None] + grid.values + after[None, :] - self._total)
        return grid._replace(values=values)

    def _at(self, values: Sequence[Floats], i: int, cuts: Integers) -> Floats:
        return np.asarray(values[i][cuts - self.windows[i][0]])

    @cached_property
    def _total(self) -> float:
        return float(self._backward[0][0])

    def _stays(self, i: int) -> Floats:
        """A sentence that takes nothing."""
        same = self.windows[i][:, None] == self.windows[i + 1][None, :]
        return np.where(same, self.left_out, -np.inf)

    @cached_property
    def _forward(self) -> list[Floats]:
        """Before each sentence, and at the end: all ways from the first cut to each."""
        reached = np.where(self.windows[0] == 0, 0.0, -np.inf)
        ways = [_either(reached, _through(reached, self.passed[0]))]
        for i, run in enumerate(self.runs):
            reached = _either(_through(ways[i], run.values), _through(ways[i], self._stays(i)))
            if i:
                first, second = self.swaps[i - 1]
                between = _through(self._at(ways, i - 1, first.starts), first.values)
                self._join(reached, i + 1, second.ends, _through(between, second.values))
            ways.append(_either(reached, _through(reached, self.passed[i + 1])))
        return ways

    @cached_property
    def _backward(self) -> list[Floats]:
        """The same from each cut to the last one."""
        size = len(self.runs)
        reached = np.full(len(self.windows[-1]), -np.inf)
        reached[-1] = 0.0
        ways = {size: _either(reached, _through(reached, self.passed[size].T))}
        for i in range(size - 1, -1, -1):
            after = ways[i + 1]
            reached = _either(
                _through(after, self.runs[i].values.T), _through(after, self._stays(i).T)
            )
            if i + 1 < size:
                first, second = self.swaps[i]
                end = ways[i + 2][second.ends - self.windows[i + 2][0]]
                between = _through(end, second.values.T)
                self._join(reached, i, first.starts, _through(between, first.values.T))
            ways[i] = _either(reached, _through(reached, self.passed[i].T))
        return [ways[i] for i in range(size + 1)]

    def _join(self, reached: Floats, i: int, cuts: Integers, ways: Floats) -> None:
        """Two sentences that have changed places get there as well."""
        places = cuts - self.windows[i][0]
        reached[places] = _either(reached[places], ways + self.swap)


def _through(values: Floats, steps: Floats) -> Floats:
    """The sums, over all ways to get to each place, of exponentials; their logarithms."""
    if not steps.size:
        return np.full(steps.shape[1], -np.inf)
    sums = values[:, None] + steps
    highest = sums.max(axis=0)
    safe = np.where(np.isfinite(highest), highest, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(safe + np.log(np.exp(sums - safe).sum(axis=0)))


def _either(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.logaddexp(one, other))
