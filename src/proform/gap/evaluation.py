"""Gap filling of a suite as it stands in a store: scores, what they are out of, agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from os import PathLike

import numpy as np
from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.gap.answers import FILLS, Fill, find_gaps
from proform.gap.forms import BAD, Gaps
from proform.gap.measure import FILLED, OPEN, GapOutcome, GapPair, GapScores, combine, measure
from proform.model import Example
from proform.stats.agreement import Reliability, kappa
from proform.stats.crosstab import share
from proform.store import schema
from proform.store.database import opened
from proform.store.load import Stored, find_suite, load_target, targets
from proform.store.work import GAP, asks
from proform.suite.suite import Target
from proform.table.table import Table
from proform.table.tables import Tabular

ABSENT, UNASKED = "no_word", "not_asked"
"""No word stands for the pronoun, so there is nothing to hide; nobody was asked."""


@dataclass(frozen=True)
class GapCase:
    """One example in one translation."""

    number: int
    example: Example
    target: Target
    own: str | None
    answers: Mapping[str, Fill]
    """By annotator; only those that say something."""
    given: bool
    """Is it part of a task?"""

    @property
    def system(self) -> str:
        """The name of the translation."""
        return self.target.name

    @property
    def outcome(self) -> GapOutcome:
        """What its answers come to."""
        if self.own is None:
            return GapOutcome(ABSENT)
        outcome = combine(self.answers.values())
        return GapOutcome(UNASKED) if outcome.kind == OPEN and not self.given else outcome


@dataclass(frozen=True)
class OfSystem:
    """A system: its scores, and what became of all examples of the suite."""

    system: str
    scores: GapScores
    outcomes: Counter[str]


@dataclass(frozen=True)
class OfPair:
    """Two annotators: what both answered, and how far they say the same."""

    first: str
    second: str
    n: int
    same: int
    overlap: float | None
    """The mean share of what either ticked that both ticked (Jaccard)."""
    kappas: Mapping[str, Reliability]
    """For each choice, and for a bad translation: ticked or not."""


@dataclass(frozen=True)
class GapResults(Tabular):
    """Scores of systems, what they are out of, and how far annotators agree."""

    stored: Stored
    gaps: Gaps
    cases: tuple[GapCase, ...]
    systems: tuple[OfSystem, ...]
    pairs: tuple[OfPair, ...]
    notes: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """Accuracies, scores by pronoun, denominators, what is undecided, and agreement."""
        from proform.gap.tables import gap_tables  # noqa: PLC0415 (which needs this)

        return tuple(gap_tables(self))


def results(
    where: str | PathLike[str],
    *,
    resamples: int = 1000,
    seed: int = 12345,
    suite: str | None = None,
) -> GapResults:
    """How often a system's own pronoun is one that people ticked, and how far they agree.

    >>> scores = proform.gap.results("suite.db")  # doctest: +SKIP
    >>> scores["accuracy"].records[0]["accuracy"]  # doctest: +SKIP
    """
    with opened(str(where)) as store, store.reading() as connection:
        scores = evaluate(connection, find_suite(connection, suite), seed, resamples)
    if not scores.systems:
        raise ProformError("no system of the suite is part of its gap filling any more")
    return scores


def evaluate(connection: Connection, stored: Stored, seed: int, times: int) -> GapResults:
    """The scores of a suite in which gaps were asked for; `times` resamples for kappa."""
    gaps = find_gaps(connection, stored)
    cases = _cases(connection, stored, gaps)
    systems = []
    for system in dict.fromkeys(case.system for case in cases):
        theirs = [case for case in cases if case.system == system]
        outcomes = [case.outcome for case in theirs]
        pairs = [
            GapPair(case.own, outcome.fitting)
            for case, outcome in zip(theirs, outcomes, strict=True)
            if outcome.kind == FILLED and case.own is not None
        ]
        if any(case.given or case.answers for case in theirs):
            counted = Counter(outcome.kind for outcome in outcomes)
            systems.append(OfSystem(system, measure(pairs, gaps.forms), counted))
    agreement = tuple(_agreement(gaps, cases, seed, times))
    return GapResults(stored, gaps, cases, tuple(systems), agreement)


def _cases(connection: Connection, stored: Stored, gaps: Gaps) -> tuple[GapCase, ...]:
    answers: dict[int, dict[str, Fill]] = {}
    for filled in FILLS.latest(connection, stored.id):
        if filled.answer.decided or filled.answer.contradicts:
            answers.setdefault(filled.candidate, {})[filled.annotator] = filled.answer
    given = _given(connection, stored)
    examples = {stored.example_ids[example.number]: example for example in stored.suite.examples}
    numbers = _numbers(connection, stored)
    cases = []
    for corpus in targets(connection, stored):
        target = load_target(connection, stored, corpus)
        for id_, example in examples.items():
            number = numbers.get((corpus.id, id_))
            if number is not None:
                own = gaps.own(target, target.placed[example.number])
                said = answers.get(number, {})
                cases.append(GapCase(number, example, target, own, said, number in given))
    return tuple(cases)


def _numbers(connection: Connection, stored: Stored) -> dict[tuple[int, int], int]:
    table = schema.candidates
    rows = connection.execute(select(table).where(table.c.suite == stored.id))
    return {(row.corpus, row.example): row.number for row in rows}


def _given(connection: Connection, stored: Stored) -> set[int]:
    members = schema.task_candidates
    return set(
        connection.scalars(
            select(schema.candidates.c.number)
            .select_from(members.join(schema.tasks).join(schema.candidates))
            .where(schema.tasks.c.suite == stored.id, asks(GAP))
        )
    )


def _agreement(gaps: Gaps, cases: Sequence[GapCase], seed: int, times: int) -> list[OfPair]:
    both: dict[tuple[str, str], list[tuple[frozenset[str], frozenset[str]]]] = {}
    for case in cases:
        decided = {name: answer for name, answer in case.answers.items() if answer.decided}
        for one, two in combinations(sorted(decided), 2):
            ticks = frozenset(decided[one].said(gaps)), frozenset(decided[two].said(gaps))
            both.setdefault((one, two), []).append(ticks)
    return [
        OfPair(
            *names,
            len(ticks),
            sum(one == two for one, two in ticks),
            share(sum(len(one & two) / len(one | two) for one, two in ticks), len(ticks)),
            {
                choice: kappa(
                    [choice in one for one, _ in ticks],
                    [choice in two for _, two in ticks],
                    np.random.default_rng(seed),
                    times,
                )
                for choice in (*gaps.choices, BAD)
            },
        )
        for names, ticks in sorted(both.items())
    ]
