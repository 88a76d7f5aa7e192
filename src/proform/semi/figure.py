"""Both counts of every system in one picture, by matplotlib."""

from __future__ import annotations

from matplotlib.axes import Axes

from proform.picture import BLUE, ORANGE, picture
from proform.semi.counts import CountedSystem, Results


def draw(found: Results, kind: str) -> bytes:
    """A row for each system, the best on top, as SVG or PNG."""
    size = (7.2, 1.3 + 0.28 * len(found.systems))
    return picture(size, kind, lambda figure: _rows(figure.subplots(), found.systems))


def _rows(axes: Axes, systems: tuple[CountedSystem, ...]) -> None:
    for row, one in enumerate(systems):
        estimate = one.estimate
        if estimate.interval is not None:
            low, high = estimate.interval
            axes.plot([100 * low, 100 * high], [row, row], color=BLUE, linewidth=1.6)
    corrected = [
        (100 * one.estimate.share, row)
        for row, one in enumerate(systems)
        if one.estimate.share is not None
    ]
    paper = [
        (100 * share, row)
        for row, one in enumerate(systems)
        if (share := one.total.share) is not None
    ]
    _dots(axes, corrected, "corrected, with 95% interval", BLUE, BLUE)
    _dots(axes, paper, "the paper's count", "white", ORANGE)
    axes.set_yticks(range(len(systems)), [one.system for one in systems], parse_math=False)
    axes.set_ylim(len(systems) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("examples that are right, %")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, fontsize=8)


def _dots(axes: Axes, points: list[tuple[float, int]], label: str, face: str, edge: str) -> None:
    across, down = [x for x, _ in points], [y for _, y in points]
    axes.scatter(across, down, s=26, facecolors=face, edgecolors=edge, label=label, zorder=3)
