"""A text of an evaluation, wherever it stands: a plain file, or a column of a larger one.

And which segments make up which document: one id per line, or the lines where documents start.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import chain, groupby, pairwise, takewhile
from os import PathLike
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.text.formats import FORMATS, FileFormat, Role, TextColumn
from proform.text.lines import STDIN, Column, in_blocks, raw_blocks, tidy, tidy_lines, token_lines

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


@dataclass(frozen=True, slots=True)
class Text:
    """Segments in order, in blocks of BLOCK: lines of the file, or what was parsed from it."""

    path: Path
    name: str
    blocks: Callable[[], Iterator[Column]]
    documents: Callable[[], Documents | None]

    @property
    def is_blank(self) -> bool:
        """Does it stand for a text that is not there?"""
        return not self.name

    def blank(self) -> "Text":
        """As many empty segments as this text has: for a reference that is not there."""

        def blocks() -> Iterator[Column]:
            return ([""] * len(lines) for lines in self.decoded())

        return Text(self.path, "", blocks, lambda: None)

    def decoded(self) -> Iterator[list[str]]:
        """The same blocks, as lines in any case."""
        start = 1
        for block in self.blocks():
            lines = tidy_lines(self.path, start, block)
            start += len(lines)
            yield lines


Given = str | PathLike[str] | Sequence[str] | Text
"""A text as a caller gives it: what the command reads, lines, or a text already."""


def open_text(given: Given, role: Role) -> Text:
    """The source or the reference of an evaluation: `FILE`, or `FILE#NAME` for one of several."""
    if isinstance(given, Text):
        return given
    if isinstance(given, str | PathLike):
        return _open(str(given), role, None)[0]
    return in_memory(role.value, given)


def in_memory(argument: str, lines: Sequence[str], name: str | None = None) -> Text:
    """Lines that are no file; errors call them what the argument is called."""
    checked = [tidy(line) for line in checked_lines(argument, lines)]
    return Text(Path(argument), name or argument, partial(in_blocks, checked), lambda: None)


def checked_lines(name: str, lines: Sequence[str]) -> Sequence[str]:
    """The lines, if they are a sequence of strings with no line in two."""
    if isinstance(lines, str | bytes) or not isinstance(lines, Sequence):
        kind = type(lines).__name__
        hint = "give a list of strings, one line per segment, or the path of a file"
        if isinstance(lines, Iterator):
            raise ProformError(f"{name}: a {kind} can be read only once", hint=hint)
        raise ProformError(f"{name}: expected lines, found {kind}", hint=hint)
    for number, line in enumerate(lines, 1):
        is_text = isinstance(line, str)
        if not is_text or "\n" in line or "\r" in line:
            broken = "a line break inside a line"
            what = broken if is_text else f"expected a string, found {line!r}"
            raise InputError(name, number, what, hint="one line per segment")
    return lines


def plain_text(path: Path) -> Text:
    """A file of lines, whatever it is called."""
    return Text(path, path.name, partial(raw_blocks, path), lambda: None)


def open_systems(argument: str, language: str) -> list[Text]:
    """Systems' outputs: `FILE`, `NAME=FILE`, `FILE#NAME`; a file of several systems gives all."""
    if "=" in argument and not Path(argument).exists():
        name, argument = argument.split("=", 1)
        if not name or not argument:
            raise ProformError(f"expected NAME=FILE, found '{name}={argument}'")
        return [open_system(name, argument, language)]
    return _open(argument, Role.SYSTEM, language)


def open_system(name: str, given: Given, language: str) -> Text:
    """One system's output, under a name of its own: `FILE`, or `FILE#NAME` for one of several."""
    if isinstance(given, Text):
        return replace(given, name=name)
    if not isinstance(given, str | PathLike):
        return in_memory(f"systems[{name!r}]", given, name)
    texts = _open(str(given), Role.SYSTEM, language)
    if len(texts) > 1:
        raise ProformError(f"{given} holds {len(texts)} systems, but one name is given: {name}")
    return replace(texts[0], name=name)


def system_name(path: Path, language: str | None) -> str:
    """The file's name without what it shares with the others: .gz, .txt, the language."""
    name = path.name
    for ending in (".gz", ".txt", f".{language}"):
        name = name.removesuffix(ending)
    return name or path.name


def _open(argument: str, role: Role, language: str | None) -> list[Text]:
    path, wanted = Path(argument), None
    if "#" in argument and not path.exists():
        file, wanted = argument.rsplit("#", 1)
        path = Path(file)
    kind = FORMATS.get(Path(path.name.removesuffix(".gz")).suffix.lower())
    if kind is None or path == STDIN:
        if wanted is not None:
            hint = "#NAME is for files that hold several texts: " + " ".join(FORMATS)
            raise InputError(path, None, f"a plain file has no {wanted!r} in it", hint=hint)
        return [replace(plain_text(path), name=system_name(path, language))]
    columns = [column for column in kind.columns(path) if column.role is role]
    chosen = [column for column in columns if wanted in (None, column.name)]
    if not chosen:
        names = ", ".join(column.name for column in columns)
        what = f"no {TextColumn(role, wanted or '')} in it"
        raise InputError(path, None, what, hint=f"it has: {names}" if names else None)
    if role is not Role.SYSTEM:
        chosen = chosen[:1]
    return [_column_text(kind, path, column, language) for column in chosen]


def _column_text(kind: FileFormat, path: Path, column: TextColumn, language: str | None) -> Text:
    def documents() -> Documents | None:
        ids = (row.document for row in kind.rows(path, column))
        first = next(ids, None)
        if first is None:
            return None
        return from_ids(path, chain([first], (name or "" for name in ids)), plain=False)

    def blocks() -> Iterator[Column]:
        return in_blocks(row.text for row in kind.rows(path, column))

    return Text(path, column.name or system_name(path, language), blocks, documents)
