"""The tests behind a ranking: every pair of systems, and the parts in which a system is weak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from proform.stats.ranking import ALPHA, below_average, told_apart
from proform.stats.resample import Matrix, holm

if TYPE_CHECKING:
    from numpy.random import Generator

Credits = Counter[tuple[float, float]]
"""How many pronouns add so much to the upper and to the lower sum of a score."""

Parts = Mapping[str | None, Credits]
"""By what part of a system's pronouns they are; None is no part to test."""

_REACH = 200
"""Draws for each test, so that Holm's correction leaves a p of 0.005 within reach."""


@dataclass(frozen=True, slots=True)
class PairTest:
    """Can two systems be told apart by a metric?"""

    metric: str
    first: str
    second: str
    p: float
    """Corrected for all pairs of the metric."""

    @property
    def apart(self) -> bool:
        """Is it clear that they differ?"""
        return self.p < ALPHA


@dataclass(frozen=True, slots=True)
class WeakSpot:
    """A part of a system's pronouns in which it is clearly below its own average."""

    metric: str
    system: str
    kind: str
    """What the part is: a category, or a pronoun."""
    name: str
    score: float
    average: float
    """Of all of the system's pronouns."""
    n: int
    p: float
    """Corrected for all systems and all parts of the metric."""


def credits_of(statistics: Mapping[tuple[float, ...], int], credit: Matrix) -> Credits:
    """Counts of statistics as counts of what these are worth."""
    worth = Credits()
    for own, number in statistics.items():
        upper, lower = np.asarray(own) @ credit
        worth[float(upper), float(lower)] += number
    return worth


def pair_tests(
    metric: str, units: Mapping[str, Matrix], seed: int, times: int
) -> Iterator[PairTest]:
    """Every pair of systems that have a score.

    `units` are what can be swapped: documents or segments, the same rows for each system, with what
    they add to the upper and to the lower sum of its score.
    """
    if len(units) < 2:
        return
    upper, lower = (np.stack([own[:, side] for own in units.values()], axis=1) for side in (0, 1))
    p = told_apart(upper, lower, np.random.default_rng(seed), times)
    for one, two in combinations(range(len(units)), 2):
        if not np.isnan(p[one, two]):
            first, second = ([*units][place] for place in (one, two))
            yield PairTest(metric, first, second, float(p[one, two]))


def weak_spots(
    metric: str,
    kind: str,
    parts: Mapping[str, Parts],
    seed: int,
    times: int,
) -> Iterator[WeakSpot]:
    """The parts in which a system is clearly below its own average.

    `parts` has the pronouns of each system by what part they belong to.
    """
    rng = np.random.default_rng(seed)
    draws = max(times, _REACH * sum(map(len, parts.values())))
    spots = [
        spot
        for system, own in parts.items()
        for spot in _spots(WeakSpot(metric, system, kind, "", 0, 0, 0, 1), own, rng, draws)
    ]
    for spot, p in zip(spots, holm([spot.p for spot in spots]), strict=True):
        if p is not None and p < ALPHA:
            yield replace(spot, p=p)


def _spots(blank: WeakSpot, parts: Parts, rng: Generator, times: int) -> Iterator[WeakSpot]:
    """Every part of one system that there is a test of, weak or not."""
    kinds = [*dict.fromkeys(kind for own in parts.values() for kind in own if any(kind))]
    credit = np.array(kinds, float).reshape(-1, 2)
    counts = {
        name: np.array([own[kind] for kind in kinds], float)
        for name, own in parts.items()
        if any(own[kind] for kind in kinds)
    }
    total = np.sum([*counts.values()], axis=0) if counts else np.zeros(0)
    named = {name: own for name, own in counts.items() if name is not None}
    tests = below_average([*named.values()], total, credit, rng, times)
    for (name, own), p in zip(named.items(), tests, strict=True):
        score, average = (_score(part @ credit) for part in (own, total))
        if p is not None and score is not None and average is not None:
            size = round(float(own.sum()))
            yield replace(blank, name=name, score=score, average=average, n=size, p=p)


def _score(sums: Matrix) -> float | None:
    return float(sums[0] / sums[1]) if sums[1] else None
