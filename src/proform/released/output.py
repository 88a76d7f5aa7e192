"""The two files of the authors' script, to the letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from proform.output import File, refuse_overwriting, writing
from proform.released.config import read_config
from proform.released.judge import Found
from proform.released.run import Released, run_released

_HEADER = (
    "SENT.",
    "POS. SOURCE",
    "SOURCE",
    "POS. REF.",
    "REF.",
    "POS. TARGET",
    "TARGET",
    "CASE",
)


def run_script(config: File) -> tuple[str, tuple[Path, Path]]:
    """Score as the script does, from its own configuration file; the score, and what is written."""
    settings = read_config(Path(config))
    score, detail = (Path(f"{settings.output}.{end}") for end in ("score", "detail"))
    refuse_overwriting([score, detail], [Path(config), *settings.files(), *settings.lists])
    result = run_released(settings)
    with writing(score) as score_out, writing(detail) as detail_out:
        score_out.write(score_file(result))
        detail_out.write(detail_file(result))
    return score_line(result), (score, detail)


def score_line(result: Released) -> str:
    """The first line of the .score file."""
    score = "undefined" if result.score is None else f"{result.score:0.4f}"
    return f"Score: {score}"


def score_file(result: Released) -> str:
    """The .score file: five lines, then the matrix."""
    lines = [
        score_line(result),
        "Cases: " + ",".join(map(str, result.config.cases)),
        "Weights: " + ",".join(map(str, result.config.weights)),
        "Findings per case: " + ",".join(map(str, result.counts)),
        f"Total findings: {sum(result.counts)}",
        *("\t".join(map(str, row)) for row in _matrix(result)),
    ]
    return "".join(f"{line}\n" for line in lines)


def detail_file(result: Released) -> str:
    """The .detail file: one line an occurrence."""
    lines = ["\t".join(_HEADER)]
    for row in result.rows:
        sides = (cell for side in (row.reference, row.target) for cell in _side(side))
        cells = (row.segment, row.position, row.source, *sides, row.case)
        lines.append("\t".join(map(str, cells)))
    return "".join(f"{line}\n" for line in lines)


def _side(rendered: Found | None) -> tuple[str, str]:
    if rendered is None:
        return "-", "-"
    return " ".join(map(str, rendered.positions)), " ".join(rendered.forms)


def _matrix(result: Released) -> list[Sequence[str | int]]:
    """Rows by diagonal, the largest first, then by list; what is too long in a row of dots."""
    longest = result.config.longest_matrix
    order = sorted(result.labels, key=lambda label: -result.matrix[label, label])
    shown = {label: label for label in order[:longest]}
    names = [*shown, *(["..."] if len(order) > longest else [])]
    cells: Counter[tuple[str, str]] = Counter()
    for (reference, target), count in result.matrix.items():
        cells[shown.get(reference, "..."), shown.get(target, "...")] += count
    rows = [[cells[row, column] for column in names] for row in names]
    rows.append([sum(column) for column in zip(*rows, strict=True)])
    table: list[Sequence[str | int]] = [["", *names, "-sum-"]]
    for name, row in zip([*names, "-sum-"], rows, strict=True):
        table.append([name, *row, sum(row)])
    return table
