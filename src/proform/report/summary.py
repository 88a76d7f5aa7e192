"""Every system's scores with intervals and stars, and the tests behind the stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from proform.report.grid import Cell, Column, For, Grid, count, figure, query, words
from proform.report.model import Content
from proform.report.plots import STRIP, Scale, round_scale, strip
from proform.scoring.result import PairedScore, SystemScore
from proform.stats.resample import holm
from proform.table.table import UNDEFINED, span

_LEVELS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
_MARGIN = 6
_DIGITS = 3
_ABREAST = 3
"""Metrics that fit beside each other."""


def summary(content: Content) -> Grid:
    """A row for each system, a group of columns for each metric, then what people say."""
    corrected = _corrected(content)
    columns: list[Column] = [Column("system", numeric=False)]
    rows: dict[str, list[Cell]] = {system: [words(system)] for system in content.systems}
    for metric in content.metrics:
        known = [result for key, result in content.results.items() if key[0] == metric]
        shape = _Shape(metric, known)
        columns += shape.columns()
        for system in content.systems:
            key = metric, system
            go = query(metric=metric, system=system) if key in content.decisions else ""
            rows[system] += shape.cells(content.results.get(key), corrected.get(key), go)
    for group, figures in (("other metrics", content.beside), ("human scores", content.human)):
        for one in figures:
            columns.append(Column(one.name, group))
            for system, cells in rows.items():
                cells.append(figure(one.values.get(system), _DIGITS))
    return Grid(
        "summary",
        "Scores of all systems",
        tuple(columns),
        tuple(map(tuple, rows.values())),
        notes=tuple(_notes(content)),
    )


def folded(grid: Grid) -> list[Grid]:
    """The summary as tables that a page is wide enough for, with all systems in each."""
    groups = list(dict.fromkeys(column.group for column in grid.columns[1:]))
    parts = ceil(len(groups) / _ABREAST) or 1
    tables = []
    for part in range(parts):
        mine = groups[part * len(groups) // parts : (part + 1) * len(groups) // parts]
        places = [0, *(n for n, one in enumerate(grid.columns) if n and one.group in mine)]
        tables.append(
            replace(
                grid,
                name=f"{grid.name}-{part + 1}" if part else grid.name,
                title=f"{grid.title}: {', '.join(mine)}" if part else grid.title,
                columns=tuple(grid.columns[n] for n in places),
                rows=tuple(tuple(row[n] for n in places) for row in grid.rows),
                notes=grid.notes if part == parts - 1 else (),
            )
        )
    return tables


class _Shape:
    """The columns of one metric: those that some system has something in."""

    def __init__(self, metric: str, known: Sequence[SystemScore]) -> None:
        self._metric = metric
        self._beside = [name for name in known[0].total.scores if name != "score"]
        self._intervals = any(result.interval for result in known)
        self._scale = _scale(known)
        self._one_size = len({result.total.size for result in known}) == 1

    def columns(self) -> Iterator[Column]:
        """Their heads."""
        scale = "" if self._scale is None else f"{self._scale.low:g} to {self._scale.high:g}"
        yield Column("score", self._metric)
        if self._intervals:
            yield Column("95% interval", self._metric, audience=For.READERS)
            yield Column("low", self._metric, audience=For.PROGRAMS)
            yield Column("high", self._metric, audience=For.PROGRAMS)
            yield Column(scale, self._metric, numeric=False, audience=For.PAGE)
        yield from (Column(name, self._metric) for name in self._beside)
        yield Column("n", self._metric, audience=For.PROGRAMS if self._one_size else For.ALL)
        yield Column("p", self._metric, audience=For.PROGRAMS)

    def cells(self, result: SystemScore | None, p: float | None, go: str) -> Iterator[Cell]:
        """Those of one system."""
        if result is None:
            yield from (Cell(None, UNDEFINED) for _ in self.columns())
            return
        score = result.total.score
        yield replace(figure(score, _DIGITS, go), mark=stars(p))
        if self._intervals:
            low, high = result.interval[:2] if result.interval else (None, None)
            yield words(span(_DIGITS)(low, high))
            yield figure(low)
            yield figure(high)
            picture = None
            if self._scale is not None and score is not None:
                picture = strip(self._scale, score, low, high)
            yield Cell(None, "", picture=picture)
        yield from (figure(result.total.scores.get(name), _DIGITS) for name in self._beside)
        yield count(result.total.size)
        yield figure(p)


def _scale(results: Sequence[SystemScore]) -> Scale | None:
    values = [result.total.score for result in results]
    for result in results:
        values += result.interval[:2] if result.interval else ()
    known = [value for value in values if value is not None]
    return round_scale(known, _MARGIN, STRIP - _MARGIN) if known else None


def comparisons(content: Content) -> Grid:
    """The tests of each system against the baseline."""
    corrected = _corrected(content)
    rows = []
    for (metric, system), paired in content.comparisons.items():
        test = paired.comparison
        difference = Cell(None, UNDEFINED)
        if test is not None:
            difference = Cell(test.difference, f"{test.difference:+.4f}")
        rows.append(
            (
                words(metric),
                words(f"{system} – {paired.baseline}"),
                difference,
                figure(test and test.bootstrap),
                figure(test and test.randomisation),
                replace(figure(corrected[metric, system]), mark=stars(corrected[metric, system])),
            )
        )
    return Grid(
        "comparisons",
        "Differences from the baseline",
        (
            Column("metric", numeric=False),
            Column("systems", numeric=False),
            Column("difference"),
            Column("p (bootstrap)"),
            Column("p (randomisation)"),
            Column("p (corrected)"),
        ),
        tuple(rows),
        heads=2,
    )


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
