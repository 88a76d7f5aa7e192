"""How far metrics go with people over systems, and whether one does better than another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.random import default_rng

from proform.score.meta.systems import Study
from proform.stats.correction import holm
from proform.stats.correlate import (
    MEASURES,
    Array,
    Correlation,
    Scores,
    Sensitivity,
    coefficient,
    correlate,
    leave_one_out,
)
from proform.stats.dependent import Permutation, Williams, permute, williams


@dataclass(frozen=True, slots=True)
class Correlated:
    """A metric, one coefficient of it, and what single systems do to it."""

    metric: str
    scores: Scores
    correlation: Correlation
    sensitivity: Sensitivity | None

    @property
    def without(self) -> dict[str, float | None]:
        """The coefficient without each system."""
        if self.sensitivity is None:
            return {}
        return dict(zip(self.scores.systems, self.sensitivity.without, strict=True))

    @property
    def largest(self) -> str | None:
        """The system whose omission changes most."""
        if self.sensitivity is None or self.sensitivity.largest is None:
            return None
        return self.scores.systems[self.sensitivity.largest]

    @property
    def why(self) -> str:
        """Why something is undefined, if it is."""
        if self.correlation.value is not None and self.sensitivity is None:
            few = f"with {self.correlation.n} systems, none can be left out"
            return f"{self.correlation.why}; {few}" if self.correlation.why else few
        return self.correlation.why


@dataclass(frozen=True, slots=True)
class Compared:
    """Two metrics on the systems that both have a score of; p-values as they are and corrected."""

    first: str
    second: str
    n: int
    values: tuple[float | None, float | None]
    williams: Williams
    williams_holm: float | None
    permutation: Permutation
    permutation_holm: float | None


def correlate_all(study: Study, times: int, seed: int) -> list[Correlated]:
    """Every metric by every measure; the draws start anew for each."""
    return [
        Correlated(
            name,
            scores,
            correlate(scores.metric, scores.human, measure, default_rng(seed), times),
            leave_one_out(scores.metric, scores.human, measure),
        )
        for name, scores in study.metrics.items()
        for measure in MEASURES
    ]


def compare_all(study: Study, measure: str, times: int, seed: int) -> list[Compared]:
    """Every pair of metrics: Williams's test (of Pearson's r) and a permutation test."""
    pairs = list(combinations(study.metrics, 2))
    shared = [_shared(study.metrics[one], study.metrics[two]) for one, two in pairs]
    tested = [williams(*scores) for scores in shared]
    permuted = [permute(*scores, measure, default_rng(seed), times) for scores in shared]
    corrected = holm([test.p for test in tested])
    permuted_holm = holm([test.p for test in permuted])
    return [
        Compared(
            one,
            two,
            len(human),
            (coefficient(first, human, measure), coefficient(second, human, measure)),
            tested[place],
            corrected[place],
            permuted[place],
            permuted_holm[place],
        )
        for place, ((one, two), (first, second, human)) in enumerate(
            zip(pairs, shared, strict=True)
        )
    ]


def _shared(first: Scores, second: Scores) -> tuple[Array, Array, Array]:
    """Scores of the systems that both metrics have, and the human ones."""
    one = dict(zip(first.systems, zip(first.metric, first.human, strict=True), strict=True))
    two = dict(zip(second.systems, second.metric, strict=True))
    both = [system for system in one if system in two]
    return (
        np.array([one[system][0] for system in both], float),
        np.array([two[system] for system in both], float),
        np.array([one[system][1] for system in both], float),
    )
