"""Judges of known sensitivity and specificity on suites with a known truth, simulated.

200 examples in 16 systems, some judged by people. A judge finds right translations with a
sensitivity, and wrong ones with a specificity, that differ by category and by system. What is
right, and where the judge errs, is alike in the systems that translate one example.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from scipy.special import ndtr, ndtri
from tests.support.simulated_suites import KINDS, SYSTEMS

from proform.stats.cells import Array, Cells, Mask, Numbers, fit
from proform.stats.estimate import Estimate, estimates, pooled_test
from proform.stats.ppi import Powered, powered
from proform.stats.sample import ProxySample

ALIKE, ALIKE_ERRORS = 0.5, 0.3
"""Latent correlations over the systems of one example."""

SIZES = np.array([kind.size for kind in KINDS])
CATEGORY: Numbers = np.repeat(np.arange(len(SIZES)), SIZES)


class Accuracy(NamedTuple):
    """Of a judge, by category and system."""

    sensitivity: Array
    specificity: Array


@dataclass(frozen=True, eq=False)
class JudgedWorld:
    """How often systems are right, and judges about it."""

    right: Array
    """Categories × systems."""
    judges: tuple[Accuracy, ...]

    @property
    def truth(self) -> Array:
        """The share of each system over all examples that there could be."""
        return np.asarray(SIZES @ self.right / SIZES.sum())


def _ability() -> Array:
    return np.repeat(np.linspace(-0.6, 0.6, SYSTEMS // 2), 2)


def good_and_poor() -> JudgedWorld:
    """A good judge (about 96% and 95%) and a poor one (70%), unlike by 3 and by 20 points."""
    rng = np.random.default_rng(7)
    shares = np.array([k.approved * k.precise + (1 - k.approved) * k.right for k in KINDS])
    right = ndtr(ndtri(shares)[:, None] + _ability())

    def near(value: float, off: float) -> Array:
        return np.asarray(np.clip(value + rng.uniform(-off, off, right.shape), 0, 1))

    good = Accuracy(near(0.96, 0.03), near(0.95, 0.04))
    return JudgedWorld(right, (good, Accuracy(near(0.7, 0.2), near(0.7, 0.2))))


BETTER, EVERY_OTHER = range(SYSTEMS // 2, SYSTEMS), range(1, SYSTEMS, 2)
"""Systems that a judge may be kinder to: those of which it approves more; or of each pair one."""


def partial(kinder: float, kin: range = BETTER) -> JudgedWorld:
    """A judge that approves 60 to 80%; in the systems `kin` approvals are right less often.

    So much less often that an estimate with one share for all approvals is `kinder` too high
    there, as a share of all examples, were nothing of them verified. 0: the share is the same in
    all systems.
    """
    approved = ndtr(ndtri(0.7) + _ability())[None, :] * np.ones((len(SIZES), 1))
    precise = np.linspace(0.75, 0.95, len(SIZES))[:, None] * np.ones((1, SYSTEMS))
    its_own = np.isin(np.arange(SYSTEMS), kin)
    # The share of all approvals falls as well, by the part of the kin.
    part = approved[:, its_own].sum() / approved.sum()
    precise = precise - its_own * kinder / (1 - part) / approved.mean(axis=0)
    missed = 0.35
    right = approved * precise + (1 - approved) * missed
    sensitivity = approved * precise / right
    specificity = 1 - approved * (1 - precise) / (1 - right)
    return JudgedWorld(right, (Accuracy(sensitivity, specificity),))


@dataclass(frozen=True, eq=False)
class Drawn:
    """One suite: what is right, what judges say."""

    right: Mask
    says: Array
    """Judges × examples × systems."""


def _happens(chance: Array, alike: float, rng: Generator) -> Mask:
    common, own = rng.normal(size=(len(chance), 1)), rng.normal(size=chance.shape)
    with np.errstate(divide="ignore"):
        return np.asarray(np.sqrt(alike) * common + np.sqrt(1 - alike) * own < ndtri(chance))


def draw(world: JudgedWorld, rng: Generator) -> Drawn:
    """A suite of the world."""
    right = _happens(world.right[CATEGORY], ALIKE, rng)
    says = [
        np.where(
            right,
            _happens(judge.sensitivity[CATEGORY], ALIKE_ERRORS, rng),
            ~_happens(judge.specificity[CATEGORY], ALIKE_ERRORS, rng),
        )
        for judge in world.judges
    ]
    return Drawn(right, np.array(says, np.float64))


def verify(drawn: Drawn, part: float, rng: Generator, *, unequal: bool = False) -> ProxySample:
    """People judge a part: of each category alike, or three times as many of what is rejected."""
    shape = drawn.right.shape
    if unequal:
        chance = np.where(drawn.says[0] > 0.5, 0.6 * part, np.minimum(1.8 * part, 0.95))
        judged = rng.random(shape) < chance
    else:
        chance, judged = np.zeros(shape), np.zeros(shape, dtype=bool)
        for category in range(len(SIZES)):
            rows = np.flatnonzero(category == CATEGORY)
            several = len(rows) * shape[1]
            wanted = int(np.ceil(part * several))
            some = np.zeros(several, dtype=bool)
            some[rng.permutation(several)[:wanted]] = True
            judged[rows] = some.reshape(len(rows), -1)
            chance[rows] = wanted / several
    return ProxySample(CATEGORY, np.where(judged, drawn.right, np.nan), chance, drawn.says)


def refer(drawn: Drawn, part: float, rng: Generator) -> tuple[Cells, ProxySample]:
    """Semi-automatic: people judge all that is rejected, and a part of the approvals."""
    approved: Mask = np.asarray(drawn.says[0] > 0.5)
    chance = np.ones(approved.shape)
    judged: Mask = ~approved
    for category in range(len(SIZES)):
        rows, columns = np.nonzero(approved & np.equal(category, CATEGORY)[:, None])
        wanted = int(np.ceil(part * len(rows)))
        chosen = rng.permutation(len(rows))[:wanted]
        judged[rows[chosen], columns[chosen]] = True
        chance[rows, columns] = wanted / max(len(rows), 1)
    right = np.where(judged, drawn.right, np.nan)
    nothing = np.zeros(approved.shape, dtype=bool)
    cells = Cells(CATEGORY, approved, right, nothing, ~nothing)
    return cells, ProxySample(CATEGORY, right, chance, drawn.says)


class Measured(NamedTuple):
    """Of an estimator, in points, over systems and runs."""

    bias: float
    worst: float
    coverage: float
    width: float
    differences: float
    """The share of intervals of the difference of two systems that cover it."""
    drawn: float
    """The standard deviation of what is estimated less the share of the examples that there are."""


class _Record:
    """What one estimator does, run after run."""

    def __init__(self, truth: Array) -> None:
        self._truth = truth
        self._errors: list[Array] = []
        self._covered: list[Mask] = []
        self._widths: list[Array] = []
        self._differences: list[bool] = []
        self._drawn: list[Array] = []

    def add(
        self, drawn: Drawn, given: list[Estimate], compared: tuple[float, float] | None = None
    ) -> None:
        shares = np.array([one.share for one in given], float)
        self._drawn.append(shares - drawn.right.mean(axis=0))
        intervals = np.array([one.interval for one in given], float)
        self._errors.append(shares - self._truth)
        self._covered.append((intervals[:, 0] <= self._truth) & (self._truth <= intervals[:, 1]))
        self._widths.append(intervals[:, 1] - intervals[:, 0])
        if compared is not None:
            step = self._truth[0] - self._truth[2]
            self._differences.append(bool(compared[0] <= step <= compared[1]))

    def powered(self, drawn: Drawn, estimated: Powered) -> None:
        compared = estimated.compare(0, 2)
        self.add(drawn, estimated.estimates, None if compared is None else compared.interval)

    @property
    def measured(self) -> Measured:
        errors = 100 * np.mean(self._errors, axis=0)
        return Measured(
            float(errors.mean()),
            float(errors[np.abs(errors).argmax()]),
            float(np.mean(self._covered)),
            float(100 * np.mean(self._widths)),
            float(np.mean(self._differences)) if self._differences else float("nan"),
            float(100 * np.sqrt(np.mean(np.square(self._drawn)))),
        )


def measure(part: float, runs: int, seed: int, *, unequal: bool = False) -> dict[str, Measured]:
    """All estimators with a good and a poor proxy, and with none."""
    world, rng = good_and_poor(), np.random.default_rng(seed)
    kept = {
        name: _Record(world.truth)
        for name in ("people only", "PPI", "PPI++", "PPI++, poor proxy", "PPI++, both")
    }
    for _ in range(runs):
        drawn = draw(world, rng)
        sample = verify(drawn, part, rng, unequal=unequal)
        kept["people only"].powered(drawn, powered(sample.only()))
        kept["PPI"].powered(drawn, powered(sample.only(0), 1.0))
        kept["PPI++"].powered(drawn, powered(sample.only(0)))
        kept["PPI++, poor proxy"].powered(drawn, powered(sample.only(1)))
        kept["PPI++, both"].powered(drawn, powered(sample))
    return {name: record.measured for name, record in kept.items()}


class Pooling(NamedTuple):
    """The pooled estimate and that of each system, where a judge is as kind to all or not."""

    pooled: Measured
    own: Measured
    warned: float
    """The share of runs in which the test warns."""
    apart: float
    """By how many points both differ on average in the systems that the judge is kind to."""


def pool(kinder: float, part: float, runs: int, seed: int, kin: range = BETTER) -> Pooling:
    """All that is rejected is judged, and a part of the approvals."""
    world, rng = partial(kinder, kin), np.random.default_rng(seed)
    pooled, own = _Record(world.truth), _Record(world.truth)
    warned, apart = [], []
    for _ in range(runs):
        drawn = draw(world, rng)
        cells, sample = refer(drawn, part, rng)
        fitted = fit(cells)
        together, each = estimates(fitted), powered(sample)
        pooled.add(drawn, together)
        own.powered(drawn, each)
        tested = pooled_test(fitted, rng)
        warned.append(tested is not None and tested.suspect)
        shares = np.array([one.share for one in together], float) - each.shares
        apart.append(100 * shares[list(kin)].mean())
    return Pooling(pooled.measured, own.measured, float(np.mean(warned)), float(np.mean(apart)))
