"""The quality of an alignment, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping

from proform.alignment.quality import Quality
from proform.table.table import Table, count, figure

_MEASURES = ("aer", "precision", "recall", "f")


def as_text(result: Mapping[str, Quality]) -> str:
    """A table for people."""
    from proform.table.terminal import render  # noqa: PLC0415 (rich is slow to import)

    rows = tuple(
        (name, *(figure(getattr(quality, m)) for m in _MEASURES), count(quality.links))
        for name, quality in result.items()
    )
    header = ("links of", "AER", "precision", "recall", "F", "links")
    return render([Table("alignment", header, rows)], [], terminal=False)


def as_json(result: Mapping[str, Quality]) -> str:
    """The same for programs."""
    return (
        json.dumps(
            {
                name: {
                    **{measure: getattr(quality, measure) for measure in _MEASURES},
                    "links": quality.links,
                    "correct": quality.correct,
                    "found": quality.found,
                    "sure": quality.sure,
                }
                for name, quality in result.items()
            },
            indent=1,
        )
        + "\n"
    )
