"""The tables of the papers, which are not part of the project; without them a test is skipped."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from tests.support.paths import SHARED

Rows = list[dict[str, str]]


def published_path(name: str) -> Path:
    """Where a table of one of the papers is."""
    path = SHARED / "papers" / "tables" / f"{name}.csv"
    if not path.is_file():
        pytest.skip(f"needs {path}, a published table that is not shipped; set PROFORM_SHARED")
    return path


def published_rows(name: str) -> Rows:
    """The rows of a table of one of the papers."""
    with published_path(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
