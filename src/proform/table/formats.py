"""The formats of a report: text, JSON, TSV, CSV, LaTeX, a page, a picture."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import chain

from proform.scoring.result import Group, PairedScore, Result, SystemScore
from proform.scoring.stability import Stability
from proform.table.table import (
    UNDEFINED,
    Table,
    matrix_labels,
    stability_table,
    tables,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """What is shown beside the scores, and whether a terminal shows it."""

    by: tuple[str, ...] = ()
    matrix: bool = False
    terminal: bool = False
    stabilities: tuple[Stability, ...] = ()


Format = Callable[[Result, Layout], str]


def as_text(report: Result, layout: Layout) -> str:
    """Tables for the terminal."""
    from proform.table.terminal import render  # noqa: PLC0415 (rich is slow to import)

    shown = _tables(report, layout)
    return render(shown, _closing(report), terminal=layout.terminal)


def _tables(report: Result, layout: Layout) -> list[Table]:
    shown = list(tables(report, layout.by, matrix=layout.matrix))
    return [*shown, stability_table(layout.stabilities)] if layout.stabilities else shown


def _closing(report: Result) -> list[str]:
    return [*report.notes, f"signature: {report.signature}"]


def as_html(report: Result, layout: Layout) -> str:
    """The same as a page to open or to mail: it needs nothing else."""
    from proform.table.terminal import picture  # noqa: PLC0415

    return picture(_tables(report, layout), _closing(report), svg=False)


def as_svg(report: Result, layout: Layout) -> str:
    """The same as a picture."""
    from proform.table.terminal import picture  # noqa: PLC0415

    return picture(_tables(report, layout), _closing(report), svg=True)


def as_json(report: Result, layout: Layout) -> str:
    """Everything, always: programs do not mind."""
    document: dict[str, object] = {
        "signature": report.signature,
        "segments": report.segments,
        "results": [_json_result(result) for result in report.results],
        "comparisons": [_json_paired(paired) for paired in report.comparisons],
        "notes": list(report.notes),
    }
    if layout.stabilities:
        document["alignments"] = [_json_stability(stability) for stability in layout.stabilities]
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def as_tsv(report: Result, layout: Layout) -> str:
    """One row a system and metric, and one for each pronoun or document that was asked for."""
    return _delimited(report, layout, "\t")


def as_csv(report: Result, layout: Layout) -> str:
    """The same, with commas."""
    return _delimited(report, layout, ",")


def _delimited(report: Result, layout: Layout, mark: str) -> str:
    rows = list(chain.from_iterable(_tsv_rows(result, layout.by) for result in report.results))
    names = dict.fromkeys(chain.from_iterable(rows))
    out = StringIO()
    writer = csv.DictWriter(out, names, delimiter=mark, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_latex(report: Result, layout: Layout) -> str:
    """Tables for a paper; they need the package booktabs."""
    parts = [latex(table) for table in _tables(report, layout)]
    return "\n".join([*map(comment, _closing(report)), *parts])


FORMATS: dict[str, Format] = {
    "text": as_text,
    "json": as_json,
    "tsv": as_tsv,
    "csv": as_csv,
    "latex": as_latex,
    "html": as_html,
    "svg": as_svg,
}


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


def _json_paired(paired: PairedScore) -> dict[str, object]:
    names = ("difference", "p_bootstrap", "p_randomisation")
    return {
        "metric": paired.metric,
        "baseline": paired.baseline,
        "system": paired.system,
        **dict(zip(names, paired.comparison or (None, None, None), strict=True)),
    }


def _tsv_rows(result: SystemScore, by: Sequence[str]) -> Iterator[dict[str, object]]:
    head = {"system": result.system, "metric": result.metric}
    low, high = ("", "") if result.interval is None else result.interval[:2]
    yield {**head, "by": "", "key": "", **_tsv_group(result.total), "low": low, "high": high}
    for kind in by:
        for key, group in result.by.get(kind, {}).items():
            yield {**head, "by": kind, "key": key, **_tsv_group(group)}


def _tsv_group(group: Group) -> dict[str, object]:
    scores = {name: "" if value is None else value for name, value in group.scores.items()}
    return {**scores, "n": group.size, **group.counts}


_ESCAPES = str.maketrans(
    {
        **{mark: f"\\{mark}" for mark in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
        "|": r"\textbar{}",
        "–": "--",
        "<": "$<$",
        ">": "$>$",
        "×": r"$\times$",
        "≠": r"$\neq$",
    }
)


def latex(table: Table) -> str:
    """One table, with its notes as comments."""

    def line(cells: Sequence[str]) -> str:
        return " & ".join(_latex_cell(cell) for cell in cells) + r" \\"

    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{l{'r' * (len(table.header) - 1)}}}",
            r"\toprule",
            line(table.header),
            r"\midrule",
            *map(line, table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{_latex_cell(table.title)}}}",
            r"\end{table}",
            *map(comment, table.notes),
            "",
        ]
    )


def comment(note: str) -> str:
    """A note that LaTeX passes over, however many lines it has."""
    return f"% {' '.join(note.split())}"


def _latex_cell(cell: str) -> str:
    if cell == UNDEFINED:
        return "--"
    text = " ".join(cell.split()).translate(_ESCAPES)
    # After the end of a row, these would belong to it: \\[length], \\*.
    return f"{{}}{text}" if text.startswith(("[", "*")) else text
