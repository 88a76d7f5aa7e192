"""What a semi-automatic evaluation found: the paper's counts, and the corrected estimates."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from proform.errors import ProformError
from proform.human.opinion import RIGHT, WRONG
from proform.human.verdict import OPEN
from proform.scoring.summary import FEW
from proform.semi.decisions import (
    APPROVED_BY,
    BY_AGREEMENT,
    BY_REFERENCE,
    DIFFERENT,
    FALSE_FRIEND,
    AgreementRole,
)
from proform.semi.proxies import OwnEstimates, estimate_each
from proform.semi.state import SemiCase, State
from proform.stats.cells import Cells, Fitted, fit
from proform.stats.crosstab import share
from proform.stats.estimate import Compared, Estimate, clustered, compare, estimates, precision
from proform.stats.resample import holm
from proform.table.table import Table
from proform.table.tables import Drawable

TOTAL = "total"

_CHANGED = {
    AgreementRole.OFF: (),
    AgreementRole.REFER: (FALSE_FRIEND,),
    AgreementRole.APPROVE: (DIFFERENT, FALSE_FRIEND),
}
"""What agreement changes, by what it is to do."""


class CorrectCount(NamedTuple):
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
    by: str | None
    """What approved them; None for the total."""
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
class CountedSystem:
    """A system: the paper's count, what it is made of, and the corrected estimate."""

    system: str
    categories: tuple[CorrectCount, ...]
    total: CorrectCount
    antecedents: CorrectCount
    judged: int
    approved: int
    """Approvals that nobody judged."""
    apart: Counter[str]
    """What people looked at without a judgement, by reason."""
    open: int
    estimate: Estimate
    corrected: tuple[float | None, ...]
    """How many are right in each category."""


class Effect(NamedTuple):
    """The examples that a judge approved or referred, and what people say of them."""

    decision: str
    examples: int
    wrong: int
    right: int
    open: int
    interval: tuple[float, float] | None
    """Of the share that is right; the unit is the example in all systems."""

    @property
    def judged(self) -> int:
        """Those that people judged; of approvals, by chance."""
        return self.wrong + self.right

    @property
    def share(self) -> float | None:
        """What part of them is right."""
        return share(self.right, self.judged)


class SystemPair(NamedTuple):
    """One system against another; p of all pairs that were asked for, by Holm."""

    first: str
    second: str
    compared: Compared | None
    holm: float | None


@dataclass(frozen=True)
class Results(Drawable):
    """Everything, for systems from the best to the worst."""

    categories: tuple[str, ...]
    sizes: tuple[int, ...]
    asked: int
    verified: tuple[Verified, ...]
    verified_total: Verified
    effects: tuple[Effect, ...]
    """What agreement and other judges changed, if they took part."""
    systems: tuple[CountedSystem, ...]
    pairs: tuple[SystemPair, ...]
    apart: tuple[SemiCase, ...]
    notes: tuple[str, ...]
    own: OwnEstimates
    """Of each system by itself, with all proxies."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """The paper's two, and what is new beside them."""
        from proform.semi.tables import result_tables  # noqa: PLC0415 (which needs this)

        return tuple(result_tables(self))

    def drawn(self, kind: str) -> bytes:
        """Both counts of each system."""
        from proform.semi.tables import draw  # noqa: PLC0415 (which needs this)

        return draw(self, kind)


def cells_of(state: State) -> Cells:
    """The cases of a suite as arrays: its examples by its systems."""
    rows = {example.number: row for row, example in enumerate(state.suite.examples)}
    columns = {system: column for column, system in enumerate(state.systems)}
    shape = len(rows), len(columns)
    approved, drawn = (np.zeros(shape, dtype=bool) for _ in range(2))
    kind = np.zeros(shape, dtype=np.intp)
    aside = np.ones(shape, dtype=bool)  # a file from elsewhere may leave candidates out
    right = np.full(shape, np.nan)
    for case in state.cases:
        at = rows[case.example.number], columns[case.system]
        approved[at], drawn[at], aside[at] = case.approved, case.drawn, case.apart
        kind[at] = 0 if case.by is None else state.kinds.index(case.by)
        if case.judged:
            right[at] = case.pronoun == RIGHT
    category = np.array([state.categories.index(e.category) for e in state.suite.examples])
    return Cells(category, approved, right, aside, drawn, kind)


def system_estimates(state: State) -> dict[str, Estimate]:
    """The corrected estimate of each system, and nothing else."""
    return dict(zip(state.systems, estimates(fit(cells_of(state))), strict=True))


