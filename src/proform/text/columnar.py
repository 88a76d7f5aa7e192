"""Texts in Parquet and Arrow files: a file has columns, and only those asked for are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proform.errors import InputError, ProformError
from proform.text.remote import open_remote, url_of

if TYPE_CHECKING:
    from pyarrow import RecordBatch, Schema

_ROWS = 16_384
"""Rows that are in memory at a time."""


def column_names(path: Path) -> dict[str, bool]:
    """The columns by their names: do they hold text?"""
    with _opened(path) as file:
        return {field.name: _is_text(field.type) for field in file.schema_arrow}


def cells(
    path: Path, names: Sequence[str], start: int = 0, *, ids: str | None = None
) -> Iterator[tuple[str | None, ...]]:
    """The rows of some columns, from one on; what stands before is not unpacked.

    Ids, in a column that comes last, may be whole numbers; one that is not there is empty.
    """
    every = [*names] if ids is None else [*names, ids]
    with _opened(path) as file:
        _check(path, file.schema_arrow, every, ids)
        for batch in file.batches(every, start):
            columns = [batch.column(batch.schema.get_field_index(name)) for name in every]
            rows = zip(*(column.to_pylist() for column in columns), strict=True)
            if ids is None:
                yield from rows
            else:
                yield from ((*row, "" if own is None else str(own)) for *row, own in rows)


def _check(path: Path, schema: Schema, names: Sequence[str], ids: str | None) -> None:
    for name in names:
        place = schema.get_field_index(name)
        if place < 0:
            what = f"no column {name!r}, found {', '.join(schema.names) or 'none'}"
            raise InputError(path, None, what, hint="name it as in FILE#COLUMN")
        kind = schema.field(place).type  # null if there is nothing in it
        known = "null|u?int[0-9]+" if name == ids else "null"
        if not (_is_text(kind) or re.fullmatch(known, str(kind))):
            raise InputError(path, None, f"the column {name!r} holds {kind}, and not text")


def _is_text(kind: Any) -> bool:  # noqa: ANN401 (a type of Arrow)
    return str(kind) in {"string", "large_string", "string_view"} or (
        str(kind).startswith("dictionary<values=") and "string" in str(kind)
    )


class _Parquet:
    def __init__(self, path: Path) -> None:
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415 (an extra)

        url = url_of(path)
        self._file = ParquetFile(path if url is None else open_remote(url))
        self.schema_arrow = self._file.schema_arrow

    def batches(self, names: Sequence[str], start: int) -> Iterator[RecordBatch]:
        """From a row on; groups of rows before it are left out."""
        groups, passed = list[int](), 0
        for group in range(self._file.num_row_groups):
            rows = self._file.metadata.row_group(group).num_rows
            if groups or passed + rows > start:
                groups.append(group)
            else:
                passed += rows
        start -= passed
        for batch in self._file.iter_batches(_ROWS, row_groups=groups, columns=[*names]):
            if start < batch.num_rows:
                yield batch.slice(start)
            start = max(start - batch.num_rows, 0)

    def close(self) -> None:
        self._file.close()


class _Arrow:
    """An IPC file, or a stream."""

    def __init__(self, path: Path) -> None:
        import pyarrow as pa  # noqa: PLC0415 (an extra)

        url = url_of(path)
        self._source = (
            pa.memory_map(str(path)) if url is None else pa.PythonFile(open_remote(url), "r")
        )
        try:
            self._file = pa.ipc.open_file(self._source)
            self._number = self._file.num_record_batches
        except pa.ArrowInvalid:
            self._source.seek(0)
            self._file, self._number = pa.ipc.open_stream(self._source), None
        self.schema_arrow = self._file.schema

    def batches(self, names: Sequence[str], start: int) -> Iterator[RecordBatch]:  # noqa: ARG002
        """From a row on."""
        numbered = range(self._number or 0)
        stream = self._file if self._number is None else map(self._file.get_batch, numbered)
        for batch in stream:
            if start < batch.num_rows:
                yield batch.slice(start)
            start = max(start - batch.num_rows, 0)

    def close(self) -> None:
        self._source.close()


@contextmanager
def _opened(path: Path) -> Iterator[_Parquet | _Arrow]:
    try:
        import pyarrow as pa  # noqa: PLC0415 (an extra)
    except ImportError:
        what = f"{path}: pyarrow is not installed"
        raise ProformError(what, hint="pip install 'proform[arrow]'") from None
    try:
        file = (_Parquet if path.suffix.lower() == ".parquet" else _Arrow)(path)
        try:
            yield file
        finally:
            file.close()
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise InputError(path, None, f"broken {path.suffix[1:]} file ({error})") from error
    except OSError as error:
        why = error.strerror or error
        raise InputError(path, None, f"cannot be read ({why})") from error
