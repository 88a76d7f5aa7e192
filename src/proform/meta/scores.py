"""Figures of systems: a table with a column `system`, or the JSON of proform."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from proform.errors import InputError
from proform.text.lines import decode, raw_blocks
from proform.text.records import cell, rows

Values = Mapping[str, float | None]
"""A figure of each system; None where it has none."""

_MISSING = {"", "-", "–", "—", "na", "n/a", "nan", "none", "null"}
_RESULT = {"system", "metric", "n", "counts", "interval", "by", "matrix", "left_out", "signature"}
"""What a result in JSON has beside scores."""
_CASES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a file, by name."""

    path: Path
    scores: Mapping[str, Values]
    texts: Mapping[str, InputError] = field(default_factory=dict)
    """The columns without a single number, and what was found there."""

    def __getitem__(self, name: str) -> Values:
        """One of them, or a complaint."""
        if name in self.texts:
            raise self.texts[name]
        if name not in self.scores:
            there = ", ".join(self.scores) or "none"
            raise InputError(self.path, None, f"no figure {name!r} in it", hint=f"it has {there}")
        return self.scores[name]

    def only(self) -> str:
        """The name, if there is one figure only."""
        if len(self.scores) == 1:
            return next(iter(self.scores))
        if not self.scores and self.texts:
            raise next(iter(self.texts.values()))
        if not self.scores:
            raise InputError(self.path, None, "no figures in it", hint="beside the column system")
        hint = f"name one: {self.path}#{next(iter(self.scores))}"
        raise InputError(self.path, None, f"several figures: {', '.join(self.scores)}", hint=hint)


class Counted(NamedTuple):
    """How often each of APT's six cases occurs in each system, with repair or without."""

    repair: bool
    counts: Mapping[str, tuple[float, ...]]


class _Cell(NamedTuple):
    line: int
    text: str


def read_figures(path: Path) -> Figures:
    """The figures of a file; its name says what it is."""
    if _is_json(path):
        return _of_results(path)
    return _of_table(path)


def read_counts(path: Path) -> Counted:
    """The cases of APT in the JSON of a run, whose signature says if links were repaired."""
    if not _is_json(path):
        hint = "give the JSON of proform score -f json"
        raise InputError(path, None, "a table does not tell how APT was run", hint=hint)
    counts: dict[str, tuple[float, ...]] = {}
    repairs: set[bool] = set()
    for system, metric, result in _results(path):
        cases = result.get("counts")
        if metric == "apt" and isinstance(cases, dict) and set(cases) >= set(_CASES):
            counts[system] = tuple(_json_number(path, cases[case]) or 0.0 for case in _CASES)
            repairs.add("|repair:none|" not in f"|{result.get('signature')}|")
    if not counts:
        hint = "run proform score -m apt -f json"
        raise InputError(path, None, "no result of APT in it", hint=hint)
    if len(repairs) > 1:
        raise InputError(path, None, "some results are with repair, some without")
    return Counted(repairs.pop(), counts)


def _is_json(path: Path) -> bool:
    return path.name.lower().removesuffix(".gz").endswith(".json")


def _of_table(path: Path) -> Figures:
    scores: dict[str, Values] = {}
    texts: dict[str, InputError] = {}
    for name, column in _columns(path).items():
        wrong = [found for found in column.values() if not _is_number(found.text)]
        if not wrong:
            scores[name] = {system: _number(found.text) for system, found in column.items()}
            continue
        what = f"expected a number in column {name!r}, found {wrong[0].text!r}"
        error = InputError(path, wrong[0].line, what, hint="a missing one is an empty cell")
        if any(_number(found.text) is not None for found in column.values()):
            raise error
        texts[name] = error
    return Figures(path, scores, texts)


def _columns(path: Path) -> dict[str, dict[str, _Cell]]:
    """The cells by column and system."""
    lines: dict[str, int] = {}
    cells: dict[str, dict[str, _Cell]] = {}
    for line, row in rows(path):
        if {"metric", "score"} <= set(row):
            hint = "give the JSON of the same run (-f json)"
            raise InputError(path, 1, "this is the TSV of proform score", hint=hint)
        system = cell(path, line, row, "system")
        if not system:
            raise InputError(path, line, "a row without the name of a system")
        if system in lines:
            what = f"the system {system!r} stands already in line {lines[system]}"
            raise InputError(path, line, what, hint="each system has one row")
        lines[system] = line
        for name, text in row.items():
            if name != "system":
                cells.setdefault(name, {})[system] = _Cell(line, text)
    if not lines:
        raise InputError(path, None, "no rows", hint="expected a column system, and figures")
    return cells


def _is_number(text: str) -> bool:
    return text.strip().lower() in _MISSING or _number(text) is not None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _of_results(path: Path) -> Figures:
    scores: dict[str, dict[str, float | None]] = {}
    for system, metric, result in _results(path):
        for key, value in result.items():
            if key not in _RESULT:
                name = metric if key == "score" else f"{metric}:{key}"
                known = scores.setdefault(name, {})
                if system in known:
                    what = f"two results of {metric} for the system {system!r}"
                    raise InputError(path, None, what, hint="each system has one")
                known[system] = _json_number(path, value)
    return Figures(path, scores)


def _results(path: Path) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """System, metric and the rest of each result."""
    try:
        document = json.loads(_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise InputError(path, line, f"not JSON ({getattr(error, 'msg', error)})") from error
    results = document.get("results") if isinstance(document, dict) else None
    if not isinstance(results, list) or not results:
        hint = "expected the JSON of proform score or proform suite evaluate"
        raise InputError(path, None, "no results in it", hint=hint)
    for result in results:
        found = result if isinstance(result, dict) else {}
        system, metric = found.get("system"), found.get("metric")
        if not isinstance(system, str) or not isinstance(metric, str):
            raise InputError(path, None, "a result without system and metric")
        yield system, metric, found


def _json_number(path: Path, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(path, None, f"expected a number, found {value!r}")
    return float(value)


def _text(path: Path) -> str:
    return "".join(_decoded(path, raw_blocks(path)))


def _decoded(path: Path, blocks: Iterable[bytes]) -> Iterator[str]:
    start = 1
    for block in blocks:
        yield decode(path, start, block)
        start += block.count(b"\n")
