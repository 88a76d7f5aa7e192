"""Metrics against human scores: coefficients, and where things are in the plots of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

import numpy as np

from proform.meta.correlation import Correlated, correlate_all, p_value
from proform.meta.scatter import away, place
from proform.meta.scores import Study
from proform.report.model import Content
from proform.scoring.summary import Resampling
from proform.stats.correlate import Array, fit, pair
from proform.table.table import Column, Table, rounded, span

WIDTH, HEIGHT = 480, 350
LEFT, RIGHT, TOP, BOTTOM = 54, 12, 10, 48
STRIP = 96
"""The width of an interval in a table."""

_LETTER, _HIGH, _DEEP, _AIR = 6.4, 12.0, 3.0, 2.0
"""The size of the names: width of a letter, height, what is below the line, air around."""


class Point(NamedTuple):
    """A system, its place, where its name begins, and where a line leads to it, if it is far."""

    name: str
    x: float
    y: float
    label_x: float
    label_y: float
    leader: tuple[float, float] | None


class Tick(NamedTuple):
    """A mark on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Scatter:
    """Systems by a metric and a human score, the regression line and its band, and remarks."""

    metric: str
    human: str
    sentences: tuple[str, ...]
    points: tuple[Point, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    line: str
    band: str
    other: str
    """The line without the system that carries the correlation."""
    carrier: str


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to places."""

    low: float
    high: float
    first: float
    last: float

    def at(self, value: float) -> float:
        """The place of a value."""
        share = (value - self.low) / (self.high - self.low)
        return round(float(self.first + share * (self.last - self.first)), 1)


def round_scale(values: Sequence[float], first: float, last: float) -> Scale:
    """A scale with some air around the values, from one round number to another."""
    low, high = min(values), max(values)
    air = (high - low) * 0.06 or abs(high) * 0.1 or 0.1
    step = _step(high - low + 2 * air)
    return Scale(floor((low - air) / step) * step, ceil((high + air) / step) * step, first, last)


def _step(span: float) -> float:
    """The largest of 1, 2, 5, 10 … that gives at least four steps."""
    power: float = 10.0 ** floor(log10(span))
    return next(step for m in (2, 1, 0.5, 0.2, 0.1) if span / (step := m * power) >= 4)


def ticks(scale: Scale) -> Iterator[Tick]:
    """Marks at round numbers."""
    step = _step(scale.high - scale.low)
    digits = max(0, -floor(log10(step) + 1e-9))
    first, last = ceil(scale.low / step - 1e-9), floor(scale.high / step + 1e-9)
    for number in range(first, last + 1):
        value = round(number * step, digits) + 0.0  # no -0
        yield Tick(scale.at(value), f"{value:.{digits}f}")


def correlated(content: Content, resampling: Resampling) -> list[tuple[str, Correlated]]:
    """Every metric with every human score, whose name stands first, by every measure."""
    figures: dict[str, Mapping[str, float | None]] = {
        metric: {
            system: content.results[metric, system].total.score
            for system in content.systems
            if (metric, system) in content.results
        }
        for metric in content.metrics
    }
    figures |= content.beside
    coefficients = []
    for human, scores in content.human.items():
        study = Study(human, {name: pair(values, scores) for name, values in figures.items()}, ())
        by_measure = correlate_all(study, resampling.times, resampling.seed)
        coefficients += [(human, coefficient) for coefficient in by_measure]
    return coefficients


def correlations(coefficients: Sequence[tuple[str, Correlated]]) -> Table:
    """A row for each coefficient."""
    records = []
    for human, coefficient in coefficients:
        value = coefficient.correlation
        low, high = value.interval[:2] if value.interval else (None, None)
        records.append(
            {
                "metric": coefficient.metric,
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
            *map(Column, ("systems", "remark")),
        ),
        tuple(records),
        heads=3,
    )


def plots(coefficients: Sequence[tuple[str, Correlated]]) -> list[Scatter]:
    """Every metric against every human score."""
    return [
        scatter(human, coefficient)
        for human, coefficient in coefficients
        if coefficient.correlation.measure == "pearson" and coefficient.scores.systems
    ]


def scatter(human: str, coefficient: Correlated) -> Scatter:
    """The metric across, people upwards."""
    scores, sensitivity = coefficient.scores, coefficient.sensitivity
    across = round_scale(list(map(float, scores.metric)), LEFT, WIDTH - RIGHT)
    up = round_scale(list(map(float, scores.human)), HEIGHT - BOTTOM, TOP)
    xs = np.linspace(across.low, across.high, 41)

    def placed(xs: Array, ys: Array) -> list[tuple[float, float]]:
        return [(across.at(x), up.at(y)) for x, y in zip(xs, ys, strict=True)]

    def path(spots: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x},{y}" for x, y in spots)

    line, other, band, carrier = fit(scores.metric, scores.human), None, "", ""
    if line is not None:
        low, high = line.band(xs)
        band = path([*placed(xs, low), *placed(xs[::-1], high[::-1])])
    if sensitivity is not None and sensitivity.carries and sensitivity.largest is not None:
        kept = np.arange(len(scores.systems)) != sensitivity.largest
        other = fit(scores.metric[kept], scores.human[kept])
        carrier = scores.systems[sensitivity.largest]
    drawn, thin = (placed(xs, one.at(xs)) if one else [] for one in (line, other))
    return Scatter(
        coefficient.metric,
        human,
        tuple(_sentences(coefficient)),
        tuple(_points(scores.systems, placed(scores.metric, scores.human), [*drawn, *thin])),
        tuple(ticks(across)),
        tuple(ticks(up)),
        path(drawn),
        band,
        path(thin),
        carrier,
    )


def _points(
    systems: Sequence[str], at: Sequence[tuple[float, float]], drawn: Sequence[tuple[float, float]]
) -> Iterator[Point]:
    spots, lines = np.array(at, float), np.array(drawn, float).reshape(-1, 2)
    sizes = [(len(name) * _LETTER + 2 * _AIR, _HIGH + 2 * _AIR) for name in systems]
    bounds = (LEFT + 2.0, TOP + 0.0, WIDTH - RIGHT - 2.0, HEIGHT - BOTTOM - 2.0)
    boxes = place(spots, np.array(sizes), bounds, lines)
    for name, (x, y), box in zip(systems, spots, boxes, strict=True):
        left, below = round(box[0] + _AIR, 1), round(box[3] - _AIR - _DEEP, 1)
        yield Point(name, float(x), float(y), left, below, away((x, y), box))


def _sentences(coefficient: Correlated) -> Iterator[str]:
    value, scores = coefficient.correlation, coefficient.scores
    if value.value is None:
        yield f"No correlation: {value.why}."
    else:
        yield f"Pearson’s r is {value.value:.3f} over {value.n} systems."
    sensitivity = coefficient.sensitivity
    if sensitivity and (said := sensitivity.sentence(scores.systems)):
        yield f"{said[0].upper()}{said[1:]}."
    if scores.left_out:
        yield f"Left out, since one of the two is not known: {', '.join(scores.left_out)}."
