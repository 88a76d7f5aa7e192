"""Rows under a header: .tsv, .csv or .jsonl, each also packed (.gz)."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from proform.errors import InputError
from proform.table.writers import FORMULA
from proform.text.lines import plain_lines


class Row(dict[str, str]):
    """The cells of a row by their columns; it knows where it stands."""

    def __init__(self, path: Path, line: int, cells: Mapping[str, str]) -> None:
        super().__init__(cells)
        self.path, self.line = path, line

    def error(self, what: str, hint: str | None = None) -> InputError:
        """A complaint about this row."""
        return InputError(self.path, self.line, what, hint=hint)

    def value(self, name: str) -> str:
        """A cell that has to be there, as it stands."""
        if name not in self:
            raise self.error(f"no column {name!r}, found {', '.join(self) or 'none'}")
        return self[name]

    def text(self, name: str) -> str:
        """A cell that has to be there, without white space around it."""
        return self.value(name).strip()

    def whole(self, name: str) -> int:
        """A cell that counts something."""
        text = self.text(name)
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            what = f"expected a number in column {name!r}, found {text!r}"
            raise self.error(what, "segments and words are counted from 0")
        return int(text)


def rows(path: Path) -> Iterator[Row]:
    """The rows; a JSON value that is null is left out."""
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(".csv"):
        return _table(path, _csv(path))
    if name.endswith((".tsv", ".jsonl")):
        return records(path)
    what = "expected a name that ends in .tsv, .csv or .jsonl"
    raise InputError(path, None, what, hint="the ending says how to read the file")


def records(path: Path) -> Iterator[Row]:
    """The rows of a file that is TSV if its name says so, and JSONL otherwise."""
    lines = enumerate(plain_lines(path), 1)
    if path.name.removesuffix(".gz").lower().endswith(".tsv"):
        return _table(path, ((number, line.split("\t")) for number, line in lines))
    return _jsonl(path, lines)


def _csv(path: Path) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader((f"{line}\n" for line in plain_lines(path)), strict=True)
    try:
        for cells in reader:
            yield reader.line_num, [_shown(cell) for cell in cells]
    except csv.Error as error:
        raise InputError(path, reader.line_num, f"not CSV ({error})") from error


def _shown(cell: str) -> str:
    """What a spreadsheet shows of a cell that was kept from being run: `'=…` is `=…`."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in FORMULA else cell


def _table(path: Path, lines: Iterator[tuple[int, list[str]]]) -> Iterator[Row]:
    _, names = next(lines, (0, []))
    if len(set(names)) < len(names):
        raise InputError(path, 1, "two columns of one name", hint="every column has its own name")
    for number, cells in lines:
        if cells in ([], [""]):
            continue
        if len(cells) != len(names):
            what = f"expected {len(names)} columns as in the header, found {len(cells)}"
            raise InputError(path, number, what)
        yield Row(path, number, dict(zip(names, cells, strict=True)))


def _jsonl(path: Path, lines: Iterator[tuple[int, str]]) -> Iterator[Row]:
    for number, line in lines:
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            why = getattr(error, "msg", error)
            raise InputError(path, number, f"not JSON ({why})") from error
        if not isinstance(record, dict):
            raise InputError(path, number, "expected a JSON object", hint='{"src": …, "ref": …}')
        row = {key: str(value) for key, value in record.items() if value is not None}
        try:
            "".join([*row, *row.values()]).encode()
        except UnicodeEncodeError as error:
            raise InputError(path, number, "half of a surrogate pair is no character") from error
        yield Row(path, number, row)
