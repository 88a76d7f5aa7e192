"""What a report is made of, for tests: inputs read, rows of `--detail`, a result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from proform.report.collect import read_inputs
from proform.report.inputs import ReportSettings
from proform.report.model import Content
from proform.scoring.result import Group, SystemScore
from proform.scoring.summary import Resampling
from proform.stats.resample import Interval
from proform.table.table import Record, Table

QUICK = ReportSettings(resampling=Resampling(intervals=True, paired=True, times=100))


def read_now(*inputs: Path | str) -> Content:
    """What some files, or stores that may have changed, amount to now."""
    return read_inputs([str(one) for one in inputs], QUICK)


@cache
def content(*inputs: Path) -> Content:
    """What some files amount to that nobody changes: they are read once."""
    return read_now(*inputs)


def by_head(table: Table) -> Mapping[tuple[str, ...], Record]:
    """The values of a table by the heads of its rows."""
    heads = [column.keys[0] for column in table.columns[: table.heads]]
    return {
        tuple(str(record[head]) for head in heads): {key: record.get(key) for key in table.keys}
        for record in table.records
    }


def table(*changes: dict[str, str]) -> str:
    """A file of rows, each as this one but for its changes."""
    row = {
        "system": "new",
        "metric": "apt",
        "document": "talk",
        "segment": "3",
        "position": "1",
        "pronoun": "It",
        "category": "event_it",
        "example": "",
        "reference_positions": "0 1",
        "reference_words": "Il est",
        "reference_forms": "il",
        "reference_links": "0",
        "reference_found": "aligned",
        "candidate_positions": "",
        "candidate_words": "",
        "candidate_forms": "",
        "candidate_links": "",
        "candidate_found": "not found",
        "reason": "4",
        "verdict": "undecided",
        "statistics": "4=1",
        "reference_cell": "il",
        "candidate_cell": "NONE",
        "antecedent": "",
        "antecedent_segment": "",
        "antecedent_position": "",
        "noun": "",
        "explanation": "why",
        "source": "here It is",
        "reference": "Il est là",
        "candidate": "voilà",
    }
    rows = [row | change for change in changes]
    lines = [list(row), *(list(one.values()) for one in rows)]
    return "".join("\t".join(line) + "\n" for line in lines)


GROUP = Group(3, {"score": 0.5, "precision": None}, {"1": 1, "2": 0.4, "3": 1.6})


RESULT = SystemScore(
    "new",
    "apt",
    "metric:apt|lang:en-fr|weights:1,0.5,0,0,0,0",
    GROUP,
    Interval(0.25, 0.75, 0),
    {"pronoun": {"it": GROUP}, "category": {"event_it": GROUP}},
    {("il", "elle"): 2, ("il", "il"): 1},
    {"case 4 is discarded": 2},
)
