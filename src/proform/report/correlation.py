"""Do metrics say what people say? Coefficients and plots over systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proform.meta.correlation import Correlated, correlate_all, p_value
from proform.meta.scores import Study
from proform.report.model import Content
from proform.report.plots import Scatter, scatter
from proform.scoring.summary import Resampling
from proform.stats.correlate import pair
from proform.table.table import Column, Table, rounded, span

_PLOTTED = "pearson"


@dataclass(frozen=True, slots=True)
class Plot:
    """A metric against human scores, and what to make of it."""

    metric: str
    human: str
    drawing: Scatter
    sentences: tuple[str, ...]


Found = Sequence[tuple[str, Correlated]]
"""The name of a human score, and a coefficient of it."""


def correlated(content: Content, resampling: Resampling) -> Found:
    """Every metric with every human score, by every measure."""
    figures: dict[str, Mapping[str, float | None]] = {
        metric: {
            system: content.results[metric, system].total.score
            for system in content.systems
            if (metric, system) in content.results
        }
        for metric in content.metrics
    }
    figures |= {one.name: one.values for one in content.beside}
    found = []
    for human in content.human:
        scores = {name: pair(values, human.values) for name, values in figures.items()}
        study = Study(human.name, scores, ())
        found += [
            (human.name, one) for one in correlate_all(study, resampling.times, resampling.seed)
        ]
    return found


def correlations(found: Found) -> Table:
    """A row for each coefficient."""
    records = []
    for human, one in found:
        value = one.correlation
        low, high = value.interval[:2] if value.interval else (None, None)
        records.append(
            {
                "metric": one.metric,
                "human score": human,
                "measure": value.measure,
                "value": value.value,
                "low": low,
                "high": high,
                "p": value.p,
                "systems": value.n,
                "remark": value.why,
            }
        )
    return Table(
        "correlations",
        "Correlation of metrics with human scores, over systems",
        (
            *map(Column, ("metric", "human score", "measure")),
            Column("value", show=rounded(3)),
            Column("95% interval", ("low", "high"), span(3)),
            Column("p", show=p_value),
            Column("systems"),
            Column("remark"),
        ),
        tuple(records),
        heads=3,
    )


def plots(found: Found) -> Iterator[Plot]:
    """Every metric against every human score."""
    for human, one in found:
        if one.correlation.measure == _PLOTTED and one.scores.systems:
            yield Plot(one.metric, human, scatter(one), tuple(_sentences(one)))


def _sentences(one: Correlated) -> Iterator[str]:
    found = one.correlation
    if found.value is None:
        yield f"No correlation: {found.why}."
    else:
        yield f"Pearson’s r is {found.value:.3f} over {found.n} systems."
    if one.sensitivity and (said := one.sensitivity.sentence(one.scores.systems)):
        yield f"{said[0].upper()}{said[1:]}."
    if one.scores.left_out:
        yield f"Left out, since one of the two is not known: {', '.join(one.scores.left_out)}."
