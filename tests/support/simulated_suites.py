"""Suites with a known truth, simulated: does the corrected estimate keep what it promises?

200 examples in 16 systems, categories, shares of approvals and their precision as Guillou et al.
(2018) found them; some approvals are verified. Systems come in pairs that are equally good.
What is approved and right in one system tends to be so in another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from scipy.special import ndtr, ndtri

from proform.stats.cells import Array, Cells, Mask, fit
from proform.stats.estimate import compare, estimates

SYSTEMS = 16


ALIKE = 0.5
"""How far an example is as easy for one system as for another: a latent correlation."""


LEVEL = 0.05


AGREEING, AGREEING_RIGHT = 0.6, 0.95
"""What agreement approves of the rest in the best system (in the worst: nothing); how much of it
is right."""


class Kind(NamedTuple):
    """A category: examples, share approved, share of these that is right, right of the others."""

    size: int
    approved: float
    precise: float
    right: float


KINDS = (
    Kind(25, 0.36, 0.886, 0.44),
    Kind(25, 0.16, 0.684, 0.55),
    Kind(25, 0.24, 0.552, 0.40),
    Kind(25, 0.25, 0.700, 0.39),
    Kind(10, 0.00, 0.866, 0.78),
    Kind(10, 0.00, 0.866, 0.94),
    Kind(5, 0.00, 0.866, 0.25),
    Kind(15, 0.12, 1.000, 0.50),
    Kind(30, 0.56, 0.829, 0.79),
    Kind(30, 0.90, 1.000, 0.35),
)


@dataclass(frozen=True, eq=False)
class World:
    """How good each system is in each category."""

    sizes: Array
    approved: Array
    precise: Array
    right: Array
    agreeing: Array
    """What part of the rest agreement approves, in each system."""

    @property
    def truth(self) -> Array:
        """The share of each system that is right, over all examples there could be."""
        rest = self.agreeing * AGREEING_RIGHT + (1 - self.agreeing) * self.right
        each = self.approved * self.precise[:, None] + (1 - self.approved) * rest
        shares: Array = self.sizes @ each / self.sizes.sum()
        return shares


def world(systems: int = SYSTEMS, agreeing: float = 0) -> World:
    """Systems in pairs, from bad to good; agreement approves up to so much of the rest."""
    kinds = np.array(KINDS)
    ability = np.repeat(np.linspace(-0.6, 0.6, (systems + 1) // 2), 2)[:systems]
    with np.errstate(divide="ignore"):
        approved = ndtr(ndtri(kinds[:, 1])[:, None] + ability)
    right = ndtr(ndtri(kinds[:, 3])[:, None] + ability)
    more = np.repeat(np.linspace(0, agreeing, (systems + 1) // 2), 2)[:systems]
    return World(kinds[:, 0], approved, kinds[:, 2], right, more)


def draw(known: World, verified: float, rng: Generator) -> Cells:
    """A suite, its approvals, and what people say of all that is referred or verified."""
    category = np.repeat(np.arange(len(known.sizes)), known.sizes.astype(int))
    shape = len(category), known.approved.shape[1]

    def happens(chance: Array) -> Mask:
        common = rng.normal(size=(shape[0], 1))
        own = rng.normal(size=shape)
        with np.errstate(divide="ignore"):
            happened: Mask = np.sqrt(ALIKE) * common + np.sqrt(1 - ALIKE) * own < ndtri(chance)
        return happened

    approved = happens(known.approved[category])
    right = np.where(
        approved, happens(known.precise[category][:, None]), happens(known.right[category])
    )
    numbers = None
    kinds = [approved]
    if known.agreeing.any():
        different = ~approved & happens(known.agreeing)
        right = np.where(different, happens(np.array(AGREEING_RIGHT)), right)
        kinds.append(different)
        numbers = different.astype(np.intp)
    looked = ~np.any(kinds, axis=0)
    for some in kinds:
        for kind in range(len(known.sizes)):
            rows, columns = np.nonzero(some & (category == kind)[:, None])
            chosen = rng.permutation(len(rows))[: int(np.ceil(verified * len(rows)))]
            looked[rows[chosen], columns[chosen]] = True
    judged = np.where(looked, right, np.nan)
    nothing = np.zeros(shape, dtype=bool)
    return Cells(category, np.any(kinds, axis=0), judged, nothing, ~nothing, numbers)


class Outcome(NamedTuple):
    """What one run shows: errors in points, systems covered, tests of equal systems."""

    paper: Array
    corrected: Array
    covered: Mask
    width: float
    by_variance: Array
    by_swaps: Array
    differences: Mask


def run(
    known: World, verified: float, rng: Generator, swaps: int, *, apart: bool = True
) -> Outcome:
    """One suite; what agreement approves counts with a share of its own, or as all the others."""
    cells = draw(known, verified, rng)
    cells = cells if apart else replace(cells, kind=None)
    fitted = fit(cells)
    paper = np.where(cells.judged, cells.right, 1.0).mean(axis=0)
    found = estimates(fitted)
    low, high = np.array([one.interval for one in found]).T
    truth = known.truth
    pairs = [
        one
        for first in range(0, len(truth), 2)
        if (one := compare(fitted, first, first + 1, rng, swaps)) is not None
    ]
    far = compare(fitted, 0, 2, rng, 1)
    step = truth[0] - truth[2]
    return Outcome(
        100 * (paper - truth),
        100 * (np.array([one.share for one in found]) - truth),
        (low <= truth) & (truth <= high),
        float(100 * (high - low).mean()),
        np.array([one.p for one in pairs]),
        np.array([one.randomisation for one in pairs]),
        np.array([far is not None and far.interval.low <= step <= far.interval.high]),
    )


class Summary(NamedTuple):
    """What many runs show."""

    paper: float
    corrected: float
    worst: float
    coverage: float
    worst_coverage: float
    width: float
    level: float
    level_swaps: float
    coverage_difference: float


def summarise(outcomes: list[Outcome]) -> Summary:
    """Means over runs; the worst of the systems."""
    corrected = np.mean([one.corrected for one in outcomes], axis=0)
    coverage = np.mean([one.covered for one in outcomes], axis=0)
    return Summary(
        float(np.mean([one.paper for one in outcomes])),
        float(corrected.mean()),
        float(np.abs(corrected).max()),
        float(coverage.mean()),
        float(coverage[np.argmax(np.abs(coverage - 0.95))]),
        float(np.mean([one.width for one in outcomes])),
        float(np.mean([one.by_variance <= LEVEL for one in outcomes])),
        float(np.mean([one.by_swaps <= LEVEL for one in outcomes])),
        float(np.mean([one.differences for one in outcomes])),
    )


NAN = np.nan


def cells(
    right: list[list[float]],
    approved: list[list[int]],
    category: list[int] | None = None,
    aside: list[list[int]] | None = None,
) -> Cells:
    shape = np.array(right).shape
    return Cells(
        np.array(category or [0] * shape[0]),
        np.array(approved, dtype=bool),
        np.array(right, dtype=float),
        np.zeros(shape, dtype=bool) if aside is None else np.array(aside, dtype=bool),
        np.ones(shape, dtype=bool),
    )


def simulated(verified: float = 0.3, seed: int = 1) -> Cells:
    return draw(world(), verified, np.random.default_rng(seed))
