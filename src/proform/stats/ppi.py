"""Prediction-powered estimates: people judged some examples, proxies say something of all of them.

A proxy is whatever has an opinion of every example: matching, agreement, a language model, any
metric. What it says is a number, by habit between 0 (wrong) and 1 (right). It may be biased: the
judgements of people, each with the inverse of the known probability that it was made, correct what
the proxies predict (Angelopoulos et al. 2023, prediction-powered inference). How far proxies are
followed, λ, is tuned (PPI++), for each system, drawn to that of all systems; λ = 1 is plain PPI.

With the prediction m of an example (its category's share, its system's, and λ times how much more
the proxies like it than others of its category), the share of a system is

    mean over all examples of m + [judged] (y - m) / probability

which is unbiased whatever m is, if m does not depend on the judgement that corrects it. So the
predictions for a cluster of examples are fitted without that cluster.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr

from proform.stats.cells import PRIOR, Array, Mask, Numbers
from proform.stats.estimate import Compared, Estimate, ShareInterval, Spread, score_interval

STEADY = 30
"""λ and the variance of a system are drawn to those of all systems as if by so many judgements.

With a residual as large as the proxy's own spread, λ of n judgements varies by 1/n; λ of systems
was taken to vary by 0.18.
"""

WARY = 6
"""What all systems show of the variance is drawn to a cautious value by so many judgements.

It matters where judgements are few: those of a single system, say.
"""

_CLASSES = 64
"""Of probabilities: those that differ by less than half of a doubling are alike."""

LEAST = 2
"""With fewer judgements a system has no estimate."""


@dataclass(frozen=True, eq=False)
class ProxySample:
    """Every example (rows) in every system (columns); what people and proxies say of it."""

    category: Numbers
    """Of each example, from 0."""
    right: Array
    """1 or 0 where people judged it; else not a number."""
    chance: Array
    """The probability with which each was to be judged; judged ones have one above 0."""
    proxies: Array
    """Proxies × examples × systems; not a number where a proxy knows nothing."""
    aside: Mask | None = None
    """What people looked at and could not judge."""
    cluster: Numbers | None = None
    """Of each example, from 0: those of one document, say. Without it, each is its own."""

    @cached_property
    def there(self) -> Mask:
        """What can be judged, as far as is known."""
        return np.ones(self.right.shape, dtype=bool) if self.aside is None else ~self.aside

    @cached_property
    def judged(self) -> Mask:
        """Where there is a judgement."""
        return ~np.isnan(self.right) & self.there

    @cached_property
    def sizes(self) -> Array:
        """Of systems, how many examples can be judged."""
        return np.asarray(self.there.sum(axis=0), np.float64)

    @cached_property
    def weights(self) -> Array:
        """How many examples each judgement stands for; those set aside leave theirs to others."""
        known = self.judged if self.aside is None else self.judged | self.aside & (self.chance > 0)
        inverse = np.divide(1.0, self.chance, out=np.zeros(self.right.shape), where=known)
        own = inverse * self.judged
        kept = np.maximum(own.sum(axis=0), 1e-12)
        aside = np.where(own.any(axis=0), (inverse * ~self.judged).sum(axis=0), 0)
        lost = np.minimum(aside, np.maximum(self.sizes - own.sum(axis=0), 0))
        return np.asarray(own * (1 + lost / kept))

    @cached_property
    def strata(self) -> Array:
        """Categories × examples: 1 where an example is of a category."""
        return np.equal.outer(np.arange(self.category.max(initial=-1) + 1), self.category) * 1.0

    @cached_property
    def centred(self) -> Array:
        """What proxies say, less the mean of the category in the system; 0 where unknown."""
        known = ~np.isnan(self.proxies) & self.there
        values = np.where(known, self.proxies, 0.0)
        sums, sizes = self.strata @ values, self.strata @ (known * 1.0)
        means = np.divide(sums, sizes, out=np.zeros_like(sums), where=sizes > 0)
        return np.where(known, values - means[:, self.category], 0.0)

    def only(self, *proxies: int) -> "ProxySample":
        """With these proxies alone."""
        return ProxySample(
            self.category,
            self.right,
            self.chance,
            self.proxies[list(proxies)],
            self.aside,
            self.cluster,
        )


@dataclass(frozen=True, eq=False)
class Powered:
    """The shares of systems, and what each example does to them."""

    sample: ProxySample
    shares: Array
    influence: Array
    """Examples × systems."""
    follows: Array
    """Systems × proxies: λ, on average over clusters."""
    predicted: Array
    """Examples × systems: how probably each is right, before people's say."""

    @cached_property
    def estimates(self) -> list[Estimate]:
        """Of each system: its share and the interval, or why there is none."""
        return [self._estimate(system) for system in range(len(self.shares))]

    def _estimate(self, system: int) -> Estimate:
        judged = int(self.sample.judged[:, system].sum())
        size = int(self.sample.sizes[system])
        if judged < LEAST:
            told = "nothing is judged" if not judged else "only one example is judged"
            return Estimate(None, size, why=told)
        variation = self.spread(np.eye(len(self.shares))[system])
        share = float(np.clip(self.shares[system], 0, 1))
        interval = score_interval(share, judged, variation)
        return Estimate(share, size, interval, float(np.sqrt(variation.variance)))

    def spread(self, weights: Array) -> Spread:
        """The variance of a sum of shares.

        Clusters with a judgement and those without vary apart. Judgements that stand for many
        examples make up most of the variance, so degrees of freedom are those of judgements with
        unlike weights, and of what other systems show.
        """
        sample = self.sample
        each = self.influence @ weights
        heavy = (sample.weights**2) @ weights**2
        if sample.cluster is not None:
            clusters = np.arange(sample.cluster.max(initial=-1) + 1)
            grouped = np.equal.outer(clusters, sample.cluster) * 1.0
            each, heavy = grouped @ each, grouped @ heavy
        judged = heavy > 0
        parts = np.array([(each[judged] ** 2).sum(), (each[~judged] ** 2).sum()])
        sizes = np.array([float(_effective(heavy)), np.count_nonzero(~judged)])
        freedom = np.maximum(sizes - 1, 1)
        several = parts * np.maximum(sizes, 1) / freedom
        if sample.cluster is None:
            # The variance was drawn to that of all systems, which is known from all of them.
            whole = float(_effective(sample.weights.ravel() ** 2))
            freedom[0] += STEADY * max(1 - sizes[0] / whole, 0) if whole else 0
        total = several.sum()
        degrees = total**2 / (several**2 / freedom).sum() if total else freedom.max()
        return Spread(float(total), float(degrees))

    def compare(self, first: int, second: int) -> Compared | None:
        """One system less another, on the same examples; None if either has no estimate."""
        if any(self.estimates[system].share is None for system in (first, second)):
            return None
        weights = np.zeros(len(self.shares))
        weights[first], weights[second] = 1, -1
        variation = self.spread(weights) if first != second else Spread(0.0, np.inf)
        error = float(np.sqrt(variation.variance))
        difference = float(self.shares[first] - self.shares[second]) if first != second else 0.0
        half = variation.reach * error
        p = 2 * stdtr(variation.freedom, -abs(difference) / error) if error else difference == 0
        interval = ShareInterval(max(difference - half, -1), min(difference + half, 1))
        return Compared(difference, interval, float(p))


