"""Judgements from elsewhere, read from the files that others write, as judges.

`file:NAME=PATH` names one. What a file is shows in its content: a table (TSV, CSV, JSONL) with a
verdict, a probability or a score per pronoun; MQM ratings; error spans of ESA, as of WMT or of
Pearmut; segment scores of mt-metrics-eval.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proform.errors import InputError, ProformError
from proform.judge import PREFIX, check_metric
from proform.judge.base import Judge
from proform.judge.elsewhere import Elsewhere, Mark, Opinions
from proform.text.lines import plain_lines
from proform.text.mqm import LONGEST, PENALTIES, Rating, read_ratings
from proform.text.records import Row, rows

if TYPE_CHECKING:
    from proform.judge.ask import AskedModel

_VERDICTS = {
    **dict.fromkeys(("correct", "right", "ok", "1", "true", "yes"), 1.0),
    **dict.fromkeys(("incorrect", "wrong", "bad", "0", "false", "no"), 0.0),
    **dict.fromkeys(("undecided", "unknown", "unjudged", "unset", ""), None),
    **dict.fromkeys(("bad_translation", "incorrect_word_alignment"), None),
}
_HINT = (
    "expected system, segment and position (or example), and verdict, probability, wrong or score; "
    "MQM ratings; ESA error spans; or SYSTEM and a score on each line"
)


def read_metrics(metrics: Sequence[str | Judge]) -> Sequence[str | Judge]:
    """Metrics as they were asked for; what is named as a file is read."""
    if isinstance(metrics, str | bytes) or not isinstance(metrics, Sequence):
        return metrics  # who makes judges complains
    return [
        read_elsewhere(metric) if isinstance(metric, str) and metric.startswith(PREFIX) else metric
        for metric in metrics
    ]


def read_elsewhere(metric: str) -> Elsewhere | AskedModel:
    """The judge that `file:NAME=PATH` stands for."""
    if complaint := check_metric(metric):
        raise ProformError(complaint, hint="such as file:comet=scores.tsv")
    name, _, file = metric.removeprefix(PREFIX).partition("=")
    path, model = Path(file), ""
    if not path.is_file() and "#" in file:
        before, _, model = file.rpartition("#")
        path = Path(before)
    if (asked := _asked(path, name, model)) is not None:
        return asked
    opinions, notes = _read(path)
    digest = blake2b(repr(opinions).encode(), digest_size=4).hexdigest()
    return Elsewhere(name, opinions, digest, tuple(f"{name}: {note}" for note in notes))


def _asked(path: Path, name: str, model: str) -> AskedModel | None:
    """The judge, if it is a file of answers of a language model."""
    first = next((line for line in plain_lines(path) if line.strip()), "")
    if not first.startswith("{"):
        return None
    from proform.scoring.answers import is_answers, read_asked  # noqa: PLC0415 (slow to import)

    return read_asked(path, name, model) if is_answers(_object(path, 1, first)) else None


def _read(path: Path) -> tuple[Opinions, list[str]]:
    first = next((line for line in plain_lines(path) if line.strip()), None)
    if first is None:
        raise InputError(path, None, "empty", hint=_HINT)
    start = first.lstrip()
    if start.startswith("["):
        return _spans(path, _items(path))
    if start.startswith("{"):
        keys = _object(path, 1, start).keys()
        if keys & {"error_spans", "esa_spans", "annotation", "annotations", "item"}:
            return _spans(path, _lines(path))
        return _table(path, rows(path))
    names = first.split("\t")
    if {"rater", "severity", "target"} <= set(names):
        return _rated(read_ratings(path))
    if len(names) == 2 and _is_score(names[1]):
        return _segment_scores(path)
    if "\t" in first or path.name.lower().removesuffix(".gz").endswith(".csv"):
        return _table(path, rows(path))
    raise InputError(path, 1, "not a table of judgements", hint=_HINT)


def _table(path: Path, given: Iterable[Row]) -> tuple[Opinions, list[str]]:
    """Rows by pronoun or by example; several of one are an error unless they say the same."""
    reader: Callable[[Row], float | None] | None = None
    places: dict[tuple[str, int, int], float] = {}
    examples: dict[tuple[str, int], float] = {}
    segments: dict[tuple[str, int], float] = {}
    lines: dict[object, tuple[int, float | None]] = {}
    raw = False
    for row in given:
        if reader is None:
            reader, raw = _column(row)
        system, value = row.text("system"), reader(row)
        if row.get("example", "").strip():
            where: tuple[Any, ...] = system, row.whole("example")
            kept: dict[Any, float] = examples
        elif row.get("position", "").strip():
            where, kept = (system, row.whole("segment"), row.whole("position")), places
        elif "segment" in row:
            where, kept = (system, row.whole("segment")), segments
        else:
            raise row.error("no column 'position' or 'example'", _HINT)
        key = len(where), kept is examples, where
        if key in lines and lines[key][1] != value:
            what = f"said of the same pronoun in line {lines[key][0]}, and there otherwise"
            raise row.error(what, "one row for each pronoun of a system")
        lines[key] = row.line, value
        if value is not None:
            kept[where] = value
    if reader is None:
        raise InputError(path, None, "no row in it", hint=_HINT)
    notes = []
    if raw:
        values = [*places.values(), *examples.values(), *segments.values()]
        scale, told = _scaled(values)
        notes += told
        places = {key: scale(value) for key, value in places.items()}
        examples = {key: scale(value) for key, value in examples.items()}
        segments = {key: scale(value) for key, value in segments.items()}
    return Opinions(places, examples, segments), notes


def _column(row: Row) -> tuple[Callable[[Row], float | None], bool]:
    """What the columns say of a pronoun, and whether that is a score of any range."""
    for name in ("probability", "p_right"):
        if name in row:
            return (lambda each, name=name: _probability(each, name)), False
    for name in ("verdict", "judgement"):
        if name in row:
            # A detail file of proform has both: the probability says more.
            return (lambda each, name=name: _verdict(each, name)), False
    if "wrong" in row:
        return _wrong, False
    if "score" in row:
        return _score, True
    there = ", ".join(row) or "none"
    raise row.error(f"no verdict, probability or score, found {there}", _HINT)


def _verdict(row: Row, name: str) -> float | None:
    if row.get("wrong", "").strip():
        return _wrong(row)
    text = row.get(name, "").strip().lower()
    if text not in _VERDICTS:
        known = "correct, incorrect and undecided"
        raise row.error(f"unknown verdict {text!r}", f"there are {known}")
    return _VERDICTS[text]


def _wrong(row: Row) -> float | None:
    value = _probability(row, "wrong")
    return None if value is None else 1 - value


def _probability(row: Row, name: str) -> float | None:
    value = _number(row, name)
    if value is not None and not 0 <= value <= 1:
        raise row.error(f"{name} is {value:g}", "a probability is from 0 to 1")
    return value


def _score(row: Row) -> float | None:
    return _number(row, "score")


def _number(row: Row, name: str) -> float | None:
    text = row.get(name, "").strip()
    if text.lower() in ("", "none", "nan", "null"):
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("inf")
    if not isfinite(value):
        raise row.error(f"{name} is not a number: {text!r}", _HINT)
    return value


def _scaled(values: Sequence[float]) -> tuple[Callable[[float], float], list[str]]:
    """What turns scores into shares: what is outside of 0 to 1 is put there by its range."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low >= 0 and high <= 1:
        return float, []
    width = (high - low) or 1.0
    told = f"scores from {low:g} to {high:g}, shown as 0 to 1"
    return (lambda value: (value - low) / width), [told]


