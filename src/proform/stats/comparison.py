"""Which metric, or which weights of APT's cases, go better with human scores of systems?"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.random import Generator
from scipy import special

from proform.stats.correlate import MEASURES, Array, coefficient, deviations, pearson, undefined
from proform.stats.resample import ratio

_LEAST = 4
"""Williams's test has n - 3 degrees of freedom."""
_SAME = 1e-9
OPTIONS = (0.0, 0.5, 1.0)
"""Incorrect, partly correct, correct: the weights that the paper tries."""


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
    # The determinant of a correlation matrix is never negative, but rounding may make it so.
    variance = np.where(variance > np.finfo(float).eps, variance, 0)
    return ratio((first - second) * np.sqrt((n - 1) * (1 + between)), np.sqrt(variance))


def permute(
    first: Array, second: Array, human: Array, measure: str, rng: Generator, times: int
) -> Permutation:
    """Swap the two metrics in half of the systems, at random: how often do they differ as much?

    The scores are standardised before, or replaced by ranks where the measure is one of ranks: the
    metrics have different scales. p is (hits + 1) / (defined + 1).
    """
    if why := _undefined(first, second, human):
        return Permutation(why=why)
    one, two = (_level(scores, ranks=measure != "pearson") for scores in (first, second))
    difference = float(_difference(measure, one, two, human))
    swapped = rng.random((times, len(human))) < 1 / 2
    drawn = _difference(measure, np.where(swapped, two, one), np.where(swapped, one, two), human)
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


def _difference(measure: str, first: Array, second: Array, human: Array) -> Array:
    function, ones = MEASURES[measure], np.ones(len(human))
    return function(first, human, ones) - function(second, human, ones)


@dataclass(frozen=True, slots=True)
class Sample:
    """Human scores of systems, and how often each of the six cases occurs in them."""

    human: Array
    counts: Mapping[bool, Array]
    """With repair or without → systems × cases."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The weights of cases 2 and 6, and whether alignments are repaired."""

    w2: float
    w6: float
    repair: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How well a setting goes with human scores; where there is no value, `why` has the reason."""

    setting: Setting
    n: int
    """Systems that have a score."""
    pearson: float | None
    spearman: float | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The best setting of one sample, there and on a sample that it was not chosen on."""

    tuned: Outcome
    tested: Outcome
    tied: tuple[Setting, ...]
    """Others that were as good; the first of the grid is taken."""


def apt(counts: Array, weights: Sequence[float], discarded: Collection[int] = ()) -> Array:
    """APT from six counts (the last axis); nan if nothing counts."""
    counts = counts * [float(case not in discarded) for case in range(1, 7)]
    return ratio(counts @ np.asarray(weights, float), counts.sum(axis=-1))


def evaluate(sample: Sample, setting: Setting, discarded: Collection[int] = ()) -> Outcome:
    """One setting on one sample; systems without a score are left out."""
    weights = (1.0, setting.w2, 0.0, 0.0, 0.0, setting.w6)
    scores = apt(sample.counts[setting.repair], weights, discarded)
    scored = ~np.isnan(scores)
    metric, human = scores[scored], sample.human[scored]
    values = [coefficient(metric, human, measure) for measure in ("pearson", "spearman")]
    return Outcome(setting, len(metric), values[0], values[1], undefined(metric, human))


def grid(
    sample: Sample,
    w2: Sequence[float] = OPTIONS,
    w6: Sequence[float] = OPTIONS,
    discarded: Collection[int] = (),
) -> tuple[Outcome, ...]:
    """All settings on one sample."""
    return tuple(
        evaluate(sample, Setting(two, six, repair), discarded)
        for repair, two, six in product(sample.counts, w2, w6)
    )


def tune(
    outcomes: Sequence[Outcome],
    held_out: Sample,
    measure: str = "pearson",
    discarded: Collection[int] = (),
) -> Tuning | None:
    """Choose one of a grid and test it on another sample; None if no setting has a correlation."""
    known = [
        (value, outcome) for outcome in outcomes if (value := getattr(outcome, measure)) is not None
    ]
    if not known:
        return None
    best = max(value for value, _ in known)
    tuned, *tied = (outcome for value, outcome in known if value > best - _SAME)
    tested = evaluate(held_out, tuned.setting, discarded)
    return Tuning(tuned, tested, tuple(outcome.setting for outcome in tied))
