"""What a semi-automatic evaluation found: the paper's counts, and the corrected estimates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from proform.errors import ProformError
from proform.score.semi.state import OPEN, RIGHT, WRONG, Case, State
from proform.score.summary import FEW
from proform.stats.cells import Cells, Fitted, fit
from proform.stats.correction import holm
from proform.stats.crosstab import share
from proform.stats.estimate import Compared, Estimate, compare, estimates, precision

TOTAL = "total"


class Tally(NamedTuple):
    """Examples marked correct, of those that are decided."""

    correct: int = 0
    decided: int = 0

    @property
    def share(self) -> float | None:
        """What part is correct."""
        return share(self.correct, self.decided)


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of the approvals of a category that people looked at by chance."""

    category: str
    approved: int
    wrong: int
    right: int
    apart: int
    unverified: int
    estimate: Estimate | None
    """By which the unverified ones count; the total has none, nor has what has no approvals."""

    @property
    def total(self) -> int:
        """Those that were judged."""
        return self.wrong + self.right

    @property
    def share(self) -> float | None:
        """What part of them is right."""
        return share(self.right, self.total)


@dataclass(frozen=True, slots=True)
class Counted:
    """A system: the paper's count, what it is made of, and the corrected estimate."""

    system: str
    categories: tuple[Tally, ...]
    total: Tally
    antecedents: Tally
    judged: int
    approved: int
    """Approvals that nobody judged."""
    apart: Counter[str]
    """What people looked at without a judgement, by reason."""
    open: int
    estimate: Estimate
    corrected: tuple[float | None, ...]
    """How many are right in each category."""


class Pair(NamedTuple):
    """One system against another; p of all pairs that were asked for, by Holm."""

    first: str
    second: str
    compared: Compared | None
    holm: float | None


@dataclass(frozen=True, slots=True)
class Results:
    """Everything, for systems from the best to the worst."""

    categories: tuple[str, ...]
    sizes: tuple[int, ...]
    asked: int
    verified: tuple[Verified, ...]
    verified_total: Verified
    systems: tuple[Counted, ...]
    pairs: tuple[Pair, ...]
    apart: tuple[Case, ...]
    notes: tuple[str, ...]


def cells_of(state: State) -> Cells:
    """The cases of a suite as arrays: its examples by its systems."""
    rows = {example.number: row for row, example in enumerate(state.suite.examples)}
    columns = {system: column for column, system in enumerate(state.systems)}
    order = {category: number for number, category in enumerate(state.categories)}
    shape = len(rows), len(columns)
    approved, drawn = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    aside = np.ones(shape, dtype=bool)  # a file from elsewhere may leave candidates out
    right = np.full(shape, np.nan)
    for case in state.cases:
        at = rows[case.example.number], columns[case.system]
        approved[at], drawn[at], aside[at] = case.approved, case.drawn, case.apart
        if case.judged:
            right[at] = case.pronoun == RIGHT
    category = np.array([order[example.category] for example in state.suite.examples])
    return Cells(category, approved, right, aside, drawn)


def results(
    state: State,
    *,
    baseline: str | None = None,
    every_pair: bool = False,
    seed: int = 12345,
    times: int = 10_000,
) -> Results:
    """Count, estimate and compare; by default with the system that has the best estimate."""
    if baseline is not None and baseline not in state.systems:
        hint = f"there are {', '.join(state.systems)}"
        raise ProformError(f"no system {baseline!r} in the suite", hint=hint)
    fitted = fit(cells_of(state))
    found = estimates(fitted)
    counted = [_count(state, system, fitted, found[n]) for n, system in enumerate(state.systems)]
    ranked = sorted(counted, key=_rank)
    names = [one.system for one in ranked]
    first = baseline or names[0]
    chosen = (
        list(combinations(names, 2))
        if every_pair
        else [(first, other) for other in names if other != first]
    )
    verified = tuple(
        _verified(state, [category], name=category, estimate=_used(fitted, number))
        for number, category in enumerate(state.categories)
    )
    return Results(
        state.categories,
        tuple(state.sizes[category] for category in state.categories),
        state.asked,
        verified,
        _verified(state, state.categories, name=TOTAL),
        tuple(ranked),
        _pairs(state, fitted, chosen, seed, times),
        tuple(case for case in state.cases if case.apart),
        (*state.notes, *_notes(verified, counted)),
    )


