"""All ways from the first cut of an output to the last, a sentence after the other, and their sum.

A semi-Markov model in logarithms: a step takes a sentence from one cut to another, or leaves it
out where it is; before each step and at the end, up to two runs may be passed over.
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


class RunShares(NamedTuple):
    """How likely each run is for a sentence, and how likely it takes none."""

    runs: Floats
    none: float


class _Gap(NamedTuple):
    """At each cut before a sentence: with nothing passed over there, with one run, with any."""

    bare: Floats
    once: Floats
    all: Floats

    @classmethod
    def of(cls, reached: Floats, passed: Floats) -> _Gap:
        once = _through(reached, passed)
        twice = _through(once, passed)
        return cls(reached, once, _either(_either(reached, once), twice))


@dataclass(frozen=True)
class Lattice:
    """What each step is worth (log); `windows` are the cuts before each sentence and at the end."""

    windows: Sequence[Integers]
    runs: Sequence[Floats]
    """Of each sentence, from the cuts before it to those behind it."""
    left_out: float
    passed: Sequence[Floats]
    """Of what is passed over, from each cut to each other before a sentence, and at the end."""

    def shares(self) -> list[RunShares]:
        """What each sentence takes, in all ways together."""
        return [
            RunShares(self._likely(i, self.runs[i]), float(self._likely(i, self._stays(i)).sum()))
            for i in range(len(self.runs))
        ]

    def passing(self) -> list[Floats]:
        """Before each sentence and at the end, how likely each run is passed over."""
        shares = []
        for before, after, passed in zip(self._forward, self._backward, self.passed, strict=True):
            first = before.bare[:, None] + _either(after.bare, after.once)[None, :]
            second = before.once[:, None] + after.bare[None, :]
            shares.append(np.exp(_either(first, second) + passed - self._total))
        return shares

    def _likely(self, i: int, step: Floats) -> Floats:
        before, after = self._forward[i].all, self._backward[i + 1].all
        return np.asarray(np.exp(before[:, None] + step + after[None, :] - self._total))

    @cached_property
    def _total(self) -> float:
        return float(self._backward[0].all[0])

    def _stays(self, i: int) -> Floats:
        """A sentence that takes nothing."""
        same = self.windows[i][:, None] == self.windows[i + 1][None, :]
        return np.where(same, self.left_out, -np.inf)

    @cached_property
    def _forward(self) -> list[_Gap]:
        """Before each sentence, and at the end: all ways from the first cut to each."""
        gaps = [_Gap.of(np.where(self.windows[0] == 0, 0.0, -np.inf), self.passed[0])]
        for i, run in enumerate(self.runs):
            step = _either(run, self._stays(i))
            gaps.append(_Gap.of(_through(gaps[i].all, step), self.passed[i + 1]))
        return gaps

    @cached_property
    def _backward(self) -> list[_Gap]:
        """The same from each cut to the last one."""
        end = np.full(len(self.windows[-1]), -np.inf)
        end[-1] = 0.0
        gaps = [_Gap.of(end, self.passed[-1].T)]
        for i in reversed(range(len(self.runs))):
            step = _either(self.runs[i], self._stays(i))
            gaps.append(_Gap.of(_through(gaps[-1].all, step.T), self.passed[i].T))
        return gaps[::-1]


def _through(values: Floats, steps: Floats) -> Floats:
    """The sums, over all ways to get to each place, of exponentials; their logarithms."""
    sums = values[:, None] + steps
    highest = sums.max(axis=0)
    safe = np.where(np.isfinite(highest), highest, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(safe + np.log(np.exp(sums - safe).sum(axis=0)))


def _either(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.logaddexp(one, other))
