"""Which segments make up which document: one id per line, or the lines where documents start."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby, pairwise, takewhile
from pathlib import Path

from proform.errors import InputError
from proform.text.lines import token_lines

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
            hint = "one id per line, or the lines where documents start, rising from 0"
            raise InputError(self.path, min(self.length, segments) + 1, what, hint=hint)
        if self.starts and self.starts[-1] >= max(segments, 1):
            what = f"a document starts at line {self.starts[-1]}, the texts have {segments} lines"
            hint = "starts count from 0"
            raise InputError(self.path, len(self.starts), what, hint=hint)


def read_documents(path: Path) -> Documents:
    """Read one document id per line, or the lines where documents start.

    Numbers that rise strictly from 0, each on its own line, are starts. (Ids that look like that
    name documents of one segment each: both readings then say the same.)
    """
    ids = list(token_lines(path))
    if len(ids) > 1 and ids[-2] and not ids[-1]:
        ids.pop()
    if not ids:
        raise InputError(path, None, "empty", hint="expected a document id or a start on each line")
    return _from_starts(path, ids) or from_ids(path, ids)


def from_ids(path: Path, ids: Iterable[str], *, plain: bool = True) -> Documents:
    """Documents from the id of each segment; in a plain file, one id per line."""
    starts: dict[int, str] = {}
    segment = 0
    for name, run in groupby(ids):
        if not name:
            line, hint = (segment + 1, "one id per line") if plain else (None, None)
            raise InputError(path, line, "a document without an id", hint=hint)
        starts[segment] = name
        segment += sum(1 for _ in run)
    return Documents(path, tuple(starts), tuple(starts.values()), segment)


def _from_starts(path: Path, lines: Sequence[str]) -> Documents | None:
    matches = list(takewhile(bool, map(_START.fullmatch, lines)))
    starts = [int(match[1]) for match in matches if match]
    if len(starts) < len(lines) or starts[0] or any(a >= b for a, b in pairwise(starts)):
        return None
    ids = (match[2] or str(number) for number, match in enumerate(matches) if match)
    return Documents(path, tuple(starts), tuple(ids), None)
