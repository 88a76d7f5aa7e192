"""A master file as the original program writes it: a source corpus for every translation."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.support.small_suite import EVENT, INTER, NOW

from proform.store.database import opened
from proform.store.protest.exports import export_master
from proform.store.protest.file import TABLES, read_file
from proform.store.protest.imports import Imported, import_master
from proform.store.suites import find_suite

Rows = Mapping[str, Sequence[tuple[Any, ...]]]

SOURCE = ("The bicycle is red .", "It squeaks , and it worries me .", "")
REFERENCE = ("Le vélo est rouge .", "Il grince , et cela m' inquiète .", "")
OTHER = ("La bicyclette est rouge .", "Elle grince .", "")

ORIGINAL: Rows = {
    "meta_data": [
        ("file_version", "PROTEST 1.1"),
        ("file_type", "master"),
        ("master_id", "4711"),
        ("config:conflict_checks", "disabled"),
        ("master_description", "twelve talks"),
        ("_Zeta", ""),
        ("apple", "é"),
    ],
    "corpora": [(1, "src", 0), (2, "Reference", 1), (3, "src", 0), (4, "my mt", 1)],
    "documents": [(number, number, 10, 11) for number in (1, 2, 3, 4)]
    + [(4 + number, number, 12, 12) for number in (1, 2, 3, 4)],
    "sentences": [
        (3 * corpus + line, corpus, 10 + line, text)
        for corpus, lines in ((1, SOURCE), (2, REFERENCE), (3, SOURCE), (4, OTHER))
        for line, text in enumerate(lines)
    ],
    "categories": [(4, INTER, 1), (9, EVENT, 0)],
    "pro_candidates": [
        (101, 1, 2, 5, 11, "it", 0, 1005, 4, 1),
        (102, 1, 2, 9, 11, "it", 4, 1009, 9, 2),
        (201, 3, 4, 5, 11, "it", 0, 1005, 4, None),
        (202, 3, 4, 9, 11, "it", 4, 1009, 9, 7),
    ],
    "pro_antecedents": [
        (1, 1, 2, 5, 1, 10, 0, 1, "bicycle", 1, 1001),
        (2, 3, 4, 5, 1, 10, 0, 1, "bicycle", 1, 1001),
    ],
    "translations": [
        (1, 2, 5, None, 11, 0),
        (2, 2, 5, 1, 10, 1),
        (3, 2, 9, None, 11, 4),
        (4, 4, 5, None, 11, 0),
        (5, 4, 5, 1, 10, 1),
    ],
    "annotators": [(3, "Ada"), (7, "Bob")],
    "annotations": [
        (1, 201, 3, "ok", "ok", "", "ana_ok ant_ok"),
        (2, 201, 7, "unset", "bad", None, "ana_ok ant_ok"),
        (3, 202, 3, None, None, "only a remark", None),
        (4, 202, 7, None, "ok", None, None),
    ],
    "token_annotations": [(1, 201, 11, 0, "ok", 3), (2, 201, 10, 1, "ok", 3)],
    "tag_annotations": [
        (1, 201, 7, "ant_unsure"),
        (2, 101, 7, "alone"),
        (3, 101, -1, "to discuss"),
    ],
    "annotation_tasks": [(5, 101), (5, 201), (8, 202)],
    "task_definition": [(5, "first", "IAA"), (8, "first", "1")],
}


def write_master(path: Path, *changes: str, older: bool = False, as_text: bool = False) -> Path:
    """The file, with some changes made in SQL."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        for table, rows in ORIGINAL.items():
            names = [
                "srcantheadindex" if older and name == "srcheadindex" else name
                for name in TABLES[table]
            ]
            columns = ", ".join(f'"{name}"' for name in names)  # of no type: anything goes in
            connection.execute(f"create table {table} ({columns})")
            marks = ", ".join("?" * len(names))
            cells = [
                tuple(str(cell) if as_text and cell is not None else cell for cell in row)
                for row in rows
            ]
            connection.executemany(f"insert into {table} values ({marks})", cells)  # noqa: S608
        for change in changes:
            connection.execute(change)
        connection.commit()
    return path


def rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows without their ids, where nothing else refers to them, in any order."""
    named = {"meta_data", "corpora", "categories", "pro_candidates", "annotators"}
    named |= {"annotation_tasks", "task_definition"}
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: sorted(
                (
                    row if name in named else row[1:]
                    for row in connection.execute(f"select * from {name}")  # noqa: S608
                ),
                key=repr,
            )
            for name in TABLES
        }


def bring(where: str, path: Path, name: str = "suite", reference: str | None = None) -> Imported:
    """Import a file."""
    with opened(where, create=True) as store, store.writing() as connection:
        return import_master(connection, read_file(path), name, ("en", "fr"), reference, NOW)


def export(where: str, path: Path) -> Path:
    """Write the only suite of a store as a file."""
    with opened(where) as store, store.reading() as connection:
        export_master(connection, find_suite(connection, None), path)
    return path
