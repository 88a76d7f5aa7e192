"""How many examples are right, when some were judged by people and some only approved.

An approval that nobody looked at counts with the share of approvals of its category (and kind, if
there are several) that were looked at and found right. An example that is still to be judged counts
with the share of those of its system and category that were. Shares of few are drawn to the share
of more.

Examples are a sample, stratified by category, and all systems translate the same ones. So the
unit is the example with everything that was said of it in any system: the variance of an estimate
is that of the examples' influences on it (linearisation, the limit of resampling examples), and it
carries the choice of examples and the draw of what was verified at once.
"""

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from scipy.special import stdtr, stdtrit

from proform.stats.cells import PRIOR, Array, Fitted, Mask, Numbers, stratified
from proform.stats.resample import LEVEL
from proform.stats.sample import ratio


class ShareInterval(NamedTuple):
    """From where to where a share may be."""

    low: float
    high: float


class Estimate(NamedTuple):
    """The share of a system's examples that is right; None, and why, if it cannot be told."""

    share: float | None
    size: int
    """Examples that can be judged at all."""
    interval: ShareInterval | None = None
    error: float | None = None
    why: str = ""

    @property
    def correct(self) -> float | None:
        """How many examples are right."""
        return None if self.share is None else self.share * self.size


class Compared(NamedTuple):
    """One system less another, as shares; two p-values, two-sided."""

    difference: float
    interval: ShareInterval
    p: float
    """By the variance of the difference."""
    randomisation: float | None = None
    """By swapping the two systems in half of the examples, at random."""


class Spread(NamedTuple):
    """A variance, and its degrees of freedom."""

    variance: float
    freedom: float

    @property
    def reach(self) -> float:
        """So many standard errors to either side."""
        return float(stdtrit(self.freedom, (1 + LEVEL) / 2))


def spread(fitted: Fitted, weights: Array) -> Spread | None:
    """Of a sum of the systems' shares with these weights; None if there are too few examples."""
    cells = fitted.cells
    used = weights != 0  # others may have no share
    parts = stratified(cells, fitted.influence[:, used] @ weights[used])
    if parts is None:
        return None
    by_stratum, freedom = parts
    per_share = np.where(used, weights / fitted.sizes, 0)
    more = (fitted.unverified @ per_share) ** 2 * fitted.unseen
    still = (fitted.open * per_share) ** 2 * fitted.unjudged
    return Spread(float(by_stratum.sum() + np.nansum(more) + np.nansum(still)), freedom)


def score_interval(share: float, size: float, variation: Spread) -> ShareInterval:
    """Wilson's interval, with the size that a simple sample of that variance would have.

    It stays inside of 0 and 1, and has a width where all is right (Korn and Graubard 1998 do so
    for surveys).
    """
    reach = variation.reach
    plain = share * (1 - share)
    effective = plain / variation.variance if plain > 0 and variation.variance > 0 else size
    square = reach**2 / effective
    middle = (share + square / 2) / (1 + square)
    half = reach * np.sqrt(plain / effective + square / 4 / effective) / (1 + square)
    return ShareInterval(float(max(middle - half, 0)), float(min(middle + half, 1)))


def precision(fitted: Fitted, group: int) -> Estimate:
    """The share of a group's approvals that is right, by which the others count."""
    share = float(fitted.approvals.value[group])
    size = int(fitted.approvals.size[group])
    if np.isnan(share):
        return Estimate(None, size, why="nothing that was approved is verified")
    variation = Spread(float((fitted.seen + fitted.unseen)[group]), np.inf)
    return Estimate(share, size, score_interval(share, PRIOR + size, variation))


def clustered(right: Array, size: Array) -> ShareInterval | None:
    """The interval of a share, where each example has several that may be alike; None of nothing.

    Never narrower than if all were independent.
    """
    total = float(size.sum())
    if not total:
        return None
    share = float(right.sum() / total)
    off = (right - share * size) / total
    several = len(size)
    seen = float((off**2).sum()) * several / max(several - 1, 1)
    variation = Spread(max(seen, share * (1 - share) / total), np.inf)
    return score_interval(share, total, variation)


def estimates(fitted: Fitted) -> list[Estimate]:
    """The share of each system."""
    systems = enumerate(np.eye(fitted.expected.shape[1]))
    return [_estimate(fitted, system, weights) for system, weights in systems]


