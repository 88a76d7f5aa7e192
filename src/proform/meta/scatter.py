"""Scatter plots of metrics against human scores, by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from proform.meta.correlation import Correlated
from proform.meta.labels import away, place
from proform.picture import BLUE, ORANGE, QUIET, picture
from proform.stats.correlate import Array, Scores, fit
from proform.table.table import rounded, span

_ACROSS = 3
"""Panels beside each other."""
_MANY = 15
"""With more systems, names are smaller and panels larger."""


def draw(found: Sequence[Correlated], human: str, kind: str) -> bytes:
    """A panel for each metric, as SVG or PNG."""
    panels = [one for one in found if one.correlation.measure == "pearson"]
    across = min(_ACROSS, len(panels))
    if len(panels) == _ACROSS + 1:
        across = 2
    down = ceil(len(panels) / across)
    many = max(len(one.scores.systems) for one in panels) > _MANY
    width, height = (7.2, 5.6) if many or len(panels) == 1 else (4.6, 3.9)

    def paint(figure: Figure) -> None:
        axes = figure.subplots(down, across, squeeze=False).ravel()
        for panel, one in zip(axes, panels, strict=False):
            _panel(panel, one, human)
        for panel in axes[len(panels) :]:
            panel.set_axis_off()
        figure.draw_without_rendering()  # the layout is settled: from here on places in pixels hold
        figure.set_layout_engine("none")
        for panel, one in zip(axes, panels, strict=False):
            _name(panel, one.scores, 7 if many else 8)

    return picture((width * across, height * down), kind, paint)


def _panel(axes: Axes, one: Correlated, human: str) -> None:
    scores = one.scores
    axes.set_xlabel(one.metric, parse_math=False)
    axes.set_ylabel(human, parse_math=False)
    found = one.correlation
    if found.value is None:
        axes.set_title(found.why, loc="left", fontsize=8, color=QUIET, wrap=True)
    else:
        interval = ""
        if found.interval is not None:
            interval = f" (95% interval {span(3)(*found.interval[:2])})"
        said = f"Pearson {found.value:.3f}{interval}, n = {found.n}"
        axes.set_title(said, loc="left", fontsize=8, color=QUIET)
    if not scores.systems:
        return
    left, right = _limits(scores.metric)
    axes.set_xlim(left, right)
    axes.set_ylim(*_limits(scores.human))
    _regression(axes, one, np.linspace(left, right, 100))
    axes.scatter(scores.metric, scores.human, s=18, color=BLUE, zorder=3, linewidths=0)


def _regression(axes: Axes, one: Correlated, along: Array) -> None:
    line = fit(one.scores.metric, one.scores.human)
    if line is None:
        return
    low, high = line.band(along)
    axes.fill_between(along, low, high, color=BLUE, alpha=0.12, linewidth=0, zorder=1)
    axes.plot(along, line.at(along), color=BLUE, linewidth=1.4, zorder=2)
    sensitivity = one.sensitivity
    if sensitivity is None or not sensitivity.carries or sensitivity.largest is None:
        return
    largest = sensitivity.largest
    kept = np.arange(len(one.scores.systems)) != largest
    others = fit(one.scores.metric[kept], one.scores.human[kept])
    if others is None:
        return
    axes.plot(along, others.at(along), color=ORANGE, linewidth=1.2, linestyle="--", zorder=2)
    at = one.scores.metric[largest], one.scores.human[largest]
    axes.scatter(*at, s=90, facecolors="none", edgecolors=ORANGE, linewidths=1.2, zorder=4)
    said = f"without {one.largest}: {rounded(3)(sensitivity.without[largest])}"
    axes.text(
        0.99,
        0.02,
        said,
        transform=axes.transAxes,
        ha="right",
        color=ORANGE,
        fontsize=8,
        parse_math=False,
    )


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
