"""Samples that can be taken in parts and in any order: of each cell, the finds of smallest keys.

The key of a find is a hash of what stands there, so a sample is random as long as nobody knows the
seed, it is the same however a corpus is cut, and what is repeated takes one place only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import heappop, heappush
from typing import Any, NamedTuple

_MARKS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")


class FindCell(NamedTuple):
    """What finds are balanced over."""

    category: str
    distance: str
    """Segments back to the antecedent; empty if there is none."""
    form: str
    """What the reference has; without one, what the source has."""


class Find(NamedTuple):
    """A pronoun that was found; segments are counted in the whole corpus."""

    key: int
    segment: int
    position: int
    token: str
    document: str
    first: int
    """The first segment of its document."""
    last: int
    probability: float
    heads: tuple[tuple[int, int], ...]
    """The antecedent: segments and positions."""
    annotated: bool
    sentence: str
    """In plain letters, to compare it with others."""

    def to_json(self) -> list[Any]:
        """Plain values."""
        return [*self[:8], [list(head) for head in self.heads], *self[9:]]

    @classmethod
    def from_json(cls, values: Sequence[Any]) -> Find:
        """The same."""
        key, segment, position, token, document, first, last, share, places, *rest = values
        heads = tuple((int(s), int(p)) for s, p in places)
        return cls(
            key, segment, position, token, document, first, last, share, heads, rest[0], rest[1]
        )


def plain(line: str) -> str:
    """A sentence without case, marks and figures: what boilerplate shares with itself."""
    return _MARKS.sub(" ", _DIGITS.sub("0", line.casefold())).strip()


def key_of(seed: int, sentence: str, place: int) -> int:
    """The key of the pronoun that is the so-manieth of a sentence."""
    content = f"{place} {sentence}".encode()
    digest = blake2b(content, digest_size=6, key=str(seed).encode()).digest()
    return int.from_bytes(digest, "big")


class Reservoir:
    """The finds of a cell with the smallest keys, and how many documents offered each.

    A find that stays has been counted from the first, wherever that was: whatever is among the
    smallest keys of all is among the smallest of every part.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[int, tuple[Find, int]] = {}
        self._largest: list[int] = []

    def add(self, find: Find, times: int = 1) -> None:
        """Offer one; of two of the same key, the first in the corpus stays."""
        if known := self._kept.get(find.key):
            first = min(known[0], find, key=lambda each: (each.segment, each.position))
            self._kept[find.key] = first, known[1] + times
            return
        if len(self._kept) >= self._size:
            if find.key > -self._largest[0]:
                return
            del self._kept[-heappop(self._largest)]
        self._kept[find.key] = find, times
        heappush(self._largest, -find.key)

    def __iter__(self) -> Iterator[tuple[Find, int]]:
        return (self._kept[key] for key in sorted(self._kept))


@dataclass
class MinedSample:
    """What was found in a corpus or a part of it; everything in it adds up."""

    sizes: Mapping[str, int]
    """How many of each cell are kept, by category."""
    segments: int = 0
    documents: int = 0
    seen: Counter[FindCell] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    """Pronouns that were no candidates, by the reason."""
    reservoirs: dict[FindCell, Reservoir] = field(default_factory=dict)

    def offer(self, cell: FindCell, find: Find, times: int = 1) -> None:
        """One for the reservoir of its cell."""
        if (size := self.sizes.get(cell.category, 0)) > 0:
            self.reservoirs.setdefault(cell, Reservoir(size)).add(find, times)

    def add(self, other: MinedSample) -> None:
        """What was found elsewhere."""
        self.segments += other.segments
        self.documents += other.documents
        self.seen.update(other.seen)
        self.left_out.update(other.left_out)
        for cell, reservoir in other.reservoirs.items():
            for find, times in reservoir:
                self.offer(cell, find, times)

    def state(self) -> dict[str, Any]:
        """Plain values, the same for the same sample."""
        return {
            "segments": self.segments,
            "documents": self.documents,
            "seen": [[*cell, number] for cell, number in sorted(self.seen.items())],
            "left_out": dict(sorted(self.left_out.items())),
            "kept": [
                [*cell, [[times, *find.to_json()] for find, times in reservoir]]
                for cell, reservoir in sorted(self.reservoirs.items())
            ],
        }

    @classmethod
    def from_state(cls, sizes: Mapping[str, int], state: Mapping[str, Any]) -> MinedSample:
        """The sample that has this state."""
        seen = Counter({FindCell(*cell): number for *cell, number in state["seen"]})
        sample = cls(sizes, state["segments"], state["documents"], seen, Counter(state["left_out"]))
        for *cell, kept in state["kept"]:
            for times, *values in kept:
                sample.offer(FindCell(*cell), Find.from_json(values), times)
        return sample
