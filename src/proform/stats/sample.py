"""Examples of which people judged some and proxies say something; sums over all but a cluster."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from proform.stats.cells import Array, Mask, Numbers

_CLASSES = 64
"""Of probabilities: those that differ by less than half of a doubling are alike."""


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


def ratio(some: Array, whole: Array) -> Array:
    """Of nothing, 0."""
    shape = np.broadcast_shapes(np.shape(some), np.shape(whole))
    return np.divide(some, whole, out=np.zeros(shape), where=np.broadcast_to(whole > 0, shape))


@dataclass(frozen=True, eq=False)
class Others:
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
        sizes = self._by_stratum(np.asarray(sample.there, np.float64))
        weights = self._by_stratum(sample.weights)
        # A stratum whose judgements are all of the cluster has none left, but for rounding.
        return ratio(sizes, np.where(weights > 1e-9, weights, 0))

    def _by_stratum(self, values: Array) -> Array:
        """Clusters × strata: the sums over all others."""
        several = int(self._strata.max(initial=-1)) + 1
        sums = np.bincount(self._strata.ravel(), values.ravel(), several)
        whole: Array = np.asarray(sums[None], np.float64)
        if not self.held_out:
            return whole
        size = int(self._clusters.max(initial=-1)) + 1
        at = self._clusters[:, None] * several + self._strata
        own = np.bincount(at.ravel(), values.ravel(), size * several)
        return np.asarray(np.maximum(whole - own.reshape(size, several), 0))

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
