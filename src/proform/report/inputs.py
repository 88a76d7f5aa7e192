"""Which kind of input is it? Told by what is in it, not by its name."""

from __future__ import annotations

import json
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.store.database import is_store
from proform.text.lines import STDIN, decode, opened

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
        found: Any = json.loads(line)
    except (ValueError, RecursionError):
        return Kind.RESULT
    if isinstance(found, dict) and "results" in found:
        return Kind.RESULT
    return _of_columns(path, set(found) if isinstance(found, dict) else set())


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
