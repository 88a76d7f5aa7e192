"""Scores of systems by category and pronoun, as a heat map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from proform.judge.base import Description
from proform.report.layout import heat, query
from proform.report.model import Content
from proform.scoring.judgements import Judgement
from proform.scoring.result import SystemScore
from proform.table.table import Cell, Column, Record, Table, count, distinct, rounded

NONE = "uncategorised"
"""The category of a pronoun that has none."""

_ALL = "all"
_GROUP, _SPAN = "group", "span"
"""What the page needs to know of a row."""

_Place = tuple[str | None, str | None]
"""A category and a pronoun; None stands for all."""

Group = tuple[str, str]
"""A category and a pronoun."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """What one system's score is made of, by category and pronoun; None stands for all."""

    result: SystemScore
    sums: Mapping[Group, tuple[float, float, int]] | None

    def of(self, category: str | None, pronoun: str | None) -> tuple[float | None, int]:
        """A score, and of how many pronouns."""
        if self.sums is None:
            kind, key = ("category", category) if pronoun is None else ("pronoun", pronoun)
            group = self.result.total if key is None else self.result.groups.get(kind, {}).get(key)
            return (None, 0) if group is None else (group.score, group.size)
        chosen = [
            sums
            for (its_category, form), sums in self.sums.items()
            if category in (None, its_category) and pronoun in (None, form)
        ]
        above, below, size = (sum(column) for column in zip((0, 0, 0), *chosen, strict=True))
        return (above / below if below else None), round(size)


def scores(content: Content, metric: str) -> Table:
    """The score of every system for each category, and each pronoun in it."""
    scored = {
        system: _scored(content, metric, system)
        for system in content.systems
        if (metric, system) in content.results
    }
    keys = distinct(scored, "system", ("category", "pronoun", "n", _GROUP, _SPAN))

    def record(group: _Place, span: int) -> Record:
        values = {system: score.of(*group) for system, score in scored.items()}
        category, pronoun = group
        return {
            "category": category or _ALL,
            "pronoun": pronoun or _ALL,
            "n": max(size for _, size in values.values()),
            **{keys[system]: value for system, (value, _) in values.items()},
            _GROUP: group,
            _SPAN: span,
        }

    records = (
        record((category, pronoun), 0 if place else len(pronouns))
        for category, pronouns in _breakdown(content, scored)
        for place, pronoun in enumerate(pronouns)
    )
    return Table(
        f"scores-{metric}",
        f"{metric}: score by category and pronoun",
        (
            Column("category", look=_spanning),
            Column("pronoun"),
            Column("n", show=count),
            *(_column(metric, system, scored[system], key) for system, key in keys.items()),
        ),
        tuple(records),
        heads=2,
    )


def _spanning(record: Record) -> Cell:
    return Cell(span=cast("int", record[_SPAN]))


def _column(metric: str, system: str, scored: _Scored, key: str) -> Column:
    def look(record: Record) -> Cell:
        category, pronoun = cast("_Place", record[_GROUP])
        value, size = scored.of(category, pronoun)
        if value is None:
            return Cell()
        go = query(metric=metric, system=system, category=category, pronoun=pronoun)
        return Cell(
            go="" if scored.sums is None else go,
            title=f"{value:.4f} of {size} pronouns",
            heat=heat(value),
        )

    return Column(system, (key,), rounded(2), look=look)


def scored(description: Description, judgements: Iterable[Judgement]) -> tuple[float | None, int]:
    """The score over some judgements, None if it is undefined, and how many of them count."""
    statistics = [judgement.statistics for judgement in judgements]
    shares = [description.share(one) for one in statistics]
    lower = sum(below for _, below in shares)
    upper = sum(above for above, _ in shares)
    return (upper / lower if lower else None), sum(map(description.counts, statistics))


def _scored(content: Content, metric: str, system: str) -> _Scored:
    result = content.results[metric, system]
    if (column := content.judgements.get((metric, system))) is None:
        return _Scored(result, None)
    description = content.descriptions[metric]
    sums: dict[Group, tuple[float, float, int]] = {}
    for number, judgement in column.items():
        if description.counts(judgement.statistics):
            above, below = description.share(judgement.statistics)
            pronoun = content.pronouns[number]
            group = pronoun.category or NONE, pronoun.form
            upper, lower, size = sums.get(group, (0.0, 0.0, 0))
            sums[group] = upper + above, lower + below, size + 1
    return _Scored(result, sums)


def _breakdown(
    content: Content, scored: Mapping[str, _Scored]
) -> Iterator[tuple[str | None, list[str | None]]]:
    """Categories, and in each the pronouns, the most frequent first."""
    groups: Counter[Group] = Counter()
    forms: Counter[str] = Counter()
    for one in scored.values():
        for group, (_, _, size) in (one.sums or {}).items():
            groups[group] = max(groups[group], size)
        if one.sums is None:
            for form, found in one.result.groups.get("pronoun", {}).items():
                forms[form] = max(forms[form], found.size)
    for (_, form), size in groups.items():
        forms[form] += size
    categories = [
        name
        for name in _categories(content)
        if any(one.of(name, None)[1] for one in scored.values())
    ]
    frequent = [form for form, _ in forms.most_common()]
    yield None, [None, *(frequent if len(frequent) > 1 else ())]
    for category in categories if categories != [NONE] else ():
        there = [form for form in frequent if groups[category, form]]
        yield category, [None, *(there if len(there) > 1 else ())]


def _categories(content: Content) -> list[str]:
    """All categories, alike for all metrics: as results have them, which keep a suite's order."""
    named = [
        name for result in content.results.values() for name in result.groups.get("category", ())
    ]
    found = dict.fromkeys([*named, *(one.category or NONE for one in content.pronouns)])
    return sorted(found, key=lambda name: name == NONE)  # the others stay in their order
