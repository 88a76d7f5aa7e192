"""Scores of systems: all with intervals and stars, the tests behind these, and heat maps."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import ceil, isnan
from typing import cast

import numpy as np

from proform.judge.base import Description
from proform.pronoun.categories import category_in_words
from proform.report.model import STEPS, Content, Key, query
from proform.report.plots import STRIP, round_scale
from proform.scoring.judgements import Judgement
from proform.scoring.result import Group, SystemScore
from proform.stats.resample import holm
from proform.table.table import (
    Audience,
    Cell,
    Column,
    Record,
    Table,
    count,
    distinct,
    figure,
    rounded,
    span,
)

NONE = "uncategorised"
"""The category of a pronoun that has none."""

_CORRECTED = "p (corrected)"
_MARGIN = 6
_DIGITS = 3
_ABREAST = 3
"""Metrics that fit beside each other."""

_ALL, _GROUP, _SPAN = "all", "group", "span"
"""The sum, and what the page needs to know of a row."""

_Place = tuple[str | None, str | None]
"""A category and a pronoun; None stands for all."""


def summary(content: Content) -> Table:
    """A row for each system, a group of columns for each metric, then what people say."""
    corrected = _corrected(content)
    columns: list[Column] = [Column("system")]
    records: dict[str, dict[str, object]] = {name: {"system": name} for name in content.systems}
    for metric in content.metrics:
        columns += _columns(content, metric)
        for system, record in records.items():
            if result := content.results.get((metric, system)):
                low, high = result.interval[:2] if result.interval else (None, None)
                values = {**result.total.scores, "low": low, "high": high, "n": result.total.n}
                values["p"] = corrected.get((metric, system))
                record |= {f"{metric} {name}": value for name, value in values.items()}
    for group, figures in (("other metrics", content.beside), ("human scores", content.human)):
        for name, scores in figures.items():
            columns.append(Column(name, show=rounded(_DIGITS), group=group))
            for system, record in records.items():
                record[columns[-1].label] = scores.get(system)
    rows, notes = tuple(records.values()), tuple(_notes(content))
    return Table("summary", "Scores of all systems", tuple(columns), rows, notes)


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


def by_metric(content: Content, metric: str) -> list[SystemScore]:
    """What is known of each system by a metric."""
    return [result for key, result in content.results.items() if key[0] == metric]


def strip(content: Content, metric: str) -> Column | None:
    """A column that draws scores and their intervals on one scale; None without intervals.

    The scale does not go beyond 0 and 1 unless something does.
    """
    known = by_metric(content, metric)
    ends = [end for result in known if result.interval for end in result.interval[:2]]
    if not ends:
        return None
    drawable = [*ends, *(value for r in known if (value := r.total.score) is not None)]
    scale = round_scale(drawable, _MARGIN, STRIP - _MARGIN)
    low = scale.low if min(drawable) < 0 else max(scale.low, 0.0)
    high = scale.high if max(drawable) > 1 else min(scale.high, 1.0)
    scale = replace(scale, low=low, high=high)

    def drawn(record: Record) -> Cell:
        parts = ("low", "score", "high")
        values = {n: cast("float | None", record.get(f"{metric} {n}")) for n in parts}
        if values["score"] is None:
            return Cell()
        return Cell(picture={n: None if v is None else scale.at(v) for n, v in values.items()})

    head = f"{scale.low:g} to {scale.high:g}"
    return Column(head, (), str, metric, Audience.PAGE, numeric=False, look=drawn)


def _columns(content: Content, metric: str) -> Iterator[Column]:
    """The columns of one metric: those that some system has something in."""
    known = by_metric(content, metric)

    def score(record: Record) -> Cell:
        system = str(record["system"])
        linked = (metric, system) in content.judgements
        go = query(metric=metric, system=system) if linked else ""
        return Cell(go=go, mark=stars(cast("float | None", record.get(f"{metric} p"))))

    shown = rounded(_DIGITS)
    yield Column("score", show=shown, group=metric, look=score)
    if drawn := strip(content, metric):
        yield Column("95% interval", (f"{metric} low", f"{metric} high"), span(_DIGITS), metric)
        yield drawn
    beside = (name for name in known[0].total.scores if name != "score")
    yield from (Column(name, show=shown, group=metric) for name in beside)
    several = len({result.total.n for result in known}) > 1
    audience = Audience.ALL if several else Audience.PROGRAMS
    yield Column("n", show=count, group=metric, audience=audience)
    yield Column("p", group=metric, audience=Audience.PROGRAMS)


def comparisons(content: Content) -> Table:
    """The tests of each system against the baseline."""
    corrected = _corrected(content)
    records = (
        {
            "metric": metric,
            "systems": f"{system} – {paired.baseline}",
            "difference": paired.comparison and paired.comparison.difference,
            "p (bootstrap)": paired.comparison and paired.comparison.bootstrap,
            "p (randomisation)": paired.comparison and paired.comparison.randomisation,
            _CORRECTED: corrected[metric, system],
        }
        for (metric, system), paired in content.comparisons.items()
    )

    def starred(record: Record) -> Cell:
        return Cell(mark=stars(cast("float | None", record[_CORRECTED])))

    return Table(
        "comparisons",
        "Differences from the baseline",
        (
            Column("metric"),
            Column("systems"),
            Column("difference", show=rounded(4, signed=True)),
            Column("p (bootstrap)", show=figure),
            Column("p (randomisation)", show=figure),
            Column(_CORRECTED, show=figure, look=starred),
        ),
        tuple(records),
        heads=2,
    )


def stars(p: float | None) -> str:
    """How sure a difference is."""
    return "" if p is None else "*" * sum(p < level for level in (0.05, 0.01, 0.001))


def _corrected(content: Content) -> dict[Key, float | None]:
    """The larger p of the two tests, corrected for the number of systems of its metric."""
    corrected: dict[Key, float | None] = {}
    for metric in content.metrics:
        tests = {k: pair.comparison for k, pair in content.comparisons.items() if k[0] == metric}
        larger = [test and max(test.bootstrap, test.randomisation) for test in tests.values()]
        corrected |= dict(zip(tests, holm(larger), strict=True))
    return corrected


def _notes(content: Content) -> Iterator[str]:
    sizes = {
        metric: {result.total.n for result in by_metric(content, metric)}
        for metric in content.metrics
    }
    same = [f"{next(iter(size))} by {metric}" for metric, size in sizes.items() if len(size) == 1]
    if same:
        yield f"Pronouns that count: {', '.join(same)}."
    baselines: dict[str, dict[str, None]] = {}
    for metric in content.metrics:
        for key, paired in content.comparisons.items():
            if key[0] == metric:
                baselines.setdefault(paired.baseline, {})[metric] = None
    for baseline, metrics in baselines.items():
        of = "" if len(baselines) == 1 else f" ({', '.join(metrics)})"
        yield f"Against {baseline}{of}: * p < 0.05, ** p < 0.01, *** p < 0.001."
    if baselines:
        yield (
            "p is the larger of paired bootstrap and approximate randomisation, "
            "after Holm’s correction for the number of systems compared."
        )
    tested = {metric for metric, _ in content.comparisons}
    untested = [metric for metric in content.metrics if metric not in tested]
    if untested and len(content.systems) > 1:
        yield f"No tests, so no stars: {', '.join(untested)} (--paired makes them)."


def scores(content: Content, metric: str) -> Table:
    """The score of every system for each category, and each pronoun in it."""
    known = {
        system: _by_place(content, metric, system)
        for system in content.systems
        if (metric, system) in content.results
    }
    keys = distinct(known, "system", ("category", "pronoun", "n", _GROUP, _SPAN))

    def record(place: _Place, span: int) -> Record:
        values = {system: cells.get(place, (None, 0)) for system, cells in known.items()}
        return {
            "category": place[0] or _ALL,
            "pronoun": place[1] or _ALL,
            "n": max(size for _, size in values.values()),
            **{keys[system]: value for system, (value, _) in values.items()},
            _GROUP: place,
            _SPAN: span,
        }

    def column(system: str, key: str) -> Column:
        def look(record: Record) -> Cell:
            category, pronoun = place = cast("_Place", record[_GROUP])
            value, size = known[system].get(place, (None, 0))
            if value is None:
                return Cell()
            go = query(metric=metric, system=system, category=category, pronoun=pronoun)
            return Cell(
                go=go if (metric, system) in content.judgements else "",
                title=f"{value:.4f} of {size} pronouns",
                heat=round(STEPS * min(max(value, 0.0), 1.0)),
            )

        return Column(system, (key,), rounded(2), look=look)

    records = (
        record((category, pronoun), 0 if number else len(pronouns))
        for category, pronouns in _breakdown(content, list(known.values()))
        for number, pronoun in enumerate(pronouns)
    )
    return Table(
        f"scores-{metric}",
        f"{metric}: score by category and pronoun",
        (
            Column(
                "category",
                show=category_in_words,
                look=lambda record: Cell(span=cast("int", record[_SPAN])),
            ),
            Column("pronoun"),
            Column("n", show=count),
            *(column(system, key) for system, key in keys.items()),
        ),
        tuple(records),
        heads=2,
    )


def scored(description: Description, judgements: Iterable[Judgement]) -> tuple[float | None, int]:
    """The score over some judgements, None if it is undefined, and how many of them count."""
    statistics = [judgement.statistics for judgement in judgements]
    sums = [sum(one.get(name, 0.0) for one in statistics) for name in description.statistics]
    score = float(description.reported(np.array(sums)))
    return (None if isnan(score) else score), sum(map(description.counts, statistics))


def _by_place(
    content: Content, metric: str, system: str
) -> dict[_Place, tuple[float | None, float]]:
    column = content.judgements.get((metric, system))
    if column is None:
        result = content.results[metric, system]
        by_category, by_form = (result.groups.get(kind, {}) for kind in ("category", "pronoun"))
        groups: dict[_Place, Group] = {
            (None, None): result.total,
            **{(category, None): group for category, group in by_category.items()},
            **{(None, form): group for form, group in by_form.items()},
        }
        return {place: (group.score, group.n) for place, group in groups.items()}
    description = content.descriptions[metric]
    chosen: dict[_Place, list[Judgement]] = {}
    for number, judgement in column.items():
        if description.counts(judgement.statistics):
            pronoun = content.pronouns[number]
            for place in product((None, pronoun.category or NONE), (None, pronoun.form)):
                chosen.setdefault(place, []).append(judgement)
    return {place: scored(description, some) for place, some in chosen.items()}


def _breakdown(
    content: Content, known: Sequence[Mapping[_Place, tuple[float | None, float]]]
) -> Iterator[tuple[str | None, Sequence[str | None]]]:
    sizes: dict[_Place, float] = defaultdict(float)
    for cells in known:
        for place, (_, size) in cells.items():
            sizes[place] = max(sizes[place], size)
    # Alike for all metrics: as results have them, which keep a suite's order.
    named = [name for one in content.results.values() for name in one.groups.get("category", ())]
    named += [pronoun.category or NONE for pronoun in content.pronouns]
    ordered = sorted(dict.fromkeys(named), key=lambda name: name == NONE)
    categories = [name for name in ordered if sizes[name, None]]
    ranked = sorted(sizes, key=lambda place: -sizes[place])
    frequent = [form for category, form in ranked if category is None and form]
    yield None, [None, *(frequent if len(frequent) > 1 else ())]
    for category in categories if categories != [NONE] else ():
        there = [form for form in frequent if sizes[category, form]]
        yield category, [None, *(there if len(there) > 1 else ())]
