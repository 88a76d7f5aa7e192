"""Results as tables for people, and as one long table for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from proform.judge.agreement import DECIDED, UNDECIDED
from proform.judge.apt import CASES, MEANINGS, NOT_SOURCE
from proform.judge.protest import APPROVED
from proform.model import NONE, OTHER
from proform.scoring.result import Group, PairedScore, Result, SystemScore
from proform.scoring.stability import Stability
from proform.table.table import Column, Record, Table, count, distinct, figure, rounded, span

_FREQUENT = 10
"""So many forms have a row of their own in a matrix that people read."""

SHORT = dict(zip(DECIDED, ("a=", "a≠", "d=", "d≠"), strict=True)) | {
    name: f"u{case}" for name, case in zip(UNDECIDED, CASES, strict=True)
}
"""The counts of agreement have long names; so many of them need short ones side by side."""


def tables(
    result: Result,
    by: Sequence[str] = (),
    *,
    matrix: bool = False,
    headings: Mapping[str, str] = SHORT,
) -> Iterator[Table]:
    """The scores, and whatever else was asked for; headings are short names of counts."""
    metrics = dict.fromkeys(score.metric for score in result.results)
    for metric in metrics:
        results = [score for score in result.results if score.metric == metric]
        yield _scores(metric, results, headings)
        for kind in by:
            yield _breakdown(metric, kind, results)
        if matrix:
            yield from (_matrix(score) for score in results if score.matrix)
    if result.comparisons:
        yield _comparisons(result.comparisons)


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
        for key, group in result.by.get(kind, {}).items():
            yield {**head, "by": kind, "key": key, **_values(group)}


def _values(group: Group) -> Record:
    return {**group.scores, "n": group.size, **group.counts}


def _scores(metric: str, results: Sequence[SystemScore], headings: Mapping[str, str]) -> Table:
    names = _counts(results)
    beside = [name for name in results[0].total.scores if name != "score"]
    intervals = any(result.interval for result in results)
    columns = (
        Column("system"),
        Column("score", show=figure),
        *([Column("95% interval", ("low", "high"), span(4))] if intervals else []),
        *(Column(name, show=figure) for name in beside),
        Column("n", show=count),
        *(Column(headings.get(name, name), (name,), count) for name in names),
    )
    records = tuple(next(_records(result, ())) for result in results)
    return Table(metric, metric, columns, records, tuple(_score_notes(results, names)))


def _counts(results: Sequence[SystemScore]) -> list[str]:
    """The names of the counts; what is rare is named only where it occurs."""
    names, rare = results[0].total.counts, {NOT_SOURCE, *UNDECIDED}
    used = {name for name in names if any(result.total.counts.get(name) for result in results)}
    return [name for name in names if name not in rare or name in used]


def _score_notes(results: Sequence[SystemScore], names: Sequence[str]) -> Iterator[str]:
    cases = ", ".join(f"{case} {meaning}" for case, meaning in MEANINGS.items())
    if CASES[0] in names:
        yield f"cases: {cases}"
    if DECIDED[0] in names:
        yield "a agrees, d disagrees; = the reference's pronoun, ≠ another"
    if not {*names}.isdisjoint(UNDECIDED):
        yield f"u unknown, by APT's case: {cases}"
    for result in results:
        for reason, number in result.left_out.items():
            yield f"left out of {result.system}: {number} ({reason})"


def _breakdown(metric: str, kind: str, results: Sequence[SystemScore]) -> Table:
    referring = APPROVED in results[0].total.counts
    groups = {result.system: result.by.get(kind, {}) for result in results}
    keys = dict.fromkeys(key for of_system in groups.values() for key in of_system)
    systems = distinct(groups, "system", (kind, "n"))
    empty = Group(0, {"score": None}, {})

    def record(key: str) -> Record:
        found = {systems[name]: of_system.get(key, empty) for name, of_system in groups.items()}
        values = {
            name: _approved(group) if referring else group.score for name, group in found.items()
        }
        return {kind: key, "n": max(group.size for group in found.values()), **values}

    show = str if referring else figure
    columns = (
        Column(kind),
        Column("n", show=count),
        *(Column(name, (key,), show) for name, key in systems.items()),
    )
    title = f"{metric} by {kind}" + (": approved / referred" if referring else "")
    notes = () if keys else (f"no {kind}s are known",)
    return Table(f"{metric}-{kind}", title, columns, tuple(map(record, keys)), notes)


def _approved(group: Group) -> str:
    approved = round(group.counts.get(APPROVED, 0))
    return f"{approved} / {group.size - approved}"


def _matrix(result: SystemScore) -> Table:
    labels = matrix_labels(result)
    rare = [label for label in labels if label not in (OTHER, NONE)][_FREQUENT:]
    names = [label for label in labels if label not in rare] + (["rarer"] if rare else [])
    cells: Counter[tuple[str, str]] = Counter()
    for (expected, found), number in result.matrix.items():
        row = "rarer" if expected in rare else expected
        cells[row, "rarer" if found in rare else found] += number
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


def matrix_labels(result: SystemScore) -> list[str]:
    """The forms of a confusion matrix, the most frequent first, OTHER and NONE last."""
    totals: Counter[str] = Counter()
    for cell, number in result.matrix.items():
        for label in cell:
            totals[label] += number
    last = {OTHER: 1, NONE: 2}
    return sorted(totals, key=lambda label: (last.get(label, 0), -totals[label], label))


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
        tuple(map(paired_record, comparisons)),
    )


def paired_record(paired: PairedScore) -> Record:
    """The values of a paired comparison by their names."""
    names = ("difference", "p_bootstrap", "p_randomisation")
    return {
        "metric": paired.metric,
        "baseline": paired.baseline,
        "system": paired.system,
        **dict(zip(names, paired.comparison or (None, None, None), strict=True)),
    }


def stability_table(stabilities: Sequence[Stability]) -> Table:
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
