"""The single pronouns as the page's script reads them: columns of numbers, every text once.

Packed by gzip, since translations of one sentence by many systems are much alike; in base64, which
has no character that means anything to HTML.
"""

import gzip
import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence

from proform.human.opinion import Opinion
from proform.model import Verdict
from proform.pronoun.categories import category_in_words
from proform.report.counts import ANNOTATED, folded, labels, meaning, reasons_of
from proform.report.model import Content, Passage, Pronoun, annotated
from proform.report.scores import NONE
from proform.scoring.judgements import Judgement

SYSTEM = "\x01"
"""Stands for the name of the system in an explanation, so that equal ones are stored once."""

_VERDICTS = [verdict.value for verdict in Verdict]


class _Texts(dict[str, int]):
    """Numbers of texts: who asks for that of a new one gets the next."""

    def __missing__(self, text: str) -> int:
        return self.setdefault(text, len(self))

    def all(self, lines: Sequence[str]) -> list[int]:
        return [self[line] for line in lines]

    def positions(self, numbers: Sequence[int]) -> int:
        return self[" ".join(map(str, numbers))]


def packed(content: Content) -> str:
    """All that the script needs, as one word."""
    plain = json.dumps(_columns(content), ensure_ascii=False, separators=(",", ":")).encode()
    # A higher level takes five times as long and saves a twentieth.
    return b64encode(gzip.compress(plain, 6, mtime=0)).decode()


def _columns(content: Content) -> dict[str, object]:
    texts = _Texts()
    # Pronoun by pronoun, so that like sentences stand together and pack well.
    for number, pronoun in enumerate(content.pronouns):
        shown = [pronoun.reference, *(content.texts[s].get(number) for s in content.systems)]
        texts.all(pronoun.source)
        for passage in filter(None, shown):
            texts.all(passage.lines)
    everywhere = range(len(content.pronouns))
    return {
        "systems": list(content.systems),
        "languages": list(content.languages or ()),
        "annotated": ANNOTATED,
        "none": NONE,
        "categories": {
            name: category_in_words(name)
            for name in dict.fromkeys(pronoun.category for pronoun in content.pronouns)
            if name
        },
        "pronouns": [_pronoun(texts, pronoun) for pronoun in content.pronouns],
        "translations": [
            {
                "lines": [texts.all(shown[n].lines) if n in shown else [] for n in everywhere],
                "antecedents": {n: one.antecedents for n, one in shown.items() if one.antecedents},
            }
            for shown in (content.texts[system] for system in content.systems)
        ],
        "metrics": [_metric(texts, content, metric) for metric in content.judged],
        "opinions": [_opinions(content.opinions[system]) for system in content.systems],
        "texts": list(texts),
    }


def _pronoun(texts: _Texts, pronoun: Pronoun) -> dict[str, object]:
    reference = pronoun.reference or Passage(())
    optional = {
        "anchored": int(pronoun.place.anchored) or None,
        "example": pronoun.example,
        "note": pronoun.note or None,
        "heads": [[a.segment, a.first, a.last, a.head] for a in pronoun.antecedents] or None,
        "antecedents": reference.antecedents or None,
    }
    return {
        "token": pronoun.token,
        "form": pronoun.form,
        "category": pronoun.category or NONE,
        "document": pronoun.document or "",
        "segment": pronoun.place.segment,
        "position": pronoun.place.position,
        "segments": pronoun.segments,
        "source": texts.all(pronoun.source),
        "reference": texts.all(reference.lines),
        **{name: value for name, value in optional.items() if value is not None},
    }


def _metric(texts: _Texts, content: Content, metric: str) -> dict[str, object]:
    codes, forms = reasons_of(content, metric), labels(content, metric)
    columns = [content.judgements.get((metric, system), {}) for system in content.systems]
    everywhere = range(len(content.pronouns))
    last = {number: judgement for column in columns for number, judgement in column.items()}

    def spread(
        column: Mapping[int, Judgement], of: Callable[[Judgement], int | None]
    ) -> list[int | None]:
        return [of(column[n]) if n in column else None for n in everywhere]

    def form(judgement: Judgement, side: int) -> int | None:
        return judgement.cell and forms.index(folded(judgement.cell[side], forms))

    def judgements(system: str, column: Mapping[int, Judgement]) -> dict[str, list[int | None]]:
        readers: dict[str, Callable[[Judgement], int | None]] = {
            "reason": lambda one: codes.index(one.reason),
            "verdict": lambda one: _VERDICTS.index(one.verdict.value),
            "explanation": lambda one: texts[one.explanation.replace(system, SYSTEM)],
            "positions": lambda one: texts.positions(one.candidate.positions),
            "links": lambda one: texts.positions(one.candidate.links),
        }
        if forms:
            readers["expected"] = lambda one: form(one, 0)
            readers["found"] = lambda one: form(one, 1)
        return {name: spread(column, of) for name, of in readers.items()}

    return {
        "name": metric,
        "reasons": codes,
        "meanings": [meaning(content, metric, code) for code in codes],
        "forms": forms,
        "positions": spread(last, lambda one: texts.positions(one.reference.positions)),
        "links": spread(last, lambda one: texts.positions(one.reference.links)),
        "systems": list(map(judgements, content.systems, columns)),
    }


def _opinions(opinions: Mapping[int, tuple[Opinion, ...]]) -> dict[int, object]:
    return {
        number: {
            "all": annotated(heard),
            "said": [
                {
                    "annotator": opinion.annotator,
                    "pronoun": opinion.pronoun,
                    "antecedent": opinion.antecedent or "",
                    "tags": sorted({*opinion.answer.tags, *filter(None, [opinion.reason])}),
                    "remarks": opinion.answer.remarks or "",
                }
                for opinion in heard
            ],
        }
        for number, heard in opinions.items()
    }
