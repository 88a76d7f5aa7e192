"""Scores as engines write them: a number a line, marian, fairseq, JSONL, lm-evaluation-harness."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.text.lines import plain_lines

_FAIRSEQ = re.compile(r"([A-Z])-(\d+)\t(.*)")
_FIELDS = ("score", "logprob", "log_prob", "loglikelihood", "log_likelihood", "nll", "cost", "loss")
_RESPONSES = ("filtered_resps", "resps")

Line = tuple[int, str]
Numbered = tuple[int, float]
"""A line number and a score."""


def read_scores(path: Path, wanted: int, field: str | None = None) -> list[float]:
    """As many scores as there are versions, in their order, from a file of any known form."""
    lines = [(n, line) for n, line in enumerate(plain_lines(path), 1)]
    while lines and not lines[-1][1].strip():
        lines.pop()
    if not lines:
        raise InputError(path, None, "empty", hint="expected a score on each line")
    scores = list(_reader(lines, field)(path, lines))
    for line, score in scores:
        if not isfinite(score):
            what = f"the score is {score}, which cannot be compared"
            raise InputError(path, line, what, hint="every version needs a finite score")
    if len(scores) != wanted:
        what = f"{len(scores)} scores, but the set has {wanted} versions"
        hint = "one for each right version and then for each wrong one of it, as suite texts has it"
        where = scores[min(len(scores), wanted) - 1][0] if scores else 1
        raise InputError(path, where, what, hint=hint)
    return [score for _, score in scores]


def _reader(
    lines: Sequence[Line], field: str | None
) -> Callable[[Path, Sequence[Line]], Iterator[Numbered]]:
    if lines[0][1].lstrip().startswith("{"):
        return lambda path, rows: _jsonl(path, rows, field)
    if any(_FAIRSEQ.match(line) for _, line in lines):
        return _fairseq
    return _plain


def _plain(path: Path, lines: Sequence[Line]) -> Iterator[Numbered]:
    """A number a line; of an n-best list of marian, the last."""
    for number, line in lines:
        yield number, _number(path, number, line.rpartition("|||")[2].strip())


def _fairseq(path: Path, lines: Sequence[Line]) -> Iterator[Numbered]:
    """Of fairseq-generate: `H-` lines, else the mean of `P-` lines, sorted by their number."""
    matches = [(n, match) for n, line in lines if (match := _FAIRSEQ.match(line))]
    kind = "H" if any(match[1] == "H" for _, match in matches) else "P"
    scores: dict[int, Numbered] = {}
    for number, match in matches:
        if match[1] != kind:
            continue
        index = int(match[2])
        if index in scores:
            what = f"{kind}-{index} is there twice, first in line {scores[index][0]}"
            raise InputError(path, number, what, hint="generate with --nbest 1")
        first = match[3].split("\t")[0]
        parts = [_number(path, number, part) for part in first.split()]
        if not parts:
            raise InputError(path, number, f"no score in {kind}-{index}")
        scores[index] = number, parts[0] if kind == "H" else sum(parts) / len(parts)
    for expected, index in enumerate(sorted(scores)):
        if index != expected:
            what = f"there is no {kind}-{expected}"
            raise InputError(path, None, what, hint="lines are numbered from 0 without a gap")
        yield scores[index]


def _jsonl(path: Path, lines: Sequence[Line], field: str | None) -> Iterator[Numbered]:
    """A score in each object, or the answers that lm-evaluation-harness logged."""
    records = [(number, _object(path, number, line)) for number, line in lines if line.strip()]
    if all(any(key in record for key in _RESPONSES) for _, record in records):
        yield from _logged(path, records)
        return
    name = field or next((key for key in _FIELDS if key in records[0][1]), None)
    if name is None:
        keys = ", ".join(records[0][1])
        hint = f"give --field NAME; there are {keys}"
        raise InputError(path, records[0][0], "no field that is called score", hint=hint)
    for number, record in records:
        if name not in record:
            raise InputError(path, number, f"no field {name!r}", hint="every line needs it")
        yield from _values(path, number, record[name])


def _logged(path: Path, records: Sequence[tuple[int, dict[str, Any]]]) -> Iterator[Numbered]:
    """Samples by their document; the answers of one sample are its versions."""
    key = next(name for name in _RESPONSES if all(name in record for _, record in records))
    if all("doc_id" in record for _, record in records):
        records = sorted(records, key=lambda pair: int(pair[1]["doc_id"]))
    for number, record in records:
        yield from _values(path, number, record[key])


def _values(path: Path, number: int, value: object) -> Iterator[Numbered]:
    """The numbers of a value: itself, or the first number of each list in it."""
    if isinstance(value, list):
        if value and all(isinstance(part, list) for part in value):
            for part in value:
                yield from _values(path, number, part)
            return
        numbers = [part for part in value if not isinstance(part, bool)]
        flags = len(value) - len(numbers)
        for part in numbers[:1] if flags or any(isinstance(p, str) for p in value) else numbers:
            yield from _values(path, number, part)
        return
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise InputError(path, number, f"not a number: {value!r:.60}")
    yield number, _number(path, number, str(value))


def _number(path: Path, line: int, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        what = f"not a number: {text!r:.60}"
        raise InputError(path, line, what, hint="expected a score on each line") from None


def _object(path: Path, line: int, text: str) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except ValueError as error:
        raise InputError(path, line, f"not JSON ({error})") from error
    if not isinstance(record, dict):
        raise InputError(path, line, "expected a JSON object")
    return record
