"""What more judgements are worth: how wide intervals would be, and where to judge next.

Variances are predicted by a formula. In a category of a system, let A of N examples be approved and
F referred, let p and q be the shares of right ones, and let a part g of all M approvals of the
category be verified, and a part j of those referred judged. Then the number of right ones varies by

    F A (p - q)² / (N - 1)                                   which examples there are
    + p (1 - p) (g A + (1 - g²) A² / (g M / design + PRIOR + 1))    approvals
    + q (1 - q) (j F + (1 - j²) F² / (j F + PRIOR + 1))             referrals

`design` is by how much verified approvals of one example, in several systems, are alike. Where
intervals are known already, only the difference is predicted.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from proform.stats.cells import PRIOR, Array, Fitted
from proform.stats.estimate import spread
from proform.stats.resample import LEVEL


class Assumed(NamedTuple):
    """Shares of right ones, as long as nothing is known."""

    approved: float = 0.85
    referred: float = 0.5


ASSUMED = Assumed()


@dataclass(frozen=True, eq=False)
class Outlook:
    """What is judged, and what could be; categories × systems."""

    sizes: Array
    """Of categories."""
    judgeable: Array
    """Of systems."""
    approved: Array
    """Groups × systems: of each category, of one kind after the other."""
    verified: Array
    """By group; over all systems."""
    verifiable: Array
    """The same: verified, or not looked at."""
    referred: Array
    judged: Array
    precise: Array
    """By group: the share of approvals that are right."""
    right: Array
    design: float
    contrasts: Array
    """Contrasts × systems: sums of shares whose intervals matter."""
    offset: Array
    """Of each contrast: what is known of its variance, less what is predicted."""

    @property
    def widths(self) -> Array:
        """Of the intervals of all contrasts."""
        reach = ndtri((1 + LEVEL) / 2)
        return np.asarray(2 * reach * np.sqrt(np.maximum(self.variances, 0)))

    @property
    def widest(self) -> float:
        """The width of the widest."""
        return float(self.widths.max())

    @property
    def left(self) -> int:
        """How many judgements can still be made."""
        return int((self.verifiable - self.verified).sum() + (self.referred - self.judged).sum())

    @property
    def variances(self) -> Array:
        """Of all contrasts."""
        approvals = self.by_approvals(self.verified).sum(axis=1)
        referrals = self.by_referrals(self.judged).sum(axis=(1, 2))
        return np.asarray(self.offset + self._base + approvals + referrals)

    @cached_property
    def _scaled(self) -> Array:
        """Contrasts × systems, for counts instead of shares."""
        return np.where(self.contrasts != 0, self.contrasts / self.judgeable, 0)

    @cached_property
    def _base(self) -> Array:
        """The variance by the choice of examples alone."""
        kinds = len(self.verified) // len(self.sizes)
        approved, precise = np.split(self.approved, kinds), np.split(self.precise, kinds)
        parts = [(self.referred, self.right)]
        parts += [(some, share[:, None]) for some, share in zip(approved, precise, strict=True)]
        pairs = combinations(parts, 2)
        gaps = np.array([some * other * (p - q) ** 2 for (some, p), (other, q) in pairs])
        each = gaps.sum(axis=0) / np.maximum(self.sizes - 1, 1)[:, None]
        return np.asarray(self._scaled**2 @ each.sum(axis=0))

    def by_approvals(self, verified: Array) -> Array:
        """Contrasts × groups: the variance by approvals, with so many verified."""
        part = _part(verified, self.verifiable)
        own = self._scaled**2 @ self.approved.T * part
        shared = (self._scaled @ self.approved.T) ** 2 * (1 - part**2)
        counts = own + shared / (verified / self.design + PRIOR + 1)
        return np.asarray(self.precise * (1 - self.precise) * counts)

    def by_referrals(self, judged: Array) -> Array:
        """Contrasts × categories × systems: the variance by referrals, with so many judged."""
        part = _part(judged, self.referred)
        counts = judged + self.referred**2 * (1 - part**2) / (judged + PRIOR + 1)
        return np.asarray(self._scaled[:, None, :] ** 2 * (self.right * (1 - self.right) * counts))


def _part(some: Array, whole: Array) -> Array:
    """Of nothing, all."""
    return np.divide(some, whole, where=whole > 0, out=np.ones_like(some))


class PlanStep(NamedTuple):
    """One more judgement: of an approval of a category, or of a referral of a system, too."""

    category: int
    system: int | None
    gain: float
    """By how much it lowers the mean variance."""
    kind: int = 0
    """Of the approval."""


def outlook(fitted: Fitted, assumed: Assumed = ASSUMED, *, differences: bool = False) -> Outlook:
    """The intervals of all systems, or of all differences of two."""
    cells = fitted.cells
    there = ~cells.aside
    systems = cells.approved.shape[1]
    contrasts = np.eye(systems)
    if differences:
        pairs = np.array(list(combinations(range(systems), 2)), dtype=int).reshape(-1, 2)
        contrasts = np.eye(systems)[pairs[:, 0]] - np.eye(systems)[pairs[:, 1]]
    precise, right = fitted.approvals.cautious, fitted.referrals.cautious
    begun = Outlook(
        cells.strata.sum(axis=1),
        fitted.sizes,
        cells.by_group(there),
        cells.by_group(cells.judged).sum(axis=1),
        cells.by_group(there).sum(axis=1),
        cells.by_category(~cells.approved & there),
        cells.by_category(cells.judged & ~cells.approved),
        np.where(np.isnan(precise), assumed.approved, precise),
        np.where(np.isnan(right), assumed.referred, right),
        _design(fitted),
        contrasts,
        np.zeros(len(contrasts)),
    )
    return replace(begun, offset=_known(fitted, begun))


def _known(fitted: Fitted, begun: Outlook) -> Array:
    """What the data say of each variance, less what is predicted; 0 where they say nothing."""
    offsets, predicted = np.zeros(len(begun.contrasts)), begun.variances
    for number, weights in enumerate(begun.contrasts):
        known = not np.isnan(fitted.shares[weights != 0]).any()
        if known and (measured := spread(fitted, weights)) is not None:
            offsets[number] = measured.variance - predicted[number]
    return offsets


def _design(fitted: Fitted) -> float:
    """How much more shares of approvals vary than if all were of different examples."""
    shares = fitted.approvals
    alone = np.nansum(shares.size * shares.cautious * (1 - shares.cautious))
    if not alone:
        return 1.0
    factor = float((fitted.seen * (shares.size + PRIOR) ** 2).sum() / alone)
    return min(max(factor, 1.0), float(fitted.cells.approved.shape[1]))


def steps(
    begun: Outlook, *, most: int | None = None, width: float | None = None
) -> tuple[Outlook, list[PlanStep]]:
    """The best judgements to make, one after the other, and what they lead to.

    Until so many are made, all intervals are as narrow as wished, or no judgement helps.
    """
    now, made = begun, list[PlanStep]()
    by_group, by_cell = _gains(now)
    while most is None or len(made) < most:
        if width is not None and now.widest <= width:
            break
        group, cell = int(by_group.argmax()), int(by_cell.argmax())
        best = float(max(by_group[group], by_cell.flat[cell]))
        if not best > 0:
            break
        if by_group[group] >= by_cell.flat[cell]:
            now = replace(now, verified=now.verified + (np.arange(len(by_group)) == group))
            kind, category = divmod(group, len(now.sizes))
            made.append(PlanStep(category, None, best, kind))
        else:
            category, system = divmod(cell, by_cell.shape[1])
            judged = now.judged.copy()
            judged[category, system] += 1
            now = replace(now, judged=judged)
            made.append(PlanStep(category, system, best))
        by_group, by_cell = _gains(now)
    return now, made


def _gains(now: Outlook) -> tuple[Array, Array]:
    """By how much one more judgement lowers the mean variance; nothing where none is left."""
    verified = np.minimum(now.verified + 1, now.verifiable)
    judged = np.minimum(now.judged + 1, now.referred)
    approvals: Array = (now.by_approvals(now.verified) - now.by_approvals(verified)).mean(axis=0)
    referrals: Array = (now.by_referrals(now.judged) - now.by_referrals(judged)).mean(axis=0)
    return approvals, referrals
