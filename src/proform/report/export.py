"""Tables of the page as files, for papers and for programs."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from io import StringIO

from proform.report.grid import For, Grid
from proform.table.table import Column as TableColumn
from proform.table.table import Table
from proform.table.writers import as_latex as write

_UNSAFE = re.compile(r"[^\w.+-]+")


def file_names(grids: Sequence[Grid], suffix: str) -> list[str]:
    """A name for the file of each table; names of systems may hold anything."""
    names: list[str] = []
    for grid in grids:
        stem = _UNSAFE.sub("-", grid.name).strip("-.") or "table"
        taken = sum(
            name.removesuffix(suffix).split("~")[0].lower() == stem.lower() for name in names
        )
        names.append(f"{stem}~{taken + 1}{suffix}" if taken else f"{stem}{suffix}")
    return names


def as_csv(grid: Grid) -> str:
    """Values as they are; empty where there is none."""
    shown = grid.only(For.ALL, For.PROGRAMS)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(f"{column.group} {column.label}".strip() for column in shown.columns)
    for row in (*shown.rows, *shown.feet):
        writer.writerow("" if cell.value is None else cell.value for cell in row)
    return out.getvalue()


def as_latex(grid: Grid) -> str:
    """As shown, for the package booktabs."""
    shown = grid.only(For.ALL, For.READERS)
    columns = tuple(
        TableColumn(f"{column.group} {column.label}".strip(), (str(place),))
        for place, column in enumerate(shown.columns)
    )
    records = tuple(
        {str(place): f"{cell.text}{cell.mark}" for place, cell in enumerate(row)}
        for row in (*shown.rows, *shown.feet)
    )
    return write([Table(grid.name, grid.title, columns, records, grid.notes)])
