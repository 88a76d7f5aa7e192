"""Examples in systems: approved, judged, set aside; what is known of all that was not looked at."""

from __future__ import annotations

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

    def by_category(self, values: Array | Mask) -> Array:
        """The sums in each category."""
        sums: Array = self.strata @ values
        return sums


@dataclass(frozen=True, eq=False)
class Shares:
    """Shares of right ones in some groups, drawn to a common one, and how sure they are."""

    right: Array
    size: Array
    value: Array

    @property
    def cautious(self) -> Array:
        """The same, but never 0 or 1: as if one more were half right (Jeffreys's prior)."""
        weight = self.size + PRIOR
        cautious: Array = (self.value * weight + 0.5) / (weight + 1)
        return cautious

    @property
    def variance(self) -> Array:
        """Of a beta distribution, as if all were independent."""
        spread: Array = self.cautious * (1 - self.cautious) / (self.size + PRIOR + 2)
        return spread


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
        """Categories × systems: approvals that nobody looked at."""
        cells = self.cells
        return cells.by_category(cells.approved & ~cells.judged & ~cells.aside)

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
        shares: Array = self.expected.sum(axis=0) / self.sizes
        return shares

    @cached_property
    def influence(self) -> Array:
        """Examples × systems: what each example does to the share of each system."""
        cells = self.cells
        own = self.expected - self.shares * ~cells.aside
        influence: Array = (own + self._by_approvals + self._by_referrals) / self.sizes
        return influence

    @cached_property
    def seen(self) -> Array:
        """The variance of each share of approvals, as the differences of examples show it."""
        parts = stratified(self.cells, self._verified)
        return np.zeros(len(self.approvals.size)) if parts is None else parts[0]

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
        """What each example does to its category's share of approvals that are right."""
        cells, shares = self.cells, self.approvals
        verified, found = cells.verified.sum(axis=1), self._found
        off: Array = found - shares.value[cells.category] * verified
        off = off / (shares.size + PRIOR)[cells.category]
        return np.nan_to_num(off)

    @cached_property
    def _found(self) -> Array:
        """Of each example, how many of its verified approvals are right."""
        found: Array = np.where(self.cells.verified, self.cells.right, 0).sum(axis=1)
        return found

    @property
    def _by_approvals(self) -> Array:
        """What an example does by verified approvals, in whichever system they are."""
        cells, shares = self.cells, self.approvals
        total = shares.size.sum()
        overall = shares.right.sum() / total if total else 0.0
        across = (self._found - overall * cells.verified.sum(axis=1)) / max(total, 1)
        drawn_to: Array = (self.unverified * (PRIOR / (shares.size + PRIOR))[:, None]).sum(axis=0)
        within: Array = self.unverified[cells.category] * self._verified[:, None]
        return within + np.outer(across, drawn_to)

    @property
    def _by_referrals(self) -> Array:
        cells, shares = self.cells, self.referrals
        judged = cells.judged & ~cells.approved
        off = np.where(judged, cells.right - shares.value[cells.category], 0)
        influence: Array = (self.open / (shares.size + PRIOR))[cells.category] * off
        return np.nan_to_num(influence)


def fit(cells: Cells) -> Fitted:
    """The shares of all groups, and what they make of every cell."""
    found = np.where(cells.judged, cells.right, 0)
    approvals = _shares(
        cells.by_category(cells.verified * found).sum(axis=1),
        cells.by_category(cells.verified).sum(axis=1),
    )
    judged = cells.judged & ~cells.approved
    right, size = cells.by_category(judged * found), cells.by_category(judged)
    of_category = _shares(right.sum(axis=1), size.sum(axis=1)).value
    referrals = _shares(right, size, of_category[:, None])
    guessed = np.where(
        cells.approved,
        approvals.value[cells.category][:, None],
        referrals.value[cells.category],
    )
    expected = np.where(cells.aside, 0, np.where(cells.judged, found, guessed))
    return Fitted(cells, approvals, referrals, expected)


def _shares(right: Array, size: Array, common: Array | float | None = None) -> Shares:
    """Drawn to a common share, that of all if none is given; not a number if nothing is known."""
    if common is None:
        common = float(right.sum() / size.sum()) if size.sum() else float("nan")
    return Shares(right, size, (right + PRIOR * common) / (size + PRIOR))


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
