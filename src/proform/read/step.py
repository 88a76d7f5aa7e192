"""Files that belong together, read in step; they must have one line a segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from proform.errors import InputError

Column = bytes | list[str]
"""Whole lines as they stand in a file, or segments that were parsed already."""


def in_step(
    paths: Sequence[Path], streams: Sequence[Iterator[Column]]
) -> Iterator[tuple[int, list[Column]]]:
    """Blocks of equal length of all streams, and that length.

    One blank line too many at an end is no matter.
    """
    done = 0
    while True:
        blocks: list[Column] = [next(stream, b"") for stream in streams]
        sizes = [_size(block) for block in blocks]
        size = min(sizes)
        if max(sizes) > size:
            _check_ends(paths, streams, blocks, done)
            blocks = [_head(block, size) for block in blocks]
        if size == 0:
            return
        yield size, blocks
        done += size


def _size(block: Column) -> int:
    return block.count(b"\n") if isinstance(block, bytes) else len(block)


def _head(block: Column, size: int) -> Column:
    if isinstance(block, list):
        return block[:size]
    return b"".join(line + b"\n" for line in block.split(b"\n")[:size])


def _check_ends(
    paths: Sequence[Path],
    streams: Sequence[Iterator[Column]],
    blocks: Sequence[Column],
    done: int,
) -> None:
    counts, blank = [], []
    for block, stream in zip(blocks, streams, strict=True):
        count, last = _size(block), block
        for last in stream:
            count += _size(last)
        counts.append(count)
        blank.append(count > 0 and _ends_blank(last))
    wanted = max(count - end for count, end in zip(counts, blank, strict=True))
    fits = [count in (wanted, wanted + end) for count, end in zip(counts, blank, strict=True)]
    if all(fits):
        return
    for path, count, fit in zip(paths, counts, fits, strict=True):
        if count != counts[0] and not (fit and fits[0]):
            what = f"{done + count} lines, but {paths[0]} has {done + counts[0]}"
            hint = "every text and alignment has one line a segment"
            raise InputError(path, done + min(count, counts[0]) + 1, what, hint=hint)


def _ends_blank(block: Column) -> bool:
    last = block[-1] if isinstance(block, list) else block.split(b"\n")[-2]
    return not last.strip()
