"""Examples in systems: approved, judged, set aside; what is known of all that was not looked at."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.intp]

PRIOR = 4
"""A share is drawn to that of more as if by so many examples.

In Guillou et al. (2018), table 2, shares vary over categories as if they came from a beta
distribution of the weight 3.4. A suite has too few categories to estimate that each time.
"""


@dataclass(frozen=True, eq=False)
class Cells:
    """Every example (rows) in every system (columns)."""

    category: Numbers
    """Of each example, from 0."""
    approved: Mask
    right: Array
    """1 or 0 where people judged it; else not a number."""
    aside: Mask
    """What people looked at and could not judge."""
    drawn: Mask
    """What was verified by chance, and not by choice; of no interest where it is not approved."""
    kind: Numbers | None = None
    """Of each approval, from 0: each kind has its own share of right ones. None: all are alike."""

    @cached_property
    def judged(self) -> Mask:
        """Where there is a judgement."""
        return ~np.isnan(self.right) & ~self.aside

    @cached_property
    def verified(self) -> Mask:
        """The approvals from which their share of right ones is known."""
        return self.judged & self.approved & self.drawn

    @cached_property
    def strata(self) -> Array:
        """Categories × examples: 1 where an example is of a category."""
        return np.equal.outer(np.arange(self.category.max(initial=-1) + 1), self.category) * 1.0

    @cached_property
    def kinds(self) -> tuple[Mask, ...]:
        """The approvals of each kind; all, if there is no other."""
        if self.kind is None or not self.approved.any():
            return (self.approved,)
        several = range(int(self.kind[self.approved].max()) + 1)
        return tuple(self.approved & np.equal(self.kind, number) for number in several)

    @cached_property
    def groups(self) -> Numbers:
        """Of each approval: its category, counted on from kind to kind."""
        first: Numbers = len(self.strata) * np.argmax(self.kinds, axis=0)
        return self.category[:, None] + first

    def by_category(self, values: Array | Mask) -> Array:
        """The sums in each category."""
        return np.asarray(self.strata @ values)

    def by_group(self, values: Array | Mask) -> Array:
        """The sums over approvals in each category, of one kind after the other."""
        return np.concatenate([self.by_category(values * kind) for kind in self.kinds])


@dataclass(frozen=True, eq=False)
class Shares:
    """Shares of right ones in some groups, drawn to a common one, and how sure they are."""

    size: Array
    value: Array

    @cached_property
    def cautious(self) -> Array:
        """The same, but never 0 or 1: as if one more were half right (Jeffreys's prior)."""
        weight = self.size + PRIOR
        return np.asarray((self.value * weight + 0.5) / (weight + 1))

    @property
    def variance(self) -> Array:
        """Of a beta distribution, as if all were independent."""
        return np.asarray(self.cautious * (1 - self.cautious) / (self.size + PRIOR + 2))


@dataclass(frozen=True, eq=False)
class Fitted:
    """What is known of every cell, and what each example does to the shares of systems."""

    cells: Cells
    approvals: Shares
    referrals: Shares
    expected: Array
    """Examples × systems: judged, or as its group; 0 where it cannot be judged."""

    @cached_property
    def unverified(self) -> Array:
        """Groups × systems: approvals that nobody looked at."""
        return self.cells.by_group(~self.cells.judged & ~self.cells.aside)

    @cached_property
    def open(self) -> Array:
        """Categories × systems: examples that are still to be judged."""
        cells = self.cells
        return cells.by_category(~cells.approved & ~cells.judged & ~cells.aside)

    @cached_property
    def sizes(self) -> Array:
        """Of each system, how many examples can be judged; not a number if none can."""
        sizes = (~self.cells.aside).sum(axis=0)
        return np.where(sizes > 0, sizes, np.nan)

    @cached_property
    def shares(self) -> Array:
        """Of each system; not a number if unknown."""
        return np.asarray(self.expected.sum(axis=0) / self.sizes)

    @cached_property
    def influence(self) -> Array:
        """Examples × systems: what each example does to the share of each system."""
        own = self.expected - self.shares * ~self.cells.aside
        return np.asarray((own + self._by_approvals + self._by_referrals) / self.sizes)

    @cached_property
    def seen(self) -> Array:
        """The variance of each share of approvals, as the differences of examples show it."""
        parts = [stratified(self.cells, influence) for influence in self._verified.T]
        none = np.zeros(len(self.cells.strata))
        return np.concatenate([none if part is None else part[0] for part in parts])

    @cached_property
    def unseen(self) -> Array:
        """What they do not show of it.

        Where all that was verified is right, or nothing was, examples do not differ at all.
        """
        return np.maximum(self.approvals.variance - self.seen, 0)

    @property
    def unjudged(self) -> Array:
        """The same of what was referred, in each category and system."""
        shares = self.referrals
        seen = shares.value * (1 - shares.value) * shares.size / (shares.size + PRIOR) ** 2
        return np.maximum(shares.variance - seen, 0)

    @cached_property
    def _verified(self) -> Array:
        """Examples × kinds: what each does to its group's share of approvals that are right."""
        cells, shares = self.cells, self.approvals
        verified, right = self._counts
        group = cells.category[:, None] + len(cells.strata) * np.arange(len(cells.kinds))
        off: Array = (right - shares.value[group] * verified) / (shares.size + PRIOR)[group]
        return np.nan_to_num(off)

    @cached_property
    def _counts(self) -> tuple[Array, Array]:
        """Examples × kinds: how many approvals are verified, and how many of them right."""
        masks = [self.cells.verified & kind for kind in self.cells.kinds]
        verified = [mask.sum(axis=1) for mask in masks]
        right = [np.where(mask, self.cells.right, 0).sum(axis=1) for mask in masks]
        return np.stack(verified, axis=1) * 1.0, np.stack(right, axis=1)

    @property
    def _by_approvals(self) -> Array:
        """What an example does by verified approvals, in whichever system they are."""
        cells, shares = self.cells, self.approvals
        pulled = self.unverified * (PRIOR / (shares.size + PRIOR))[:, None]
        drawn_to: Array = pulled.reshape(len(cells.kinds), *cells.strata.shape[:1], -1).sum(axis=1)
        parts = np.split(self.unverified, len(cells.kinds))
        pairs = zip(parts, self._verified.T, strict=True)
        within: Array = sum(part[cells.category] * own[:, None] for part, own in pairs)
        return within + self._across @ drawn_to

    @property
    def _across(self) -> Array:
        """Examples × kinds: what each does to the share that those of its kind are drawn to."""
        verified, right = self._counts
        # Where nothing of a kind is verified, the share of all is the common one.
        empty = ~verified.any(axis=0)
        verified = np.where(empty, verified.sum(axis=1, keepdims=True), verified)
        right = np.where(empty, right.sum(axis=1, keepdims=True), right)
        total = np.maximum(verified.sum(axis=0), 1)
        return np.asarray((right - right.sum(axis=0) / total * verified) / total)

    @property
    def _by_referrals(self) -> Array:
        cells, shares = self.cells, self.referrals
        judged = cells.judged & ~cells.approved
        off = np.where(judged, cells.right - shares.value[cells.category], 0)
        return np.nan_to_num((self.open / (shares.size + PRIOR))[cells.category] * off)


def fit(cells: Cells) -> Fitted:
    """The shares of all groups, and what they make of every cell."""
    known = np.where(cells.judged, cells.right, 0)
    right = cells.by_group(cells.verified * known).sum(axis=1)
    size = cells.by_group(cells.verified).sum(axis=1)
    kinds, overall = len(cells.kinds), _share(right, size)
    pairs = zip(np.split(right, kinds), np.split(size, kinds), strict=True)
    # Drawn to the share of their kind; to that of all, if nothing of the kind is known.
    common = [_share(*pair, otherwise=overall) for pair in pairs]
    approvals = _drawn(right, size, np.repeat(common, len(right) // kinds))
    judged = cells.judged & ~cells.approved
    right, size = cells.by_category(judged * known), cells.by_category(judged)
    of_category = _drawn(right.sum(axis=1), size.sum(axis=1), _share(right, size)).value
    referrals = _drawn(right, size, of_category[:, None])
    guessed = np.where(
        cells.approved, approvals.value[cells.groups], referrals.value[cells.category]
    )
    expected = np.where(cells.aside, 0, np.where(cells.judged, known, guessed))
    return Fitted(cells, approvals, referrals, expected)


def _share(right: Array, size: Array, otherwise: float = float("nan")) -> float:
    return float(right.sum() / size.sum()) if size.sum() else otherwise


def _drawn(right: Array, size: Array, common: Array | float) -> Shares:
    """Shares drawn to a common one; not a number if nothing is known."""
    return Shares(size, (right + PRIOR * common) / (size + PRIOR))


def stratified(cells: Cells, influence: Array) -> tuple[Array, float] | None:
    """The variance of a sum over examples in each stratum, and its degrees of freedom.

    These are after Satterthwaite. A stratum of one example has the variance that an example has
    elsewhere.
    """
    sizes = cells.strata.sum(axis=1)
    several = sizes > 1
    if not several.any():
        return None
    means = np.divide(cells.strata @ influence, sizes, where=sizes > 0, out=np.zeros_like(sizes))
    squares = cells.strata @ (influence - means[cells.category]) ** 2
    freedom = np.maximum(sizes - 1, 1)
    each = np.where(several, squares / freedom, squares[several].sum() / freedom[several].sum())
    parts = sizes * each
    total = parts.sum()
    degrees = total**2 / (parts**2 / freedom).sum() if total else freedom[several].sum()
    return parts, float(degrees)
