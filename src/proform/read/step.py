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
            _check_ends(paths, streams, blocks, size, done)
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
    size: int,
    done: int,
) -> None:
    totals = []
    for block, stream in zip(blocks, streams, strict=True):
        count = _size(block) + sum(map(_size, stream))
        superfluous = count == size + 1 and _ends_blank(block)
        totals.append(done + count - superfluous)
    for path, total in zip(paths, totals, strict=True):
        if total != totals[0]:
            what = f"{total} lines, but {paths[0]} has {totals[0]}"
            hint = "every text and alignment has one line a segment"
            raise InputError(path, min(total, totals[0]) + 1, what, hint=hint)


def _ends_blank(block: Column) -> bool:
    last = block[-1] if isinstance(block, list) else block.split(b"\n")[-2]
    return not last.strip()
