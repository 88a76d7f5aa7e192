"""Lines of text in blocks: plain, gzip or standard input, decoded and tidied at the border."""

import gzip
import re
import sys
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BufferedReader, RawIOBase
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from proform.errors import InputError, ProformError
from proform.text.remote import open_remote, url_of

BLOCK = 4096
"""Lines handled at a time: large enough to be fast, small enough to be nothing in memory."""

STDIN = Path("-")

Column = bytes | list[str]
"""Whole lines as they stand in a file, or segments that were parsed already."""

# Only ASCII white space separates tokens, as in Moses and the aligners: a no-break space does not.
_UNTIDY = ("  ", " \n", "\n ", "\t", "\r", "\v", "\f")
_SPACE = re.compile(r"[ \t\r\v\f]+")
_BOM = b"\xef\xbb\xbf"
_CHUNK = 1 << 20


def unpacked(path: Path) -> Path:
    """The name of a file without what says that it is packed."""
    return path.with_suffix("") if path.suffix.lower() in {".gz", ".zst"} else path


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A file's bytes, unpacked if they are gzip or Zstandard; `-` is standard input."""
    try:
        raw = _raw(path)
        try:
            start = raw.peek(4)
            if start.startswith(b"\x1f\x8b"):
                yield cast("BinaryIO", gzip.GzipFile(fileobj=raw))
            elif start.startswith(b"\x28\xb5\x2f\xfd"):
                yield BufferedReader(_Zstandard(path, raw), _CHUNK)
            else:
                yield raw
        finally:
            if path != STDIN:
                raw.close()
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(path, None, f"broken gzip file ({error})") from error
    except OSError as error:
        raise InputError(path, None, f"cannot be read ({error.strerror or error})") from error


def _raw(path: Path) -> BufferedReader:
    if path == STDIN:
        return cast("BufferedReader", sys.stdin.buffer)
    url = url_of(path)
    return path.open("rb") if url is None else open_remote(url)


class _Zstandard(RawIOBase):
    """A packed file, unpacked; one that is cut off is an error, which its library does not see."""

    def __init__(self, path: Path, raw: BinaryIO) -> None:
        try:
            import zstandard  # noqa: PLC0415 (an extra)
        except ImportError:
            what = f"{path}: zstandard is not installed"
            raise ProformError(what, hint="pip install 'proform[arrow]'") from None
        self._path, self._raw, self._library = path, raw, zstandard
        self._frame, self._left = zstandard.ZstdDecompressor().decompressobj(), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 (as the protocol has it)
        while not self._left:
            packed = self._frame.unused_data if self._frame.eof else b""
            packed = packed or self._raw.read(_CHUNK >> 3)
            if not packed:
                if not self._frame.eof:
                    raise InputError(self._path, None, "broken Zstandard file (it is cut off)")
                return 0
            if self._frame.eof:
                self._frame = self._library.ZstdDecompressor().decompressobj()
            try:
                self._left = self._frame.decompress(packed)
            except self._library.ZstdError as error:
                what = f"broken Zstandard file ({error})"
                raise InputError(self._path, None, what) from error
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def raw_blocks(path: Path, size: int = BLOCK, first: int = 0) -> Iterator[bytes]:
    """Runs of `size` whole lines from the first one wanted, as bytes that end in a line feed."""
    with opened(path) as file:
        _skip(path, file, first)
        mark = b"" if first else _BOM
        while block := b"".join(islice(file, size)):
            block = block.removeprefix(mark)
            yield block if block.endswith(b"\n") else block + b"\n"
            mark = b""


def _skip(path: Path, file: BinaryIO, lines: int) -> None:
    """Go to the line after so many; a file that is not packed is not read again to find it."""
    if not lines:
        return
    if isinstance(file, gzip.GzipFile) or not file.seekable() or not path.is_file():
        for _ in islice(file, lines):
            pass
        return
    status = path.stat()
    index = _index(path, status.st_size, status.st_mtime_ns)
    file.seek(index.offset(file, lines))


class _LineIndex:
    """Where lines begin in a file, as far as anybody asked."""

    def __init__(self) -> None:
        self._lines, self._offsets = [0], [0]

    def offset(self, file: BinaryIO, line: int) -> int:
        """The first byte of a line, or the end of the file if it has fewer."""
        place = bisect_right(self._lines, line) - 1
        missing, offset = line - self._lines[place], self._offsets[place]
        file.seek(offset)
        while missing and (chunk := file.read(_CHUNK)):
            number = chunk.count(b"\n")
            if number < missing:
                missing, offset = missing - number, offset + len(chunk)
                continue
            end = -1
            for _ in range(missing):
                end = chunk.index(b"\n", end + 1)
            missing, offset = 0, offset + end + 1
        if not missing and self._lines[place] != line:
            self._lines.insert(place + 1, line)
            self._offsets.insert(place + 1, offset)
        return offset


