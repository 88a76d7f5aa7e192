"""Every system's scores with intervals and stars, and the tests behind the stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import cast

from proform.report.layout import query
from proform.report.model import Content
from proform.report.plots import STRIP, Scale, round_scale, strip
from proform.scoring.result import PairedScore, SystemScore
from proform.stats.resample import holm
from proform.table.table import (
    Audience,
    Cell,
    Column,
    Record,
    Table,
    count,
    figure,
    rounded,
    span,
)

_LEVELS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
_CORRECTED = "p (corrected)"
_MARGIN = 6
_DIGITS = 3
_ABREAST = 3
"""Metrics that fit beside each other."""


def summary(content: Content) -> Table:
    """A row for each system, a group of columns for each metric, then what people say."""
    corrected = _corrected(content)
    columns: list[Column] = [Column("system")]
    records: dict[str, dict[str, object]] = {name: {"system": name} for name in content.systems}
    for metric in content.metrics:
        known = [result for key, result in content.results.items() if key[0] == metric]
        columns += _columns(content, metric, known)
        for system, record in records.items():
            if result := content.results.get((metric, system)):
                record.update(_values(result, corrected.get((metric, system))))
    for group, figures in (("other metrics", content.beside), ("human scores", content.human)):
        for one in figures:
            column = Column(one.name, show=rounded(_DIGITS), group=group)
            columns.append(column)
            for system, record in records.items():
                record[column.label] = one.values.get(system)
    return Table(
        "summary",
        "Scores of all systems",
        tuple(columns),
        tuple(records.values()),
        tuple(_notes(content)),
    )


def folded(table: Table) -> list[Table]:
    """The summary as tables that a page is wide enough for, with all systems in each."""
    groups = list(dict.fromkeys(column.group for column in table.columns[1:]))
    parts = ceil(len(groups) / _ABREAST) or 1
    tables = []
    for part in range(parts):
        mine = groups[part * len(groups) // parts : (part + 1) * len(groups) // parts]
        columns = (column for column in table.columns[1:] if column.group in mine)
        tables.append(
            replace(
                table,
                name=f"{table.name}-{part + 1}" if part else table.name,
                title=f"{table.title}: {', '.join(mine)}" if part else table.title,
                columns=(table.columns[0], *columns),
                notes=table.notes if part == parts - 1 else (),
            )
        )
    return tables


def _columns(content: Content, metric: str, known: Sequence[SystemScore]) -> Iterator[Column]:
    """The columns of one metric: those that some system has something in."""
    scale = _scale(known)
    named = {name: f"{metric} {name}" for name in ("score", "low", "high", "p")}

    def score(record: Record) -> Cell:
        system = str(record["system"])
        linked = (metric, system) in content.judgements
        go = query(metric=metric, system=system) if linked else ""
        return Cell(go=go, mark=stars(_float(record, named["p"])))

    def drawn(record: Record) -> Cell:
        value, low, high = (_float(record, named[name]) for name in ("score", "low", "high"))
        return Cell(picture=None if not scale or value is None else strip(scale, value, low, high))

    shown = rounded(_DIGITS)
    yield Column("score", show=shown, group=metric, look=score)
    if any(result.interval for result in known):
        ends = named["low"], named["high"]
        yield Column("95% interval", ends, span(_DIGITS), metric)
        head = "" if scale is None else f"{scale.low:g} to {scale.high:g}"
        yield Column(head, (), str, metric, Audience.PAGE, numeric=False, look=drawn)
    beside = (name for name in known[0].total.scores if name != "score")
    yield from (Column(name, show=shown, group=metric) for name in beside)
    several = len({result.total.size for result in known}) > 1
    audience = Audience.ALL if several else Audience.PROGRAMS
    yield Column("n", show=count, group=metric, audience=audience)
    yield Column("p", group=metric, audience=Audience.PROGRAMS)


def _float(record: Record, key: str) -> float | None:
    return cast("float | None", record.get(key))


def _values(result: SystemScore, p: float | None) -> Record:
    low, high = result.interval[:2] if result.interval else (None, None)
    values = {**result.total.scores, "low": low, "high": high, "n": result.total.size, "p": p}
    return {f"{result.metric} {name}": value for name, value in values.items()}


def _scale(results: Sequence[SystemScore]) -> Scale | None:
    values = [result.total.score for result in results]
    for result in results:
        values += result.interval[:2] if result.interval else ()
    known = [value for value in values if value is not None]
    return round_scale(known, _MARGIN, STRIP - _MARGIN) if known else None


def comparisons(content: Content) -> Table:
    """The tests of each system against the baseline."""
    corrected = _corrected(content)
    records = []
    for (metric, system), paired in content.comparisons.items():
        test = paired.comparison
        records.append(
            {
                "metric": metric,
                "systems": f"{system} – {paired.baseline}",
                "difference": test and test.difference,
                "p (bootstrap)": test and test.bootstrap,
                "p (randomisation)": test and test.randomisation,
                _CORRECTED: corrected[metric, system],
            }
        )
    return Table(
        "comparisons",
        "Differences from the baseline",
        (
            Column("metric"),
            Column("systems"),
            Column("difference", show=rounded(4, signed=True)),
            Column("p (bootstrap)", show=figure),
            Column("p (randomisation)", show=figure),
            Column(_CORRECTED, show=figure, look=_starred),
        ),
        tuple(records),
        heads=2,
    )


def _starred(record: Record) -> Cell:
    return Cell(mark=stars(_float(record, _CORRECTED)))


def stars(p: float | None) -> str:
    """How sure a difference is."""
    return next((mark for level, mark in _LEVELS if p is not None and p < level), "")


def _corrected(content: Content) -> dict[tuple[str, str], float | None]:
    """The larger p of the two tests, corrected for the number of systems of its metric."""
    found: dict[tuple[str, str], float | None] = {}
    for metric in content.metrics:
        keys = [key for key in content.comparisons if key[0] == metric]
        found |= dict(zip(keys, holm([_larger(content.comparisons[k]) for k in keys]), strict=True))
    return found


def _larger(paired: PairedScore) -> float | None:
    return paired.comparison and max(paired.comparison.bootstrap, paired.comparison.randomisation)


def _notes(content: Content) -> Iterator[str]:
    sizes = {
        metric: {result.total.size for key, result in content.results.items() if key[0] == metric}
        for metric in content.metrics
    }
    same = [f"{next(iter(size))} by {metric}" for metric, size in sizes.items() if len(size) == 1]
    if same:
        yield f"Pronouns that count: {', '.join(same)}."
    baselines: dict[str, list[str]] = {}
    for metric in content.metrics:
        for key, paired in content.comparisons.items():
            if key[0] == metric and metric not in baselines.setdefault(paired.baseline, []):
                baselines[paired.baseline].append(metric)
    for baseline, metrics in baselines.items():
        of = "" if len(baselines) == 1 else f" ({', '.join(metrics)})"
        yield f"Against {baseline}{of}: * p < 0.05, ** p < 0.01, *** p < 0.001."
    if baselines:
        yield (
            "p is the larger of paired bootstrap and approximate randomisation, "
            "after Holm’s correction for the number of systems compared."
        )
    untested = [
        metric for metric in content.metrics if all(key[0] != metric for key in content.comparisons)
    ]
    if untested and len(content.systems) > 1:
        yield f"No tests, so no stars: {', '.join(untested)} (proform score --paired makes them)."
