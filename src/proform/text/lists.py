"""Small files of pronouns: lists, groups, equivalences, positions."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError
from proform.text.lines import token_lines

_NUMBER = re.compile("[0-9]{1,18}")
_PAIR_HINT = "a line is `SEGMENT TOKEN`, both counted from 0"


class Equivalence(NamedTuple):
    """A reference and a candidate form that are equivalent for a source pronoun, how probably."""

    source: str
    reference: str
    candidate: str
    probability: float


def _numbered(path: Path) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(token_lines(path), 1) if line)


def read_list(path: Path) -> list[str]:
    """One form per line."""
    forms = [line for _, line in _numbered(path)]
    if not forms:
        raise InputError(path, None, "no pronoun in it", hint="expected one form per line")
    return forms


def read_groups(path: Path) -> list[tuple[str, ...]]:
    """Comma-separated forms, a group a line."""
    return [tuple(_fields(path, number, line)) for number, line in _numbered(path)]


def read_equivalent(path: Path) -> tuple[list[tuple[str, ...]], list[Equivalence]]:
    """Groups, and `source,reference,candidate,probability` lines."""
    groups: list[tuple[str, ...]] = []
    pairs: list[Equivalence] = []
    for number, line in _numbered(path):
        fields = _fields(path, number, line)
        try:
            probability = float(fields[-1])
        except ValueError:
            groups.append(tuple(fields))
            continue
        if len(fields) == len(Equivalence._fields) and 0 <= probability <= 1:
            pairs.append(Equivalence(fields[0], fields[1], fields[2], probability))
        else:
            hint = "a line is `form,form,…` or `source,reference,candidate,probability`"
            raise InputError(path, number, f"not an equivalence: {line!r}", hint=hint)
    return groups, pairs


class Position(NamedTuple):
    """A word of a text, and the line of the file that names it."""

    segment: int
    token: int
    line: int


def list_positions(path: Path) -> Iterator[Position]:
    """The words that a file names, in its order."""
    for number, line in _numbered(path):
        fields = line.split(" ")
        if len(fields) != 2 or not all(map(_NUMBER.fullmatch, fields)):
            raise InputError(path, number, f"expected two numbers, found {line!r}", hint=_PAIR_HINT)
        yield Position(int(fields[0]), int(fields[1]), number)


def read_positions(path: Path) -> dict[int, dict[int, int]]:
    """For each segment the tokens to evaluate, and the line of the file that says so."""
    positions: dict[int, dict[int, int]] = {}
    for segment, token, number in list_positions(path):
        tokens = positions.setdefault(segment, {})
        if token in tokens:
            what = f"'{segment} {token}' stands already in line {tokens[token]}"
            raise InputError(path, number, what, hint="each pronoun counts once")
        tokens[token] = number
    if not positions:
        raise InputError(path, None, "no position in it", hint=_PAIR_HINT)
    return positions


def _fields(path: Path, number: int, line: str) -> list[str]:
    fields = [field.replace(" ", "") for field in line.split(",")]
    if len(fields) < 2 or not all(fields):
        hint = "a line is two or more forms separated by commas"
        raise InputError(path, number, f"not a group: {line!r}", hint=hint)
    return fields