def _is_score(text: str) -> bool:
    if text.strip().lower() == "none":
        return True
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def _segment_scores(path: Path) -> tuple[Opinions, list[str]]:
    """mt-metrics-eval: for each system the scores of all segments, in their order."""
    counts: dict[str, int] = {}
    scores: dict[tuple[str, int], float] = {}
    for number, line in enumerate(plain_lines(path), 1):
        if not line.strip():
            continue
        system, mark, text = line.partition("\t")
        if not mark or not _is_score(text):
            raise InputError(path, number, f"expected SYSTEM, tab, score, found {line!r:.60}")
        place = counts[system] = counts.get(system, -1) + 1
        if text.strip().lower() != "none":
            scores[system, place] = float(text)
    if len(set(counts.values())) > 1:
        sizes = ", ".join(f"{system} {last + 1}" for system, last in counts.items())
        hint = "every system has a score for each segment, or None"
        raise InputError(path, None, f"systems have unlike numbers of scores: {sizes}", hint=hint)
    scale, notes = _scaled([*scores.values()])
    return Opinions(segments={key: scale(value) for key, value in scores.items()}), notes


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _mark(text: str, start: int, end: int, words: int) -> Mark:
    before = len(_squeezed(text[:start]))
    return Mark(before, before + len(_squeezed(text[start:end])), words <= LONGEST)


