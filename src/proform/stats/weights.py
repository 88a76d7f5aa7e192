"""Which weights of APT's cases go best with human scores?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from proform.stats.correlate import Array, coefficient, undefined

OPTIONS = (0.0, 0.5, 1.0)
"""Incorrect, partly correct, correct: the weights that the paper tries."""

_TIED = 1e-9


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

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of all six cases."""
        return (1.0, self.w2, 0.0, 0.0, 0.0, self.w6)


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
    total = counts.sum(axis=-1)
    scores = np.full(total.shape, np.nan)
    np.divide(counts @ np.asarray(weights, float), total, out=scores, where=total > 0)
    return scores


def evaluate(sample: Sample, setting: Setting, discarded: Collection[int] = ()) -> Outcome:
    """One setting on one sample; systems without a score are left out."""
    scores = apt(sample.counts[setting.repair], setting.weights, discarded)
    scored = ~np.isnan(scores)
    metric, human = scores[scored], sample.human[scored]
    return Outcome(
        setting,
        len(metric),
        coefficient(metric, human, "pearson"),
        coefficient(metric, human, "spearman"),
        undefined(metric, human),
    )


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
    sample: Sample,
    held_out: Sample,
    measure: str = "pearson",
    w2: Sequence[float] = OPTIONS,
    w6: Sequence[float] = OPTIONS,
    discarded: Collection[int] = (),
) -> Tuning | None:
    """Choose on the one and test on the other; None if no setting has a correlation."""
    known = [
        (value, outcome)
        for outcome in grid(sample, w2, w6, discarded)
        if (value := _value(outcome, measure)) is not None
    ]
    if not known:
        return None
    best = max(value for value, _ in known)
    tuned, *tied = (outcome for value, outcome in known if value > best - _TIED)
    tested = evaluate(held_out, tuned.setting, discarded)
    return Tuning(tuned, tested, tuple(outcome.setting for outcome in tied))


def _value(outcome: Outcome, measure: str) -> float | None:
    return {"pearson": outcome.pearson, "spearman": outcome.spearman}[measure]
