"""One row an occurrence, with its evidence in words that a person understands."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TextIO

from proform.judge.apt import MEANINGS, NOT_SOURCE
from proform.model import Judgement, Rendering, Segment, Step, Translation

Row = dict[str, str | int | None]


def detail_row(
    metric: str, system: str, judgement: Judgement, segment: Segment, translation: Translation
) -> Row:
    """Everything about one judgement."""
    occurrence, reference, candidate = (
        judgement.occurrence,
        judgement.reference,
        judgement.candidate,
    )
    return {
        "system": system,
        "metric": metric,
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
        "explanation": explain(metric, system, judgement),
        "source": " ".join(segment.source),
        "reference": " ".join(segment.reference.tokens),
        "candidate": " ".join(translation.tokens),
    }


def explain(metric: str, system: str, judgement: Judgement) -> str:
    """The decision in a sentence."""
    pronoun = f"'{judgement.occurrence.token}'"
    reference = _found("the reference", judgement.reference)
    candidate = _found(system, judgement.candidate)
    if judgement.reason == NOT_SOURCE:
        return f"{pronoun} of the reference is linked to no source word: left out."
    if metric == "apt":
        meaning = MEANINGS[int(judgement.reason)]
        return f"{pronoun}: {reference}, {candidate}: case {judgement.reason}, {meaning}."
    shared, found, expected, *_ = (int(value) for value in judgement.statistics)
    words = f"{shared} of {found} words match {expected} of the reference"
    return f"{pronoun}: {reference}, {candidate}: {words}."


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
