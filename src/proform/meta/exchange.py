"""What a judge said, in the formats that others read, and `file:NAME=PATH` reads again."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from proform.errors import ProformError, check_known
from proform.meta.examples import of_metric
from proform.output import File, needed_path, refuse_overwriting, writing
from proform.scoring.judgements import Judgement
from proform.table.writers import tsv_line

_MQM = (
    *("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"),
)


def export(detail: File, output: File, *, to: str = "table", metric: str | None = None) -> int:
    """Write what a judge says of pronouns: `table`, `mqm`, `esa` or `scores`; gives how many rows.

    >>> proform.meta.export("detail.jsonl", "spans.jsonl", to="esa", metric="llm")  # doctest: +SKIP
    """
    check_known("format", to, EXPORTS)
    read, path = needed_path("detail", detail), needed_path("output", output)
    refuse_overwriting([path], [read])
    rows = of_metric(read, metric)
    lines = list(EXPORTS[to](rows))
    if not lines:
        raise ProformError(f"{read}: nothing to write as {to}: the judge decides nothing")
    with writing(Path(path)) as out:
        for line in lines:
            out.write(line)
    return len(lines)


def _table(rows: Sequence[Judgement]) -> Iterator[str]:
    yield "system\tsegment\tposition\texample\tcategory\tverdict\tprobability\n"
    for row in rows:
        value = row.probability
        shown = None if value is None else f"{value:.4f}"
        # A row has a place or an example: the reader takes what it finds first.
        cells = (
            row.system,
            row.segment,
            row.position,
            None,
            row.category,
            row.verdict.value,
            shown,
        )
        yield tsv_line(cells)


def _wrong(rows: Sequence[Judgement]) -> Iterator[tuple[Judgement, list[tuple[int, int]]]]:
    """The segments of each system, and the characters of the pronouns that are wrong in them."""
    segments: dict[tuple[str, int], list[Judgement]] = {}
    for row in rows:
        if row.probability is not None:
            segments.setdefault((row.system, row.segment), []).append(row)
    for theirs in segments.values():
        spans = []
        for row in theirs:
            value = row.probability
            if value is not None and value < 0.5 and row.candidate.positions:
                words = row.candidate.words
                first, last = min(row.candidate.positions), max(row.candidate.positions)
                start = len(" ".join(words[:first])) + (first > 0)
                spans.append((start, start + len(" ".join(words[first : last + 1]))))
        yield theirs[0], spans


def _mqm(rows: Sequence[Judgement]) -> Iterator[str]:
    yield "\t".join(_MQM) + "\n"
    for row, spans in _wrong(rows):
        place = row.system, row.document or "all", "1", row.segment, row.metric, row.source
        text = row.candidate.text
        if not spans:
            yield tsv_line((*place, text, "No-error", "No-error"))
        for start, end in spans:
            marked = f"{text[:start]}<v>{text[start:end]}</v>{text[end:]}"
            yield tsv_line((*place, marked, "Fluency/Grammar", "Major"))


def _esa(rows: Sequence[Judgement]) -> Iterator[str]:
    for row, spans in _wrong(rows):
        record = {
            "system": row.system,
            "doc": row.document,
            "seg": row.segment,
            "src": row.source,
            "tgt": row.candidate.text,
            "error_spans": [
                {"start_i": start, "end_i": end - 1, "severity": "major", "category": "pronoun"}
                for start, end in spans
            ],
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


def _scores(rows: Sequence[Judgement]) -> Iterator[str]:
    """A line for each segment of each system; those without a pronoun have no score."""
    size = max((row.segment for row in rows), default=-1) + 1
    values: dict[tuple[str, int], list[float]] = {}
    for row in rows:
        if (value := row.probability) is not None:
            values.setdefault((row.system, row.segment), []).append(value)
    for system in dict.fromkeys(row.system for row in rows):
        for segment in range(size):
            own = values.get((system, segment))
            shown = "None" if own is None else f"{sum(own) / len(own):.6g}"
            yield f"{system}\t{shown}\n"


EXPORTS: dict[str, Callable[[Sequence[Judgement]], Iterator[str]]] = {
    "table": _table,
    "mqm": _mqm,
    "esa": _esa,
    "scores": _scores,
}
"""The formats, as `-m file:NAME=PATH` reads them."""
