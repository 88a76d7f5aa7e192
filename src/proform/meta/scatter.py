"""Scatter plots of metrics against human scores, with names that can be read.

Names are placed in pixels. Each is tried at places around its point, near ones first, and takes the
cheapest: one that covers no other name, no point and no line, and keeps inside. After all have one,
each is asked again, until nobody moves. Of several tries the cheapest wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from proform.picture import BLUE, ORANGE, QUIET, picture
from proform.stats.correlate import Array, Scores, fit
from proform.table.table import rounded, span

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from proform.meta.correlation import Correlated

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""

_RADII = (0.0, 8.0, 18.0, 30.0, 44.0, 60.0, 80.0, 105.0)
_ANGLES = np.deg2rad([20, 160, 340, 200, 90, 270, 55, 125, 305, 235, 0, 180])
_GAP = 7.0
"""From the middle of a point to a name beside it."""
_EDGE = 2.0
_PASSES, _TRIES = 12, 6
_NAME, _POINT, _LINE, _LEADER, _ASTRAY = 60.0, 25.0, 1.5, 25.0, 12.0
"""What it costs to cover a whole name, a point, some line; a leader that crosses a name; to stand
nearer to another point."""


def place(points: Array, sizes: Array, bounds: Box, lines: Array) -> list[Box]:
    """The boxes of the names; `points` and `sizes` have a row each, `lines` are points on lines."""
    options = [_options(point, size, bounds) for point, size in zip(points, sizes, strict=True)]
    fixed = [_fixed(label, boxes, points, lines) for label, boxes in enumerate(options)]
    rng = np.random.default_rng(1)
    tries = [_settle(points, options, fixed, rng) for _ in range(_TRIES)]
    _, best = min(tries, key=lambda settled: settled[0])
    return [_box(boxes[at]) for boxes, at in zip(options, best, strict=True)]


def _settle(
    points: Array, options: Sequence[Array], fixed: Sequence[Array], rng: Generator
) -> tuple[float, list[int]]:
    """Places that nobody wants to change any more, and what they cost; who comes first is drawn."""
    chosen: dict[int, int] = {}
    costs: dict[int, float] = {}
    order = [int(label) for label in rng.permutation(len(points))]
    for _ in range(_PASSES):
        before = dict(chosen)
        for label in order:
            names = [options[other][at] for other, at in chosen.items() if other != label]
            others = np.array(names).reshape(-1, 4)
            cost = fixed[label] + _crowding(options[label], others)
            cost += _crossing(label, points, options[label], others)
            chosen[label] = int(cost.argmin())
            costs[label] = float(cost.min())
        if chosen == before:
            break
    return sum(costs.values()), [chosen[label] for label in range(len(points))]


def away(point: Sequence[float], box: Box) -> tuple[float, float] | None:
    """Where a leader from the point ends at the box; None if the name stands close by."""
    x, y = min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])
    near = np.hypot(x - point[0], y - point[1]) <= 2 * _GAP
    return None if near else (x, y)


def _box(row: Array) -> Box:
    left, bottom, right, top = map(float, row)
    return left, bottom, right, top


def _options(point: Array, size: Array, bounds: Box) -> Array:
    """Places around a point, near ones first; the ends of the frame push them back inside."""
    radius, angle = (grid.ravel() for grid in np.meshgrid(_RADII, _ANGLES, indexing="ij"))
    towards = np.column_stack([np.cos(angle), np.sin(angle)])
    beside = point + towards * (_GAP + radius)[:, None]
    first, last = np.array(bounds[:2]), np.array(bounds[2:])
    start = np.clip(beside - size * (1 - towards) / 2, first, np.maximum(first, last - size))
    return np.column_stack([start, start + size])


def _fixed(label: int, boxes: Array, points: Array, lines: Array) -> Array:
    """What a place costs whatever the other names do."""
    reach = np.repeat(_RADII, len(_ANGLES)) / 8
    turn = np.tile(np.arange(len(_ANGLES)), len(_RADII)) / 50
    covered = _inside(points, boxes).sum(axis=1)
    struck = _inside(lines, boxes).any(axis=1)
    distance = _distance(points, boxes)
    astray = (distance < distance[:, [label]] - _EDGE).any(axis=1)
    return np.asarray(reach + turn + _POINT * covered + _LINE * struck + _ASTRAY * astray)


def _distance(points: Array, boxes: Array) -> Array:
    """Boxes × points: how far from the nearest edge."""
    nearest = np.clip(points, boxes[:, None, :2], boxes[:, None, 2:])
    return np.asarray(np.hypot(*np.moveaxis(points - nearest, 2, 0)))


def _inside(points: Array, boxes: Array) -> NDArray[np.bool_]:
    """Boxes × points: is it in the box, or at its edge?"""
    return np.asarray(_distance(points, boxes) < _EDGE)


def _crowding(boxes: Array, others: Array) -> Array:
    """How much of other names each place would cover."""
    ends = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    starts = np.maximum(boxes[:, None, :2], others[None, :, :2])
    covered = np.clip(ends - starts, 0, None).prod(axis=2)
    whole = (boxes[0, 2] - boxes[0, 0]) * (boxes[0, 3] - boxes[0, 1])
    shared = covered.sum(axis=1) / max(whole, 1.0)
    # A touch is as bad as a word that is half hidden.
    return np.where(shared > 0, _NAME / 2 + _NAME * shared, 0.0)


def _crossing(label: int, points: Array, boxes: Array, others: Array) -> Array:
    """Leaders that run through other names or points."""
    point, rest = points[label], np.delete(points, label, axis=0)
    obstacles = np.concatenate([others, np.column_stack([rest, rest])])
    ends = np.clip(point, boxes[:, :2], boxes[:, 2:])
    steps = np.linspace(0.1, 0.9, 9)
    along = (point + steps[:, None, None] * (ends - point)).reshape(-1, 2)
    hit = _inside(along, obstacles).reshape(len(obstacles), len(steps), len(boxes))
    return np.asarray(_LEADER * hit.any(axis=1).sum(axis=0))


_ACROSS = 3
"""Panels beside each other."""
_MANY = 15
"""With more systems, names are smaller and panels larger."""


def draw(correlated: Sequence[Correlated], human: str, kind: str) -> bytes:
    """A panel for each metric, as SVG or PNG."""
    panels = [result for result in correlated if result.correlation.measure == "pearson"]
    across = 2 if len(panels) == _ACROSS + 1 else min(_ACROSS, len(panels))
    down = ceil(len(panels) / across)
    many = max(len(result.scores.systems) for result in panels) > _MANY
    width, height = (7.2, 5.6) if many or len(panels) == 1 else (4.6, 3.9)

    def paint(figure: Figure) -> None:
        axes = figure.subplots(down, across, squeeze=False).ravel()
        for panel, result in zip(axes, panels, strict=False):
            _panel(panel, result, human)
        for panel in axes[len(panels) :]:
            panel.set_axis_off()
        figure.draw_without_rendering()  # the layout is settled: from here on places in pixels hold
        figure.set_layout_engine("none")
        for panel, result in zip(axes, panels, strict=False):
            _name(panel, result.scores, 7 if many else 8)

    return picture((width * across, height * down), kind, paint)


def _panel(axes: Axes, result: Correlated, human: str) -> None:
    scores, pearson = result.scores, result.correlation
    axes.set_xlabel(result.metric, parse_math=False)
    axes.set_ylabel(human, parse_math=False)
    if pearson.value is None:
        axes.set_title(pearson.why, loc="left", fontsize=8, color=QUIET, wrap=True)
    else:
        ends = pearson.interval and span(3)(*pearson.interval[:2])
        interval = f" (95% interval {ends})" if ends else ""
        title = f"Pearson {pearson.value:.3f}{interval}, n = {pearson.n}"
        axes.set_title(title, loc="left", fontsize=8, color=QUIET)
    if not scores.systems:
        return
    left, right = _limits(scores.metric)
    axes.set_xlim(left, right)
    axes.set_ylim(*_limits(scores.human))
    _regression(axes, result, np.linspace(left, right, 100))
    axes.scatter(scores.metric, scores.human, s=18, color=BLUE, zorder=3, linewidths=0)


def _regression(axes: Axes, result: Correlated, along: Array) -> None:
    line = fit(result.scores.metric, result.scores.human)
    if line is None:
        return
    low, high = line.band(along)
    axes.fill_between(along, low, high, color=BLUE, alpha=0.12, linewidth=0, zorder=1)
    axes.plot(along, line.at(along), color=BLUE, linewidth=1.4, zorder=2)
    sensitivity = result.sensitivity
    if sensitivity is None or not sensitivity.carries or sensitivity.largest is None:
        return
    largest = sensitivity.largest
    kept = np.arange(len(result.scores.systems)) != largest
    others = fit(result.scores.metric[kept], result.scores.human[kept])
    if others is None:
        return
    axes.plot(along, others.at(along), color=ORANGE, linewidth=1.2, linestyle="--", zorder=2)
    at = result.scores.metric[largest], result.scores.human[largest]
    axes.scatter(*at, s=90, facecolors="none", edgecolors=ORANGE, linewidths=1.2, zorder=4)
    text = f"without {result.largest}: {rounded(3)(sensitivity.without[largest])}"
    corner = axes.text(0.99, 0.02, text, ha="right", color=ORANGE, fontsize=8, parse_math=False)
    corner.set_transform(axes.transAxes)


def _limits(values: Array) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    margin = (high - low) * 0.12 or abs(high) * 0.1 or 1.0
    return low - margin, high + margin


def _name(axes: Axes, scores: Scores, size: int) -> None:
    """Write the names where they can be read, with a line to the point if that is far."""
    if not scores.systems:
        return
    to_pixels = axes.transData.transform
    points = to_pixels(np.column_stack([scores.metric, scores.human]))
    written = [
        axes.text(0, 0, system, fontsize=size, parse_math=False, zorder=5, ha="left", va="bottom")
        for system in scores.systems
    ]
    extents = [text.get_window_extent() for text in written]
    sizes = np.array([(extent.width + 2, extent.height) for extent in extents])
    frame = axes.get_window_extent()
    bounds = frame.x0 + 2, frame.y0 + 2, frame.x1 - 2, frame.y1 - 2
    boxes = place(points, sizes, bounds, _drawn(axes))
    to_data = axes.transData.inverted().transform
    for text, point, box in zip(written, points, boxes, strict=True):
        x, y = to_data((box[0] + 1, box[1]))
        text.set_position((x, y))
        end = away(point, box)
        if end is not None:
            ends = to_data([point, end])
            axes.plot(ends[:, 0], ends[:, 1], color="#a0a0a0", linewidth=0.5, zorder=2)


def _drawn(axes: Axes) -> Array:
    """Points on all that is drawn beside the systems, in pixels."""
    lines = [axes.transData.transform(line.get_xydata()) for line in axes.lines]
    for text in axes.texts:
        box = text.get_window_extent()
        if text.get_transform() == axes.transAxes:
            lines.append(np.column_stack([np.linspace(box.x0, box.x1, 50), np.full(50, box.y1)]))
    return np.concatenate(lines) if lines else np.empty((0, 2))
