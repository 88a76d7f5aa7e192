"""The regression line of a plot, with its band."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from proform.stats.correlate import Array, undefined


@dataclass(frozen=True, slots=True)
class Line:
    """Human scores as a linear function of the metric's, by least squares."""

    slope: float
    intercept: float
    n: int
    centre: float
    """The mean of the metric."""
    spread: float
    """The root of the metric's sum of squared deviations."""
    error: float
    """The residual standard error."""

    def at(self, metric: Array) -> Array:
        """The line."""
        return self.intercept + self.slope * metric

    def band(self, metric: Array, level: float = 0.95) -> tuple[Array, Array]:
        """Bounds of the mean human score, at each point by itself."""
        distance = np.square((metric - self.centre) / self.spread)
        width = special.stdtrit(self.n - 2, (1 + level) / 2) * self.error
        half = width * np.sqrt(1 / self.n + distance)
        return self.at(metric) - half, self.at(metric) + half


def fit(metric: Array, human: Array) -> Line | None:
    """The line; None where there is no correlation either."""
    if undefined(metric, human):
        return None
    n, centre = len(metric), float(metric.mean())
    off = metric - centre
    spread = _length(off)
    slope = float(off / spread @ (human - human.mean())) / spread
    intercept = float(human.mean()) - slope * centre
    error = _length(human - human.mean() - slope * off) / float(np.sqrt(n - 2))
    return Line(slope, intercept, n, centre, spread, error)


def _length(vector: Array) -> float:
    """Euclid's; squares of very small numbers would be nothing."""
    largest = float(np.abs(vector).max()) or 1.0
    return largest * float(np.linalg.norm(vector / largest))
