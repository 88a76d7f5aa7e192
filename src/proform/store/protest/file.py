"""PROTEST 1.1 files: SQLite databases of the original annotation program, as plain rows."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from proform.errors import InputError, ProformError
from proform.output import refuse_database
from proform.store.answers import ANSWERS, Answer, Selected
from proform.store.database import replacing
from proform.store.ledger import Addressed
from proform.store.schema import LARGEST, Row
from proform.suite.suite import words

VERSION = "PROTEST 1.1"
MASTER = "master"
BATCH = "annotation_batch"

TEXT = {
    *("tag", "tag_value", "name", "sentence", "description", "srcpro", "srchead", "annotation"),
    *("ant_annotation", "anaph_annotation", "remarks", "conflict_status", "taskset", "label"),
}
"""The columns that hold text; the others hold numbers."""

TABLES: dict[str, tuple[str, ...]] = {
    "meta_data": ("tag", "tag_value"),
    "corpora": ("id", "name", "srctgt"),
    "documents": ("id", "corpus", "start", "end"),
    "sentences": ("id", "corpus", "line", "sentence"),
    "categories": ("id", "description", "antagreement"),
    "pro_candidates": (
        *("id", "srccorpus", "tgtcorpus", "example_no", "line", "srcpro", "srcpos"),
        *("srcproindex", "category_no", "sequence_no"),
    ),
    "pro_antecedents": (
        *("id", "srccorpus", "tgtcorpus", "example_no", "ant_no", "line", "srcstartpos"),
        *("srcendpos", "srchead", "srcheadpos", "srcheadindex"),
    ),
    "translations": ("id", "tgtcorpus", "example_no", "ant_no", "line", "tgtpos"),
    "annotators": ("id", "name"),
    "annotations": (
        *("id", "candidate", "annotator_id", "ant_annotation", "anaph_annotation"),
        *("remarks", "conflict_status"),
    ),
    "token_annotations": ("id", "candidate", "line", "token", "annotation", "annotator_id"),
    "tag_annotations": ("id", "candidate", "annotator_id", "tag"),
    "annotation_tasks": ("task_no", "candidate"),
    "task_definition": ("id", "taskset", "label"),
}

ANSWER_TABLES = ("annotations", "tag_annotations", "token_annotations")

RESEARCHER = -1
"""The annotator of what a researcher entered in the master itself; the file does not list them."""

_OPTIONAL = {
    *("tag_value", "ant_no", "srcproindex", "sequence_no", "srchead", "srcheadindex"),
    *("remarks", "conflict_status", "ant_annotation", "anaph_annotation", "antagreement"),
}
_OLDER = {"srcheadindex": "srcantheadindex"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NUMBER = re.compile(r"-?[0-9]{1,10}")

_Key = tuple[int, int]
"""Candidate and annotator, as the file numbers them."""


class ProtestFile(NamedTuple):
    """What a file says: of which kind it is, and its rows, a mapping each."""

    path: Path
    kind: str
    meta: Mapping[str, str]
    tables: Mapping[str, Sequence[Row]]

    def complain(self, table: str, row: Row, what: str) -> InputError:
        """A complaint about one row."""
        where = f"table {table}, row {row['id']}" if "id" in row else f"table {table}"
        return InputError(self.path, None, f"{where}: {what}")

    @property
    def texts(self) -> dict[tuple[int, int], str]:
        """The sentences, by corpus and line."""
        return {(row["corpus"], row["line"]): row["sentence"] for row in self.tables["sentences"]}


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


def readable(text: str) -> str:
    """A text as the original can show it: no control characters."""
    return _CONTROL.sub("\ufffd", text)


def write_file(path: Path, tables: Mapping[str, Sequence[Sequence[Any]]]) -> None:
    """Write rows as a file, whole or not at all."""
    refuse_database(path)
    target = path.resolve()  # a link stays a link
    try:
        with replacing(target) as temporary:
            with closing(sqlite3.connect(temporary)) as connection:
                _write(connection, tables)
            temporary.chmod(0o644)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise ProformError(f"{path}: cannot be written ({why})") from error


def answers_of(
    file: ProtestFile, candidates: Mapping[int, int], people: Mapping[int, int]
) -> list[Addressed[Answer]]:
    """The judgements of a file, by the store's ids of candidates and annotators.

    Rows of other annotators are passed over: the original copies them into every batch.
    """
    rows = partial(_answered, file, candidates, people)
    said: dict[_Key, Row] = defaultdict(dict)
    for key, row in rows("annotations"):
        for column in ("ant_annotation", "anaph_annotation"):
            if row[column] is not None and row[column] not in ANSWERS:
                what = f"{column} is {row[column]!r}, expected ok, bad or unset"
                raise file.complain("annotations", row, what)
        said[key] = row
    tags: dict[_Key, set[str]] = defaultdict(set)
    for key, row in rows("tag_annotations"):
        tags[key].add(row["tag"])
    corpora = {row["id"]: row["tgtcorpus"] for row in file.tables["pro_candidates"]}
    texts = file.texts
    marks: dict[_Key, dict[tuple[int, int], str]] = defaultdict(dict)
    for key, row in rows("token_annotations"):
        line, token, mark = row["line"], row["token"], row["annotation"]
        if not 0 <= token < len(words(texts.get((corpora.get(key[0], -1), line), ""))):
            what = f"there is no word {token} in line {line}"
            raise file.complain("token_annotations", row, what)
        if marks[key].setdefault((line, token), mark) != mark:
            what = f"word {token} of line {line} is marked in two ways"
            raise file.complain("token_annotations", row, what)
    return [
        Addressed(
            candidates[key[0]],
            people[key[1]],
            Answer(
                said[key].get("anaph_annotation"),
                said[key].get("ant_annotation"),
                said[key].get("remarks"),
                said[key].get("conflict_status"),
                frozenset(tags[key]),
                frozenset(Selected(*place, mark) for place, mark in marks[key].items()),
            ),
        )
        for key in sorted({*said, *tags, *marks})
    ]


def _answered(
    file: ProtestFile, candidates: Collection[int], people: Collection[int], table: str
) -> Iterator[tuple[_Key, Row]]:
    for row in file.tables[table]:
        if row["annotator_id"] in people:
            if row["candidate"] not in candidates:
                raise file.complain(table, row, f"there is no candidate {row['candidate']}")
            yield (row["candidate"], row["annotator_id"]), row


def _write(connection: sqlite3.Connection, tables: Mapping[str, Sequence[Sequence[Any]]]) -> None:
    for name, columns in TABLES.items():
        types = {column: "text" if column in TEXT else "integer" for column in columns}
        if "id" in types:
            types["id"] = "integer primary key"
        declared = ", ".join(f'"{column}" {type_}' for column, type_ in types.items())
        connection.execute(f"create table {name} ({declared})")
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"insert into {name} values ({marks})", tables[name])  # noqa: S608 (names of ours)
    connection.commit()


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
        fields = ", ".join(_field(path, name, column, present[name]) for column in columns)
        rows = connection.execute(f"select {fields} from {name} order by rowid")  # noqa: S608 (names of ours)
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
    raise InputError(path, None, f"table {table}: {column} is {value!r:.80}, expected {expected}")
