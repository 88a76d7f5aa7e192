"""The single pronouns as the page's script reads them: columns of numbers, every text once.

Packed by gzip, since translations of one sentence by many systems are much alike; in base64, which
has no character that means anything to HTML.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence

from proform.human.opinion import Opinion
from proform.model import Verdict
from proform.report.confusion import folded, labels, matrix_metrics
from proform.report.model import Content, Passage, Pronoun, annotated
from proform.report.people import ANNOTATED
from proform.report.reasons import meaning, reasons_of
from proform.report.scores import NONE
from proform.scoring.judgements import Judgement

SYSTEM = "\x01"
"""Stands for the name of the system in an explanation, so that equal ones are stored once."""

_LEVEL = 6
"""More takes five times as long and saves a twentieth."""
_VERDICTS = [verdict.value for verdict in Verdict]


class Texts:
    """Strings by their numbers, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text, new or not."""
        return self._numbers.setdefault(text, len(self._numbers))

    def all(self) -> list[str]:
        """The texts by their numbers."""
        return list(self._numbers)


def packed(content: Content) -> str:
    """All that the script needs, as one word."""
    plain = json.dumps(columns(content), ensure_ascii=False, separators=(",", ":")).encode()
    return b64encode(gzip.compress(plain, _LEVEL, mtime=0)).decode()


def columns(content: Content) -> dict[str, object]:
    """The columns."""
    texts = Texts()
    # Pronoun by pronoun, so that like sentences stand together and pack well.
    for number, pronoun in enumerate(content.pronouns):
        for line in (*pronoun.source, *(pronoun.reference.lines if pronoun.reference else ())):
            texts.number(line)
        for system in content.systems:
            if shown := content.texts[system].get(number):
                for line in shown.lines:
                    texts.number(line)
    return {
        "systems": list(content.systems),
        "languages": list(content.languages or ()),
        "annotated": ANNOTATED,
        "none": NONE,
        "pronouns": [_pronoun(texts, pronoun) for pronoun in content.pronouns],
        "translations": [_translations(texts, content, system) for system in content.systems],
        "metrics": [
            _metric(texts, content, metric) for metric in content.metrics if content.judged(metric)
        ],
        "opinions": [_opinions(content.opinions[system]) for system in content.systems],
        "texts": texts.all(),
    }


def _pronoun(texts: Texts, pronoun: Pronoun) -> dict[str, object]:
    reference = pronoun.reference or Passage(())
    found: dict[str, object] = {
        "token": pronoun.token,
        "form": pronoun.form,
        "category": pronoun.category or NONE,
        "document": pronoun.document or "",
        "segment": pronoun.place.segment,
        "position": pronoun.place.position,
        "segments": pronoun.segments,
        "source": [texts.number(line) for line in pronoun.source],
        "reference": [texts.number(line) for line in reference.lines],
    }
    if pronoun.place.anchored:
        found["anchored"] = 1
    if pronoun.example is not None:
        found["example"] = pronoun.example
    if pronoun.note:
        found["note"] = pronoun.note
    if pronoun.antecedents:
        found["heads"] = [[a.segment, a.first, a.last, a.head] for a in pronoun.antecedents]
    if reference.antecedents:
        found["antecedents"] = reference.antecedents
    return found


def _translations(texts: Texts, content: Content, system: str) -> dict[str, object]:
    shown = content.texts[system]
    return {
        "lines": [
            [texts.number(line) for line in shown[number].lines] if number in shown else []
            for number in range(len(content.pronouns))
        ],
        "antecedents": {
            number: one.antecedents for number, one in shown.items() if one.antecedents
        },
    }


def _metric(texts: Texts, content: Content, metric: str) -> dict[str, object]:
    named = reasons_of(content, metric)
    forms = labels(content, metric) if metric in matrix_metrics(content) else []
    by_system = [content.judgements.get((metric, system), {}) for system in content.systems]
    expected = {
        number: judgement.reference for column in by_system for number, judgement in column.items()
    }
    everywhere = range(len(content.pronouns))

    def number(positions: Sequence[int]) -> int:
        return texts.number(_numbers(positions))

    return {
        "name": metric,
        "reasons": named,
        "meanings": [meaning(content, metric, reason) for reason in named],
        "forms": forms,
        "positions": [
            texts.number(_numbers(expected[n].positions)) if n in expected else None
            for n in everywhere
        ],
        "links": [
            texts.number(_numbers(expected[n].links)) if n in expected else None for n in everywhere
        ],
        "systems": [
            _judgements(texts, system, column, named, forms, everywhere)
            for system, column in zip(content.systems, by_system, strict=True)
        ],
    }


def _judgements(
    texts: Texts,
    system: str,
    column: Mapping[int, Judgement],
    named: Sequence[str],
    forms: Sequence[str],
    everywhere: range,
) -> dict[str, list[int | None]]:
    reasons = {reason: number for number, reason in enumerate(named)}
    places = {form: number for number, form in enumerate(forms)}

    def spread(of: Callable[[Judgement], int | None]) -> list[int | None]:
        return [of(column[n]) if n in column else None for n in everywhere]

    def place(judgement: Judgement, side: int) -> int | None:
        return None if judgement.cell is None else places[folded(judgement.cell[side], forms)]

    shown = {
        "reason": spread(lambda one: reasons[one.reason]),
        "verdict": spread(lambda one: _VERDICTS.index(one.verdict.value)),
        "explanation": spread(lambda one: texts.number(one.explanation.replace(system, SYSTEM))),
        "positions": spread(lambda one: texts.number(_numbers(one.candidate.positions))),
        "links": spread(lambda one: texts.number(_numbers(one.candidate.links))),
    }
    if forms:
        shown["expected"] = spread(lambda one: place(one, 0))
        shown["found"] = spread(lambda one: place(one, 1))
    return shown


def _numbers(positions: Sequence[int]) -> str:
    return " ".join(map(str, positions))


def _opinions(opinions: Mapping[int, tuple[Opinion, ...]]) -> dict[int, object]:
    return {
        number: {
            "all": annotated(some),
            "said": [
                {
                    "annotator": one.annotator,
                    "pronoun": one.pronoun,
                    "antecedent": one.antecedent or "",
                    "tags": sorted({*one.answer.tags, *filter(None, [one.reason])}),
                    "remarks": one.answer.remarks or "",
                }
                for one in some
            ],
        }
        for number, some in opinions.items()
    }