def _estimate(fitted: Fitted, system: int, weights: Array) -> Estimate:
    size, share = int(np.nan_to_num(fitted.sizes[system])), float(fitted.shares[system])
    if np.isnan(share):
        return Estimate(None, size, why=_unknown(fitted, system))
    variation = spread(fitted, weights)
    if variation is None:
        return Estimate(share, size, why="no category has two examples")
    interval = score_interval(share, size, variation)
    return Estimate(share, size, interval, float(np.sqrt(variation.variance)))


def _unknown(fitted: Fitted, system: int) -> str:
    if np.isnan(fitted.sizes[system]):
        return "no example can be judged"
    if fitted.open[:, system].any() and not fitted.referrals.size.any():
        return "nothing that was referred is judged yet"
    return "nothing that was approved is verified"


def compare(
    fitted: Fitted, first: int, second: int, rng: Generator, times: int = 10_000
) -> Compared | None:
    """Is the first system better than the second? None if either share is unknown."""
    difference = float(fitted.shares[first] - fitted.shares[second])
    weights = np.zeros(fitted.expected.shape[1])
    weights[first], weights[second] = 1, -1
    variation = None if np.isnan(difference) else spread(fitted, weights)
    if variation is None:
        return None
    error = float(np.sqrt(variation.variance))
    half = variation.reach * error
    p = float(2 * stdtr(variation.freedom, -abs(difference) / error) if error else difference == 0)
    interval = ShareInterval(max(difference - half, -1), min(difference + half, 1))
    return Compared(difference, interval, p, _swapped(fitted, first, second, rng, times))


_SUSPECT = 0.04
"""p is a little too small: with nothing to find, it was below 0.05 in 6.1% of 3,000 suites."""


class PooledTest(NamedTuple):
    """Are approvals equally right in all systems? Small p: they are not."""

    statistic: float
    freedom: int
    p: float

    @property
    def suspect(self) -> bool:
        """Is it improbable that they are?"""
        return self.p < _SUSPECT


def pooled_test(fitted: Fitted, rng: Generator, times: int = 999) -> PooledTest | None:
    """Test what the estimate takes for granted: that approvals are right equally often everywhere.

    A score test: for each system, the verified approvals that are right, less what is expected by
    the shares of all systems in their groups. They vary as if this were so, and those of one
    example are alike. Two things make it see more. Examples are unlike, and what people say of
    them elsewhere tells how: as much of the verified ones as that explains is taken off, if it is
    because easier ones were drawn by chance (`_ease`). And a judge that is kinder to some systems
    approves more in them: so the trend of the sums with the share of approvals counts once more.

    Systems with a few verified approvals do not have the tails of a chi-squared distribution, so p
    is that of dealing out the same judgements anew within each group. None if there is too little
    to tell.
    """
    cells = fitted.cells
    verified: Array = cells.verified.astype(np.float64)
    right: Array = np.where(cells.verified, cells.right, 0)
    sizes = cells.by_group(verified)
    counts = sizes.sum(axis=1)
    shares = cells.by_group(right).sum(axis=1) / np.maximum(counts, 1)
    parts = sizes / np.maximum(counts, 1)[:, None]
    groups = cells.groups
    off = (right - shares[groups])[cells.verified]
    ease = _ease(fitted)[cells.verified]
    off = off - ease @ np.linalg.lstsq(ease, off, rcond=None)[0]
    group = groups[cells.verified]
    off = off - (np.bincount(group, off, len(counts)) / np.maximum(counts, 1))[group]
    variance = np.bincount(group, off**2, len(counts)) / np.maximum(counts - 1, 1)
    each: Array = verified * variance[groups]
    # A judgement counts for its system, and moves the share that all systems are compared with.
    crossed = np.einsum("is,ist->st", each, parts[groups])
    within = (parts.T * (cells.by_group(each).sum(axis=1))) @ parts
    alone = np.diag(each.sum(axis=0)) - crossed - crossed.T + within
    roots = np.sqrt(each)
    moved = roots - np.einsum("is,ist->it", roots, parts[groups])
    values, vectors = np.linalg.eigh(alone)
    known = values > 1e-9 * max(values.max(), 1)
    if not known.any():
        return None
    # Axes on which both parts of the covariance are diagonal: that of one by one, and of all alike.
    whitened = vectors[:, known] / np.sqrt(values[known])
    spreads, turned = np.linalg.eigh(whitened.T @ moved.T @ moved @ whitened)
    axes = whitened @ turned
    trend = cells.approved.mean(axis=0) @ alone @ axes
    looked = _Looked(cells.verified, groups, axes, spreads, roots, trend)
    statistic = float(looked.statistics(off[None])[0])
    dealt = [looked.statistics(looked.dealt(off, some, rng)) for some in _chunks(times)]
    hits = sum(int(np.count_nonzero(some >= statistic - 1e-9)) for some in dealt)
    return PooledTest(statistic, int(known.sum()), (hits + 1) / (times + 1))


