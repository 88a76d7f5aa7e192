"""Confusion matrices: which form the reference has, and which a system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from proform.model import NONE, OTHER
from proform.report.layout import STEPS, query
from proform.report.model import Content
from proform.table.table import Cell, Column, Record, Table, count, distinct

RARER, SUM = "rarer", "sum"
_EXPECTED = ""
"""The column of the reference's forms needs no head."""

_FREQUENT = 10
"""So many forms have a row of their own."""

Pair = tuple[str, str]


def matrix_metrics(content: Content) -> list[str]:
    """The metrics that compare forms of pronouns."""
    return [metric for metric in content.metrics if content.descriptions[metric].matrix]


def labels(content: Content, metric: str) -> list[str]:
    """The forms of a metric's matrices, alike for all systems, the most frequent first."""
    totals: Counter[str] = Counter()
    for system in content.systems:
        for pair, number in _cells(content, metric, system).items():
            for form in pair:
                totals[form] += number
    last = [form for form in (OTHER, NONE) if form in totals]
    ranked = sorted(totals, key=lambda form: (-totals[form], form))
    forms = [form for form in ranked if form not in last]
    rarer = [RARER] if len(forms) > _FREQUENT else []
    return [*forms[:_FREQUENT], *rarer, *last]


def matrix(content: Content, metric: str, system: str, named: Sequence[str]) -> Table:
    """The matrix of one system."""
    cells: Counter[Pair] = Counter()
    for (expected, form), number in _cells(content, metric, system).items():
        cells[folded(expected, named), folded(form, named)] += number
    judged = (metric, system) in content.judgements
    largest = max(cells.values(), default=1)
    keys = distinct(named, "form", (_EXPECTED, SUM))

    def column(form: str | None, key: str) -> Column:
        def look(record: Record) -> Cell:
            number, expected = int(str(record[key])), str(record[_EXPECTED])
            row = None if record is records[-1] else expected
            go = query(metric=metric, system=system, expected=row, found=form)
            inside = number and row is not None and form is not None
            heat = round(STEPS * number / largest) if inside else None
            return Cell(go=go if judged and number else "", heat=heat)

        def show(number: int) -> str:
            return count(number) if number or form is None else "·"

        return Column(form or SUM, (key,), show, look=look)

    def record(expected: str, row: Mapping[str, int]) -> Record:
        counts = {keys[form]: row[form] for form in named}
        return {_EXPECTED: expected, **counts, SUM: sum(counts.values())}

    sums = {form: sum(cells[expected, form] for expected in named) for form in named}
    records = (
        *(record(expected, {form: cells[expected, form] for form in named}) for expected in named),
        record(SUM, sums),
    )
    return Table(
        f"matrix-{metric}-{system}",
        f"{metric}, {system}: reference (rows) and candidate (columns)",
        (
            Column(_EXPECTED),
            *(column(form, key) for form, key in keys.items()),
            column(None, SUM),
        ),
        records,
    )


def folded(form: str, named: Sequence[str]) -> str:
    """A form, or that it is one of the rarer."""
    return form if form in named else RARER


def _cells(content: Content, metric: str, system: str) -> Mapping[Pair, int]:
    if column := content.judgements.get((metric, system)):
        return Counter(one.cell for one in column.values() if one.cell)
    result = content.results.get((metric, system))
    return result.matrix if result else {}
