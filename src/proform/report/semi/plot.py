"""The paper's count and the corrected estimate of every system, as a picture."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from proform.score.semi.results import Counted, Results

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: it can be searched and edited
    "svg.hashsalt": "proform",  # the same picture twice is the same file
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#808080",
    "xtick.color": "#505050",
}
_CORRECTED, _PAPER = "#1b5e9e", "#b8500b"
_DPI = 150


def draw(found: Results, kind: str) -> bytes:
    """A row for each system, the best on top, as SVG or PNG."""
    out = BytesIO()
    with rc_context(_STYLE), warnings.catch_warnings():
        # A name in a script that the font lacks is drawn by whoever shows the SVG.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        size = (7.2, 1.3 + 0.28 * len(found.systems))
        figure = Figure(figsize=size, dpi=_DPI, layout="constrained")
        FigureCanvasAgg(figure)
        _rows(figure.subplots(), found.systems)
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, metadata=metadata)
    return out.getvalue()


def _rows(axes: Axes, systems: tuple[Counted, ...]) -> None:
    for row, one in enumerate(systems):
        estimate = one.estimate
        if estimate.interval is not None:
            low, high = estimate.interval
            axes.plot([100 * low, 100 * high], [row, row], color=_CORRECTED, linewidth=1.6)
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
    _dots(axes, corrected, "corrected, with 95% interval", _CORRECTED, _CORRECTED)
    _dots(axes, paper, "the paper's count", "white", _PAPER)
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