def count(
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
    counted = [
        _count(state, number, fitted, estimate) for number, estimate in enumerate(estimates(fitted))
    ]
    ranked = sorted(counted, key=_rank)
    names = [result.system for result in ranked]
    first = baseline or names[0]
    others = [(first, other) for other in names if other != first]
    verified = tuple(_by_group(state, fitted))
    own = estimate_each(state, fitted, seed)
    return Results(
        state.categories,
        tuple(state.sizes[category] for category in state.categories),
        state.asked,
        verified,
        _verified(state.cases, TOTAL),
        tuple(_effect(state, decision) for decision in _changed(state)),
        tuple(ranked),
        _pairs(state, fitted, list(combinations(names, 2)) if every_pair else others, seed, times),
        tuple(case for case in state.cases if case.apart),
        (*state.notes, *_notes(verified, counted), *own.notes()),
        own,
    )


def _by_group(state: State, fitted: Fitted) -> Iterator[Verified]:
    """Every category, and below it what other judges approve of it."""
    for category in state.categories:
        for number, group in enumerate(state.groups):
            cases = [case for case in state.cases if case.group == group]
            if group.category != category or (group.by != state.kinds[0] and not cases):
                continue
            # The share that they count with, if there are any.
            estimate = precision(fitted, number) if cases else None
            yield _verified(cases, category, group.by, estimate)


def _changed(state: State) -> tuple[str, ...]:
    """The decisions of other judges than matching."""
    others = (kind for kind in state.kinds if kind not in (BY_REFERENCE, BY_AGREEMENT))
    own = (DIFFERENT,) if BY_AGREEMENT in state.kinds else ()
    named = (*_CHANGED[state.role], *own, *(f"{APPROVED_BY}{kind}" for kind in others))
    return tuple(dict.fromkeys(named))


def _rank(counted: CountedSystem) -> tuple[float, int]:
    estimated = -1.0 if counted.estimate.share is None else counted.estimate.share
    return -estimated, -counted.total.correct


def _count(state: State, column: int, fitted: Fitted, estimate: Estimate) -> CountedSystem:
    system = state.systems[column]
    cases = [case for case in state.cases if case.system == system]
    sums = fitted.cells.by_category(fitted.expected)[:, column]
    return CountedSystem(
        system,
        tuple(
            _tally(case.correct for case in cases if case.example.category == category)
            for category in state.categories
        ),
        _tally(case.correct for case in cases),
        _tally(case.antecedent_correct for case in cases),
        sum(case.judged for case in cases),
        sum(case.approved and case.pronoun == OPEN for case in cases),
        Counter(case.pronoun for case in cases if case.apart),
        sum(not case.approved and case.pronoun == OPEN for case in cases),
        estimate,
        tuple(None if np.isnan(value) else float(value) for value in sums),
    )


def _tally(correct: Iterable[bool | None]) -> CorrectCount:
    decided = [right for right in correct if right is not None]
    return CorrectCount(sum(decided), len(decided))


def _verified(
    cases: Iterable[SemiCase], name: str, by: str | None = None, estimate: Estimate | None = None
) -> Verified:
    approved = [case for case in cases if case.approved]
    looked = Counter(case.pronoun for case in approved if case.drawn)
    return Verified(
        name,
        by,
        len(approved),
        looked[WRONG],
        looked[RIGHT],
        looked.total() - looked[WRONG] - looked[RIGHT] - looked[OPEN],
        sum(case.pronoun == OPEN for case in approved),
        estimate,
    )


def _pairs(
    state: State, fitted: Fitted, chosen: Sequence[tuple[str, str]], seed: int, times: int
) -> tuple[SystemPair, ...]:
    place = state.systems.index
    compared = [
        # A generator of its own, so that the other pairs change nothing.
        compare(fitted, place(first), place(second), np.random.default_rng(seed), times)
        for first, second in chosen
    ]
    adjusted = holm([None if pair is None else pair.p for pair in compared])
    return tuple(
        SystemPair(*names, pair, p)
        for names, pair, p in zip(chosen, compared, adjusted, strict=True)
    )


def _notes(verified: Sequence[Verified], counted: Sequence[CountedSystem]) -> Iterator[str]:
    used = {row.category for row in verified if row.approved}
    empty = [row.category for row in verified if row.category not in used]
    if empty:
        yield f"nothing is approved in {', '.join(empty)}: only people's judgements count there"
    total = sum(row.total for row in verified)
    for by in dict.fromkeys(row.by for row in verified):
        what = "approval" if by == BY_REFERENCE else f"approval by {by}"
        unsure = [
            row.category for row in verified if row.by == by and row.unverified and not row.total
        ]
        if unsure and total:
            yield f"no {what} was verified in {', '.join(unsure)}: the share of all is taken"
    if any(row.unverified for row in verified) and 0 < total < FEW:
        yield f"only {total} approvals were verified: take corrected figures with care"
    if waiting := sum(result.open for result in counted):
        share_of = "the share of those judged in their system and category"
        yield f"{waiting} referred examples are open: corrected, they count with {share_of}"
    for result in counted:
        if result.estimate.why:
            what = "corrected estimate" if result.estimate.share is None else "interval"
            yield f"{result.system}: no {what}, since {result.estimate.why}"


def _effect(state: State, decision: str) -> Effect:
    cases = [case for case in state.cases if case.decision == decision]
    # What was verified by choice says nothing of the other approvals.
    looked = [case for case in cases if case.judged and (case.drawn or not case.approved)]
    sizes = Counter(case.example.number for case in looked)
    right = Counter(case.example.number for case in looked if case.pronoun == RIGHT)
    return Effect(
        decision,
        len(cases),
        sum(case.pronoun == WRONG for case in looked),
        right.total(),
        sum(case.pronoun == OPEN for case in cases),
        clustered(np.array([right[number] for number in sizes]), np.array(list(sizes.values()))),
    )
