"""Gap filling of a suite as it stands in a store: scores, what they are out of, agreement."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.gap import measure
from proform.gap.answers import BAD, FILLS, Fill, Gaps, find_gaps, gap_candidates
from proform.model import Example
from proform.output import File
from proform.stats.agreement import Reliability, kappa
from proform.stats.crosstab import share
from proform.store import schema
from proform.store.suites import Stored, reading_suite
from proform.store.work import GAP, asks
from proform.suite.suite import Target
from proform.table.table import Column, Table, attributes, ends, rounded, span
from proform.table.tables import Tabular


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
    def outcome(self) -> measure.GapOutcome:
        """What its answers come to."""
        if self.own is None:
            return measure.GapOutcome(measure.ABSENT)
        outcome = measure.combine(self.answers.values())
        unasked = outcome.kind == measure.OPEN and not self.given
        return measure.GapOutcome(measure.UNASKED) if unasked else outcome


@dataclass(frozen=True)
class OfSystem:
    """A system: its scores, and what became of all examples of the suite."""

    system: str
    scores: measure.GapScores
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
        undecided = [case for case in self.cases if case.outcome.kind == measure.UNDECIDED]
        return (
            *measure.score_tables({scored.system: scored.scores for scored in self.systems}),
            _denominators(self),
            *([_undecided(self.gaps, undecided)] if undecided else []),
            *([_agreement(self.pairs), _kappas(self.pairs)] if self.pairs else []),
        )


def results(
    where: File, *, resamples: int = 1000, seed: int = 12345, suite: str | None = None
) -> GapResults:
    """How often a system's own pronoun is one that people ticked, and how far they agree.

    >>> scores = proform.gap.results("suite.db")  # doctest: +SKIP
    >>> scores["accuracy"].records[0]["accuracy"]  # doctest: +SKIP
    """
    with reading_suite(str(where), suite) as (connection, stored):
        scores = evaluate(connection, stored, seed, resamples)
    if not scores.systems:
        raise ProformError("no system of the suite is part of its gap filling any more")
    return scores


def evaluate(connection: Connection, stored: Stored, seed: int, times: int) -> GapResults:
    """The scores of a suite in which gaps were asked for; `times` resamples for kappa."""
    gaps = find_gaps(connection, stored)
    cases = tuple(_cases(connection, stored, gaps))
    systems = []
    for system in dict.fromkeys(case.system for case in cases):
        theirs = [case for case in cases if case.system == system]
        outcomes = [case.outcome for case in theirs]
        pairs = [
            measure.GapPair(case.own, outcome.fitting)
            for case, outcome in zip(theirs, outcomes, strict=True)
            if outcome.kind == measure.FILLED and case.own is not None
        ]
        if any(case.given or case.answers for case in theirs):
            counted = Counter(outcome.kind for outcome in outcomes)
            systems.append(OfSystem(system, measure.measure(pairs, gaps.forms), counted))
    return GapResults(stored, gaps, cases, tuple(systems), tuple(_pairs(gaps, cases, seed, times)))


def _cases(connection: Connection, stored: Stored, gaps: Gaps) -> Iterator[GapCase]:
    answers: dict[int, dict[str, Fill]] = {}
    for filled in FILLS.latest(connection, stored.id):
        if filled.answer.decided or filled.answer.contradicts:
            answers.setdefault(filled.candidate, {})[filled.annotator] = filled.answer
    members, tasks = schema.task_candidates, schema.tasks
    asked = (
        select(members.c.candidate)
        .select_from(members.join(tasks))
        .where(tasks.c.suite == stored.id, asks(GAP))
    )
    given = set(connection.scalars(asked))
    for id_, candidate in gap_candidates(connection, stored).items():
        said = answers.get(candidate.number, {})
        yield GapCase(*candidate, candidate.own(gaps), said, id_ in given)


def _pairs(gaps: Gaps, cases: Sequence[GapCase], seed: int, times: int) -> Iterator[OfPair]:
    both: dict[tuple[str, str], list[tuple[set[str], set[str]]]] = {}
    for case in cases:
        decided = {name: answer for name, answer in case.answers.items() if answer.decided}
        for names in combinations(sorted(decided), 2):
            first, second = (set(decided[name].said(gaps)) for name in names)
            both.setdefault(names, []).append((first, second))
    for names, ticks in sorted(both.items()):
        kappas = {
            choice: kappa(
                [choice in first for first, _ in ticks],
                [choice in second for _, second in ticks],
                np.random.default_rng(seed),
                times,
            )
            for choice in (*gaps.choices, BAD)
        }
        same = sum(first == second for first, second in ticks)
        overlap = sum(len(first & second) / len(first | second) for first, second in ticks)
        yield OfPair(*names, len(ticks), same, share(overlap, len(ticks)), kappas)


def _denominators(results: GapResults) -> Table:
    note = (
        "filled: what scores are out of; undecided: no form has more than half of the annotators; "
        "open: given out, and not answered; no word: none stands for the pronoun, so nothing could "
        "be hidden"
    )
    records = tuple(
        {"system": scored.system, **{name: scored.outcomes[name] for name in measure.OUTCOMES}}
        for scored in results.systems
    )
    columns = (Column(name.replace("_", " "), (name,)) for name in ("system", *measure.OUTCOMES))
    title = f"what became of {len(results.stored.suite.examples)} examples"
    return Table("denominators", title, tuple(columns), records, (note,))


def _undecided(gaps: Gaps, cases: Sequence[GapCase]) -> Table:
    records = tuple(
        {
            "example": case.example.number,
            "system": case.system,
            "category": case.example.category,
            "answers": "; ".join(
                f"{name}: {', '.join(answer.said(gaps))}"
                for name, answer in sorted(case.answers.items())
            ),
        }
        for case in cases
    )
    heads = ("example", "system", "category", "answers")
    return Table("undecided", "undecided", tuple(map(Column, heads)), records)


_NAMES = Column("annotators", ("first", "second"), "{}, {}".format)


def _agreement(pairs: Sequence[OfPair]) -> Table:
    names = ("first", "second", "n", "same", "overlap")
    records = tuple(attributes(pair, *names) for pair in pairs)
    columns = (_NAMES, Column("n"), Column("same"), Column("overlap", show=rounded(3)))
    note = "n: answered by both; overlap: of what either ticked, the share that both did (mean)"
    return Table("agreement", "agreement of annotators", columns, records, (note,))


def _kappas(pairs: Sequence[OfPair]) -> Table:
    records = tuple(
        {
            **attributes(pair, "first", "second"),
            "choice": choice,
            "kappa": agreed.value,
            **ends(agreed.interval),
            "why": agreed.why or None,
        }
        for pair in pairs
        for choice, agreed in pair.kappas.items()
    )
    interval = Column("95% interval", ("low", "high"), span(2))
    columns = (_NAMES, Column("choice"), Column("kappa", show=rounded(2)), interval)
    title = "agreement by choice: ticked or not (Cohen's kappa)"
    return Table("kappa", title, columns, records)
