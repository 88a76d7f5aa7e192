"""Gap filling of a suite as it stands in a store: scores, what they are out of, agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from sqlalchemy import Connection, select

from proform.gap.answers import FILLS, Fill, find_gaps
from proform.gap.forms import BAD, Gaps
from proform.gap.measure import FILLED, OPEN, Outcome, Pair, Scores, combine, measure
from proform.model import Example
from proform.stats.agreement import Agreement, kappa
from proform.stats.crosstab import share
from proform.store import schema
from proform.store.load import Stored, load_target, targets
from proform.store.work import GAP, asks
from proform.suite.suite import Target

ABSENT, UNASKED = "no_word", "not_asked"
"""No word stands for the pronoun, so there is nothing to hide; nobody was asked."""


@dataclass(frozen=True)
class Asked:
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
    def outcome(self) -> Outcome:
        """What its answers come to."""
        if self.own is None:
            return Outcome(ABSENT)
        found = combine(self.answers.values())
        return Outcome(UNASKED) if found.kind == OPEN and not self.given else found


@dataclass(frozen=True)
class OfSystem:
    """A system: its scores, and what became of all examples of the suite."""

    system: str
    scores: Scores
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
    kappas: Mapping[str, Agreement]
    """For each choice, and for a bad translation: ticked or not."""


@dataclass(frozen=True)
class Results:
    """Everything."""

    stored: Stored
    gaps: Gaps
    cases: tuple[Asked, ...]
    systems: tuple[OfSystem, ...]
    pairs: tuple[OfPair, ...]


def gap_results(connection: Connection, stored: Stored, seed: int, times: int) -> Results:
    """The scores of a suite in which gaps were asked for; `times` resamples for kappa."""
    gaps = find_gaps(connection, stored)
    cases = _cases(connection, stored, gaps)
    systems = []
    for system in dict.fromkeys(case.system for case in cases):
        theirs = [case for case in cases if case.system == system]
        outcomes = [case.outcome for case in theirs]
        pairs = [
            Pair(case.own, outcome.fitting)
            for case, outcome in zip(theirs, outcomes, strict=True)
            if outcome.kind == FILLED and case.own is not None
        ]
        if any(case.given or case.answers for case in theirs):
            counted = Counter(outcome.kind for outcome in outcomes)
            systems.append(OfSystem(system, measure(pairs, gaps.forms), counted))
    return Results(stored, gaps, cases, tuple(systems), tuple(_agreement(gaps, cases, seed, times)))


def _cases(connection: Connection, stored: Stored, gaps: Gaps) -> tuple[Asked, ...]:
    answers: dict[int, dict[str, Fill]] = {}
    for filled in FILLS.latest(connection, stored.id):
        if filled.answer.decided or filled.answer.contradicts:
            answers.setdefault(filled.candidate, {})[filled.annotator] = filled.answer
    given = _given(connection, stored)
    examples = {stored.example_ids[example.number]: example for example in stored.suite.examples}
    numbers = _numbers(connection, stored)
    found = []
    for corpus in targets(connection, stored):
        target = load_target(connection, stored, corpus)
        for id_, example in examples.items():
            number = numbers.get((corpus.id, id_))
            if number is not None:
                own = gaps.own(target, target.placed[example.number])
                said = answers.get(number, {})
                found.append(Asked(number, example, target, own, said, number in given))
    return tuple(found)


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


def _agreement(gaps: Gaps, cases: Sequence[Asked], seed: int, times: int) -> list[OfPair]:
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
