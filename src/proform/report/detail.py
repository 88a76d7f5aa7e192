"""One row an occurrence, with its evidence in words that a person understands."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TextIO

from proform.judge.base import Judge
from proform.model import Judgement, Rendering, Segment, Step, Translation

Row = dict[str, str | int | None]


def detail_row(
    judge: Judge, system: str, judgement: Judgement, segment: Segment, translation: Translation
) -> Row:
    """Everything about one judgement."""
    occurrence, reference, candidate = (
        judgement.occurrence,
        judgement.reference,
        judgement.candidate,
    )
    return {
        "system": system,
        "metric": judge.name,
        "document": occurrence.document,
        "segment": occurrence.segment,
        "position": occurrence.position,
        "pronoun": occurrence.token,
        "reference_positions": " ".join(map(str, reference.positions)),
        "reference_words": " ".join(reference.tokens),
        "reference_forms": " ".join(reference.forms),
        "reference_found": reference.step.value,
        "candidate_positions": " ".join(map(str, candidate.positions)),
        "candidate_words": " ".join(candidate.tokens),
        "candidate_forms": " ".join(candidate.forms),
        "candidate_found": candidate.step.value,
        "reason": judgement.reason,
        "verdict": judgement.verdict.value,
        "explanation": explain(judge, system, judgement),
        "source": " ".join(segment.source),
        "reference": " ".join(segment.reference.tokens),
        "candidate": " ".join(translation.tokens),
    }


def explain(judge: Judge, system: str, judgement: Judgement) -> str:
    """The decision in a sentence."""
    reference = _found("the reference", judgement.reference)
    candidate = _found(system, judgement.candidate)
    return f"'{judgement.occurrence.token}': {reference}, {candidate}: {judge.because(judgement)}."


def _found(text: str, rendering: Rendering) -> str:
    if not rendering.tokens:
        return f"{text} has no translation of it"
    how = "" if rendering.step is Step.ALIGNED else f" ({rendering.step.value})"
    return f"{text} has '{' '.join(rendering.tokens)}'{how}"


def detail_writer(file: TextIO, *, as_json: bool) -> Callable[[Row], None]:
    """Writes rows as TSV with a header, or as JSON lines."""
    header_due = not as_json

    def write(row: Row) -> None:
        nonlocal header_due
        if as_json:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            return
        if header_due:
            file.write("\t".join(row) + "\n")
            header_due = False
        file.write("\t".join("" if cell is None else str(cell) for cell in row.values()) + "\n")

    return write
