"""Texts as numbers, in batches: pairs of about the same lengths, for numpy to do all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proform.alignment.base import Pair, linkable

Integers = NDArray[np.int64]
Numbers = NDArray[np.int32]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_CELLS = 600_000
"""So many pairs of words a batch has at most, unless a single pair of segments has more."""

_ALIKE, _FEW = 4, 16
"""Source lengths that are as good as the same; fewer pairs than this take what comes next."""


def seen(tokens: Iterable[str], letters: int) -> list[str]:
    """Words as a statistical aligner sees them: in lower case, and only their first letters.

    A cut word shares its statistics with its inflected forms, which is worth more than the
    difference (`bench/align.py letters` measures it). 0 letters: no cut.
    """
    return [token.lower()[: letters or None] for token in tokens]


class Vocabulary(dict[str, int]):
    """Words and their numbers; a new word gets the next one."""

    def __missing__(self, word: str) -> int:
        self[word] = len(self)
        return self[word]

    def numbers(self, tokens: Iterable[str], letters: int) -> list[int]:
        """The numbers of some words."""
        return [self[word] for word in seen(tokens, letters)]


class PairBatch(NamedTuple):
    """Pairs of segments as numbers of words; −1 where a segment has ended."""

    rows: Integers
    """Which pairs of the text these are."""
    source: Numbers
    target: Numbers


def batched(
    pairs: Sequence[Pair], source: Vocabulary, target: Vocabulary, letters: int
) -> list[PairBatch]:
    """All pairs that can be linked, the short ones first."""
    rows = [row for row, pair in enumerate(pairs) if linkable(pair)]
    sources = [source.numbers(pairs[row].source, letters) for row in rows]
    targets = [target.numbers(pairs[row].target, letters) for row in rows]
    sizes = np.array([(len(s), len(t)) for s, t in zip(sources, targets, strict=True)], np.int64)
    return [
        PairBatch(
            np.array([rows[index] for index in part], np.int64),
            _padded([sources[index] for index in part]),
            _padded([targets[index] for index in part]),
        )
        for part in _parts(sizes.reshape(-1, 2))
    ]


def _parts(sizes: Integers) -> Iterator[list[int]]:
    """Runs of pairs of about the same lengths, so that little is padded."""
    part: list[int] = []
    widest = longest = first = limit = 0
    order = np.lexsort((sizes[:, 1], sizes[:, 0] // _ALIKE))
    for index, (width, length) in zip(order.tolist(), sizes[order].tolist(), strict=True):
        cells = (len(part) + 1) * max(widest, width) * max(longest, length)
        other = len(part) >= _FEW and width // _ALIKE != first
        if part and (other or length > limit or cells > _CELLS):
            yield part
            part = []
        if not part:
            widest = longest = 0
            first, limit = width // _ALIKE, length + length // 4 + 4
        part.append(index)
        widest, longest = max(widest, width), max(longest, length)
    if part:
        yield part


def _padded(segments: Sequence[Sequence[int]]) -> Numbers:
    padded = np.full((len(segments), max(map(len, segments))), -1, np.int32)
    for row, segment in zip(padded, segments, strict=True):
        row[: len(segment)] = segment
    return padded


def keys_of(batch: PairBatch, columns: int) -> Integers:
    """A number for each pair of words of a batch; some number where there is none."""
    rows = np.maximum(batch.source, 0).astype(np.int64) * columns
    return rows[:, :, None] + np.maximum(batch.target, 0)[:, None, :]


def tally(places: Integers | Numbers, weights: Doubles | Floats, size: int) -> Doubles:
    """The sum of the weights for each place."""
    return np.bincount(places, weights, size).astype(np.float64, copy=False)


class Places:
    """Where pairs of words stand in a sorted list of such pairs.

    A bit for every pair that there may be, and how many are set before each 64: several times as
    fast as a search.
    """

    def __init__(self, keys: Integers, span: int) -> None:
        """`keys` rise and are below `span`."""
        self.size = len(keys)
        self._bits = np.zeros(span // 64 + 1, np.uint64)
        blocks, bits = keys >> 6, np.uint64(1) << (keys & 63).astype(np.uint64)
        starts = np.flatnonzero(np.diff(blocks, prepend=-1))
        if len(keys):
            self._bits[blocks[starts]] = np.bitwise_or.reduceat(bits, starts)
        set_bits = np.bitwise_count(self._bits)
        self._before = (np.cumsum(set_bits, dtype=np.int64) - set_bits).astype(np.int32)

    def of(self, keys: Integers) -> Numbers:
        """The place of each; the size of the list for what is not in it."""
        blocks, bits = keys >> 6, np.uint64(1) << (keys & 63).astype(np.uint64)
        near = self._bits[blocks]
        places = self._before[blocks] + np.bitwise_count(near & (bits - np.uint64(1)))
        return np.where(near & bits, places, np.int32(self.size)).astype(np.int32, copy=False)
