"""Which part of an output translates which sentence: an alignment that is monotone but for swaps.

The output may be cut anywhere, best where a sentence ends, and each source sentence takes a run of
its words, or none. A run is good if its words are likely by the sentence and the words of the
sentence by the run, if its length fits, and if it has as many sentences and lines. Two neighbours
may change places, and runs may translate nothing, above all those that are said twice. All
divisions are weighed (a semi-Markov model, forwards and backwards), so that it can be said how
sure a place is. What is left over on both sides is looked at again, in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proform.alignment.lattice import Floats, Grid, Integers, Lattice, RunShares
from proform.alignment.lexicon import Lexicon, explained, words_of
from proform.alignment.pieces import Pieces
from proform.text.challenge.subtitles import SEPARATOR

FOUND, MOVED, DROPPED, UNSURE = "found", "moved", "dropped", "unsure"

_DROP, _ADD, _REPEAT, _SWAP = -3.5, -5.0, 1.5, -4.0
_FITS, _DEVIATION = 2.0, 0.4
_SENTENCE, _LINE, _ECHO = 0.5, 2.5, 2.0
"""What each sentence costs by which a run differs from its source, and each end of a line in it."""
_INTO, _BACK = 0.4, 0.35
"""What the evidence of target words counts by the source, and of source words by the run."""
_NEAR, _SHARE = 60, 10
"""A cut is considered so many cuts away from where it should be, or this part of all."""
_CHANCE = 3
"""So many words of a run may stand elsewhere as well by chance."""
_SURE = 0.5
_LEFT_OVER = 2.0
_ALIKE = 0.6
_Option = tuple[float, int, tuple[int, int], int | None]
"""How good it is, for which sentence, which run, and whose that is so far."""
_NO_OPTION: _Option = (-np.inf, 0, (0, 0), None)


@dataclass(frozen=True, slots=True)
class Placement:
    """What translates one source sentence, how it was found, and how sure that is."""

    text: str | None
    how: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Division:
    """The translation of each sentence, and what translates none."""

    sentences: tuple[Placement, ...]
    added: tuple[str, ...] = ()


def divide(source: Sequence[str], output: str, lexicon: Lexicon) -> Division:
    """Find the translation of each source sentence in an output."""
    parts = [part.strip() for part in SEPARATOR.split(output.strip())]
    if len(parts) == len(source) > 1 and all(parts):
        return Division(tuple(Placement(part, FOUND) for part in parts))
    pieces = Pieces(output)
    if not pieces.words:
        return Division(tuple(Placement(None, DROPPED) for _ in source))
    return _Weighing(source, pieces, lexicon).divided()


class _Run(NamedTuple):
    """The likeliest run of words for a sentence, how likely it is, and how likely none is."""

    first: int
    last: int
    share: float
    none: float
    how: str


@dataclass(frozen=True)
class _Weighing:
    """All ways of giving runs of words to sentences, weighed against each other."""

    source: Sequence[str]
    output: Pieces
    lexicon: Lexicon

    def divided(self) -> Division:
        """The most probable place of each sentence."""
        sentences: list[Placement] = []
        taken: dict[int, tuple[int, int]] = {}
        for i, run in enumerate(self._posteriors()):
            if run.share < _SURE:
                how = DROPPED if run.none > _SURE else UNSURE
                sentences.append(Placement(None, how, max(run.share, run.none)))
            else:
                taken[i] = run.first, run.last
                text = self.output.text(run.first, run.last)
                sentences.append(Placement(text, run.how, run.share))
        return self._with_moved(sentences, taken)

    def _with_moved(
        self, sentences: list[Placement], taken: dict[int, tuple[int, int]]
    ) -> Division:
        """What is left over, or lies at the edge of a run, may belong to a sentence without one."""
        missing = [i for i, placement in enumerate(sentences) if placement.text is None]
        while missing:
            left = self.output.left(list(taken.values()))
            options: list[_Option] = [
                (self._worth(i, *run), i, run, None) for i in missing for run in left
            ]
            options += [
                (self._gain(i, run, owner, whole), i, run, owner)
                for i in missing
                for owner, whole in taken.items()
                for run in self._edges(*whole)
            ]
            score, i, run, owner = max(options, key=lambda option: option[0], default=_NO_OPTION)
            if score < _LEFT_OVER:
                break
            missing.remove(i)
            if owner is not None:
                first, last = taken[owner]
                rest = (run[1], last) if run[0] == first else (first, run[0])
                taken[owner] = rest
                sentences[owner] = replace(sentences[owner], text=self.output.text(*rest))
            taken[i] = run
            sentences[i] = Placement(self.output.text(*run), MOVED)
        left = self.output.left(list(taken.values()))
        added = (self.output.text(*run) for run in left)
        return Division(
            tuple(sentences), tuple(each for each in added if any(map(str.isalnum, each)))
        )

    def _edges(self, first: int, last: int) -> list[tuple[int, int]]:
        """The first and the last sentence of a run that has several."""
        inside = [unit for unit in self.output.units if first <= unit[0] and unit[1] <= last]
        return [inside[0], inside[-1]] if len(inside) > 1 else []

    def _gain(self, i: int, run: tuple[int, int], owner: int, whole: tuple[int, int]) -> float:
        """How much better it is to give the edge of a run to another sentence."""
        rest = (run[1], whole[1]) if run[0] == whole[0] else (whole[0], run[0])
        if rest[0] >= rest[1]:
            return -np.inf
        return self._worth(i, *run) + self._worth(owner, *rest) - self._worth(owner, *whole)

    def _worth(self, i: int, first: int, last: int) -> float:
        return float(self._fitness(i, np.array([first]), np.array([last]))[0, 0])

    @cached_property
    def _evidence(self) -> list[tuple[Floats, NDArray[np.float32]]]:
        """For each sentence, what speaks for words and for its own, summed up to each word."""
        words = self.lexicon.against(self.output.words)
        sums = []
        for sentence in self.source:
            into, back = words.of(words_of(sentence) or ("",))
            before = np.zeros((len(back), 1), np.float32)
            back_sums = np.cumsum(back, axis=1, dtype=np.float32)
            sums.append((np.append(0.0, np.cumsum(into)), np.hstack((before, back_sums))))
        return sums

    @cached_property
    def _sizes(self) -> list[tuple[int, int]]:
        """Of each sentence, how many characters it has, and how many sentences end within."""
        return [
            (len(each), int(pieces.ended[-1] - pieces.ended[0] - 1) if pieces.words else 0)
            for each, pieces in ((each, Pieces(each)) for each in self.source)
        ]

    @cached_property
    def _echoing(self) -> list[bool]:
        """Which sentences say something twice themselves; the last is all of them together."""
        return [bool(Pieces(each).echoes) for each in (*self.source, " ".join(self.source))]

    def _fitness(self, i: int, starts: Integers, ends: Integers) -> Floats:
        """How good the runs from some words to before others are for a sentence."""
        output, (into, back), (size, several) = self.output, self._evidence[i], self._sizes[i]
        first, last = starts[:, None], ends[None, :]
        length = np.maximum(last - first, 1)
        by_run = np.maximum(back[:, last] - back[:, first], 0) / length
        sizes = np.maximum(output.ends[last] - output.ends[first], 0)
        ratio = np.log((sizes + 4) / (size + 5))
        inside = np.maximum(last - 1, first)
        sentences = output.ended[inside] - output.ended[first]
        echoing = np.zeros(sizes.shape)
        for start, end, later in () if self._echoing[i] else output.echoes:
            twice = np.minimum(last - later, end) - np.maximum(first, start)
            echoing = np.maximum(echoing, _ECHO * twice)
            more = (first < start + later) | (last > end + later)
            again = np.minimum(last, end + later) - np.maximum(first, start + later)
            echoing = np.maximum(echoing, _ECHO * np.where(more, again - _CHANCE, 0))
        return np.asarray(
            _INTO * (into[last] - into[first])
            + _BACK * explained(by_run).sum(axis=0)
            + _FITS
            - (ratio / _DEVIATION) ** 2 / 2
            - _SENTENCE * np.abs(sentences - several)
            - _LINE * (output.lines[inside] - output.lines[first])
            - echoing
        )

    def _runs(self, i: int, starts: Integers, ends: Integers) -> Grid:
        """How good each run from one cut to another is for a sentence."""
        cuts, price = self.output.cuts, self.output.price
        score = self._fitness(i, cuts[starts], cuts[ends])
        score = score + price[starts][:, None] + price[ends][None, :]
        return Grid(starts, ends, np.where(ends[None, :] > starts[:, None], score, -np.inf))

    @cached_property
    def _windows(self) -> list[Integers]:
        """Before each sentence, and after the last, the cuts that are near enough."""
        cuts, total = self.output.cuts, sum(len(each) + 1 for each in self.source)
        ends = np.cumsum([0, *(len(each) + 1 for each in self.source)]) / max(total, 1)
        places = np.arange(len(cuts))
        near = max(_NEAR, len(cuts) // _SHARE)
        windows = [places[np.abs(places - end * (len(cuts) - 1)) <= near] for end in ends]
        windows[0], windows[-1] = places[places <= near], places[places >= len(cuts) - 1 - near]
        return windows

    def _added(self, i: int) -> Floats:
        """Runs that translate nothing, before a sentence."""
        here = self._windows[i]
        price = self.output.price[here]
        score = np.where(here[None, :] > here[:, None], _ADD, -np.inf)
        for first, last in () if any(self._echoing) else self.output.again:
            if here[0] <= first and last <= here[-1]:
                score[first - here[0], last - here[0]] = _REPEAT
        return np.asarray(score + price[:, None] + price[None, :])

    def _swapped(self, i: int) -> tuple[Grid, Grid]:
        """A sentence and the next one, the next one first; cut where clauses begin.

        In long outputs, that is left to what is left over.
        """
        clauses = self.output.clauses[:0] if self.output.is_long else self.output.clauses
        spots = [window[np.isin(window, clauses)] for window in self._windows[i : i + 3]]
        return self._runs(i + 1, spots[0], spots[1]), self._runs(i, spots[1], spots[2])

    def _posteriors(self) -> Iterator[_Run]:
        windows, size = self._windows, len(self.source)
        lattice = Lattice(
            windows,
            [self._runs(i, windows[i], windows[i + 1]) for i in range(size)],
            _DROP,
            [self._added(i) for i in range(size + 1)],
            [self._swapped(i) for i in range(size - 1)],
            _SWAP,
        )
        return map(self._best, lattice.shares())

    def _best(self, shares: RunShares) -> _Run:
        """The likeliest run; those that are nearly the same speak for it as well."""
        grids = [grid for grid in shares[:3] if grid is not None and grid.values.size]
        best = max(grids, key=lambda grid: float(grid.values.max()))
        row, column = np.unravel_index(int(best.values.argmax()), best.values.shape)
        cuts = self.output.cuts
        first, last = int(cuts[best.starts[row]]), int(cuts[best.ends[column]])
        share = 0.0
        for grid in grids:
            starts, ends = cuts[grid.starts][:, None], cuts[grid.ends][None, :]
            shared = np.minimum(ends, last) - np.maximum(starts, first)
            joint = np.maximum(ends, last) - np.minimum(starts, first)
            share += float(grid.values[shared > _ALIKE * joint].sum())
        how = MOVED if best is shares.behind else FOUND
        return _Run(first, last, share, shares.none, how)
