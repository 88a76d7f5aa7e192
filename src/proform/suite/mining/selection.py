"""Which finds of a sample become examples: in balance, and nothing that is there already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proform.errors import ProformError
from proform.suite.mining.reservoir import Find, FindCell, MinedSample

SPARE = 4
"""So many times what is wanted is kept of each cell, to pick from."""
_BOILERPLATE = 3
"""A sentence that so many documents offer is nobody's own."""
_EACH = 3
"""So many examples of a category at most from one document."""
_ALIKE = 0.6
"""Sentences that share so much of their runs of three words are near-duplicates."""
_HASHES = 128

_COMMON = 0.03
"""A form that is rarer than this in its category is more often an error of alignment."""

REPEATED, NEAR, CROWDED = "in several documents", "near-duplicate", "enough of its document"

Wanted = Mapping[str, int | Mapping[str, int]]
"""How many examples of each category, or of each of its forms in the reference."""


@dataclass(frozen=True)
class Chosen:
    """What became of a category."""

    category: str
    wanted: int
    seen: int
    kept: int
    """In the sample."""
    finds: tuple[tuple[FindCell, Find], ...]


@dataclass(frozen=True)
class MinedSelection:
    """What was picked, and how many finds of the sample were passed over, by the reason."""

    chosen: tuple[Chosen, ...]
    passed_over: Mapping[str, int]

    @property
    def finds(self) -> list[tuple[FindCell, Find]]:
        """All that were picked, in the order of the corpus."""
        picked = (pair for each in self.chosen for pair in each.finds)
        return sorted(picked, key=lambda pair: (pair[1].segment, pair[1].position))


def sizes_of(wanted: Wanted) -> dict[str, int]:
    """How many finds of each cell to keep, by category."""
    return {category: SPARE * _most(number) for category, number in wanted.items()}


def _most(number: int | Mapping[str, int]) -> int:
    return number if isinstance(number, int) else max(number.values(), default=0)


def _total(number: int | Mapping[str, int]) -> int:
    return number if isinstance(number, int) else sum(number.values())


def pick(sample: MinedSample, wanted: Wanted) -> MinedSelection:
    """Cells of a category take turns, the rarest first, until there is enough or none is left.

    It depends on the sample alone, which is the same however a corpus is cut.
    """
    picker, chosen = _Picker(), []
    for category, number in wanted.items():
        cells = {cell: times for cell, times in sample.seen.items() if cell.category == category}
        quotas = {None: number} if isinstance(number, int) else dict(number)
        finds: list[tuple[FindCell, Find]] = []
        for form, quota in quotas.items():
            own = {cell: n for cell, n in cells.items() if cell.form == form}
            own = _common(cells) if form is None else own
            finds += picker.turns(sample, own, quota)
        kept = sum(1 for cell in cells for _ in sample.reservoirs.get(cell, ()))
        seen = sum(cells.values())
        chosen.append(Chosen(category, _total(number), seen, kept, tuple(finds)))
    return MinedSelection(tuple(chosen), dict(picker.passed_over))


def _common(cells: Mapping[FindCell, int]) -> dict[FindCell, int]:
    """Those of forms that are not too rare in the category."""
    forms = Counter[str]()
    for cell, times in cells.items():
        forms[cell.form] += times
    return {
        cell: times for cell, times in cells.items() if forms[cell.form] >= _COMMON * forms.total()
    }


class _Picker:
    """Knows what was picked before."""

    def __init__(self) -> None:
        self.passed_over: Counter[str] = Counter()
        self._documents: Counter[tuple[str, str]] = Counter()
        self._sentences = _Sentences()

    def turns(
        self, sample: MinedSample, cells: Mapping[FindCell, int], quota: int
    ) -> list[tuple[FindCell, Find]]:
        """So many finds of these cells."""
        rarest = sorted(cells, key=lambda cell: (cells[cell], cell))
        queues = [(cell, self._new(cell, sample.reservoirs[cell])) for cell in rarest if quota]
        picked: list[tuple[FindCell, Find]] = []
        while queues and len(picked) < quota:
            for turn in tuple(queues):
                find = next(turn[1], None) if len(picked) < quota else None
                if find is not None:
                    picked.append((turn[0], find))
                elif len(picked) < quota:
                    queues.remove(turn)
        return picked

    def _new(self, cell: FindCell, reservoir: Iterable[tuple[Find, int]]) -> Iterator[Find]:
        """Those that are no repetition of others."""
        for find, times in reservoir:
            place = cell.category, find.document
            if times >= _BOILERPLATE:
                self.passed_over[REPEATED] += 1
            elif self._documents[place] >= _EACH:
                self.passed_over[CROWDED] += 1
            elif self._sentences.knows(find.sentence):
                self.passed_over[NEAR] += 1
            else:
                self._sentences.add(find.sentence)
                self._documents[place] += 1
                yield find


class _Sentences:
    """What was said before, by MinHash."""

    def __init__(self) -> None:
        try:
            from datasketch import MinHash, MinHashLSH  # noqa: PLC0415 (an extra)
        except ImportError:
            hint = "pip install 'proform[mining]'"
            raise ProformError("datasketch is not installed", hint=hint) from None
        self._hash, self._index = MinHash, MinHashLSH(threshold=_ALIKE, num_perm=_HASHES)
        self._known: list[Any] = []

    def knows(self, sentence: str) -> bool:
        own = self._sketch(sentence)
        near = (self._known[place] for place in self._index.query(own))
        return any(own.jaccard(other) >= _ALIKE for other in near)

    def add(self, sentence: str) -> None:
        own = self._sketch(sentence)
        self._index.insert(len(self._known), own)
        self._known.append(own)

    def _sketch(self, sentence: str) -> Any:  # noqa: ANN401 (a MinHash)
        words = sentence.split()
        runs = {" ".join(words[k : k + 3]).encode() for k in range(max(len(words) - 2, 1))}
        sketch = self._hash(num_perm=_HASHES, seed=1)
        sketch.update_batch(sorted(runs))
        return sketch