def _used(fitted: Fitted, category: int) -> Estimate | None:
    """The share that approvals of a category count with, if there are any."""
    there = fitted.cells.by_category(fitted.cells.approved)[category].any()
    return precision(fitted, category) if there else None


def _rank(one: Counted) -> tuple[float, int]:
    estimated = -1.0 if one.estimate.share is None else one.estimate.share
    return -estimated, -one.total.correct


def _count(state: State, system: str, fitted: Fitted, estimate: Estimate) -> Counted:
    cases = [case for case in state.cases if case.system == system]
    column = state.systems.index(system)
    sums = fitted.cells.by_category(fitted.expected)[:, column]
    return Counted(
        system,
        tuple(
            _tally(one.correct for one in cases if one.example.category == category)
            for category in state.categories
        ),
        _tally(one.correct for one in cases),
        _tally(one.antecedent_correct for one in cases),
        sum(one.judged for one in cases),
        sum(one.approved and one.pronoun == OPEN for one in cases),
        Counter(one.pronoun for one in cases if one.apart),
        sum(not one.approved and one.pronoun == OPEN for one in cases),
        estimate,
        tuple(None if np.isnan(value) else float(value) for value in sums),
    )


def _tally(correct: Iterable[bool | None]) -> Tally:
    decided = [one for one in correct if one is not None]
    return Tally(sum(decided), len(decided))


def _verified(
    state: State, categories: Sequence[str], *, name: str, estimate: Estimate | None = None
) -> Verified:
    approved = [
        case for case in state.cases if case.approved and case.example.category in categories
    ]
    looked = Counter(case.pronoun for case in approved if case.drawn)
    return Verified(
        name,
        len(approved),
        looked[WRONG],
        looked[RIGHT],
        looked.total() - looked[WRONG] - looked[RIGHT] - looked[OPEN],
        sum(case.pronoun == OPEN for case in approved),
        estimate,
    )


def _pairs(
    state: State, fitted: Fitted, chosen: Sequence[tuple[str, str]], seed: int, times: int
) -> tuple[Pair, ...]:
    place = {system: number for number, system in enumerate(state.systems)}
    found = [
        # A generator of its own, so that the other pairs change nothing.
        compare(fitted, place[first], place[second], np.random.default_rng(seed), times)
        for first, second in chosen
    ]
    adjusted = holm([None if one is None else one.p for one in found])
    return tuple(
        Pair(first, second, one, p)
        for (first, second), one, p in zip(chosen, found, adjusted, strict=True)
    )


def _notes(verified: Sequence[Verified], counted: Sequence[Counted]) -> Iterable[str]:
    empty = [one.category for one in verified if not one.approved]
    if empty:
        yield f"nothing is approved in {', '.join(empty)}: there, people's judgements are all"
    unsure = [one.category for one in verified if one.unverified and not one.total]
    if unsure and any(one.total for one in verified):
        yield f"no approval was verified in {', '.join(unsure)}: the share of all is taken"
    verified_so_far = sum(one.total for one in verified)
    if any(one.unverified for one in verified) and 0 < verified_so_far < FEW:
        yield f"only {verified_so_far} approvals were verified: take corrected figures with care"
    if waiting := sum(one.open for one in counted):
        share_of = "the share of those judged in their system and category"
        yield f"{waiting} referred examples are open: corrected, they count with {share_of}"
    for one in counted:
        if one.estimate.why:
            what = "corrected estimate" if one.estimate.share is None else "interval"
            yield f"{one.system}: no {what}, since {one.estimate.why}"
