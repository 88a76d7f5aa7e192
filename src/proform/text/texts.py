"""A text of an evaluation, wherever it stands: a plain file, or a column of a larger one.

And which segments make up which document: one id per line, or the lines where documents start.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from glob import has_magic
from hashlib import blake2b
from itertools import chain, groupby, pairwise, takewhile
from os import PathLike
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.text.formats import FORMATS, FileFormat, Role, TextColumn
from proform.text.lines import (
    BLOCK,
    STDIN,
    Column,
    in_blocks,
    raw_blocks,
    size_of,
    tidy,
    tidy_lines,
    token_lines,
    unpacked,
    until,
)

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
    """Segments in order, in blocks of BLOCK: lines of the file, or what was parsed from it.

    It may be a part of a longer text: from segment `start` to before `stop`, or to the end.
    """

    path: Path
    name: str
    since: Callable[[int], Iterator[Column]]
    """The blocks from a segment of the whole text on."""
    documents: Callable[[], Documents | None]
    start: int = 0
    stop: int | None = None

    def blocks(self) -> Iterator[Column]:
        """All segments."""
        blocks = self.since(self.start)
        return blocks if self.stop is None else until(blocks, self.stop - self.start)

    def part(self, start: int, stop: int | None) -> "Text":
        """A part of it, which knows where it stands in the whole."""
        return replace(self, start=start, stop=stop)

    @property
    def is_blank(self) -> bool:
        """Does it stand for a text that is not there?"""
        return not self.name

    def blank(self) -> "Text":
        """As many empty segments as this text has: for a reference that is not there."""

        def since(start: int) -> Iterator[Column]:
            return ([""] * size_of(block) for block in self.since(start))

        return Text(self.path, "", since, lambda: None, self.start, self.stop)

    def decoded(self) -> Iterator[list[str]]:
        """The same blocks, as lines in any case."""
        return decoded(self.path, self.start, self.blocks())


def decoded(path: Path, start: int, blocks: Iterable[Column]) -> Iterator[list[str]]:
    """Blocks as lines; the first one is that of segment `start`."""
    for block in blocks:
        lines = tidy_lines(path, start + 1, block)
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

    def since(start: int) -> Iterator[Column]:
        return in_blocks(checked[start:])

    return Text(Path(argument), name or argument, since, lambda: None)


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
    return Text(path, path.name, partial(raw_blocks, path, BLOCK), lambda: None)


def open_documents(argument: str) -> Documents:
    """Documents by ids or starts in a file, or by the ids in a column of a table: `FILE#COLUMN`."""
    if "#" in argument and not Path(argument).exists():
        text = _open(argument, Role.SYSTEM, None)[0]
        return from_ids(text.path, (name for block in text.decoded() for name in block))
    return read_documents(Path(argument))


def open_links(argument: str) -> Text:
    """Alignments: lines of a file or of several, or a column of a table: `FILE#COLUMN`."""
    path = Path(argument)
    if ("#" in argument and not path.exists()) or _files(path):
        return _open(argument, Role.SYSTEM, None)[0]
    return plain_text(path)


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
    name = unpacked(path).name
    for ending in (".txt", f".{language}"):
        name = name.removesuffix(ending)
    return name or path.name


def _open(argument: str, role: Role, language: str | None) -> list[Text]:
    path, wanted = Path(argument), None
    if "#" in argument and not path.exists():
        file, wanted = argument.rsplit("#", 1)
        path = Path(file)
    if files := _files(path):
        return _joined(path, [_opened(file, wanted, role, language) for file in files])
    return _opened(path, wanted, role, language)


def _opened(path: Path, wanted: str | None, role: Role, language: str | None) -> list[Text]:
    kind = FORMATS.get(unpacked(path).suffix.lower())
    if kind is None or path == STDIN:
        if wanted is not None:
            hint = "#NAME is for files that hold several texts: " + " ".join(FORMATS)
            raise InputError(path, None, f"a plain file has no {wanted!r} in it", hint=hint)
        return [replace(plain_text(path), name=system_name(path, language))]
    columns = [column for column in kind.columns(path) if column.role is role]
    chosen = [column for column in columns if wanted in (None, column.name)]
    if not chosen and kind.table and wanted:
        chosen = [TextColumn(role, wanted)]  # any column, by its name
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

    def since(start: int) -> Iterator[Column]:
        return in_blocks(row.text for row in kind.since(path, column, start))

    return Text(path, column.name or system_name(path, language), since, documents)


def _files(path: Path) -> list[Path]:
    """The files of a folder or a pattern such as shards/*.en.gz, in the order of their names."""
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file())
        if not files:
            raise InputError(path, None, "a folder without files")
        return files
    if path.exists() or not has_magic(str(path)):
        return []
    files = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
    if not files:
        raise InputError(path, None, "no file has such a name")
    return files


def _joined(path: Path, files: Sequence[Sequence[Text]]) -> list[Text]:
    """The same texts of several files, one after the other."""
    names = [[text.name for text in texts] for texts in files]
    columns = list(zip(*files, strict=False))
    for texts, own in zip(files, names, strict=True):
        if len(own) != len(columns):
            what = f"{len(own)} texts, but {files[0][0].path} has {len(names[0])}"
            raise InputError(texts[0].path, None, what, hint="all files need the same columns")
    return [_one_text(path, texts) for texts in columns]


def _one_text(path: Path, texts: Sequence[Text]) -> Text:
    def since(start: int) -> Iterator[Column]:
        for text in texts:
            for block in text.decoded():
                if start < len(block):
                    yield block[start:]
                start = max(start - len(block), 0)

    def documents() -> Documents | None:
        known = [(text.documents(), text) for text in texts]
        if any(own is None for own, _ in known):
            return None
        starts: dict[int, str] = {}
        done, last = 0, ""
        for own, text in known:
            assert own is not None  # noqa: S101 (as was just seen)
            for first, name in zip(own.starts, own.ids, strict=True):
                if name != last:
                    starts[done + first] = last = name
            done += own.length or sum(len(block) for block in text.decoded())
        return Documents(path, tuple(starts), tuple(starts.values()), done)

    return Text(path, texts[0].name, since, documents)
