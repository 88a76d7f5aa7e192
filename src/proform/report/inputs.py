"""The files of a report: what kind each is, judged by its content, and what it says."""

import json
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

from proform.errors import InputError, ProformError
from proform.human.review import load_reviews, shares
from proform.language.forms import fold
from proform.meta.general import METRICS
from proform.meta.scores import read_figures
from proform.report.model import Key, Part, Passage, Pronoun, PronounPlace
from proform.scoring.judgements import Judgement, read_judgements
from proform.scoring.result import Result
from proform.scoring.saved import read_result
from proform.store.database import is_store
from proform.text.lines import STDIN, decode, opened

SHARE = "annotators"
"""The human score that judgements amount to: the share of correct pronouns."""

_HEAD = 1 << 16
_ROW = {"system", "metric", "position", "explanation"}
_SCORES = {"system", "metric", "by", "key"}
_JUDGEMENTS = {"system", "segment", "judgement"}
_EXPECTED = (
    "expected a result of proform score -f json, the rows of its --detail, "
    "a store, or a table of human scores or judgements with a column `system`"
)


class Kind(Enum):
    """What a report is made from."""

    RESULT = "result"
    ROWS = "rows of --detail"
    STORE = "store"
    HUMAN = "scores of systems"
    JUDGEMENTS = "judgements"


def kind_of(argument: str) -> Kind:
    """The kind of an input, or a complaint that says what it should be."""
    if is_store(argument):
        return Kind.STORE
    path = Path(argument)
    if path == STDIN:
        raise InputError(path, None, "a report is made from files, not from standard input")
    if path.is_dir():
        raise InputError(path, None, "is a directory", hint=_EXPECTED)
    with opened(path) as file:
        first = next((line for line in islice(file, _HEAD) if line.strip()), b"")
    line = decode(path, 1, first).removeprefix("\ufeff").strip("\r\n")
    if not line:
        raise InputError(path, None, "is empty", hint=_EXPECTED)
    if line.lstrip().startswith(("{", "[")):
        return _of_json(path, line)
    names = line.split("\t" if "\t" in line else ",")
    return _of_columns(path, {name.strip().strip('"') for name in names})


def _of_json(path: Path, line: str) -> Kind:
    """A line that is an object by itself may be a row; an object of many lines is a result."""
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
        return Kind.RESULT
    names = set(value) if isinstance(value, dict) else set()
    return Kind.RESULT if "results" in names else _of_columns(path, names)


def _of_columns(path: Path, names: set[str]) -> Kind:
    if names >= _ROW:
        return Kind.ROWS
    if names >= _SCORES:
        hint = "a report needs its JSON: proform score -f json"
        raise InputError(path, None, "is a result as TSV", hint=hint)
    if names >= _JUDGEMENTS:
        return Kind.JUDGEMENTS
    if "system" in names:
        return Kind.HUMAN
    raise InputError(path, 1, "not an input of a report", hint=_EXPECTED)


def read_file(path: Path, kind: Kind) -> Part:
    """What a file of a kind says; a store is no file."""
    name = str(path)
    if kind is Kind.RESULT:
        return result_part(name, read_result(path))
    if kind is Kind.ROWS:
        return judgements_part(name, read_judgements(path))
    return _human_part(path) if kind is Kind.HUMAN else _reviews_part(path)


def result_part(name: str, result: Result) -> Part:
    """Scores, intervals, tests and notes of a run; its judgements too, where they were kept."""
    settings = dict(part.split(":", 1) for part in result.signature.split("|") if ":" in part)
    source, _, target = settings.get("lang", "").partition("-")
    return replace(
        judgements_part(name, result.kept or ()),
        kind=Kind.RESULT.value,
        results=result.results,
        comparisons=result.comparisons,
        signature=result.signature,
        languages=(source, target) if source and target else None,
        notes=result.notes,
        descriptions=result.descriptions,
    )


def judgements_part(name: str, judgements: Iterable[Judgement]) -> Part:
    """Every pronoun, and what each metric says of it in each system."""
    pronouns: dict[PronounPlace, Pronoun] = {}
    texts: dict[tuple[str, PronounPlace], Passage] = {}
    columns: dict[Key, dict[PronounPlace, Judgement]] = {}
    for judgement in judgements:
        system, anchored = judgement.system, judgement.anchored
        place = PronounPlace(judgement.segment, judgement.position, judgement.source, anchored)
        reference, candidate = (
            Passage((side.text,)) for side in (judgement.reference, judgement.candidate)
        )
        if place not in pronouns:
            pronouns[place] = Pronoun(
                place,
                judgement.pronoun,
                fold(judgement.pronoun),
                judgement.document,
                judgement.category,
                segments=(place.segment,),
                source=(place.source,),
                reference=reference,
            )
        where = f"{name}: segment {place.segment}, position {place.position}"
        if pronouns[place].reference != reference:
            raise ProformError(f"{where} has another reference in another row")
        if texts.setdefault((system, place), candidate) != candidate:
            raise ProformError(f"{where} has another translation by {system!r} in another row")
        columns.setdefault((judgement.metric, system), {})[place] = judgement
    return Part(name, Kind.ROWS.value, pronouns=pronouns, texts=texts, judgements=columns)


def _human_part(path: Path) -> Part:
    """Figures of systems, by people or by general metrics; columns without any are left out."""
    figures = read_figures(path)
    if not figures.scores:
        hint = "expected numbers in a column beside `system`"
        raise InputError(path, None, "no human score in it", hint=hint)

    return Part(
        str(path),
        Kind.HUMAN.value,
        notes=[
            f"{path}: the column {name} has no figures, and is left out" for name in figures.texts
        ],
        human={name: v for name, v in figures.scores.items() if name not in METRICS},
        beside={name: v for name, v in figures.scores.items() if name in METRICS},
    )


def _reviews_part(path: Path) -> Part:
    """A row for each pronoun, system and annotator."""
    reviews = load_reviews(str(path))
    if not reviews:
        raise InputError(path, None, "no judgement in it")
    return Part(
        str(path),
        Kind.JUDGEMENTS.value,
        said={place: review.opinions for place, review in reviews.items()},
        categories={
            (place.segment, place.position): review.category
            for place, review in reviews.items()
            if review.category
        },
        human={SHARE: shares(reviews)},
    )
