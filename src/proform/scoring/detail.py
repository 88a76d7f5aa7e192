"""One row an occurrence, with its evidence in words that a person understands."""

from __future__ import annotations

import json
from collections.abc import Callable

from proform.judge.base import Judge
from proform.model import Decision, Rendering, Segment, Step, Translation
from proform.table.writers import tsv_line

Row = dict[str, str | int | None]

_SIDE = ("positions", "words", "forms", "links", "found")
COLUMNS = (
    *("system", "metric", "document", "segment", "position", "pronoun", "category"),
    *(f"{side}_{what}" for side in ("reference", "candidate") for what in _SIDE),
    *("reason", "verdict", "explanation", "source", "reference", "candidate"),
)


def detail_row(
    judge: Judge, system: str, judgement: Decision, segment: Segment, translation: Translation
) -> Row:
    """Everything about one judgement."""
    occurrence = judgement.occurrence
    cells = (
        *(system, judge.name, occurrence.document, occurrence.segment, occurrence.position),
        *(occurrence.token, occurrence.category),
        *_side(judgement.reference),
        *_side(judgement.candidate),
        *(judgement.reason, judgement.verdict.value, explain(judge, system, judgement)),
        " ".join(segment.source),
        " ".join(segment.reference.tokens),
        " ".join(translation.tokens),
    )
    return dict(zip(COLUMNS, cells, strict=True))


def _side(rendering: Rendering) -> tuple[str, ...]:
    return (
        " ".join(map(str, rendering.positions)),
        " ".join(rendering.tokens),
        " ".join(rendering.forms),
        " ".join(map(str, rendering.links)),
        rendering.step.value,
    )


def explain(judge: Judge, system: str, judgement: Decision) -> str:
    """The decision in a sentence."""
    accepted = judgement.reference.step is Step.ACCEPTED
    reference = _found("another system" if accepted else "the reference", judgement.reference)
    candidate = _found(system, judgement.candidate)
    return f"'{judgement.occurrence.token}': {reference}, {candidate}: {judge.because(judgement)}."


def _found(text: str, rendering: Rendering) -> str:
    if not rendering.tokens:
        return f"{text} has no translation of it"
    how = "" if rendering.step is Step.ALIGNED else f" ({rendering.step.value})"
    return f"{text} has '{' '.join(rendering.tokens)}'{how}"


def detail_writer(write: Callable[[str], None], *, as_json: bool) -> Callable[[Row], None]:
    """Writes rows as TSV with a header, or as JSON lines."""
    if as_json:
        return lambda row: write(json.dumps(row, ensure_ascii=False) + "\n")
    write(tsv_line(COLUMNS))
    return lambda row: write(tsv_line(row.values()))
