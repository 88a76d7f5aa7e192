"""Where the project is, and real data by others that is no part of it."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "src" / "proform" / "demo" / "texts"
"""A folder for each pair of the demo, such as en-fr."""
SHARED = Path(os.environ.get("PROFORM_SHARED", ROOT.parent / "shared"))
