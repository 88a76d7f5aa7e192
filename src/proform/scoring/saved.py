"""A result as JSON, written and read back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.judge.base import Description, Reason
from proform.model import NONE, OTHER
from proform.output import File, file_path, needed_path
from proform.scoring.judgements import read_judgements
from proform.scoring.result import Group, PairedScore, Result, Stability, SystemScore
from proform.stats.resample import Interval, PairedTest
from proform.text.lines import decode, raw_blocks

_HINT = "expected what proform score -f json writes"
_TESTS = ("difference", "p_bootstrap", "p_randomisation")
_BESIDE = {"n", "counts", "system", "metric", "interval", "by", "matrix", "left_out", "signature"}
"""What stands beside the scores of a group."""


class _MisfitError(ValueError):
    """JSON, but not a result."""


def to_json(result: Result) -> str:
    """Everything, always: programs do not mind."""
    document: dict[str, object] = {
        "signature": result.signature,
        "segments": result.segments,
        "results": [_from_score(score) for score in result.results],
        "comparisons": [from_comparison(paired) for paired in result.comparisons],
        "notes": list(result.notes),
        "metrics": {
            name: _from_description(description)
            for name, description in result.descriptions.items()
        },
    }
    if result.stabilities:
        document["alignments"] = [_from_stability(stability) for stability in result.stabilities]
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _from_group(group: Group) -> dict[str, object]:
    return {**group.scores, "n": group.size, "counts": dict(group.counts)}


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


def matrix_labels(score: SystemScore) -> list[str]:
    """The forms of a confusion matrix, the most frequent first, OTHER and NONE last."""
    totals: dict[str, int] = {}
    for cell, number in score.matrix.items():
        for label in cell:
            totals[label] = totals.get(label, 0) + number
    last = {OTHER: 1, NONE: 2}
    return sorted(totals, key=lambda label: (last.get(label, 0), -totals[label], label))


def from_comparison(paired: PairedScore) -> dict[str, object]:
    """The values of a paired comparison by their names."""
    return {
        "metric": paired.metric,
        "baseline": paired.baseline,
        "system": paired.system,
        **dict(zip(_TESTS, paired.comparison or (None, None, None), strict=True)),
    }


def _from_stability(stability: Stability) -> dict[str, object]:
    return {
        "system": stability.system,
        "metric": stability.metric,
        "scores": list(stability.scores),
        "deviation": stability.deviation,
        "occurrences": stability.occurrences,
        "changed": [
            {
                "segment": change.segment,
                "position": change.position,
                "pronoun": change.pronoun,
                "reasons": list(change.reasons),
            }
            for change in stability.changes
        ],
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
    }


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
        document = json.loads(decode(path, 1, b"".join(raw_blocks(path))))
        json.dumps(document, ensure_ascii=False).encode()
        return _result(_object(document, "the file"))
    except json.JSONDecodeError as error:
        raise InputError(path, error.lineno, f"not JSON ({error.msg})", hint=_HINT) from error
    except KeyError as error:
        raise InputError(path, None, f"no {error.args[0]!r} in it", hint=_HINT) from error
    except UnicodeEncodeError as error:
        raise InputError(path, None, "half of a surrogate pair is no character") from error
    except (_MisfitError, RecursionError) as error:
        raise InputError(path, None, str(error), hint=_HINT) from error


def _result(document: Mapping[str, Any]) -> Result:
    scores = [_score(_object(entry, "a result")) for entry in _list(document, "results")]
    if not scores:
        raise _MisfitError("no results in it")
    keys = [(score.metric, score.system) for score in scores]
    for metric, system in keys:
        if keys.count((metric, system)) > 1:
            raise _MisfitError(f"{metric} of {system!r} is in it twice")
    described = _object(document.get("metrics", {}), "metrics")
    return Result(
        _word(document, "signature"),
        _whole(document.get("segments", 0)),
        tuple(scores),
        tuple(
            _comparison(_object(entry, "a comparison")) for entry in _list(document, "comparisons")
        ),
        tuple(str(note) for note in _list(document, "notes")),
        {name: _description(name, _object(words, name)) for name, words in described.items()},
    )


def _score(document: Mapping[str, Any]) -> SystemScore:
    interval = document["interval"]
    if interval is not None:
        low, high = _pair(interval)
        interval = Interval(low, high, 0)
    return SystemScore(
        _word(document, "system"),
        _word(document, "metric"),
        _word(document, "signature"),
        _group(document),
        interval,
        {
            kind: {key: _group(_object(group, key)) for key, group in _object(keys, kind).items()}
            for kind, keys in _object(document["by"], "by").items()
        },
        {
            (expected, label): _whole(number)
            for expected, row in _object(document["matrix"], "matrix").items()
            for label, number in _object(row, "matrix").items()
        },
        {reason: _whole(n) for reason, n in _object(document["left_out"], "left_out").items()},
    )


def _group(document: Mapping[str, Any]) -> Group:
    scores = {name: _figure(value) for name, value in document.items() if name not in _BESIDE}
    if "score" not in scores:
        raise KeyError("score")
    counts = _object(document["counts"], "counts")
    return Group(_whole(document["n"]), scores, {key: _number(n) for key, n in counts.items()})


def _comparison(document: Mapping[str, Any]) -> PairedScore:
    figures = [_figure(document[name]) for name in _TESTS]
    known = [figure for figure in figures if figure is not None]
    test = PairedTest(*known) if len(known) == len(_TESTS) else None
    metric, baseline, system = (_word(document, name) for name in ("metric", "baseline", "system"))
    return PairedScore(metric, baseline, system, test)


def _description(name: str, document: Mapping[str, Any]) -> Description:
    credit = {key: _pair(pair) for key, pair in _object(document["credit"], "credit").items()}
    reasons = {
        code: _words(pair, 2) for code, pair in _object(document["reasons"], "reasons").items()
    }
    parts = document.get("parts")
    return Description(
        name,
        tuple(credit),
        tuple(credit.values()),
        tuple(Reason(code, words, tone) for code, (words, tone) in reasons.items()),
        {key: str(word) for key, word in _object(document["headings"], "headings").items()},
        {key: str(word) for key, word in _object(document["legend"], "legend").items()},
        frozenset(map(str, _list(document, "rare"))),
        {key: str(word) for key, word in _object(document["kinds"], "kinds").items()},
        None if parts is None else (_words(parts, 2)[0], _words(parts, 2)[1]),
        matrix=document.get("matrix") is True,
    )


def _object(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _MisfitError(f"{what} should be an object")
    return value


def _list(document: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(document[key], list):
        raise _MisfitError(f"{key} should be a list")
    return list(document[key])


def _word(document: Mapping[str, Any], key: str) -> str:
    word = document[key]
    if not isinstance(word, str):
        raise _MisfitError(f"{key} should be a string, found {word!r}")
    return word


def _words(value: object, size: int) -> list[str]:
    if not isinstance(value, list) or len(value) != size:
        raise _MisfitError(f"expected {size} words, found {value!r}")
    return list(map(str, value))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise _MisfitError(f"expected a number, found {value!r}")
    return value


def _whole(value: object) -> int:
    return round(_number(value))


def _figure(value: object) -> float | None:
    return None if value is None else float(_number(value))


def _pair(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise _MisfitError(f"an interval is two numbers, found {value!r}")
    return float(_number(value[0])), float(_number(value[1]))
