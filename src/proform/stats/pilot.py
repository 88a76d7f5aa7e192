"""From a pilot, how many judgements a wished width of intervals takes, with proxies or without."""

from typing import NamedTuple

import numpy as np
from scipy.special import chdtri, ndtri, stdtrit

from proform.stats.ppi import STEADY, WARY, powered
from proform.stats.resample import LEVEL
from proform.stats.sample import ProxySample

PILOT = 30
"""So many judgements a stratum should have for its variance to be known well enough."""

SURE = 0.9
"""Of the interval of a number that is needed."""


class Needed(NamedTuple):
    """Judgements of each system; None where only more examples would help."""

    low: int | None
    expected: int | None
    high: int | None
    floor: float
    """The width of the interval if everything were judged that there is."""


def needed(sample: ProxySample, width: float) -> Needed | None:
    """How many judgements of each system, on average; None if the pilot is of one class only.

    Of n judgements, the variance of a share is that of predictions over all examples, and that of
    what they leave over the judged ones: p / N + r / n. Intervals of few judgements are wider: by
    Student's t, and by the caution of `stats.ppi`, the less the more systems are judged.
    The pilot's r is uncertain as the variance of so many judgements is.
    """
    judged, right = sample.judged, sample.right
    several = judged.sum(axis=0) > 1
    values = right[judged]
    if not several.any() or values.min() == values.max():
        return None
    pilot = _variances(sample)
    freedom = max(int(judged.sum()) - 1, 1)
    tail = (1 - SURE) / 2
    factors = freedom / chdtri(freedom, tail), 1.0, freedom / chdtri(freedom, 1 - tail)
    low, expected, high = (_size(pilot, factor, width) for factor in factors)
    whole = 2 * ndtri((1 + LEVEL) / 2) * np.sqrt((pilot.predicted + pilot.left) / pilot.size)
    return Needed(low, expected, high, float(whole))


class _Pilot(NamedTuple):
    """Variances on average over systems, and the examples of a system."""

    predicted: float
    left: float
    likely: float
    """What is left, if predictions were right on average."""
    size: float
    systems: int


def _variances(sample: ProxySample) -> _Pilot:
    estimated = powered(sample)
    judged = sample.judged & (sample.judged.sum(axis=0) > 1)
    corrected = np.where(judged, sample.right - estimated.predicted, 0)
    weights = np.where(judged, sample.weights, 0)
    chance = np.clip(estimated.predicted, 0, 1)
    inside = np.maximum(sample.strata @ sample.there, 1)
    means = (sample.strata @ estimated.predicted / inside)[sample.category]
    within = np.where(sample.there, estimated.predicted - means, 0)
    return _Pilot(
        float((within**2).sum() / sample.there.sum()),
        float((weights * corrected**2).sum() / weights.sum()),
        float((weights * chance * (1 - chance)).sum() / weights.sum()),
        float(sample.sizes.mean()),
        sample.right.shape[1],
    )


def _size(pilot: _Pilot, factor: float, width: float) -> int | None:
    """The smallest number whose interval is at most so wide; None if that of all is not."""
    sizes = np.arange(2, int(pilot.size) + 1)
    more = max(pilot.likely / pilot.left, 1) if pilot.left else 1.0
    every = sizes * pilot.systems
    cautious = (every + WARY * more) / (every + WARY)
    variances = pilot.predicted / pilot.size + factor * pilot.left * cautious / sizes
    freedom = sizes - 1 + STEADY * (1 - 1 / pilot.systems)
    widths = 2 * stdtrit(freedom, (1 + LEVEL) / 2) * np.sqrt(variances)
    enough = np.flatnonzero(widths <= width)
    return int(sizes[enough[0]]) if len(enough) else None


def short(sample: ProxySample) -> list[int]:
    """The categories that have fewer judgements than a pilot should."""
    counts = (sample.strata @ sample.judged).sum(axis=1)
    return [number for number, count in enumerate(counts) if count < PILOT]
