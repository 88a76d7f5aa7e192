"""Semi-automatic evaluation on the page: the tables of `proform semi results`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proform.report.layout import query
from proform.semi.counts import Results
from proform.semi.tables import category_key
from proform.table.table import Cell, Record, Table

NAME = "semi"
LISTED = f"{NAME}-apart"
"""The table that may be long."""


def tables(found: Results) -> list[Table]:
    """All tables, the estimate first, with links to the pronouns behind their figures."""
    looks: dict[str, Callable[[Record], Cell]] = {
        category_key(category): _of_category(category) for category in found.categories
    }
    made = {
        table.name: replace(
            table.decorated({**looks, "example": _example}),
            name=f"{NAME}-{table.name}",
            title=table.title[0].upper() + table.title[1:],
        )
        for table in found.tables
    }
    return [made.pop("estimate"), *made.values()]


def _of_category(category: str) -> Callable[[Record], Cell]:
    def look(record: Record) -> Cell:
        """Only a system has pronouns, an average has none."""
        linked = "decided" in record
        return Cell(go=query(system=str(record["system"]), category=category) if linked else "")

    return look


def _example(record: Record) -> Cell:
    return Cell(go=query(system=str(record["system"]), category=str(record["category"])))
