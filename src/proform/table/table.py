"""Tables for people: what text and LaTeX show, before either lays it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proform.judge.agreement import DECIDED, UNDECIDED
from proform.judge.apt import CASES, MEANINGS, NOT_SOURCE
from proform.judge.protest import APPROVED
from proform.model import NONE, OTHER
from proform.scoring.result import Group, PairedScore, Result, SystemScore
from proform.scoring.stability import Stability

UNDEFINED = "–"

_FREQUENT = 10
"""So many forms have a row of their own in a matrix that people read."""

_SHORT = dict(zip(DECIDED, ("a=", "a≠", "d=", "d≠"), strict=True)) | {
    name: f"u{case}" for name, case in zip(UNDECIDED, CASES, strict=True)
}
"""The counts of agreement have long names; so many of them need short ones side by side."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of strings; the first column is text, the others are figures."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def tables(report: Result, by: Sequence[str] = (), *, matrix: bool = False) -> Iterator[Table]:
    """The scores, and whatever else was asked for."""
    metrics = dict.fromkeys(result.metric for result in report.results)
    for metric in metrics:
        results = [result for result in report.results if result.metric == metric]
        yield _scores(metric, results)
        for kind in by:
            yield _breakdown(metric, kind, results)
        if matrix:
            yield from (_matrix(result) for result in results if result.matrix)
    if report.comparisons:
        yield _comparisons(report.comparisons)


def figure(value: float | None) -> str:
    """A score; a dash where it is undefined."""
    return UNDEFINED if value is None else f"{value:.4f}"


def count(value: float) -> str:
    """A count; with probable equivalences it may be a fraction."""
    return f"{value:d}" if isinstance(value, int) else f"{value:.1f}"


def _scores(metric: str, results: Sequence[SystemScore]) -> Table:
    names = _counts(results)
    beside = [name for name in results[0].total.scores if name != "score"]
    intervals = any(result.interval for result in results)
    header = (
        "system",
        "score",
        *(["95% interval"] if intervals else []),
        *beside,
        "n",
        *(_SHORT.get(name, name) for name in names),
    )
    rows = tuple(
        (
            result.system,
            figure(result.total.score),
            *([_interval(result)] if intervals else []),
            *(figure(result.total.scores[name]) for name in beside),
            count(result.total.size),
            *(count(result.total.counts[name]) for name in names),
        )
        for result in results
    )
    return Table(metric, header, rows, tuple(_score_notes(results, names)))


def _counts(results: Sequence[SystemScore]) -> list[str]:
    """The names of the counts; what is rare is named only where it occurs."""
    names, rare = results[0].total.counts, {NOT_SOURCE, *UNDECIDED}
    used = {name for name in names if any(result.total.counts.get(name) for result in results)}
    return [name for name in names if name not in rare or name in used]


def _interval(result: SystemScore) -> str:
    if result.interval is None:
        return UNDEFINED
    return f"{result.interval.low:.4f}–{result.interval.high:.4f}"


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
    keys = dict.fromkeys(key for result in results for key in result.by.get(kind, {}))
    rows = tuple(
        (
            key,
            count(max(_group(result, kind, key).size for result in results)),
            *(
                _approved(group) if referring else figure(group.score)
                for group in (_group(result, kind, key) for result in results)
            ),
        )
        for key in keys
    )
    notes = () if rows else (f"no {kind}s are known",)
    title = f"{metric} by {kind}" + (": approved / referred" if referring else "")
    return Table(title, (kind, "n", *(r.system for r in results)), rows, notes)


def _approved(group: Group) -> str:
    approved = round(group.counts.get(APPROVED, 0))
    return f"{approved} / {group.size - approved}"


def _group(result: SystemScore, kind: str, key: str) -> Group:
    return result.by.get(kind, {}).get(key, Group(0, {"score": None}, {}))


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
    title = f"{result.metric}, {result.system}: reference (rows) × candidate (columns)"
    return Table(
        title,
        ("", *names, "sum"),
        tuple(
            (name, *map(count, row), count(sum(row)))
            for name, row in zip([*names, "sum"], rows, strict=True)
        ),
    )


def matrix_labels(result: SystemScore) -> list[str]:
    """The forms of a confusion matrix, the most frequent first, OTHER and NONE last."""
    totals: dict[str, int] = {}
    for cell, number in result.matrix.items():
        for label in cell:
            totals[label] = totals.get(label, 0) + number
    last = {OTHER: 1, NONE: 2}
    return sorted(totals, key=lambda label: (last.get(label, 0), -totals[label], label))


def _comparisons(comparisons: Sequence[PairedScore]) -> Table:
    rows = tuple(
        (
            f"{paired.system} – {paired.baseline}",
            paired.metric,
            *_compared(paired),
        )
        for paired in comparisons
    )
    header = ("systems", "metric", "difference", "p (bootstrap)", "p (randomisation)")
    return Table("paired comparison with the first system", header, rows)


def _compared(paired: PairedScore) -> tuple[str, str, str]:
    if paired.comparison is None:
        return UNDEFINED, UNDEFINED, UNDEFINED
    difference, bootstrap, randomisation = paired.comparison
    return f"{difference:+.4f}", f"{bootstrap:.4f}", f"{randomisation:.4f}"


def stability_table(stabilities: Sequence[Stability]) -> Table:
    """How far scores move from one alignment to another."""
    rows = tuple(
        (
            stability.system,
            stability.metric,
            *(figure(score) for score in _range(stability)),
            figure(stability.deviation),
            count(len(stability.changes)),
            count(stability.occurrences),
        )
        for stability in stabilities
    )
    header = ("system", "metric", "lowest", "highest", "deviation", "changed", "n")
    number = len(stabilities[0].scores)
    notes = ("changed: pronouns that are not judged alike with all alignments",)
    return Table(f"{number} alignments, each with a seed of its own", header, rows, notes)


def _range(stability: Stability) -> tuple[float | None, float | None]:
    defined = [score for score in stability.scores if score is not None]
    return (min(defined), max(defined)) if defined else (None, None)