def _rated(ratings: Iterable[Rating]) -> tuple[Opinions, list[str]]:
    """MQM: who marks no error in a segment finds it right."""
    said: dict[tuple[str, str], dict[str, list[Mark]]] = {}
    for rating in ratings:
        raters = said.setdefault((rating.system, _squeezed(rating.target)), {})
        marks = raters.setdefault(rating.rater, [])
        if rating.severity in PENALTIES and rating.span:
            marks.append(_mark(rating.target, rating.span.start, rating.span.stop, rating.words))
    return Opinions(marks={key: [*raters.values()] for key, raters in said.items()}), []


def _spans(
    path: Path, records: Iterable[tuple[int, Mapping[str, Any]]]
) -> tuple[Opinions, list[str]]:
    """ESA: a record a segment, or a record of Pearmut with items, and an annotation of each."""
    said: dict[tuple[str, str], list[list[Mark]]] = {}
    for line, record in records:
        for system, text, spans in _annotated(path, line, record):
            marks = [mark for span in spans if (mark := _span(path, line, text, span, record))]
            said.setdefault((system, _squeezed(text)), []).append(marks)
    if not said:
        raise InputError(path, None, "no annotated translation in it", hint=_HINT)
    return Opinions(marks=said), []


def _annotated(
    path: Path, line: int, record: Mapping[str, Any]
) -> Iterator[tuple[str, str, Sequence[Any]]]:
    """System, translation and error spans."""
    items = record.get("item") or record.get("items")
    annotations = record.get("annotation") or record.get("annotations")
    if isinstance(items, list) and isinstance(annotations, list):
        if len(items) != len(annotations):
            raise InputError(path, line, f"{len(items)} items but {len(annotations)} annotations")
        for item, annotation in zip(items, annotations, strict=True):
            targets = item.get("tgt") if isinstance(item, Mapping) else None
            if not isinstance(targets, Mapping) or not isinstance(annotation, Mapping):
                raise InputError(path, line, "expected tgt and annotation by system", hint=_HINT)
            for system, said in annotation.items():
                if system in targets and isinstance(said, Mapping):
                    yield str(system), str(targets[system]), said.get("error_spans") or ()
        return
    spans = record.get("error_spans", record.get("esa_spans"))
    text = record.get("tgt", record.get("target", record.get("hyp")))
    system = record.get("system", record.get("model"))
    if not isinstance(spans, list) or not isinstance(text, str) or not isinstance(system, str):
        what = "expected system, tgt and error_spans (or item and annotation, as Pearmut has it)"
        raise InputError(path, line, what)
    yield system, text, spans


def _span(path: Path, line: int, text: str, span: object, record: Mapping[str, Any]) -> Mark | None:
    if not isinstance(span, Mapping):
        raise InputError(path, line, f"expected an error span, found {span!r:.60}")
    start, end = span.get("start_i", span.get("start")), span.get("end_i", span.get("end"))
    severity = str(span.get("severity", "minor")).lower()
    if "missing" in (start, end) or severity in ("neutral", "none", "undecided"):
        return None
    if not isinstance(start, int) or not isinstance(end, int):
        raise InputError(path, line, f"start_i and end_i are not numbers: {start!r}, {end!r}")
    # Pearmut's end is the last character of the span, that of WMT's tables the one after it.
    last = end if "esa_spans" in record else end + 1
    if not 0 <= start <= last <= len(text) + 1:
        raise InputError(path, line, f"the span {start}-{end} is outside of {len(text)} characters")
    words = len(text[start:last].split())
    return _mark(text, start, last, words) if words else None


def _items(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    text = "\n".join(plain_lines(path))
    try:
        records = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(path, None, f"not JSON ({error})") from error
    for number, record in enumerate(records, 1):
        if not isinstance(record, Mapping):
            raise InputError(path, number, "expected a JSON object")
        yield number, record


def _lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(plain_lines(path), 1):
        if line.strip():
            yield number, _object(path, number, line)


def _object(path: Path, number: int, line: str) -> Mapping[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(path, number, f"not JSON ({error})") from error
    if not isinstance(record, dict):
        raise InputError(path, number, "expected a JSON object")
    return record