@lru_cache(maxsize=256)
def _index(path: Path, size: int, changed: int) -> _LineIndex:  # noqa: ARG001 (the file as it is)
    return _LineIndex()


def plain_lines(path: Path) -> Iterator[str]:
    """Lines as they are, without their ends: in a table a tab is a separator."""
    start = 1
    for block in raw_blocks(path):
        lines = decode(path, start, block)[:-1].split("\n")
        start += len(lines)
        yield from (line.removesuffix("\r") for line in lines)


def token_lines(path: Path) -> Iterator[str]:
    """Lines without their ends, tokens separated by single blanks."""
    return map(tidy, plain_lines(path))


def tidy_lines(path: Path, start: int, column: Column) -> list[str]:
    """The lines of a block, without their ends, tokens separated by single blanks."""
    if isinstance(column, list):
        return column
    return tidy(decode(path, start, column)[:-1]).split("\n")


def decode(path: Path, start: int, block: bytes) -> str:
    """UTF-8 to text; `start` is the line number of the block, for the error."""
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        line = start + block.count(b"\n", 0, error.start)
        what = f"expected UTF-8, found the byte 0x{block[error.start]:02x}"
        raise InputError(path, line, what, hint="convert it with iconv") from error


def tidy(text: str) -> str:
    """The same lines with single blanks between tokens and none around them."""
    if not (text.startswith(" ") or text.endswith(" ") or any(mark in text for mark in _UNTIDY)):
        return text
    return "\n".join(_SPACE.sub(" ", line).strip(" ") for line in text.split("\n"))


def joined(column: Column) -> bytes:
    """The lines as they would stand in a file."""
    if isinstance(column, bytes):
        return column
    return "".join(f"{line}\n" for line in column).encode()


def in_blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Runs of BLOCK lines."""
    rest = iter(lines)
    while block := list(islice(rest, BLOCK)):
        yield block


def part(column: Column, where: slice) -> Column:
    """Some of its lines."""
    if isinstance(column, list):
        return column[where]
    return b"".join(line + b"\n" for line in column.split(b"\n")[:-1][where])


def size_of(column: Column) -> int:
    """The number of its lines."""
    return column.count(b"\n") if isinstance(column, bytes) else len(column)


def until(stream: Iterator[Column], lines: int) -> Iterator[Column]:
    """So many lines of a stream and no more."""
    while lines > 0 and (block := next(stream, b"")):
        size = size_of(block)
        yield block if size <= lines else part(block, slice(lines))
        lines -= size


class UnevenError(InputError):
    """Texts that should be in step have different numbers of lines."""


def in_step(
    paths: Sequence[Path], streams: Sequence[Iterator[Column]], done: int = 0
) -> Iterator[tuple[int, list[Column]]]:
    """Blocks of equal length of all streams, and that length; a last blank line may be extra.

    `done` lines of the texts stand before.
    """
    while True:
        blocks: list[Column] = [next(stream, b"") for stream in streams]
        sizes = list(map(size_of, blocks))
        size = min(sizes)
        if max(sizes) > size:
            _check_ends(paths, streams, blocks, done)
            blocks = [part(block, slice(size)) for block in blocks]
        if size == 0:
            return
        yield size, blocks
        done += size


def _check_ends(
    paths: Sequence[Path], streams: Sequence[Iterator[Column]], blocks: Sequence[Column], done: int
) -> None:
    counts, blank = [], []
    for block, stream in zip(blocks, streams, strict=True):
        count, last = size_of(block), block
        for last in stream:
            count += size_of(last)
        counts.append(count)
        blank.append(count > 0 and not joined(part(last, slice(-1, None))).strip())
    wanted = max(count - end for count, end in zip(counts, blank, strict=True))
    fits = [count in (wanted, wanted + end) for count, end in zip(counts, blank, strict=True)]
    if all(fits):
        return
    for path, count, fit in zip(paths, counts, fits, strict=True):
        if count != counts[0] and not (fit and fits[0]):
            what = f"{done + count} lines, but {paths[0]} has {done + counts[0]}"
            hint = "every text and alignment has one line per segment"
            raise UnevenError(path, done + min(count, counts[0]) + 1, what, hint=hint)
