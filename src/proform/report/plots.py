"""Where things are in a drawing; the template draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

import numpy as np

from proform.meta.correlation import Correlated
from proform.meta.scatter import away, place
from proform.stats.correlate import Array, Line, Scores, fit

WIDTH, HEIGHT = 480, 350
LEFT, RIGHT, TOP, BOTTOM = 54, 12, 10, 48
STRIP = 96
"""The width of an interval in a table."""

_LETTER, _HIGH, _DEEP, _AIR = 6.4, 12.0, 3.0, 2.0
"""The size of the names: width of a letter, height, what is below the line, air around."""
_STEPS = 40


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
    """Systems by two scores, the regression line and its band."""

    points: tuple[Point, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    line: str
    band: str
    other: str
    """The line without the system that carries the correlation."""
    carrier: str


class Strip(NamedTuple):
    """An interval and the score in it, on the scale of its column."""

    low: float | None
    at: float
    high: float | None


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


def scatter(one: Correlated) -> Scatter:
    """The metric across, people upwards."""
    scores = one.scores
    across = round_scale(list(map(float, scores.metric)), LEFT, WIDTH - RIGHT)
    up = round_scale(list(map(float, scores.human)), HEIGHT - BOTTOM, TOP)
    xs = np.linspace(across.low, across.high, _STEPS + 1)
    line, band = fit(scores.metric, scores.human), ""
    if line is not None:
        low, high = line.band(xs)
        band = _path(across, up, np.concatenate([xs, xs[::-1]]), np.concatenate([low, high[::-1]]))
    other, carrier = _without_carrier(one)
    lines = [drawn for drawn in (line, other) if drawn is not None]
    return Scatter(
        tuple(_points(scores, across, up, lines, xs)),
        tuple(ticks(across)),
        tuple(ticks(up)),
        "" if line is None else _path(across, up, xs, line.at(xs)),
        band,
        "" if other is None else _path(across, up, xs, other.at(xs)),
        carrier,
    )


def _without_carrier(one: Correlated) -> tuple[Line | None, str]:
    """The line without the system that carries the correlation, and its name; if there is one."""
    sensitivity, scores = one.sensitivity, one.scores
    if sensitivity is None or not sensitivity.carries or sensitivity.largest is None:
        return None, ""
    kept = np.arange(len(scores.systems)) != sensitivity.largest
    return fit(scores.metric[kept], scores.human[kept]), scores.systems[sensitivity.largest]


def strip(scale: Scale, score: float, low: float | None, high: float | None) -> Strip:
    """An interval as a line with a dot."""
    first, last = (None if end is None else scale.at(end) for end in (low, high))
    return Strip(first, scale.at(score), last)


def _step(span: float) -> float:
    """The largest of 1, 2, 5, 10 … that gives at least four steps."""
    power: float = 10.0 ** floor(log10(span))
    return next(step for m in (2, 1, 0.5, 0.2, 0.1) if span / (step := m * power) >= 4)


def ticks(scale: Scale) -> Iterator[Tick]:
    """Marks at round numbers."""
    step = _step(scale.high - scale.low)
    digits = max(0, -floor(log10(step) + 1e-9))
    for number in range(round((scale.high - scale.low) / step) + 1):
        value = round(scale.low + number * step, digits) + 0.0  # no -0
        yield Tick(scale.at(value), f"{value:.{digits}f}")


def _path(across: Scale, up: Scale, xs: Array, ys: Array) -> str:
    return " ".join(f"{across.at(x)},{up.at(y)}" for x, y in zip(xs, ys, strict=True))


def _points(
    scores: Scores, across: Scale, up: Scale, lines: Sequence[Line], xs: Array
) -> Iterator[Point]:
    """The systems, with their names where they can be read."""
    found = zip(scores.metric, scores.human, strict=True)
    spots = np.array([(across.at(x), up.at(y)) for x, y in found], float)
    sizes = np.array(
        [(len(name) * _LETTER + 2 * _AIR, _HIGH + 2 * _AIR) for name in scores.systems]
    )
    bounds = (LEFT + 2.0, TOP + 0.0, WIDTH - RIGHT - 2.0, HEIGHT - BOTTOM - 2.0)
    drawn = [(across.at(x), up.at(y)) for one in lines for x, y in zip(xs, one.at(xs), strict=True)]
    boxes = place(spots, sizes, bounds, np.array(drawn, float).reshape(-1, 2))
    for name, (x, y), box in zip(scores.systems, spots, boxes, strict=True):
        left, below = round(box[0] + _AIR, 1), round(box[3] - _AIR - _DEEP, 1)
        yield Point(name, float(x), float(y), left, below, away((x, y), box))
