"""Which systems can be told apart, and in which parts a system is below its own average."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from proform.stats.resample import Matrix, portions, ratio

if TYPE_CHECKING:  # it takes a while to import
    from numpy.random import Generator

ALPHA = 0.05
"""What is less likely by chance is taken for a difference."""

_ENOUGH, _STEP = 20, 1000
_SAME = 1e-9
"""Figures that are equal on paper may differ in the last bits."""


def told_apart(upper: Matrix, lower: Matrix, rng: Generator, times: int) -> Matrix:
    """A p-value for each pair of systems, two-sided, corrected for all pairs; nan if undefined.

    Rows are units, columns are systems; a score is the sum of `upper` by the sum of `lower`.
    Approximate randomisation for all pairs at once: where a unit is swapped, it is swapped in each
    pair. So one draw has a difference for every pair, and the correction is Westfall and Young's
    step-down (1993) on the largest of them, which knows how the pairs depend on each other and
    needs no more draws for more pairs. Differences are linear in the units (exactly, if all systems
    are scored on the same pronouns) and standardised by their own size.
    """
    above, below = upper.sum(axis=0), lower.sum(axis=0)
    p = np.full((len(below), len(below)), np.nan)
    pairs = list(combinations(np.flatnonzero(below > 0).tolist(), 2))
    if not pairs:
        return p
    first, second = np.array(pairs).T
    every = np.hstack([ratio(part, np.broadcast_to(below, part.shape)) for part in (upper, lower)])
    rows, counts = np.unique(np.nan_to_num(every), axis=0, return_counts=True)
    contrast = np.zeros((rows.shape[1], len(pairs)))
    place = np.arange(len(pairs))
    contrast[first, place], contrast[second, place] = 1, -1
    # What both of a pair would score if they were alike.
    common = (above[first] + above[second]) / (below[first] + below[second])
    contrast[len(below) + first, place], contrast[len(below) + second, place] = -common, common
    squares = rows.T @ (rows * counts[:, None])
    size = (contrast * (squares @ contrast)).sum(axis=0)
    own = np.diag(squares)
    size = np.sqrt(np.where(size > _SAME**2 * (own[first] + own[second]), size, 0))

    def differences(sums: Matrix) -> Matrix:
        plain = np.abs(sums @ contrast)
        return np.nan_to_num(ratio(plain, np.broadcast_to(size, plain.shape)))

    drawn = [differences(signs @ rows) for signs in _signs(counts, rng, times)]
    p[first, second] = step_down(differences(counts @ rows), np.concatenate(drawn))
    p[second, first] = p[first, second]
    return p


def _signs(counts: NDArray[np.intp], rng: Generator, times: int) -> Iterator[NDArray[np.int64]]:
    """Of so many equal units, how many more stay than are swapped."""
    for size in portions(times, len(counts)):
        yield 2 * rng.binomial(counts, 0.5, size=(size, len(counts))) - counts


def step_down(observed: Matrix, drawn: Matrix) -> Matrix:
    """Westfall and Young's p: how often is one of those that differ no more as large, by chance?"""
    order = np.argsort(-observed, kind="stable")
    largest = np.maximum.accumulate(drawn[:, order[::-1]], axis=1)[:, ::-1]
    hits = np.count_nonzero(largest >= observed[order] - _SAME, axis=0)
    p = np.empty(len(observed))
    p[order] = np.maximum.accumulate((hits + 1) / (len(drawn) + 1))
    return p


def alike(apart: Sequence[tuple[int, int]], size: int) -> list[tuple[int, ...]]:
    """The largest groups of which no two members can be told apart, by their first members.

    Piepho's insertion and absorption (2004), as for letters in a table. A member may be in several.
    """
    groups = [frozenset(range(size))] if size else []
    for pair in apart:
        split = [
            part
            for group in groups
            for part in ([group - {one} for one in pair] if group.issuperset(pair) else [group])
        ]
        whole = dict.fromkeys(split)
        groups = [group for group in whole if not any(group < other for other in whole)]
    return sorted(tuple(sorted(group)) for group in groups)


def below_average(
    parts: Sequence[Matrix], total: Matrix, credit: Matrix, rng: Generator, times: int
) -> list[float | None]:
    """How likely parts of a system's pronouns score as low by chance; None where nobody can tell.

    Figures are by kind of decision: how many a part and all pronouns (`total`) have of each, and
    what one is worth (`credit`, its upper and lower sum). A permutation test, one-sided: as many of
    all pronouns are drawn as the part has, without replacement. It goes on until enough draws are
    as low, or `times` are made (Besag and Clifford 1991), so that only low p take long.
    """
    upper, lower = total @ credit
    if not lower:
        return [None for _ in parts]
    worth = credit[:, 0] - upper / lower * credit[:, 1]
    everything, whole = total.astype(np.int64), int(total.sum())

    def p(part: Matrix) -> float | None:
        size, observed = int(part.sum()), float(part @ worth)
        if not 0 < size < whole:
            return None
        if observed > -_SAME:
            return 1.0
        hits = made = 0
        while hits < _ENOUGH and made < times:
            step = min(_STEP, times - made)
            drawn = rng.multivariate_hypergeometric(everything, size, step, method="marginals")
            hits += int(np.count_nonzero(drawn @ worth <= observed + _SAME))
            made += step
        return float((hits + 1) / (made + 1))

    return [p(part) for part in parts]


def contested(verdicts: Matrix) -> Matrix:
    """How far systems and judges are at odds over each pronoun, from 0 to 2.

    Verdicts are judges × systems × pronouns: 1 is right, 0 wrong, nan nothing said. Systems are at
    odds where a judge finds some right and some wrong (1 if half of them, by the judge that parts
    them most), judges where one finds right in a system what another finds wrong there (1 if half
    of them in each system that several speak of).
    """
    systems, judges = _odds(verdicts, 1), _odds(verdicts, 0)
    torn = ratio(np.nansum(judges, axis=0), np.count_nonzero(~np.isnan(judges), axis=0) * 1.0)
    return np.asarray(np.nan_to_num(systems).max(axis=0, initial=0) + np.nan_to_num(torn))


def _odds(verdicts: Matrix, axis: int) -> Matrix:
    """Along an axis, how far right and wrong balance; nan where fewer than two say anything."""
    said = np.count_nonzero(~np.isnan(verdicts), axis=axis) * 1.0
    right = ratio(np.nansum(verdicts, axis=axis), said)
    return np.where(said > 1, 4 * right * (1 - right), np.nan)
