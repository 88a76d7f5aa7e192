"""A result as JSON, written and read back."""

import json
import re
from dataclasses import asdict, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from proform.errors import InputError
from proform.judge.base import Description, Reason
from proform.output import File, file_path, needed_path
from proform.scoring.judgements import read_judgements
from proform.scoring.result import Group, PairedScore, Result, SystemScore
from proform.scoring.significance import PairTest, WeakSpot
from proform.scoring.tables import change_record, comparison_record, matrix_labels
from proform.stats.resample import Interval, PairedTest
from proform.text.lines import raw_blocks

_HINT = "expected what proform score -f json writes"


def to_json(result: Result) -> str:
    """Everything, always: programs do not mind."""
    document: dict[str, object] = {
        "signature": result.signature,
        "segments": result.segments,
        "results": [_from_score(score) for score in result.results],
        "comparisons": [comparison_record(paired) for paired in result.comparisons],
        "pairs": [asdict(test) for test in result.pairs],
        "weak": None if result.weak is None else [asdict(spot) for spot in result.weak],
        "answer": result.ranking.lines,
        "notes": list(result.notes),
        "metrics": {name: _from_description(own) for name, own in result.descriptions.items()},
    }
    if result.changes:
        document["changes"] = [change_record(change) for change in result.changes]
    if result.stabilities:
        document["alignments"] = [
            {
                "system": stability.system,
                "metric": stability.metric,
                "scores": list(stability.scores),
                "deviation": stability.deviation,
                "occurrences": stability.occurrences,
                "changed": [asdict(change) for change in stability.changes],
            }
            for stability in result.stabilities
        ]
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _from_group(group: Group) -> dict[str, object]:
    sure = {} if group.sure is None else {"sure": group.sure}
    return {**group.scores, "n": group.n, **sure, "counts": dict(group.counts)}


def _from_score(score: SystemScore) -> dict[str, object]:
    interval = score.interval
    labels = matrix_labels(score)
    return {
        "system": score.system,
        "metric": score.metric,
        **_from_group(score.total),
        "interval": None if interval is None else [interval.low, interval.high],
        "by": {
            kind: {key: _from_group(group) for key, group in groups.items()}
            for kind, groups in score.groups.items()
        },
        "matrix": {
            expected: {
                form: number for form in labels if (number := score.matrix.get((expected, form)))
            }
            for expected in labels
        },
        "left_out": dict(score.left_out),
        "signature": score.signature,
    }


def _from_description(description: Description) -> dict[str, object]:
    return {
        "credit": {
            name: list(pair)
            for name, pair in zip(description.statistics, description.credit, strict=True)
        },
        "reasons": {reason.code: [reason.words, reason.tone] for reason in description.reasons},
        "headings": dict(description.headings),
        "legend": dict(description.legend),
        "rare": sorted(description.rare),
        "kinds": dict(description.kinds),
        "parts": description.parts and list(description.parts),
        "matrix": description.matrix,
        "mixture": description.mixture,
    }


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class _Group(_Model, extra="allow"):
    """Scores beside `score` are whatever the metric calls them."""

    __pydantic_extra__: dict[str, float | None]
    score: float | None
    n: int | float
    sure: float | None = None
    counts: dict[str, int | float]

    def value(self) -> Group:
        scores = {"score": self.score, **self.__pydantic_extra__}
        return Group(self.n, scores, self.counts, self.sure)


class _Score(_Group):
    n: int
    system: str
    metric: str
    signature: str
    interval: tuple[float, float] | None
    by: dict[str, dict[str, _Group]]
    matrix: dict[str, dict[str, int]]
    left_out: dict[str, int]

    def score_of_system(self) -> SystemScore:
        return SystemScore(
            self.system,
            self.metric,
            self.signature,
            self.value(),
            None if self.interval is None else Interval(*self.interval, 0),
            {
                kind: {k: group.value() for k, group in keys.items()}
                for kind, keys in self.by.items()
            },
            {(row, form): n for row, cells in self.matrix.items() for form, n in cells.items()},
            self.left_out,
        )


class _Comparison(_Model):
    metric: str
    baseline: str
    system: str
    difference: float | None
    p_bootstrap: float | None
    p_randomisation: float | None

    def value(self) -> PairedScore:
        figures = self.difference, self.p_bootstrap, self.p_randomisation
        known = [figure for figure in figures if figure is not None]
        test = PairedTest(*known) if len(known) == len(figures) else None
        return PairedScore(self.metric, self.baseline, self.system, test)


class _Pair(_Model):
    metric: str
    first: str
    second: str
    p: float


class _Weak(_Model):
    metric: str
    system: str
    kind: str
    name: str
    score: float
    average: float
    n: int
    p: float


class _Metric(_Model):
    credit: dict[str, tuple[float, float]]
    reasons: dict[str, tuple[str, str]]
    headings: dict[str, str]
    legend: dict[str, str]
    rare: frozenset[str]
    kinds: dict[str, str]
    parts: tuple[str, str] | None = None
    matrix: bool = False
    mixture: bool = False

    def value(self, name: str) -> Description:
        return Description(
            name,
            tuple(self.credit),
            tuple(self.credit.values()),
            tuple(Reason(code, *words) for code, words in self.reasons.items()),
            self.headings,
            self.legend,
            self.rare,
            self.kinds,
            self.parts,
            self.matrix,
            mixture=self.mixture,
        )


class _Document(_Model):
    signature: str
    segments: int = 0
    results: list[_Score] = Field(min_length=1)
    comparisons: list[_Comparison]
    notes: list[str]
    metrics: dict[str, _Metric] = {}
    pairs: list[_Pair] = []
    weak: list[_Weak] | None = None


def load(path: File, detail: File | None = None) -> Result:
    """A result that was saved; with its judgements, if the file of `--detail` is named.

    >>> proform.load("r.json")["apt", "base"].score  # doctest: +SKIP
    """
    rows = file_path("detail", detail)
    result = read_result(needed_path("path", path))
    return result if rows is None else replace(result, kept=tuple(read_judgements(rows)))


def read_result(path: Path) -> Result:
    """Scores, intervals, tests and notes of a run."""
    try:
        document = _Document.model_validate_json(b"".join(raw_blocks(path)))
    except ValidationError as error:
        fault = error.errors()[0]
        line = re.search(r" at line (\d+) column", fault["msg"])
        where = ".".join(map(str, fault["loc"]))
        what = f"{where}: {fault['msg']}" if where else fault["msg"]
        raise InputError(path, int(line[1]) if line else None, what, hint=_HINT) from error
    keys = [(score.metric, score.system) for score in document.results]
    for metric, system in keys:
        if keys.count((metric, system)) > 1:
            raise InputError(path, None, f"{metric} of {system!r} is in it twice", hint=_HINT)
    return Result(
        document.signature,
        document.segments,
        tuple(score.score_of_system() for score in document.results),
        tuple(comparison.value() for comparison in document.comparisons),
        tuple(document.notes),
        {name: metric.value(name) for name, metric in document.metrics.items()},
        pairs=tuple(PairTest(**pair.model_dump()) for pair in document.pairs),
        weak=None
        if document.weak is None
        else tuple(WeakSpot(**spot.model_dump()) for spot in document.weak),
    )
