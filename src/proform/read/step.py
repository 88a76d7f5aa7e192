"""Files that belong together, read in step; they must have one line a segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from proform.errors import InputError
from proform.read.pharaoh import Links

Column = list[str] | Links
"""Lines of a text, or links of as many segments."""


def in_step(paths: Sequence[Path], streams: Sequence[Iterator[Column]]) -> Iterator[list[Column]]:
    """Blocks of equal length of all streams; one blank line too many at an end is no matter."""
    done = 0
    while True:
        blocks: list[Column] = [next(stream, []) for stream in streams]
        size = min(len(block) for block in blocks)
        if any(len(block) > size for block in blocks):
            _check_ends(paths, streams, blocks, size, done)
        if size == 0:
            return
        yield [_head(block, size) for block in blocks]
        done += size


def _head(block: Column, size: int) -> Column:
    return block.head(size) if isinstance(block, Links) else block[:size]


def _check_ends(
    paths: Sequence[Path],
    streams: Sequence[Iterator[Column]],
    blocks: Sequence[Column],
    size: int,
    done: int,
) -> None:
    rest = [
        len(block) + sum(map(len, stream)) for block, stream in zip(blocks, streams, strict=True)
    ]
    blank = [
        _is_blank(block, size) and count == size + 1
        for block, count in zip(blocks, rest, strict=True)
    ]
    totals = [done + count - one for count, one in zip(rest, blank, strict=True)]
    for path, total in zip(paths, totals, strict=True):
        if total != totals[0]:
            what = f"{total} lines, but {paths[0]} has {totals[0]}"
            hint = "every text and alignment has one line a segment"
            raise InputError(path, min(total, totals[0]) + 1, what, hint=hint)


def _is_blank(block: Column, index: int) -> bool:
    if index >= len(block):
        return False
    return not (block.alignment(index).links if isinstance(block, Links) else block[index])
