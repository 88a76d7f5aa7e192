"""Texts as callers name them: a plain file, a column of a larger one, several files, lines."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from os import PathLike
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.text.documents import Documents, from_ids, read_documents
from proform.text.formats import FORMATS, FileFormat, Role, TextColumn
from proform.text.lines import BLOCK, STDIN, Column, in_blocks, raw_blocks, tidy, unpacked
from proform.text.series import Text, files_of, one_after_another

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
    text = open_ids(argument)
    return read_documents(Path(argument)) if text is None else documents_of(text)


def open_ids(argument: str) -> Text | None:
    """The ids of segments, if they are in a column or in several files."""
    path = Path(argument)
    in_column = "#" in argument and not path.exists()
    return _open(argument, Role.SYSTEM, None)[0] if in_column or files_of(path) else None


def documents_of(text: Text) -> Documents:
    """Documents by the ids of segments."""
    return from_ids(text.path, (name for block in text.decoded() for name in block))


def open_links(argument: str) -> Text:
    """Alignments: lines of a file or of several, or a column of a table: `FILE#COLUMN`."""
    path = Path(argument)
    if ("#" in argument and not path.exists()) or files_of(path):
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
    if files := files_of(path):
        return one_after_another(path, [_tried(file, wanted, role, language) for file in files])
    return _opened(path, wanted, role, language)


def _tried(
    path: Path, wanted: str | None, role: Role, language: str | None
) -> list[Text] | InputError:
    try:
        return _opened(path, wanted, role, language)
    except InputError as error:
        return error


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


def open_beside(source: str | PathLike[str]) -> Text | None:
    """The reference, if the files of the source have it as well."""
    file = str(source)
    path = Path(file if "#" not in file or Path(file).exists() else file.rsplit("#", 1)[0])
    for one in files_of(path) or [path]:
        kind = FORMATS.get(unpacked(one).suffix.lower())
        if kind is None or one == STDIN:
            return None
        with suppress(InputError):  # said when it is read
            there = any(column.role is Role.REFERENCE for column in kind.columns(one))
            return _open(str(path), Role.REFERENCE, None)[0] if there else None
    return None