def _ease(fitted: Fitted) -> Array:
    """Examples × systems × 2: how easy each is, by what is known of it in other systems.

    In how many it is approved, and how often it is right where it is not. Each less its mean over
    the approvals of the group in the system: what makes approvals of systems unlike is no chance.
    """
    cells = fitted.cells
    referred = cells.judged & ~cells.approved
    expected = np.nan_to_num(fitted.referrals.value)[cells.category]
    better = np.where(referred, cells.right - expected, 0).sum(axis=1)
    known = np.stack([cells.approved.mean(axis=1), better / (referred.sum(axis=1) + 1)], axis=-1)
    values = np.where(cells.approved[..., None], known[:, None], 0.0)
    sizes = np.maximum(cells.by_group(cells.approved), 1)
    means = np.stack([cells.by_group(value) / sizes for value in np.moveaxis(values, -1, 0)], -1)
    systems = np.arange(cells.approved.shape[1])
    return np.where(cells.approved[..., None], values - means[cells.groups, systems], 0.0)


def _chunks(times: int, most: int = 100) -> list[int]:
    return [min(most, times - start) for start in range(0, times, most)]


class _Looked:
    """The approvals that were verified, and how far systems are off if these are right."""

    def __init__(
        self,
        verified: Mask,
        groups: Numbers,
        axes: Array,
        spreads: Array,
        roots: Array,
        trend: Array,
    ) -> None:
        rows, columns = np.nonzero(verified)
        self._trend = trend
        self._starts = np.flatnonzero(np.diff(rows, prepend=-1))
        self._axes, self._spreads = axes[columns], spreads
        self._groups = [np.flatnonzero(groups[verified] == n) for n in np.unique(groups[verified])]
        self._pairs = float((roots.sum(axis=1) ** 2 - (roots**2).sum(axis=1)).sum())

    def dealt(self, off: Array, times: int, rng: Generator) -> Array:
        """The same in an order of chance within each group, so many times."""
        made = np.tile(off, (times, 1))
        for members in self._groups:
            made[:, members] = rng.permuted(made[:, members], axis=1)
        return made

    def statistics(self, off: Array) -> Array:
        """Of each row."""
        alike = np.zeros(len(off))
        if self._pairs > 0:
            by_example = np.add.reduceat(off, self._starts, axis=1)
            products = (by_example**2).sum(axis=1) - (off**2).sum(axis=1)
            alike = np.clip(products / self._pairs, 0, 1)
        total = off @ self._axes
        covariance = np.maximum((1 - alike)[:, None] + alike[:, None] * self._spreads, 1e-9)
        along = (total @ self._trend) ** 2
        across = covariance @ self._trend**2
        across = np.where(across > 1e-9, across, 0)  # all systems have as many approvals
        return np.asarray((total**2 / covariance).sum(axis=1) + ratio(along, across))


def _swapped(fitted: Fitted, first: int, second: int, rng: Generator, times: int) -> float:
    """Verified approvals are counted over all systems: a swap leaves their shares as they are."""
    pair = [first, second]
    common = fitted.expected[:, pair].sum() / fitted.sizes[pair].sum()
    own = fitted.expected[:, pair] - common * ~fitted.cells.aside[:, pair]
    differences = own[:, 0] - own[:, 1]
    # Equal differences are interchangeable, and so are opposite ones.
    values, counts = np.unique(np.abs(differences[differences != 0]), return_counts=True)
    drawn = (2 * rng.binomial(counts, 0.5, size=(times, len(counts))) - counts) @ values
    hits = np.count_nonzero(np.abs(drawn) >= abs(differences.sum()) - 1e-9)
    return float((hits + 1) / (times + 1))
