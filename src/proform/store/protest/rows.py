"""PROTEST 1.1 files: SQLite databases of the original annotation program, as plain rows."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from proform.errors import InputError, ProformError
from proform.store.schema import LARGEST

VERSION = "PROTEST 1.1"
MASTER = "master"
BATCH = "annotation_batch"

TEXT = {
    "tag",
    "tag_value",
    "name",
    "sentence",
    "description",
    "srcpro",
    "srchead",
    "ant_annotation",
    "anaph_annotation",
    "remarks",
    "conflict_status",
    "annotation",
    "taskset",
    "label",
}
"""The columns that hold text; the others hold numbers."""

TABLES: dict[str, tuple[str, ...]] = {
    "meta_data": ("tag", "tag_value"),
    "corpora": ("id", "name", "srctgt"),
    "documents": ("id", "corpus", "start", "end"),
    "sentences": ("id", "corpus", "line", "sentence"),
    "categories": ("id", "description", "antagreement"),
    "pro_candidates": (
        "id",
        "srccorpus",
        "tgtcorpus",
        "example_no",
        "line",
        "srcpro",
        "srcpos",
        "srcproindex",
        "category_no",
        "sequence_no",
    ),
    "pro_antecedents": (
        "id",
        "srccorpus",
        "tgtcorpus",
        "example_no",
        "ant_no",
        "line",
        "srcstartpos",
        "srcendpos",
        "srchead",
        "srcheadpos",
        "srcheadindex",
    ),
    "translations": ("id", "tgtcorpus", "example_no", "ant_no", "line", "tgtpos"),
    "annotators": ("id", "name"),
    "annotations": (
        "id",
        "candidate",
        "annotator_id",
        "ant_annotation",
        "anaph_annotation",
        "remarks",
        "conflict_status",
    ),
    "token_annotations": ("id", "candidate", "line", "token", "annotation", "annotator_id"),
    "tag_annotations": ("id", "candidate", "annotator_id", "tag"),
    "annotation_tasks": ("task_no", "candidate"),
    "task_definition": ("id", "taskset", "label"),
}

_OPTIONAL = {
    "tag_value",
    "ant_no",
    "srcproindex",
    "sequence_no",
    "srchead",
    "srcheadindex",
    "remarks",
    "conflict_status",
    "ant_annotation",
    "anaph_annotation",
    "antagreement",
}
_OLDER = {"srcheadindex": "srcantheadindex"}
_NUMBER = re.compile(r"-?[0-9]{1,10}")


class ProtestFile(NamedTuple):
    """What a file says: of which kind it is, and its rows, a mapping each."""

    path: Path
    kind: str
    meta: Mapping[str, str]
    tables: Mapping[str, Sequence[Mapping[str, Any]]]

    def complain(self, table: str, row: Mapping[str, Any], what: str) -> InputError:
        """A complaint of one row."""
        where = f"table {table}, row {row['id']}" if "id" in row else f"table {table}"
        return InputError(self.path, None, f"{where}: {what}")


def read_file(path: Path) -> ProtestFile:
    """Read a master file or a batch, and check that it is one."""
    if not path.is_file():
        raise InputError(path, None, "there is no such file")
    try:
        # Not read-only: what a program that crashed has left beside the file is part of it.
        address = f"{path.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return _read(path, connection)
    except sqlite3.Error as error:
        raise InputError(path, None, f"not a PROTEST file ({error})") from error


def write_file(path: Path, tables: Mapping[str, Sequence[Sequence[Any]]]) -> None:
    """Write rows as a file, whole or not at all; a file that was there is replaced.

    Unless it is a store: what people said is in it.
    """
    if path.is_file() and _is_store(path.resolve()):
        raise ProformError(f"{path}: is a store", hint="give the file to write another name")
    with _replacing(path) as temporary, closing(sqlite3.connect(temporary)) as connection:
        for name, columns in TABLES.items():
            declared = ", ".join(f'"{column}" {_type(column)}' for column in columns)
            connection.execute(f"create table {name} ({declared})")
            marks = ", ".join("?" * len(columns))
            connection.executemany(f"insert into {name} values ({marks})", tables[name])  # noqa: S608 (names of ours)
        connection.commit()


def _is_store(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            return connection.execute("pragma table_info(judgements)").fetchone() is not None
    except sqlite3.Error:
        return False


def _type(column: str) -> str:
    if column == "id":
        return "integer primary key"
    return "text" if column in TEXT else "integer"


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    target = path.resolve()  # a link stays a link
    try:
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            temporary = Path(file.name)
        try:
            yield temporary
            temporary.chmod(0o644)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise ProformError(f"{path}: cannot be written ({why})") from error


def _read(path: Path, connection: sqlite3.Connection) -> ProtestFile:
    present = {
        name: [column[1] for column in connection.execute(f"pragma table_info({name})")]
        for name in TABLES
    }
    if not present["meta_data"]:
        raise InputError(path, None, "a database, but not a PROTEST file: it has no meta_data")
    pairs = connection.execute("select tag, tag_value from meta_data")
    meta = {str(tag): "" if value is None else str(value) for tag, value in pairs}
    version, kind = meta.get("file_version"), meta.get("file_type")
    if version != VERSION:
        what = f"its version is {version!r}, expected {VERSION!r}"
        raise InputError(path, None, what, hint="save it with that version of the program")
    if kind not in (MASTER, BATCH):
        raise InputError(path, None, f"its type is {kind!r}, expected {MASTER!r} or {BATCH!r}")
    tables = {}
    for name, columns in TABLES.items():
        fields = [_field(path, name, column, present[name]) for column in columns]
        query = f"select {', '.join(fields)} from {name} order by rowid"  # noqa: S608 (names of ours)
        rows = connection.execute(query)
        tables[name] = [
            {
                column: _value(path, name, column, cell)
                for column, cell in zip(columns, row, strict=True)
            }
            for row in rows
        ]
    return ProtestFile(path, kind, meta, tables)


def _field(path: Path, table: str, column: str, present: Sequence[str]) -> str:
    for name in (column, _OLDER.get(column)):
        if name in present:
            return f'"{name}"'
    what = f"the table {table} has no column {column}" if present else f"it has no table {table}"
    raise InputError(path, None, what)


def _value(path: Path, table: str, column: str, value: object) -> object:
    """What a cell holds; SQLite lets a program write a number as text and the other way round."""
    if value is None and column in _OPTIONAL:
        return None
    if column in TEXT and isinstance(value, str | int | float) and "\x00" not in str(value):
        return str(value)
    if column not in TEXT and _NUMBER.fullmatch(str(value)) and abs(int(str(value))) <= LARGEST:
        return int(str(value))
    expected = "a text" if column in TEXT else "a number"
    shown = f"{value!r:.80}"
    raise InputError(path, None, f"table {table}: {column} is {shown}, expected {expected}")
