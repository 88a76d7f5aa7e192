"""Gold links (`3-4` sure, `3p4` possible) and texts as `source ||| target` lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from proform.errors import InputError
from proform.read.lines import line_blocks

_LINK = re.compile(r"([0-9]{1,9})([-p])([0-9]{1,9})")

GoldLink = tuple[int, int, bool]
"""Source, target, and whether it is sure."""


def read_gold(path: Path, first: int) -> Iterator[list[GoldLink]]:
    """The gold links of each segment; `first` is the number of the first word, 0 or 1."""
    lines = chain.from_iterable(line_blocks(path))
    for number, line in enumerate(lines, 1):
        yield [_link(path, number, field, first) for field in line.split(" ") if field]


def _link(path: Path, number: int, field: str, first: int) -> GoldLink:
    match = _LINK.fullmatch(field)
    if match is None or min(int(match[1]), int(match[3])) < first:
        hint = f"gold links are `i-j` (sure) or `ipj` (possible), counted from {first}"
        raise InputError(path, number, f"expected a gold link, found {field!r}", hint=hint)
    return int(match[1]) - first, int(match[3]) - first, match[2] == "-"
