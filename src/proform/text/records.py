"""Rows under a header: .tsv, .csv or .jsonl, each also packed (.gz)."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from proform.errors import InputError
from proform.text.lines import plain_lines
from proform.text.table import records

Row = dict[str, str]


def rows(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows with the numbers of their lines; a JSON value that is null is left out."""
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(".csv"):
        return _csv(path)
    if name.endswith((".tsv", ".jsonl")):
        return records(path)
    what = "expected a name that ends in .tsv, .csv or .jsonl"
    raise InputError(path, None, what, hint="it says how the file is to be read")


def cell(path: Path, line: int, row: Row, name: str) -> str:
    """A cell that has to be there."""
    if name not in row:
        there = ", ".join(row) or "none"
        raise InputError(path, line, f"no column {name!r}, found {there}")
    return row[name].strip()


def whole(path: Path, line: int, row: Row, name: str) -> int:
    """A cell that counts something."""
    text = cell(path, line, row, name)
    if not (text.isascii() and text.isdigit()):
        what = f"expected a number in column {name!r}, found {text!r}"
        raise InputError(path, line, what, hint="segments and words are counted from 0")
    return int(text)


def _csv(path: Path) -> Iterator[tuple[int, Row]]:
    reader = csv.reader((f"{line}\n" for line in plain_lines(path)), strict=True)
    try:
        names = next(reader, [])
        if len(set(names)) < len(names):
            raise InputError(path, 1, "two columns of one name")
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(names):
                what = f"expected {len(names)} columns as in the header, found {len(cells)}"
                raise InputError(path, reader.line_num, what)
            yield reader.line_num, dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise InputError(path, reader.line_num, f"not CSV ({error})") from error
