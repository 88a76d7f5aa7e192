"""Intervals and tests by resampling units: documents, or segments where there are no documents.

A resample of n units is drawn from the units at hand; units with equal statistics are
interchangeable. So it is enough to draw how often each distinct row occurs (a multinomial), and a
corpus of a million segments costs no more than one of a thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # it takes a while to import
    from numpy.random import Generator

Matrix = NDArray[np.float64]
ScoreFunction = Callable[[Matrix], Matrix]
"""From sums of statistics (the last axis) to scores; not a number where undefined."""

LEVEL = 0.95
"""Of all intervals."""
TAIL = (1 - LEVEL) / 2

_CELLS = 4_000_000
"""Numbers drawn at a time: bounds the memory."""


def ratio(numerator: Matrix, denominator: Matrix) -> Matrix:
    """Part by part; not a number where there is nothing to divide by."""
    values = np.full(np.shape(numerator), np.nan)
    np.divide(numerator, denominator, out=values, where=denominator > 0)
    return values


class Interval(NamedTuple):
    """A percentile interval, and how many of the resamples had a score."""

    low: float
    high: float
    defined: int


class PairedTest(NamedTuple):
    """Is a system different from the baseline? The difference, and two p-values."""

    difference: float
    bootstrap: float
    randomisation: float


def bootstrap(stats: Matrix, score: ScoreFunction, rng: Generator, times: int) -> Interval | None:
    """The interval of a score over units (rows); None if no resample has one."""
    scores = np.concatenate([score(sums) for sums in _resamples(stats, rng, times)])
    scores = scores[~np.isnan(scores)]
    return percentiles(scores, TAIL) if len(scores) else None


def percentiles(scores: Matrix, tail: float) -> Interval:
    """The interval that leaves out this part of the scores at either end."""
    low, high = np.quantile(scores, [tail, 1 - tail])
    return Interval(float(low), float(high), len(scores))


def compare(
    baseline: Matrix, system: Matrix, score: ScoreFunction, rng: Generator, times: int
) -> PairedTest | None:
    """Paired bootstrap and approximate randomisation, both two-sided; None if a score is undefined.

    Rows of both are the same units. The p-values are those of sacrebleu: shifted bootstrap after
    Koehn (2004), randomisation after Riezler and Maxwell (2005), (hits + 1) / (times + 1).
    """
    width = baseline.shape[1]

    def difference(sums: Matrix) -> Matrix:
        return score(sums[:, width:]) - score(sums[:, :width])

    both = np.hstack([baseline, system])
    observed = float(difference(both.sum(axis=0, keepdims=True))[0])
    if np.isnan(observed):
        return None
    drawn = np.concatenate([difference(sums) for sums in _resamples(both, rng, times)])
    swapped = np.concatenate([difference(sums) for sums in _swaps(baseline, system, rng, times)])
    shifted = drawn - np.nanmean(drawn)
    return PairedTest(observed, _p_value(shifted, observed), _p_value(swapped, observed))


def _p_value(differences: Matrix, observed: float) -> float:
    differences = differences[~np.isnan(differences)]
    # Differences that are equal on paper may differ in the last bit.
    hits = np.count_nonzero(np.abs(differences) >= abs(observed) - 1e-12)
    return float((hits + 1) / (len(differences) + 1))


def _resamples(stats: Matrix, rng: Generator, times: int) -> Iterator[Matrix]:
    """Sums of resampled units, some rows of them at a time."""
    rows, counts = np.unique(stats, axis=0, return_counts=True)
    total = int(counts.sum())
    for size in portions(times, len(rows)):
        if total:
            yield rng.multinomial(total, counts / total, size=size) @ rows
        else:
            yield np.zeros((size, stats.shape[1]))


def _swaps(baseline: Matrix, system: Matrix, rng: Generator, times: int) -> Iterator[Matrix]:
    """Sums after swapping the two systems in half of the units, at random."""
    rows, counts = np.unique(system - baseline, axis=0, return_counts=True)
    for size in portions(times, len(rows)):
        moved = rng.binomial(counts, 0.5, size=(size, len(rows))) @ rows
        yield np.hstack([baseline.sum(axis=0) + moved, system.sum(axis=0) - moved])


def portions(times: int, width: int) -> Iterator[int]:
    """How many of all draws to make at a time, if each takes so many numbers."""
    step = max(1, _CELLS // max(width, 1))
    for start in range(0, times, step):
        yield min(step, times - start)


def holm(values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Holm's step-down correction (1979), in the order given.

    None is a comparison that could not be made: it stays None and does not count.
    """
    adjusted: dict[int, float] = {}
    known = sorted((p, place) for place, p in enumerate(values) if p is not None)
    highest = 0.0
    for step, (p, place) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - step)))
        adjusted[place] = highest
    return tuple(adjusted.get(place) for place in range(len(values)))
