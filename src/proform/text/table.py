"""TSV and JSONL with the columns doc, seg, src, ref and the systems.

Wide: every other column is a system. Long: a column `system` names it and `hyp` has its text, a row
for each system and segment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.text.column import Role, Row, TextColumn
from proform.text.lines import plain_lines, tidy

_FIXED = ("doc", "seg", "src", "ref")
_LONG = {"system", "hyp"}


def columns(path: Path) -> list[TextColumn]:
    """Source, reference and systems of the file."""
    names: dict[str, None] = {}
    systems: dict[str, Any] = {}
    for number, record in records(path):
        names |= dict.fromkeys(record)
        if not set(names) >= _LONG:
            break
        order = systems.setdefault(_value(path, number, record, "system"), blake2b(digest_size=8))
        order.update(repr((record.get("doc"), record.get("seg"))).encode())
    if len({order.digest() for order in systems.values()}) > 1:
        what = "the systems do not have the same segments in the same order (columns doc and seg)"
        raise InputError(path, None, what, hint="sort the rows by system, doc and seg")
    if not names:
        raise InputError(path, None, "no rows", hint="expected columns doc, seg, src, ref, systems")
    if not systems:
        systems = dict.fromkeys(name for name in names if name not in _FIXED)
    texts = [TextColumn(Role.SOURCE, "")] if "src" in names else []
    texts += [TextColumn(Role.REFERENCE, "")] if "ref" in names else []
    return texts + [TextColumn(Role.SYSTEM, name) for name in systems]


def rows(path: Path, column: TextColumn) -> Iterator[Row]:
    """The segments of one text; in a long table, the source and reference of the first system."""
    keys = {Role.SOURCE: "src", Role.REFERENCE: "ref", Role.SYSTEM: column.name}
    key = keys[column.role]
    system: str | None = column.name if column.role is Role.SYSTEM else None
    for number, record in records(path):
        if set(record) >= _LONG:
            name = _value(path, number, record, "system")
            system = name if system is None else system
            if name != system:
                continue
            key = "hyp" if column.role is Role.SYSTEM else key
        text = tidy(" ".join(_value(path, number, record, key).split("\n")))
        yield Row(record.get("doc"), text)


def records(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of any such file, with their line numbers."""
    lines = enumerate(plain_lines(path), 1)
    if path.name.removesuffix(".gz").lower().endswith(".tsv"):
        return _tsv(path, lines)
    return _jsonl(path, lines)


def _tsv(path: Path, lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, dict[str, str]]]:
    _, header = next(lines, (0, ""))
    names = header.split("\t")
    if len(set(names)) < len(names):
        raise InputError(path, 1, "two columns of one name", hint="every system has its own name")
    for number, line in lines:
        cells = line.split("\t")
        if not line:
            continue
        if len(cells) != len(names):
            what = f"expected {len(names)} columns as in the header, found {len(cells)}"
            raise InputError(path, number, what)
        yield number, dict(zip(names, cells, strict=True))


def _jsonl(path: Path, lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in lines:
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            why = getattr(error, "msg", error)
            raise InputError(path, number, f"not JSON ({why})") from error
        if not isinstance(record, dict):
            raise InputError(path, number, "expected an object a line", hint='{"src": …, "ref": …}')
        row = {key: str(value) for key, value in record.items() if value is not None}
        try:
            "".join([*row, *row.values()]).encode()
        except UnicodeEncodeError as error:
            raise InputError(path, number, "half of a surrogate pair is no character") from error
        yield number, row


def _value(path: Path, number: int, record: dict[str, str], key: str) -> str:
    try:
        return record[key]
    except KeyError:
        there = ", ".join(record) or "none"
        what = f"no column {key!r}, found {there}"
        raise InputError(path, number, what) from None
