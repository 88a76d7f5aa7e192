"""Results as tables for people, and as one long table for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain

from proform.judge.base import Description
from proform.model import NONE, OTHER
from proform.scoring.result import (
    Group,
    PairedScore,
    Result,
    ScoreChange,
    Stability,
    SystemScore,
)
from proform.table.table import Column, Record, Table, count, distinct, figure, rounded, span

_FREQUENT = 10
"""So many forms have a row of their own in a matrix that people read."""

_PROPOSED = (
    "categories are proposed: a pronoun counts in each by its probability, n is the sum; sure: the "
    "mean probability of what counts there"
)


def tables(result: Result, by: Sequence[str] = (), *, matrix: bool = False) -> Iterator[Table]:
    """The scores, and whatever else was asked for."""
    metrics = dict.fromkeys(score.metric for score in result.results)
    for metric in metrics:
        scores = [score for score in result.results if score.metric == metric]
        description = result.descriptions.get(metric) or Description(metric, (), ())
        yield _scores(description, scores)
        for kind in by:
            yield _breakdown(description, kind, scores)
        if matrix:
            yield from (_matrix(score) for score in scores if score.matrix)
    if result.comparisons:
        yield _comparisons(result.comparisons)
    if result.changes:
        yield _changes(result.changes)
    if result.stabilities:
        yield _stability_table(result.stabilities)


def long_table(result: Result, by: Sequence[str] = ()) -> Table:
    """One row a system and metric, and one for each pronoun or document that was asked for."""
    records = tuple(chain.from_iterable(_records(score, by) for score in result.results))
    columns = tuple(map(Column, dict.fromkeys(chain.from_iterable(records))))
    return Table("results", "results", columns, records)


def _records(result: SystemScore, by: Sequence[str]) -> Iterator[Record]:
    head = {"system": result.system, "metric": result.metric}
    low, high = (None, None) if result.interval is None else result.interval[:2]
    yield {**head, "by": None, "key": None, **_values(result.total), "low": low, "high": high}
    for kind in by:
        for key, group in result.groups.get(kind, {}).items():
            yield {**head, "by": kind, "key": key, **_values(group)}


def _values(group: Group) -> Record:
    sure = {} if group.sure is None else {"sure": group.sure}
    return {**group.scores, "n": group.n, **sure, **group.counts}


def _scores(description: Description, results: Sequence[SystemScore]) -> Table:
    metric, names = description.metric, _counts(description, results)
    beside = [name for name in results[0].total.scores if name != "score"]
    intervals = any(result.interval for result in results)
    columns = (
        Column("system"),
        Column("score", show=figure),
        *([Column("95% interval", ("low", "high"), span(4))] if intervals else []),
        *(Column(name, show=figure) for name in beside),
        Column("n", show=count),
        *(Column(description.headings.get(name, name), (name,), count) for name in names),
    )
    records = tuple(next(_records(result, ())) for result in results)
    return Table(metric, metric, columns, records, tuple(_score_notes(description, results, names)))


def _counts(description: Description, results: Sequence[SystemScore]) -> list[str]:
    """The names of the counts; what is rare is named only where it occurs."""
    names = results[0].total.counts
    used = {name for name in names if any(result.total.counts.get(name) for result in results)}
    return [name for name in names if name not in description.rare or name in used]


def _score_notes(
    description: Description, results: Sequence[SystemScore], names: Sequence[str]
) -> Iterator[str]:
    legend = description.legend
    yield from dict.fromkeys(legend[name] for name in names if name in legend)
    for result in results:
        for reason, number in result.left_out.items():
            yield f"left out of {result.system}: {number} ({reason})"


def _breakdown(description: Description, kind: str, results: Sequence[SystemScore]) -> Table:
    metric, parts = description.metric, description.parts
    groups = {result.system: result.groups.get(kind, {}) for result in results}
    keys = dict.fromkeys(key for of_system in groups.values() for key in of_system)
    systems = distinct(groups, "system", (kind, "n", "sure"))
    sure = {
        key: group.sure
        for of_system in groups.values()
        for key, group in of_system.items()
        if group.sure is not None
    }
    empty = Group(0, {"score": None}, {})

    def record(key: str) -> Record:
        shown = {systems[name]: of_system.get(key, empty) for name, of_system in groups.items()}
        values = {
            name: _two_counts(description, group) if parts else group.score
            for name, group in shown.items()
        }
        sizes = {"n": max(group.n for group in shown.values()), "sure": sure.get(key)}
        return {kind: key, **sizes, **values}

    show = str if parts else figure
    columns = (
        Column(kind),
        Column("n", show=count),
        *([Column("sure", show=rounded(2))] if sure else []),
        *(Column(name, (key,), show) for name, key in systems.items()),
    )
    title = f"{metric} by {kind}" + (f": {' / '.join(parts)}" if parts else "")
    notes = () if keys else (f"no {kind}s are known",)
    if sure:
        notes = (_PROPOSED,)
    return Table(f"{metric}-{kind}", title, columns, tuple(map(record, keys)), notes)


def _two_counts(description: Description, group: Group) -> str:
    upper, _ = description.share(group.counts)
    return f"{round(upper)} / {group.n - round(upper)}"


def matrix_labels(score: SystemScore) -> list[str]:
    """The forms of a confusion matrix, the most frequent first, OTHER and NONE last."""
    totals: dict[str, int] = {}
    for cell, number in score.matrix.items():
        for label in cell:
            totals[label] = totals.get(label, 0) + number
    last = {OTHER: 1, NONE: 2}
    return sorted(totals, key=lambda label: (last.get(label, 0), -totals[label], label))


def _matrix(result: SystemScore) -> Table:
    labels = matrix_labels(result)
    rare = [label for label in labels if label not in (OTHER, NONE)][_FREQUENT:]
    names = [label for label in labels if label not in rare] + (["rarer"] if rare else [])
    cells: Counter[tuple[str, str]] = Counter()
    for (expected, form), number in result.matrix.items():
        row = "rarer" if expected in rare else expected
        cells[row, "rarer" if form in rare else form] += number
    rows = [[cells[row, column] for column in names] for row in names]
    rows.append([sum(column) for column in zip(*rows, strict=True)])
    keys = distinct(names, "form", ("", "sum"))
    return Table(
        f"{result.metric}-{result.system}",
        f"{result.metric}, {result.system}: reference (rows) × candidate (columns)",
        (Column(""), *(Column(name, (key,)) for name, key in keys.items()), Column("sum")),
        tuple(
            {"": name, **dict(zip(keys.values(), row, strict=True)), "sum": sum(row)}
            for name, row in zip([*names, "sum"], rows, strict=True)
        ),
        sums=(len(names),),
    )


def comparison_record(paired: PairedScore) -> Record:
    """The values of a paired comparison by their names."""
    names = ("difference", "p_bootstrap", "p_randomisation")
    return {
        "metric": paired.metric,
        "baseline": paired.baseline,
        "system": paired.system,
        **dict(zip(names, paired.comparison or (None, None, None), strict=True)),
    }


def _comparisons(comparisons: Sequence[PairedScore]) -> Table:
    return Table(
        "comparisons",
        "paired comparison with the first system",
        (
            Column("systems", ("system", "baseline"), "{} – {}".format),
            Column("metric"),
            Column("difference", show=rounded(4, signed=True)),
            Column("p (bootstrap)", ("p_bootstrap",), figure),
            Column("p (randomisation)", ("p_randomisation",), figure),
        ),
        tuple(map(comparison_record, comparisons)),
    )


def change_record(change: ScoreChange) -> Record:
    """The values of a change by their names."""
    return {**asdict(change), "difference": change.difference}


_PAIRED = (
    "better, worse: of the pronouns that both runs judged; p: randomisation of these, "
    "for single pronouns after Holm"
)


def _changes(changes: Sequence[ScoreChange]) -> Table:
    paired = any(change.both for change in changes)
    return Table(
        "changes",
        "since the baseline",
        (
            Column("system"),
            Column("metric"),
            Column("pronoun", ("shown",)),
            Column("before", show=figure),
            Column("now", ("score",), figure),
            Column("change", ("difference",), rounded(4, signed=True)),
            Column("n"),
            *((Column("better"), Column("worse"), Column("p", show=figure)) if paired else ()),
        ),
        tuple({**change_record(change), "shown": change.pronoun or "all"} for change in changes),
        (_PAIRED,) if paired else (),
    )


def _stability_table(stabilities: Sequence[Stability]) -> Table:
    """How far scores move from one alignment to another."""
    number = len(stabilities[0].scores)
    return Table(
        "alignments",
        f"{number} alignments, each with a seed of its own",
        (
            Column("system"),
            Column("metric"),
            *(Column(name, show=figure) for name in ("lowest", "highest", "deviation")),
            Column("changed"),
            Column("n"),
        ),
        tuple(map(_stability, stabilities)),
        ("changed: pronouns that are not judged alike with all alignments",),
    )


def _stability(stability: Stability) -> Record:
    defined = [score for score in stability.scores if score is not None]
    return {
        "system": stability.system,
        "metric": stability.metric,
        "lowest": min(defined, default=None),
        "highest": max(defined, default=None),
        "deviation": stability.deviation,
        "changed": len(stability.changes),
        "n": stability.occurrences,
    }
