"""Files that are written whole or not at all, and standard output."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import IO, TextIO, cast

from proform.errors import ProformError

STDOUT = Path("-")

File = str | PathLike[str]
"""A file as callers of the library name it."""


def as_path(value: object) -> Path | None:
    """The path, if it is one: not None, nor lines in memory."""
    return Path(value) if isinstance(value, str | PathLike) else None


def file_path(argument: str, value: object) -> Path | None:
    """The path of a file or folder that may be left out."""
    return None if value is None else needed_path(argument, value)


def needed_path(argument: str, value: object) -> Path:
    """The path of a file or folder, and a complaint of anything else."""
    path = as_path(value)
    if path is None:
        raise ProformError(f"{argument}: expected a path, found {value!r}")
    return path


def needed_paths(argument: str, values: object) -> list[Path]:
    """The paths of a list of files."""
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise ProformError(f"{argument}: expected a list of paths, found {values!r}")
    return [needed_path(f"{argument}[{n}]", value) for n, value in enumerate(values)]


_PICTURES = {".svg": "svg", ".png": "png"}


class Writer:
    """Where text goes; a fault in writing names it."""

    def __init__(self, name: str, file: IO[str] | None) -> None:
        self._name = name
        self._file = file

    @property
    def is_terminal(self) -> bool:
        """Does a person look at it?"""
        return self._file is not None and self._file.isatty()

    def write(self, text: str) -> None:
        """Write it, or say why not."""
        with _naming(self._name):
            self._open.write(text)

    def write_bytes(self, data: bytes) -> None:
        """The same for what is no text, such as a picture."""
        with _naming(self._name):
            cast("TextIO", self._open).buffer.write(data)

    def flush(self) -> None:
        """See to it that all is written."""
        with _naming(self._name):
            if self._file is not None:
                self._file.flush()

    @property
    def _open(self) -> IO[str]:
        if self._file is None:
            raise OSError(0, "it is closed")
        return self._file


@contextmanager
def writing(path: Path | None) -> Iterator[Writer]:
    """Where to write: standard output for None and `-`, else a file.

    A file takes the place of `path` only if all goes well. What is no ordinary file (a device, a
    pipe) is written as it is.
    """
    if path is None or path == STDOUT:
        sink = Writer("standard output", sys.stdout)
        yield sink
        sink.flush()
    elif path.exists() and not path.is_file():
        with _opened(path, "w", str(path)) as sink:
            yield sink
    else:
        with _replacing(path) as sink:
            yield sink


@contextmanager
def _replacing(path: Path) -> Iterator[Writer]:
    refuse_database(path)
    target = path.resolve()  # a link stays a link
    temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:  # from here on, for it may be ended at any moment
        with _opened(temporary, "x", str(path)) as sink:
            yield sink
        with _naming(str(path)):
            temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path, mode: str, name: str) -> Iterator[Writer]:
    with _naming(name):
        file = path.open(mode, encoding="utf-8", newline="\n")
    try:
        sink = Writer(name, file)
        yield sink
        sink.flush()
    finally:
        with suppress(OSError):  # said already
            file.close()


@contextmanager
def _naming(name: str) -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeEncodeError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProformError(f"{name}: cannot be written ({why})") from error


def picture_kind(path: str | PathLike[str]) -> str:
    """What kind of picture a file is to be, by the end of its name."""
    kind = _PICTURES.get(Path(path).suffix.lower())
    if kind is None:
        raise ProformError(f"{path}: not a picture", hint="name it .svg or .png")
    return kind


def is_database(path: Path) -> bool:
    """Is there a SQLite database: a store, or a file of the original PROTEST?"""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def refuse_database(path: Path) -> None:
    """Complain if a file to be written would replace a database, which may hold people's work."""
    if is_database(path):
        hint = "give another name; if nobody needs it any more, delete it first"
        raise ProformError(f"{path}: there is a database, which is not replaced", hint=hint)


def refuse_overwriting(outputs: Iterable[Path | None], inputs: Iterable[Path | None]) -> None:
    """Complain if an output is an input or a database, or two outputs are one file."""
    seen = {path.resolve() for path in inputs if path is not None}
    for path in outputs:
        if path is not None and path != STDOUT:
            if path.is_dir():
                raise ProformError(f"{path}: is a directory")
            if path.resolve() in seen:
                raise ProformError(f"{path}: is an input or another output of this command")
            refuse_database(path)
            if path.is_file() or not path.exists():
                seen.add(path.resolve())
