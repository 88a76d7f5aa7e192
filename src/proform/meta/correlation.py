"""How far metrics go with people over systems, and whether one does better than another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.random import default_rng

from proform.errors import ProformError
from proform.meta.systems import Judges, Study, load_study
from proform.stats.comparison import Permutation, Williams, permute, williams
from proform.stats.correlate import (
    MEASURES,
    Array,
    Correlation,
    Scores,
    Sensitivity,
    coefficient,
    leave_one_out,
)
from proform.stats.correlate import correlate as estimate
from proform.stats.resample import holm
from proform.table.table import UNDEFINED, Column, Record, Table, rounded, span
from proform.table.tables import Drawable, Tables


@dataclass(frozen=True, slots=True)
class Correlated:
    """A metric, one coefficient of it, and what single systems do to it."""

    metric: str
    scores: Scores
    correlation: Correlation
    sensitivity: Sensitivity | None

    @property
    def without(self) -> dict[str, float | None]:
        """The coefficient without each system."""
        if self.sensitivity is None:
            return {}
        return dict(zip(self.scores.systems, self.sensitivity.without, strict=True))

    @property
    def largest(self) -> str | None:
        """The system whose omission changes most."""
        if self.sensitivity is None or self.sensitivity.largest is None:
            return None
        return self.scores.systems[self.sensitivity.largest]

    @property
    def why(self) -> str:
        """Why something is undefined, if it is."""
        if self.correlation.value is not None and self.sensitivity is None:
            few = f"with {self.correlation.n} systems, none can be left out"
            return f"{self.correlation.why}; {few}" if self.correlation.why else few
        return self.correlation.why


@dataclass(frozen=True, slots=True)
class ComparedMetrics:
    """Two metrics on the systems that both have a score of; p-values as they are and corrected."""

    first: str
    second: str
    n: int
    values: tuple[float | None, float | None]
    williams: Williams
    williams_holm: float | None
    permutation: Permutation
    permutation_holm: float | None


@dataclass(frozen=True)
class Correlations(Drawable):
    """Metrics against human scores over systems."""

    human: str
    correlated: tuple[Correlated, ...]
    notes: tuple[str, ...]
    each: bool = False
    """Is there a table of the values with each system left out?"""

    @property
    def tables(self) -> tuple[Table, ...]:
        """The coefficients; if wished for, with each system left out in turn."""
        first = correlations(self.correlated, self.human)
        return (first, influence_table(self.correlated)) if self.each else (first,)

    def drawn(self, kind: str) -> bytes:
        """A scatter plot of each metric."""
        from proform.meta.scatter import draw  # noqa: PLC0415 (matplotlib is slow to import)

        return draw(self.correlated, self.human, kind)


def correlate(
    scores: Sequence[str | PathLike[str]],
    human: str,
    *,
    metrics: Sequence[str] = (),
    each: bool = False,
    resamples: int = 10_000,
    seed: int = 12345,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> Correlations:
    """Correlate metrics with human scores over systems, and see what single systems do to it.

    >>> found = proform.meta.correlate(["scores.tsv"], "people", metrics=["apt"])  # doctest: +SKIP
    >>> found["correlations"].records[0]["value"]  # doctest: +SKIP
    >>> found.draw("scatter.svg")  # doctest: +SKIP
    """
    study = load_study([Path(file) for file in scores], Judges(human, suite, adjudicator), metrics)
    how = f"intervals by {resamples} resamples of the systems, seed {seed}; p is two-sided"
    correlated = tuple(correlate_all(study, resamples, seed))
    return Correlations(study.human, correlated, (*study.notes, how), each)


def compare(
    scores: Sequence[str | PathLike[str]],
    human: str,
    *,
    metrics: Sequence[str] = (),
    negate: Sequence[str] = (),
    measure: str = "pearson",
    resamples: int = 10_000,
    seed: int = 12345,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> Tables:
    """Compare metrics by how well they go with human scores, two at a time.

    >>> proform.meta.compare(["scores.tsv"], "people", negate=["ter"])  # doctest: +SKIP
    """
    if measure not in MEASURES:
        raise ProformError(f"no measure {measure!r}", hint=f"there are {', '.join(MEASURES)}")
    judges = Judges(human, suite, adjudicator)
    study = load_study([Path(file) for file in scores], judges, metrics, negate)
    if len(study.metrics) < 2:
        raise ProformError("one metric only: there is nothing to compare it with")
    compared = compare_all(study, measure, resamples, seed)
    how = f"{resamples} permutations, seed {seed}; p is two-sided"
    return Tables((comparisons(compared, measure),), (*study.notes, how))


def correlate_all(study: Study, times: int, seed: int) -> list[Correlated]:
    """Every metric by every measure; the draws start anew for each."""
    return [
        Correlated(
            name,
            scores,
            estimate(scores.metric, scores.human, measure, default_rng(seed), times),
            leave_one_out(scores.metric, scores.human, measure),
        )
        for name, scores in study.metrics.items()
        for measure in MEASURES
    ]


def compare_all(study: Study, measure: str, times: int, seed: int) -> list[ComparedMetrics]:
    """Every pair of metrics: Williams's test (of Pearson's r) and a permutation test."""
    pairs = list(combinations(study.metrics, 2))
    shared = [_shared(study.metrics[one], study.metrics[two]) for one, two in pairs]
    tested = [williams(*scores) for scores in shared]
    permuted = [permute(*scores, measure, default_rng(seed), times) for scores in shared]
    corrected = holm([test.p for test in tested])
    permuted_holm = holm([test.p for test in permuted])
    return [
        ComparedMetrics(
            one,
            two,
            len(human),
            (coefficient(first, human, measure), coefficient(second, human, measure)),
            tested[place],
            corrected[place],
            permuted[place],
            permuted_holm[place],
        )
        for place, ((one, two), (first, second, human)) in enumerate(
            zip(pairs, shared, strict=True)
        )
    ]


def _shared(first: Scores, second: Scores) -> tuple[Array, Array, Array]:
    """Scores of the systems that both metrics have, and the human ones."""
    one = dict(zip(first.systems, zip(first.metric, first.human, strict=True), strict=True))
    two = dict(zip(second.systems, second.metric, strict=True))
    both = [system for system in one if system in two]
    return (
        np.array([one[system][0] for system in both], float),
        np.array([two[system] for system in both], float),
        np.array([one[system][1] for system in both], float),
    )


def p_value(p: float | None) -> str:
    """Small ones are not rounded to nothing."""
    if p is None:
        return UNDEFINED
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"


_CORRELATION = (
    Column("metric"),
    Column("measure"),
    Column("n"),
    Column("value", show=rounded(3)),
    Column("95% interval", ("low", "high"), span(3)),
    Column("p", show=p_value),
    Column("without", ("largest",)),
    Column("then", ("without_largest",), rounded(3)),
)


def correlations(found: Sequence[Correlated], human: str) -> Table:
    """A row for each metric and measure."""
    return Table(
        "correlations",
        f"correlation with human scores ({human})",
        _CORRELATION,
        tuple(map(_record, found)),
        tuple(_notes(found)),
    )


def influence_table(found: Sequence[Correlated]) -> Table:
    """The coefficients with each system left out in turn; a star marks the largest change."""
    measures = list(dict.fromkeys(one.correlation.measure for one in found))
    records: list[Record] = []
    for metric, group in groupby(found, key=lambda one: one.metric):
        ones = {one.correlation.measure: one for one in group}
        for system in dict.fromkeys(name for one in ones.values() for name in one.without):
            record: dict[str, object] = {"metric": metric, "without": system}
            for measure, one in ones.items():
                record[measure] = one.without.get(system)
                record[f"{measure}_largest"] = one.largest == system
            records.append(record)
    columns = [Column(name, (name, f"{name}_largest"), _starred) for name in measures]
    return Table(
        "leave_one_out",
        "the same, each system left out in turn",
        (Column("metric"), Column("without"), *columns),
        tuple(records),
        ("*: the largest change",),
    )


def _starred(value: float | None, largest: bool) -> str:
    shown = UNDEFINED if value is None else f"{value:.3f}"
    return f"{shown}*" if largest else f"{shown} "


def _record(one: Correlated) -> Record:
    found = one.correlation
    return {
        "metric": one.metric,
        "measure": found.measure,
        "n": found.n,
        "value": found.value,
        "low": found.interval.low if found.interval else None,
        "high": found.interval.high if found.interval else None,
        "p": found.p,
        "largest": one.largest,
        "without_largest": None if one.largest is None else one.without[one.largest],
        "carries": one.sensitivity is not None and one.sensitivity.carries,
        "without": one.without,
        "left_out": list(one.scores.left_out),
    }


def _notes(found: Sequence[Correlated]) -> Iterator[str]:
    for one in found:
        sensitivity = one.sensitivity
        if sensitivity is not None and sensitivity.carries:
            sentence = sensitivity.sentence(one.scores.systems)
            yield f"{one.metric}, {one.correlation.measure}: {sentence}"
    for metric, group in groupby(found, key=lambda one: one.metric):
        whys: dict[str, list[str]] = {}
        for one in group:
            if one.why:
                whys.setdefault(one.why, []).append(one.correlation.measure)
        for why, measures in whys.items():
            yield f"{metric}, {', '.join(measures)}: {why}"


_COMPARISON = (
    Column("metrics", ("first", "second"), lambda first, second: f"{first} – {second}"),
    Column("n"),
    Column("first", ("first_value",), rounded(3)),
    Column("second", ("second_value",), rounded(3)),
    Column("difference", show=rounded(3, signed=True)),
    Column("t", show=rounded(2)),
    Column("p (Williams)", ("p_williams",), p_value),
    Column("Holm", ("p_williams_holm",), p_value),
    Column("p (permutation)", ("p_permutation",), p_value),
    Column("Holm", ("p_permutation_holm",), p_value),
)


def comparisons(found: Sequence[ComparedMetrics], measure: str) -> Table:
    """A row for each pair of metrics."""
    notes: list[str] = []
    for one in found:
        pair = f"{one.first} – {one.second}"
        whys = dict.fromkeys(why for why in (one.williams.why, one.permutation.why) if why)
        notes += [f"{pair}: {why}" for why in whys]
    against = {
        name
        for one in found
        for name, value in zip((one.first, one.second), one.values, strict=True)
        if value is not None and value < 0
    }
    notes += [
        f"{name} goes against the human scores; if less is better there, give --negate {name}"
        for name in sorted(against)
    ]
    if number := sum(one.permutation.p is not None for one in found):
        notes.append(f"Holm: corrected for {number} comparison{'s' if number > 1 else ''}")
    if measure != "pearson":
        notes.append(f"Williams's test is of Pearson's r, the other columns are of {measure}")
    title = f"do metrics differ in their correlation ({measure}) with human scores?"
    return Table("comparisons", title, _COMPARISON, tuple(map(_compared, found)), tuple(notes))


def _compared(one: ComparedMetrics) -> Record:
    first, second = one.values
    return {
        "first": one.first,
        "second": one.second,
        "n": one.n,
        "first_value": first,
        "second_value": second,
        "difference": None if first is None or second is None else first - second,
        "t": one.williams.t,
        "df": one.williams.df,
        "p_williams": one.williams.p,
        "p_williams_holm": one.williams_holm,
        "p_permutation": one.permutation.p,
        "p_permutation_holm": one.permutation_holm,
    }
