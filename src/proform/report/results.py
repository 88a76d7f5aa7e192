"""Results and judgements of a run, as a part of a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from proform.errors import ProformError
from proform.language.forms import fold
from proform.report.inputs import Kind
from proform.report.model import Key, Part, Passage, Place, Pronoun
from proform.scoring.judgements import Judgement, read_judgements
from proform.scoring.result import Result
from proform.scoring.saved import read_result


def result_part(name: str, result: Result) -> Part:
    """Scores, intervals, tests and notes of a run; its judgements too, where they were kept."""
    found = judgements_part(name, result.kept) if result.kept else Part(name, Kind.RESULT.value)
    return replace(
        found,
        kind=Kind.RESULT.value,
        results=result.results,
        comparisons=result.comparisons,
        signature=result.signature,
        languages=languages_of(result.signature),
        notes=result.notes,
        descriptions=result.descriptions,
    )


def read_result_part(path: Path) -> Part:
    """The JSON of a run."""
    return result_part(str(path), read_result(path))


def read_judgements_part(path: Path) -> Part:
    """The rows of `--detail`."""
    return judgements_part(str(path), read_judgements(path))


def languages_of(signature: str) -> tuple[str, str] | None:
    """Source and target language, as the signature has them."""
    settings = dict(part.split(":", 1) for part in signature.split("|") if ":" in part)
    source, _, target = settings.get("lang", "").partition("-")
    return (source, target) if source and target else None


def judgements_part(name: str, judgements: Iterable[Judgement]) -> Part:
    """Every pronoun, and what each metric says of it in each system."""
    pronouns: dict[Place, Pronoun] = {}
    texts: dict[tuple[str, Place], Passage] = {}
    columns: dict[Key, dict[Place, Judgement]] = {}
    for judgement in judgements:
        place = place_of(judgement)
        pronoun = pronouns.setdefault(place, _pronoun(place, judgement))
        where = f"segment {place.segment}, position {place.position}"
        if pronoun.reference != Passage((judgement.reference.text,)):
            raise ProformError(f"{name}: {where} has another reference in another row")
        shown = texts.setdefault((judgement.system, place), Passage((judgement.candidate.text,)))
        if shown.lines != (judgement.candidate.text,):
            what = f"{where} has another translation by {judgement.system!r} in another row"
            raise ProformError(f"{name}: {what}")
        columns.setdefault((judgement.metric, judgement.system), {})[place] = judgement
    return Part(name, Kind.ROWS.value, pronouns=pronouns, texts=texts, judgements=columns)


def place_of(judgement: Judgement) -> Place:
    """Where the pronoun of a judgement is."""
    return Place(
        judgement.segment, judgement.position, judgement.source, anchored=judgement.anchored
    )


def _pronoun(place: Place, judgement: Judgement) -> Pronoun:
    return Pronoun(
        place,
        judgement.pronoun,
        fold(judgement.pronoun),
        judgement.document,
        judgement.category,
        segments=(place.segment,),
        source=(place.source,),
        reference=Passage((judgement.reference.text,)),
    )