def powered(sample: ProxySample, follow: float | None = None, *, held_out: bool = True) -> Powered:
    """Estimate all systems; λ is tuned, unless it is given.

    With `held_out`, no judgement has a say in what it corrects. Without it, and with one category
    and equal probabilities, this is PPI++ as published, to the last digit.
    """
    others = _Others(sample, held_out=held_out)
    shares = _shares_of_categories(sample, others)
    # The system's own level, on top.
    weighted: Array = sample.weights * np.where(sample.judged, sample.right - shares, 0)
    residual, sizes = others.sum(weighted), others.sum(sample.weights)
    counts = others.count(sample.judged)
    level = _ratio(residual, sizes) * _ratio(counts, counts + PRIOR)
    predicted = shares + others.row(level)
    slopes = _slopes(sample, others, weighted, follow)
    predicted = predicted + np.einsum("isk,kis->is", others.row(slopes), sample.centred)
    predicted = np.where(sample.there, predicted, 0)
    corrected = sample.weights * np.where(sample.judged, sample.right - predicted, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = (predicted + corrected).sum(axis=0) / sample.sizes
        inside = sample.strata @ sample.there
        within = predicted - np.nan_to_num(sample.strata @ predicted / inside)[sample.category]
        off = corrected - corrected.sum(axis=0) / sample.sizes
        influence = np.where(
            sample.there,
            (within + off * _moderated(sample, predicted, corrected)) / sample.sizes,
            0,
        )
    follows = np.broadcast_to(others.row(slopes), (*sample.right.shape, len(sample.proxies)))
    return Powered(sample, means, np.nan_to_num(influence), follows.mean(axis=0), predicted)


def _moderated(sample: ProxySample, predicted: Array, corrected: Array) -> Array:
    """By how much corrections vary more, or less, than is seen: a factor for each system.

    A few judgements may all be as predicted, and then show no variance at all. So what is seen of
    a system is drawn, as if by STEADY judgements, to what all systems show of such predictions;
    and that, by WARY judgements, to how judgements vary whose predictions are right on average,
    where that is more.
    """
    likely = np.clip(predicted, 0, 1)
    squares = sample.weights**2
    least, seen = (squares * likely * (1 - likely)).sum(axis=0), (corrected**2).sum(axis=0)
    whole = _effective(squares.ravel())
    shown = _ratio(seen.sum(), least.sum())
    common = (whole * shown + WARY * np.maximum(shown, 1)) / (whole + WARY)
    size = _effective(squares)
    more = np.where(seen > 0, _ratio(common * least, seen), 1)
    return np.asarray(np.sqrt((size + STEADY * more) / (size + STEADY)))


def _effective(weights: Array) -> Array:
    """How many equal ones would be as many."""
    return _ratio(weights.sum(axis=0) ** 2, (weights**2).sum(axis=0))


def _ratio(some: Array, whole: Array) -> Array:
    """Of nothing, 0."""
    shape = np.broadcast_shapes(np.shape(some), np.shape(whole))
    return np.divide(some, whole, out=np.zeros(shape), where=np.broadcast_to(whole > 0, shape))


@dataclass(frozen=True, eq=False)
class _Others:
    """Sums over all examples but those of a cluster; or over all.

    A judgement stands for as many examples as its stratum has for each judgement, without the
    cluster. By probabilities alone, the others would have fewer judgements of a stratum whenever
    the cluster has more of them: what is predicted would know what was drawn, and be biased.
    """

    sample: ProxySample
    held_out: bool = True

    @cached_property
    def _clusters(self) -> Numbers:
        own = self.sample.cluster
        return np.arange(len(self.sample.category)) if own is None else own

    @cached_property
    def _strata(self) -> Numbers:
        """Examples × systems: those of a category that were judged with like probability."""
        with np.errstate(divide="ignore"):
            halves = np.round(-2 * np.log2(self.sample.chance))
        classes = np.clip(halves, 0, _CLASSES - 1).astype(np.intp)
        both = self.sample.category[:, None] * _CLASSES + classes
        codes = np.unique(both, return_inverse=True)[1]
        return np.asarray(codes.reshape(both.shape), dtype=np.intp)

    @cached_property
    def _factors(self) -> Array:
        """Clusters × strata: by how much judgements stand for more than their weight."""
        sample = self.sample
        sizes, weights = self._by_stratum(sample.there * 1.0), self._by_stratum(sample.weights)
        return np.minimum(_ratio(sizes, weights), 1e6)

    def _by_stratum(self, values: Array) -> Array:
        """Clusters × strata: the sums over all others."""
        several = int(self._strata.max(initial=-1)) + 1
        whole = np.bincount(self._strata.ravel(), values.ravel(), several)[None]
        if not self.held_out:
            return whole
        size = int(self._clusters.max(initial=-1)) + 1
        at = self._clusters[:, None] * several + self._strata
        own = np.bincount(at.ravel(), values.ravel(), size * several)
        return np.maximum(whole - own.reshape(size, several), 0)

    def sum(self, values: Array) -> Array:
        """Clusters × the rest: of examples × the rest; one row for all if none is held out."""
        if values.ndim > 2:
            each = [self.sum(values[..., number]) for number in range(values.shape[-1])]
            return np.stack(each, axis=-1) if each else np.zeros((*self._shape, 0))
        several, systems = self._factors.shape[1], values.shape[1]
        at = self._strata * systems + np.arange(systems)
        sums = np.bincount(at.ravel(), values.ravel(), several * systems)
        whole = self._factors @ sums.reshape(several, systems)
        return whole - self._grouped(self._own * values) if self.held_out else whole

    @property
    def _shape(self) -> tuple[int, int]:
        return len(self._factors), self.sample.right.shape[1]

    @cached_property
    def _own(self) -> Array:
        """Examples × systems: the factor of each within its own cluster's others."""
        return np.take_along_axis(self._factors[self._clusters], self._strata, axis=1)

    def by_category(self, values: Array) -> Array:
        """Clusters × categories: the sums over all systems."""
        return (self._factors * self._by_stratum(values)) @ self._nested

    def count_by_category(self, values: Array) -> Array:
        """The same, each as one."""
        return self._by_stratum(values) @ self._nested

    @cached_property
    def _nested(self) -> Array:
        """Strata × categories: 1 where a stratum is of a category."""
        several = self._factors.shape[1]
        category = np.zeros(several, dtype=np.intp)
        category[self._strata] = self.sample.category[:, None]
        return np.equal.outer(category, np.arange(len(self.sample.strata))) * 1.0

    def count(self, values: Array | Mask) -> Array:
        """The same, each as one."""
        values = np.asarray(values, np.float64)
        whole: Array = values.sum(axis=0, keepdims=True)
        return whole - self._grouped(values) if self.held_out else whole

    def _grouped(self, values: Array) -> Array:
        if self.sample.cluster is None:
            return values
        sums = np.zeros((int(self._clusters.max(initial=-1)) + 1, *values.shape[1:]))
        np.add.at(sums, self._clusters, values)
        return sums

    def row(self, values: Array) -> Array:
        """Examples × the rest: what counts for each example."""
        return values[self._clusters] if self.held_out else values[:1]


def _shares_of_categories(sample: ProxySample, others: _Others) -> Array:
    """Examples × 1: the share of the example's category over all systems, drawn to that of all."""
    known = np.where(sample.judged, sample.right, 0)
    sizes, right = others.by_category(sample.weights), others.by_category(sample.weights * known)
    counts = others.count_by_category(sample.judged * 1.0)
    overall = _ratio(right.sum(axis=1), sizes.sum(axis=1))[:, None]
    own = np.where(sizes > 0, _ratio(right, sizes), overall)
    drawn = (counts * own + PRIOR * overall) / (counts + PRIOR)
    rows = others.row(drawn)
    return np.take_along_axis(
        np.broadcast_to(rows, (len(sample.category), rows.shape[1])),
        sample.category[:, None],
        axis=1,
    )


def _slopes(sample: ProxySample, others: _Others, residual: Array, follow: float | None) -> Array:
    """Clusters × systems × proxies: λ."""
    centred = np.moveaxis(sample.centred, 0, -1)
    counts = others.count(sample.judged)
    several = centred.shape[-1]
    if follow is not None or not several:
        return np.full((*counts.shape, several), follow or 0.0)
    total = others.sum(sample.weights)
    mean = _ratio(others.sum(residual), total)
    means = _ratio(others.sum(sample.weights[..., None] * centred), total[..., None])
    both = _ratio(others.sum(residual[..., None] * centred), total[..., None])
    covariance = both - mean[..., None] * means
    squares = np.einsum("isk,isl->skl", centred, centred)
    variance = squares / np.maximum(sample.sizes - 1, 1)[:, None, None]
    all_ = np.maximum(counts.sum(axis=1), 1)
    common = np.einsum("gs,skl->gkl", counts, variance) / all_[:, None, None]
    shared = np.einsum("gs,gsk->gk", counts, covariance) / all_[:, None]
    left = counts[..., None, None] * variance + STEADY * common[:, None]
    right = counts[..., None] * covariance + STEADY * shared[:, None]
    # Proxies that say the same share λ; one that says the same of everything has none.
    return np.asarray(np.einsum("gskl,gsl->gsk", np.linalg.pinv(left, hermitian=True), right))


class ProxyWorth(NamedTuple):
    """What a proxy is worth: of systems together, unless they are few."""

    correlation: float | None
    """With people, over what they judged, within categories."""
    judged: int
    effective: float | None
    """As many judgements without the proxy would make intervals as narrow."""
    plain: float | None
    """The correlation below which following it fully (λ = 1) is worse than having none."""
    tuned: float | None
    """The correlation below which tuning costs more than it brings."""
    follows: float
    """λ, on average over systems."""

    @property
    def saved(self) -> float | None:
        """Judgements that it stands for."""
        return None if self.effective is None else self.effective - self.judged


def worth(sample: ProxySample, *proxies: int) -> ProxyWorth:
    """What these proxies together are worth; the correlations are those of a single one."""
    chosen = sample.only(*proxies)
    with_, without = powered(chosen), powered(sample.only())
    judged = sample.judged
    ratios = [
        without.spread(unit).variance / with_.spread(unit).variance
        for system, unit in enumerate(np.eye(judged.shape[1]))
        if judged[:, system].sum() > LEAST and with_.spread(unit).variance > 0
    ]
    size = int(judged.sum())
    effective = float(size * np.exp(np.mean(np.log(ratios)))) if ratios else None
    correlation = plain = tuned = None
    if len(proxies) == 1 and size > LEAST:
        weights = sample.weights[judged] / sample.weights[judged].sum()
        people = (sample.right - _means(sample))[judged]
        machine = chosen.centred[0][judged]
        machine = machine - weights @ machine
        spreads = np.sqrt(weights @ people**2), np.sqrt(weights @ machine**2)
        if min(spreads) > 1e-12:
            correlation = float(weights @ (people * machine) / (spreads[0] * spreads[1]))
            plain = float(min(spreads[1] / spreads[0] / 2, 1))
            tuned = float(1 / np.sqrt(max(size - LEAST, 1)))
    return ProxyWorth(
        correlation, size, effective, plain, tuned, float(with_.follows.mean(axis=0).sum())
    )


def _means(sample: ProxySample) -> Array:
    """Of each example: the share of its category in judged ones, over all systems."""
    known = sample.weights * np.where(sample.judged, sample.right, 0)
    sizes = (sample.strata @ sample.weights).sum(axis=1)
    return _ratio((sample.strata @ known).sum(axis=1), sizes)[sample.category][:, None]
