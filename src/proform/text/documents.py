"""Which segments make up which document: an id a line, or the lines where documents start."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, groupby
from pathlib import Path

from proform.errors import InputError
from proform.text.lines import line_blocks

_START = re.compile(r"([0-9]{1,9})(?: (.+))?")


@dataclass(frozen=True, slots=True)
class Documents:
    """Runs of segments with one id; `length` is the number of segments, where the file says it."""

    path: Path
    starts: tuple[int, ...]
    ids: tuple[str, ...]
    length: int | None

    def at(self, segment: int) -> str:
        """The id of the document that a segment belongs to."""
        return self.ids[bisect_right(self.starts, segment) - 1]

    @property
    def digest(self) -> str:
        """A hash of which segments belong together."""
        content = repr((self.starts, self.ids)).encode()
        return blake2b(content, digest_size=4).hexdigest()

    def check(self, segments: int) -> None:
        """Complain if the texts have another number of segments than the documents."""
        if self.length is not None and self.length != segments:
            what = f"{self.length} document ids for {segments} segments"
            hint = "one id a line, or the lines where documents start, rising from 0"
            raise InputError(self.path, min(self.length, segments) + 1, what, hint=hint)
        if self.starts and self.starts[-1] >= max(segments, 1):
            what = f"a document starts at line {self.starts[-1]}, the texts have {segments} lines"
            hint = "starts count from 0"
            raise InputError(self.path, len(self.starts), what, hint=hint)


def read_documents(path: Path) -> Documents:
    """Read either kind of file.

    Numbers that rise strictly from 0, each on its own line, are starts. (Ids that look like that
    name documents of one segment each: both readings then say the same.)
    """
    lines = chain.from_iterable(line_blocks(path))
    runs = list(run_lengths(lines))
    if len(runs) > 1 and runs[-1] == ("", 1):
        runs.pop()
    if not runs:
        raise InputError(path, None, "empty", hint="expected a document id or a start a line")
    return _as_starts(path, runs) or from_ids(path, runs)


def from_ids(path: Path, runs: Iterable[tuple[str, int]], *, plain: bool = True) -> Documents:
    """Documents from runs of equal ids with their lengths; in a plain file, one id a line."""
    starts: list[int] = []
    ids: list[str] = []
    segment = 0
    for name, length in runs:
        if not name:
            line, hint = (segment + 1, "one id a line") if plain else (None, None)
            raise InputError(path, line, "a document without an id", hint=hint)
        starts.append(segment)
        ids.append(name)
        segment += length
    return Documents(path, tuple(starts), tuple(ids), segment)


def run_lengths(ids: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Runs of equal ids with their lengths."""
    return ((key, sum(1 for _ in group)) for key, group in groupby(ids))


def _as_starts(path: Path, runs: list[tuple[str, int]]) -> Documents | None:
    starts: list[int] = []
    ids: list[str] = []
    for line, length in runs:
        match = _START.fullmatch(line)
        if match is None or length > 1:
            return None
        start = int(match[1])
        if start <= starts[-1] if starts else start != 0:
            return None
        starts.append(start)
        ids.append(match[2] or str(len(ids)))
    return Documents(path, tuple(starts), tuple(ids), None)
