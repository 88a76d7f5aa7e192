"""Results in every format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from proform.scoring.result import Group, Result, SystemScore
from proform.scoring.stability import Stability
from proform.scoring.tables import (
    long_table,
    matrix_labels,
    paired_record,
    stability_table,
    tables,
)
from proform.table.writers import WRITERS


@dataclass(frozen=True, slots=True)
class Layout:
    """What is shown beside the scores, and whether a terminal shows it."""

    by: tuple[str, ...] = ()
    matrix: bool = False
    terminal: bool = False
    stabilities: tuple[Stability, ...] = ()


def write(result: Result, style: str, layout: Layout) -> str:
    """A result in one of the formats: tables for people, and one value a cell for programs."""
    if style == "json":
        return as_json(result, layout.stabilities)
    if style in ("tsv", "csv"):
        return WRITERS[style]([long_table(result, layout.by)], (), False)
    shown = list(tables(result, layout.by, matrix=layout.matrix))
    if layout.stabilities:
        shown.append(stability_table(layout.stabilities))
    notes = [*result.notes, f"signature: {result.signature}"]
    return WRITERS[style](shown, notes, layout.terminal)


def as_json(result: Result, stabilities: Sequence[Stability] = ()) -> str:
    """Everything, always: programs do not mind."""
    document: dict[str, object] = {
        "signature": result.signature,
        "segments": result.segments,
        "results": [_json_result(score) for score in result.results],
        "comparisons": [paired_record(paired) for paired in result.comparisons],
        "notes": list(result.notes),
    }
    if stabilities:
        document["alignments"] = [_json_stability(stability) for stability in stabilities]
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _json_group(group: Group) -> dict[str, object]:
    return {**group.scores, "n": group.size, "counts": dict(group.counts)}


def _json_result(result: SystemScore) -> dict[str, object]:
    interval = result.interval
    labels = matrix_labels(result)
    return {
        "system": result.system,
        "metric": result.metric,
        **_json_group(result.total),
        "interval": None if interval is None else [interval.low, interval.high],
        "by": {
            kind: {key: _json_group(group) for key, group in groups.items()}
            for kind, groups in result.by.items()
        },
        "matrix": {
            expected: {
                found: number
                for found in labels
                if (number := result.matrix.get((expected, found)))
            }
            for expected in labels
        },
        "left_out": dict(result.left_out),
        "signature": result.signature,
    }


def _json_stability(stability: Stability) -> dict[str, object]:
    return {
        "system": stability.system,
        "metric": stability.metric,
        "scores": list(stability.scores),
        "deviation": stability.deviation,
        "occurrences": stability.occurrences,
        "changed": [
            {
                "segment": change.segment,
                "position": change.position,
                "pronoun": change.pronoun,
                "reasons": list(change.reasons),
            }
            for change in stability.changes
        ],
    }
