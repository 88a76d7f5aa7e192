"""Confusion matrices: which form the reference has, and which a system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from proform.model import NONE, OTHER
from proform.report.grid import STEPS, Cell, Column, Grid, count, query, words
from proform.report.model import Content, Decision

RARER = "rarer"

_FREQUENT = 10
"""So many forms have a row of their own."""

_IDENTICAL = "1"

Pair = tuple[str, str]


def matrix_metrics(content: Content) -> list[str]:
    """The metrics that compare forms of pronouns."""
    return [
        metric
        for metric in content.metrics
        if metric == "apt"
        or any(content.results[key].matrix for key in content.results if key[0] == metric)
    ]


def compared(decision: Decision) -> Pair:
    """The forms that were compared: the one that both have, or else the first of each.

    What APT calls identical is on the diagonal, under the reference's form.
    """
    expected, found = decision.reference.forms, decision.candidate.forms
    shared = next((form for form in expected if form in found), None)
    if decision.reason == _IDENTICAL and expected:
        shared = shared or expected[0]
    if shared is not None:
        return shared, shared
    return (expected or (NONE,))[0], (found or (NONE,))[0]


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


def matrix(content: Content, metric: str, system: str, named: Sequence[str]) -> Grid:
    """The matrix of one system."""
    cells: Counter[Pair] = Counter()
    for (expected, found), number in _cells(content, metric, system).items():
        cells[folded(expected, named), folded(found, named)] += number
    judged = (metric, system) in content.decisions
    largest = max(cells.values(), default=1)

    def go(expected: str | None, found: str | None) -> str:
        if not judged:
            return ""
        return query(metric=metric, system=system, expected=expected, found=found)

    def cell(expected: str, found: str) -> Cell:
        if not (number := cells[expected, found]):
            return Cell(0, "·")
        shade = round(STEPS * number / largest)
        return replace(count(number, go(expected, found)), heat=shade)

    def total(expected: str | None, found: str | None) -> Cell:
        chosen = [n for (e, f), n in cells.items() if expected in (None, e) and found in (None, f)]
        return count(sum(chosen), go(expected, found))

    rows = [
        (words(expected), *(cell(expected, found) for found in named), total(expected, None))
        for expected in named
    ]
    rows.append((words("sum"), *(total(None, found) for found in named), total(None, None)))
    return Grid(
        f"matrix-{metric}-{system}",
        f"{metric}, {system}: reference (rows) and candidate (columns)",
        (Column("", numeric=False), *map(Column, named), Column("sum")),
        tuple(rows),
    )


def folded(form: str, named: Sequence[str]) -> str:
    """A form, or that it is one of the rarer."""
    return form if form in named else RARER


def _cells(content: Content, metric: str, system: str) -> Mapping[Pair, int]:
    if column := content.decisions.get((metric, system)):
        return Counter(compared(decision) for decision in column.values())
    result = content.results.get((metric, system))
    return result.matrix if result else {}
