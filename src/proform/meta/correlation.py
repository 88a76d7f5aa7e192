"""How far metrics go with people over systems, and whether one does better than another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Unpack

from numpy.random import default_rng

from proform.errors import ProformError
from proform.meta.examples import Judges, Settling
from proform.meta.scatter import draw
from proform.meta.scores import Study, load_study
from proform.output import File, needed_paths
from proform.stats import correlate as stats
from proform.stats.comparison import permute, williams
from proform.stats.resample import holm
from proform.table.table import UNDEFINED, Column, Record, Table, attributes, ends, rounded, span
from proform.table.tables import Drawable, Tables


@dataclass(frozen=True, slots=True)
class Correlated:
    """A metric, one coefficient of it, and what single systems do to it."""

    metric: str
    scores: stats.Scores
    correlation: stats.Correlation
    sensitivity: stats.Sensitivity | None

    @property
    def without(self) -> dict[str, float | None]:
        """The coefficient without each system."""
        if self.sensitivity is None:
            return {}
        return dict(zip(self.scores.systems, self.sensitivity.without, strict=True))

    @property
    def largest(self) -> str | None:
        """The system whose omission changes most."""
        largest = self.sensitivity.largest if self.sensitivity else None
        return None if largest is None else self.scores.systems[largest]

    @property
    def why(self) -> str:
        """Why something is undefined, if it is."""
        why = self.correlation.why
        if self.correlation.value is None or self.sensitivity is not None:
            return why
        few = f"with {self.correlation.n} systems, none can be left out"
        return f"{why}; {few}" if why else few


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
        title = f"correlation with human scores ({self.human})"
        records, notes = tuple(map(_record, self.correlated)), tuple(_notes(self.correlated))
        first = Table("correlations", title, _CORRELATION, records, notes)
        return (first, _influence(self.correlated)) if self.each else (first,)

    def drawn(self, kind: str) -> bytes:
        """A scatter plot of each metric."""
        return draw(self.correlated, self.human, kind)


def correlate(
    scores: Sequence[File],
    human: str,
    *,
    metrics: Sequence[str] = (),
    each: bool = False,
    resamples: int = 10_000,
    seed: int = 12345,
    **settling: Unpack[Settling],
) -> Correlations:
    """Correlate metrics with human scores over systems, and see what single systems do to it.

    >>> apt = proform.meta.correlate(["scores.tsv"], "people", metrics=["apt"])  # doctest: +SKIP
    >>> apt["correlations"].records[0]["value"]  # doctest: +SKIP
    >>> apt.draw("scatter.svg")  # doctest: +SKIP
    """
    study = load_study(needed_paths("scores", scores), Judges(human, **settling), metrics)
    how = f"intervals by {resamples} resamples of the systems, seed {seed}; p is two-sided"
    correlated = tuple(correlate_all(study, resamples, seed))
    return Correlations(study.human, correlated, (*study.notes, how), each)


def compare(
    scores: Sequence[File],
    human: str,
    *,
    metrics: Sequence[str] = (),
    negate: Sequence[str] = (),
    measure: str = "pearson",
    resamples: int = 10_000,
    seed: int = 12345,
    **settling: Unpack[Settling],
) -> Tables:
    """Compare metrics by how well they go with human scores, two at a time.

    >>> proform.meta.compare(["scores.tsv"], "people", negate=["ter"])  # doctest: +SKIP
    """
    if measure not in stats.MEASURES:
        raise ProformError(f"no measure {measure!r}", hint=f"there are {', '.join(stats.MEASURES)}")
    judges = Judges(human, **settling)
    study = load_study(needed_paths("scores", scores), judges, metrics, negate)
    if len(study.metrics) < 2:
        raise ProformError("only one metric: there is nothing to compare it with")
    how = f"{resamples} permutations, seed {seed}; p is two-sided"
    return Tables((_comparisons(study, measure, resamples, seed),), (*study.notes, how))


def correlate_all(study: Study, times: int, seed: int) -> list[Correlated]:
    """Every metric by every measure; the draws start anew for each."""
    return [
        Correlated(
            name,
            scores,
            stats.correlate(scores.metric, scores.human, measure, default_rng(seed), times),
            stats.leave_one_out(scores.metric, scores.human, measure),
        )
        for name, scores in study.metrics.items()
        for measure in stats.MEASURES
    ]


def _shared(
    first: stats.Scores, second: stats.Scores
) -> tuple[stats.Array, stats.Array, stats.Array]:
    """Scores of the systems that both metrics have, and the human ones."""
    there = {system: place for place, system in enumerate(second.systems)}
    both = [place for place, system in enumerate(first.systems) if system in there]
    others = [there[first.systems[place]] for place in both]
    return first.metric[both], second.metric[others], first.human[both]


def p_value(p: float | None) -> str:
    """Small values are not rounded to nothing."""
    return "<0.0001" if p is not None and p < 0.0001 else rounded(4)(p)


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


def _influence(correlated: Sequence[Correlated]) -> Table:
    measures = list(dict.fromkeys(result.correlation.measure for result in correlated))
    records: list[Record] = []
    for metric, group in groupby(correlated, key=lambda result: result.metric):
        by_measure = {result.correlation.measure: result for result in group}
        for system in dict.fromkeys(
            name for result in by_measure.values() for name in result.without
        ):
            record: dict[str, object] = {"metric": metric, "without": system}
            for measure, result in by_measure.items():
                record[measure] = result.without.get(system)
                record[f"{measure}_largest"] = result.largest == system
            records.append(record)
    columns = [Column(name, (name, f"{name}_largest"), _starred) for name in measures]
    columns = [Column("metric"), Column("without"), *columns]
    title, note = "the same, each system left out in turn", "*: the largest change"
    return Table("leave_one_out", title, tuple(columns), tuple(records), (note,))


def _starred(value: float | None, largest: bool) -> str:
    shown = UNDEFINED if value is None else f"{value:.3f}"
    return f"{shown}*" if largest else f"{shown} "


def _record(result: Correlated) -> Record:
    return {
        "metric": result.metric,
        **attributes(result.correlation, "measure", "n", "value"),
        **ends(result.correlation.interval),
        "p": result.correlation.p,
        "largest": result.largest,
        "without_largest": None if result.largest is None else result.without[result.largest],
        "carries": result.sensitivity is not None and result.sensitivity.carries,
        "without": result.without,
        "left_out": list(result.scores.left_out),
    }


def _notes(correlated: Sequence[Correlated]) -> Iterator[str]:
    for result in correlated:
        if result.sensitivity is not None and result.sensitivity.carries:
            sentence = result.sensitivity.sentence(result.scores.systems)
            yield f"{result.metric}, {result.correlation.measure}: {sentence}"
    for metric, group in groupby(correlated, key=lambda result: result.metric):
        whys: dict[str, list[str]] = {}
        for result in group:
            whys.setdefault(result.why, []).append(result.correlation.measure)
        for why, measures in whys.items():
            if why:
                yield f"{metric}, {', '.join(measures)}: {why}"


_COMPARISON = (
    Column("metrics", ("first", "second"), "{} – {}".format),
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


def _comparisons(study: Study, measure: str, times: int, seed: int) -> Table:
    """Every pair of metrics: Williams's test (of Pearson's r) and a permutation test."""
    pairs = list(combinations(study.metrics, 2))
    shared = [_shared(study.metrics[first], study.metrics[second]) for first, second in pairs]
    tested = [williams(*scores) for scores in shared]
    permuted = [permute(*scores, measure, default_rng(seed), times) for scores in shared]
    tested_holm, permuted_holm = (holm([test.p for test in tests]) for tests in (tested, permuted))
    records: list[Record] = []
    notes: list[str] = []
    against: set[str] = set()
    for place, (names, (*metrics, human)) in enumerate(zip(pairs, shared, strict=True)):
        test, permutation = tested[place], permuted[place]
        first, second = (stats.coefficient(metric, human, measure) for metric in metrics)
        records.append(
            {
                "first": names[0],
                "second": names[1],
                "n": len(human),
                "first_value": first,
                "second_value": second,
                "difference": None if first is None or second is None else first - second,
                "t": test.t,
                "df": test.df,
                "p_williams": test.p,
                "p_williams_holm": tested_holm[place],
                "p_permutation": permutation.p,
                "p_permutation_holm": permuted_holm[place],
            }
        )
        whys = dict.fromkeys(why for why in (test.why, permutation.why) if why)
        notes += [f"{' – '.join(names)}: {why}" for why in whys]
        values = zip(names, (first, second), strict=True)
        against |= {name for name, value in values if value is not None and value < 0}
    notes += [
        f"{name} goes against the human scores; if less is better there, give --negate {name}"
        for name in sorted(against)
    ]
    if number := sum(permutation.p is not None for permutation in permuted):
        notes.append(f"Holm: corrected for {number} comparison{'s' if number > 1 else ''}")
    if measure != "pearson":
        notes.append(f"Williams's test is of Pearson's r, the other columns are of {measure}")
    title = f"do metrics differ in their correlation ({measure}) with human scores?"
    return Table("comparisons", title, _COMPARISON, tuple(records), tuple(notes))
