"""Pictures by matplotlib, in one style, as SVG or PNG."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, ORANGE, QUIET = "#1b5e9e", "#b8500b", "#505050"
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: it can be searched and edited
    "svg.hashsalt": "proform",  # the same picture twice is the same file
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#808080",
    "xtick.color": QUIET,
    "ytick.color": QUIET,
}


def picture(size: tuple[float, float], kind: str, draw: Callable[[Figure], None]) -> bytes:
    """What `draw` puts on a figure of some inches."""
    # Matplotlib is slow to import.
    from matplotlib import rc_context  # noqa: PLC0415
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    out = BytesIO()
    with rc_context(_STYLE), warnings.catch_warnings():
        # A name in a script that the font lacks is drawn by whoever shows the SVG.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure = Figure(figsize=size, dpi=150, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, metadata=metadata)
    return out.getvalue()
