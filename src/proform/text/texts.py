"""A text of an evaluation, wherever it stands: a plain file, or a column of a larger one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from os import PathLike
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.text import sgm, table, wmt
from proform.text.column import FileFormat, Role, Row, TextColumn
from proform.text.documents import Documents, from_ids, run_lengths
from proform.text.lines import BLOCK, STDIN, Column, raw_blocks, tidy, tidy_lines

FORMATS = {
    ".xml": FileFormat(wmt.columns, wmt.rows),
    ".sgm": FileFormat(sgm.columns, sgm.rows),
    ".sgml": FileFormat(sgm.columns, sgm.rows),
    ".tsv": FileFormat(table.columns, table.rows),
    ".jsonl": FileFormat(table.columns, table.rows),
}


@dataclass(frozen=True, slots=True)
class Text:
    """Segments in order, in blocks of BLOCK: lines of the file, or what was parsed from it."""

    path: Path
    name: str
    blocks: Callable[[], Iterator[Column]]
    documents: Callable[[], Documents | None]

    def decoded(self) -> Iterator[list[str]]:
        """The same blocks, as lines in any case."""
        start = 1
        for block in self.blocks():
            lines = tidy_lines(self.path, start, block) if isinstance(block, bytes) else block
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

    def blocks() -> Iterator[Column]:
        return (checked[start : start + BLOCK] for start in range(0, len(checked), BLOCK))

    return Text(Path(argument), name or argument, blocks, lambda: None)


def checked_lines(name: str, lines: Sequence[str]) -> Sequence[str]:
    """The lines, if they are a sequence of strings with no line in two."""
    if isinstance(lines, str | bytes) or not isinstance(lines, Sequence):
        kind = type(lines).__name__
        hint = "give a list of strings, a line a segment, or the path of a file"
        if isinstance(lines, Iterator):
            raise ProformError(f"{name}: a {kind} can be read only once", hint=hint)
        raise ProformError(f"{name}: expected lines, found {kind}", hint=hint)
    for number, line in enumerate(lines):
        if not isinstance(line, str):
            what = f"expected a string, found {line!r}"
            raise InputError(name, number + 1, what, hint="a line a segment")
        if "\n" in line or "\r" in line:
            raise InputError(
                name, number + 1, "a line break inside a line", hint="a line a segment"
            )
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
    path, wanted = _split(argument)
    if (kind := _format(path)) is None:
        if wanted is not None:
            hint = "#NAME is for files that hold several texts: " + " ".join(FORMATS)
            raise InputError(path, None, f"a plain file has no {wanted!r} in it", hint=hint)
        blocks = partial(raw_blocks, path)
        return [Text(path, system_name(path, language), blocks, lambda: None)]
    found = [column for column in kind.columns(path) if column.role is role]
    chosen = [column for column in found if wanted in (None, column.name)]
    if not chosen:
        names = ", ".join(column.name for column in found)
        what = f"no {TextColumn(role, wanted or '')} in it"
        raise InputError(path, None, what, hint=f"it has: {names}" if names else None)
    if role is not Role.SYSTEM:
        chosen = chosen[:1]
    return [_column_text(kind, path, column, language) for column in chosen]


def _column_text(kind: FileFormat, path: Path, column: TextColumn, language: str | None) -> Text:
    def rows() -> Iterator[Row]:
        return kind.rows(path, column)

    def documents() -> Documents | None:
        ids = (row.document for row in rows())
        first = next(ids, None)
        if first is None:
            return None
        runs = run_lengths(chain([first], (name or "" for name in ids)))
        return from_ids(path, runs, plain=False)

    def blocks() -> Iterator[Column]:
        texts = (row.text for row in rows())
        while block := list(islice(texts, BLOCK)):
            yield block

    return Text(path, column.name or system_name(path, language), blocks, documents)


def _split(argument: str) -> tuple[Path, str | None]:
    path = Path(argument)
    if "#" in argument and not path.exists():
        file, wanted = argument.rsplit("#", 1)
        return Path(file), wanted
    return path, None


def _format(path: Path) -> FileFormat | None:
    if path == STDIN:
        return None
    return FORMATS.get(Path(path.name.removesuffix(".gz")).suffix.lower())
