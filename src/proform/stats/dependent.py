"""Does one metric go better with the human scores than another? Both saw the same systems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from scipy import special

from proform.stats.correlate import MEASURES, Array, Measure, deviations, pearson, undefined

_LEAST = 4
"""Williams's test has n - 3 degrees of freedom."""
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Williams:
    """Williams's test; where there is none, `why` has the reason."""

    difference: float | None = None
    """The first metric's correlation less the second's."""
    t: float | None = None
    df: int | None = None
    p: float | None = None
    """Two-sided: are they different?"""
    p_better: float | None = None
    """One-sided: is the first one's higher?"""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Permutation:
    """A permutation test of the difference of two correlations, two-sided."""

    difference: float | None = None
    p: float | None = None
    defined: int = 0
    """Permutations in which both correlations had a value."""
    why: str = ""


def williams(first: Array, second: Array, human: Array) -> Williams:
    """Williams's test (1959) for Pearson's r, as of Graham and Baldwin (2014).

    A metric where less is better has its sign turned first.
    """
    n = len(human)
    if why := _undefined(first, second, human):
        return Williams(why=why)
    ones = np.ones(n)
    one, two = pearson(first, human, ones), pearson(second, human, ones)
    between = pearson(first, second, ones)
    difference = float(one - two)
    if n < _LEAST:
        why = f"Williams's test needs at least {_LEAST} systems, there are {n}"
        return Williams(difference, why=why)
    if 1 - abs(between) < _SAME:
        why = "the metrics' scores are a linear function of each other, there is nothing to test"
        return Williams(difference, why=why)
    t = float(williams_t(one, two, between, n))
    if np.isnan(t):
        why = "the three correlations leave no variance to test against"
        return Williams(difference, why=why)
    p_better = float(special.stdtr(n - 3, -t))
    return Williams(difference, t, n - 3, float(2 * special.stdtr(n - 3, -abs(t))), p_better)


def williams_t(first: Array, second: Array, between: Array, n: int) -> Array:
    """The statistic from the three correlations: two with the human scores, and between metrics."""
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    variance = 2 * determinant * (n - 1) / (n - 3) + mean**2 * (1 - between) ** 3
    t = np.full(np.shape(variance), np.nan)
    top = (first - second) * np.sqrt((n - 1) * (1 + between))
    # The determinant of a correlation matrix is never negative, but rounding may make it so.
    defined = variance > np.finfo(float).eps
    np.divide(top, np.sqrt(np.where(defined, variance, 1)), out=t, where=defined)
    return t


def permute(
    first: Array, second: Array, human: Array, measure: str, rng: Generator, times: int
) -> Permutation:
    """Swap the two metrics in half of the systems, at random: how often do they differ as much?

    The scores are standardised before, or replaced by ranks where the measure is one of ranks: the
    metrics have different scales. p is (hits + 1) / (defined + 1).
    """
    if why := _undefined(first, second, human):
        return Permutation(why=why)
    function, n = MEASURES[measure], len(human)
    one, two = (_level(scores, ranks=measure != "pearson") for scores in (first, second))
    difference = float(_difference(function, one, two, human))
    swapped = rng.random((times, n)) < 1 / 2
    drawn = _difference(function, np.where(swapped, two, one), np.where(swapped, one, two), human)
    drawn = drawn[~np.isnan(drawn)]
    # Differences that are equal on paper may differ in the last bit.
    hits = int(np.count_nonzero(np.abs(drawn) >= abs(difference) - _SAME))
    return Permutation(difference, (hits + 1) / (len(drawn) + 1), len(drawn))


def _undefined(first: Array, second: Array, human: Array) -> str:
    for name, scores in (("first", first), ("second", second)):
        if why := undefined(scores, human):
            return f"of the {name} metric: {why}"
    return ""


def _level(scores: Array, *, ranks: bool) -> Array:
    if ranks:
        below = (scores[:, None] > scores).sum(axis=1)
        return np.asarray(below + (scores[:, None] == scores).sum(axis=1) / 2)
    off = deviations(scores, np.ones(len(scores)))
    return np.asarray(off / off.std())


def _difference(function: Measure, first: Array, second: Array, human: Array) -> Array:
    ones = np.ones(len(human))
    return function(first, human, ones) - function(second, human, ones)
