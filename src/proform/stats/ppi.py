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

from proform.stats.cells import PRIOR, Array
from proform.stats.estimate import Compared, Estimate, ShareInterval, Spread, score_interval
from proform.stats.sample import Others, ProxySample, ratio

STEADY = 30
"""λ and the variance of a system are drawn to those of all systems as if by so many judgements.

With a residual as large as the proxy's own spread, λ of n judgements varies by 1/n; λ of systems
was taken to vary by 0.18.
"""

WARY = 6
"""What all systems show of the variance is drawn to a cautious value by so many judgements.

It matters where judgements are few: those of a single system, say.
"""

LEAST = 2
"""With fewer judgements a system has no estimate."""


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
    others = Others(sample, held_out=held_out)
    shares = _shares_of_categories(sample, others)
    # The system's own level, on top.
    weighted: Array = sample.weights * np.where(sample.judged, sample.right - shares, 0)
    residual, sizes = others.sum(weighted), others.sum(sample.weights)
    counts = others.count(sample.judged)
    level = ratio(residual, sizes) * ratio(counts, counts + PRIOR)
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
    shown = ratio(seen.sum(), least.sum())
    common = (whole * shown + WARY * np.maximum(shown, 1)) / (whole + WARY)
    size = _effective(squares)
    more = np.where(seen > 0, ratio(common * least, seen), 1)
    return np.asarray(np.sqrt((size + STEADY * more) / (size + STEADY)))


def _effective(weights: Array) -> Array:
    """How many equal ones would be as many."""
    return ratio(weights.sum(axis=0) ** 2, (weights**2).sum(axis=0))


def _shares_of_categories(sample: ProxySample, others: Others) -> Array:
    """Examples × 1: the share of the example's category over all systems, drawn to that of all."""
    known = np.where(sample.judged, sample.right, 0)
    sizes, right = others.by_category(sample.weights), others.by_category(sample.weights * known)
    counts = others.count_by_category(np.asarray(sample.judged, np.float64))
    overall = ratio(right.sum(axis=1), sizes.sum(axis=1))[:, None]
    own = np.where(sizes > 0, ratio(right, sizes), overall)
    drawn = (counts * own + PRIOR * overall) / (counts + PRIOR)
    rows = others.row(drawn)
    return np.take_along_axis(
        np.broadcast_to(rows, (len(sample.category), rows.shape[1])),
        sample.category[:, None],
        axis=1,
    )


def _slopes(sample: ProxySample, others: Others, residual: Array, follow: float | None) -> Array:
    """Clusters × systems × proxies: λ."""
    centred = np.moveaxis(sample.centred, 0, -1)
    counts = others.count(sample.judged)
    several = centred.shape[-1]
    if follow is not None or not several:
        return np.full((*counts.shape, several), follow or 0.0)
    total = others.sum(sample.weights)
    mean = ratio(others.sum(residual), total)
    means = ratio(others.sum(sample.weights[..., None] * centred), total[..., None])
    both = ratio(others.sum(residual[..., None] * centred), total[..., None])
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
    return ratio((sample.strata @ known).sum(axis=1), sizes)[sample.category][:, None]
