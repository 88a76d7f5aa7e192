"""What a metric decided of each pronoun: the file of `--detail`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from proform.errors import InputError
from proform.model import Verdict
from proform.text.judgements import Place
from proform.text.records import Row, cell, rows, whole


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence, the words of it that are meant, and their forms as they were compared."""

    words: tuple[str, ...]
    positions: tuple[int, ...]
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """One row: a pronoun in a system's translation, the verdict on it and the evidence."""

    place: Place
    metric: str
    pronoun: str
    category: str | None
    reason: str
    verdict: Verdict
    explanation: str
    source: Text
    reference: Text
    candidate: Text


def read_detail(path: Path) -> Iterator[Decided]:
    """The rows of a file."""
    seen: dict[tuple[Place, str], int] = {}
    for line, row in rows(path):
        one = _decided(path, line, row)
        if (one.place, one.metric) in seen:
            what = f"this pronoun of {one.place.system} stands already in line"
            raise InputError(path, line, f"{what} {seen[one.place, one.metric]}")
        seen[one.place, one.metric] = line
        yield one
    if not seen:
        raise InputError(path, None, "no pronoun in it", hint="expected a file of --detail")


def _decided(path: Path, line: int, row: Row) -> Decided:
    place = Place(
        cell(path, line, row, "system"),
        whole(path, line, row, "segment"),
        whole(path, line, row, "position"),
    )
    pronoun = cell(path, line, row, "pronoun")
    source = _words(row, "source")
    # Where the reference is the anchor, it is not a word of the source.
    here = source[place.position : place.position + 1] == (pronoun,)
    return Decided(
        place,
        cell(path, line, row, "metric"),
        pronoun,
        row.get("category") or None,
        cell(path, line, row, "reason"),
        _verdict(path, line, cell(path, line, row, "verdict")),
        row.get("explanation", ""),
        Text(source, (place.position,) if here else ()),
        _text(path, line, row, "reference"),
        _text(path, line, row, "candidate"),
    )


def _text(path: Path, line: int, row: Row, side: str) -> Text:
    numbers = row.get(f"{side}_positions", "").split()
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise InputError(path, line, f"{side}_positions are not numbers: {' '.join(numbers)!r}")
    return Text(
        _words(row, side),
        tuple(map(int, numbers)),
        tuple(row.get(f"{side}_forms", "").split()),
    )


def _words(row: Row, name: str) -> tuple[str, ...]:
    line = row.get(name, "")
    return tuple(line.split(" ")) if line else ()


def _verdict(path: Path, line: int, name: str) -> Verdict:
    try:
        return Verdict(name)
    except ValueError:
        known = ", ".join(verdict.value for verdict in Verdict)
        raise InputError(
            path, line, f"unknown verdict {name!r}", hint=f"known are {known}"
        ) from None
