"""Systems as general metrics see them."""

from __future__ import annotations

from collections.abc import Sequence

from proform.metric.general import GENERAL
from proform.report.sheet import Column, Sheet, rounded
from proform.score.beside import Beside


def scored_systems(found: Sequence[Beside]) -> Sheet:
    """A row for each system; the signatures are notes."""
    metrics = list(dict.fromkeys(one.metric for one in found))
    systems = list(dict.fromkeys(one.system for one in found))
    scores = {(one.system, one.metric): one.score for one in found}
    signatures = {one.metric: one.signature for one in found}
    columns = (
        Column("system", ("system",)),
        *(Column(metric, (metric,), rounded(2 if metric in GENERAL else 4)) for metric in metrics),
    )
    records = tuple(
        {"system": system, **{metric: scores[system, metric] for metric in metrics}}
        for system in systems
    )
    notes = tuple(f"{metric}: {signatures[metric]}" for metric in metrics)
    return Sheet("metrics", "general metrics", columns, records, notes)
