"""The JSON of `proform score` and `proform suite evaluate`, read back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.report.inputs import Kind
from proform.report.model import Part
from proform.scoring.result import Group, PairedScore, SystemScore
from proform.stats.resample import Interval, PairedTest
from proform.text.lines import decode, raw_blocks

_HINT = "expected what proform score -f json writes"


class _MisfitError(ValueError):
    """JSON, but not a result."""


def read_result(path: Path) -> Part:
    """Scores, intervals, tests and notes of a run."""
    try:
        document = json.loads(decode(path, 1, b"".join(raw_blocks(path))))
        json.dumps(document, ensure_ascii=False).encode()
        return _part(path, document)
    except json.JSONDecodeError as error:
        raise InputError(path, error.lineno, f"not JSON ({error.msg})", hint=_HINT) from error
    except KeyError as error:
        raise InputError(path, None, f"no {error.args[0]!r} in it", hint=_HINT) from error
    except UnicodeEncodeError as error:
        raise InputError(path, None, "half of a surrogate pair is no character") from error
    except (_MisfitError, RecursionError) as error:
        raise InputError(path, None, str(error), hint=_HINT) from error


def settings_of(signature: str) -> dict[str, str]:
    """The settings that a signature of one metric names."""
    return dict(part.split(":", 1) for part in signature.split("|") if ":" in part)


def languages_of(signature: str) -> tuple[str, str] | None:
    """Source and target language, as a signature has them."""
    source, _, target = settings_of(signature).get("lang", "").partition("-")
    return (source, target) if source and target else None


def _part(path: Path, document: object) -> Part:
    found = _object(document, "the file")
    results = [_result(_object(one, "a result")) for one in _list(found, "results")]
    if not results:
        raise _MisfitError("no results in it")
    keys = [(result.metric, result.system) for result in results]
    for metric, system in keys:
        if keys.count((metric, system)) > 1:
            raise _MisfitError(f"{metric} of {system!r} is in it twice")
    return Part(
        str(path),
        Kind.RESULT.value,
        results,
        [_paired(_object(one, "a comparison")) for one in _list(found, "comparisons")],
        _word(found, "signature"),
        languages_of(_word(found, "signature").split(" + ", maxsplit=1)[0]),
        [str(note) for note in _list(found, "notes")],
    )


def _result(found: Mapping[str, Any]) -> SystemScore:
    interval = found["interval"]
    if interval is not None:
        low, high = _pair(interval)
        interval = Interval(low, high, 0)
    return SystemScore(
        _word(found, "system"),
        _word(found, "metric"),
        _word(found, "signature"),
        _group(found),
        interval,
        {
            kind: {key: _group(_object(group, key)) for key, group in _object(keys, kind).items()}
            for kind, keys in _object(found["by"], "by").items()
        },
        {
            (expected, label): _whole(number)
            for expected, row in _object(found["matrix"], "matrix").items()
            for label, number in _object(row, "matrix").items()
        },
        {reason: _whole(n) for reason, n in _object(found["left_out"], "left_out").items()},
    )


_OTHERS = {"n", "counts", "system", "metric", "interval", "by", "matrix", "left_out", "signature"}
"""What stands beside the scores of a group."""


def _group(found: Mapping[str, Any]) -> Group:
    scores = {name: _figure(value) for name, value in found.items() if name not in _OTHERS}
    if "score" not in scores:
        raise KeyError("score")
    counts = _object(found["counts"], "counts")
    return Group(_whole(found["n"]), scores, {key: _number(n) for key, n in counts.items()})


def _paired(found: Mapping[str, Any]) -> PairedScore:
    names = ("difference", "p_bootstrap", "p_randomisation")
    figures = [_figure(found[name]) for name in names]
    known = [figure for figure in figures if figure is not None]
    test = PairedTest(*known) if len(known) == len(names) else None
    return PairedScore(
        _word(found, "metric"), _word(found, "baseline"), _word(found, "system"), test
    )


def _object(found: object, what: str) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise _MisfitError(f"{what} should be an object")
    return found


def _list(found: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(found[key], list):
        raise _MisfitError(f"{key} should be a list")
    return list(found[key])


def _word(found: Mapping[str, Any], key: str) -> str:
    word = found[key]
    if not isinstance(word, str):
        raise _MisfitError(f"{key} should be a string, found {word!r}")
    return word


def _number(found: object) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float) or not isfinite(found):
        raise _MisfitError(f"expected a number, found {found!r}")
    return found


def _whole(found: object) -> int:
    return round(_number(found))


def _figure(found: object) -> float | None:
    return None if found is None else float(_number(found))


def _pair(found: object) -> tuple[float, float]:
    if not isinstance(found, list) or len(found) != 2:
        raise _MisfitError(f"an interval is two numbers, found {found!r}")
    return float(_number(found[0])), float(_number(found[1]))
