"""Which part of an output translates which sentence: an alignment that is monotone but for moves.

The output may be cut anywhere, best where a sentence ends, and each source sentence takes a run of
its words, or none. A run is good if its words are likely by the sentence and the words of the
sentence by the run, if its length fits, and if it has as many sentences and lines. Runs between
those may translate nothing, or a sentence that stands elsewhere: one that is said twice, or one
that is out of its place. All divisions are weighed (a semi-Markov model, forwards and backwards),
so that it can be said how sure a place is, and one that is not sure is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proform.alignment.lattice import Floats, Integers, Lattice
from proform.alignment.lexicon import Lexicon, explained, words_of
from proform.alignment.pieces import Pieces
from proform.text.challenge.subtitles import SEPARATOR

_NEXT = re.compile(r"\s+")
FOUND, MOVED, DROPPED, UNSURE = "found", "moved", "dropped", "unsure"

_DROP, _ADD, _ASIDE, _REPEAT, _ELSEWHERE = -2.5, -4.25, -3.0, 2.4, -7.0
"""What it costs to leave out a sentence; and of runs: one that translates nothing, one at an edge
that is set apart, and one that translates a sentence out of its place. For each word of one that
is said again, something is gained."""
_FITS, _DEVIATION = 1.5, 0.275
_SENTENCE, _LINE = 0.65, 3.25
"""What each sentence costs by which a run differs from its source, and each end of a line in it."""
_INTO, _BACK = 0.325, 0.225
"""What the evidence of target words counts by the source, and of source words by the run."""
_NEAR = 60
"""A cut is considered so many cuts away from where it should be."""
_BLOCK, _BEYOND, _FARTHEST = 40, 400, 8.0
"""So many sentences are weighed at once, with so many letters behind them, at most times this."""
_APART = 6
"""A run that is out of its place has so many clauses at most."""
_MISSED = 3.0
"""A run out of place is by so much likelier one of a sentence that is missing in its own."""
_MOST_SAME = 6
"""More words than these say no more of whether a run is one that is said again."""
_SURE = 0.55
_ALIKE = 0.6


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
    if not any(map(str.isalnum, output)):
        return Division(tuple(Placement(None, DROPPED) for _ in source))
    pace = len(output) / sum(len(each) + 1 for each in source)
    sentences: list[Placement] = []
    added: list[str] = []
    at, reach = 0, 1.0
    while len(sentences) < len(source):
        block = source[len(sentences) : len(sentences) + _BLOCK]
        last = len(sentences) + len(block) == len(source)
        size = reach * (pace * sum(len(each) + 1 for each in block) + _BEYOND)
        end = (
            len(output) if last and len(output) - at < 2 * size else _blank(output, at + int(size))
        )
        if not any(map(str.isalnum, output[at:end])):
            sentences += (Placement(None, DROPPED) for _ in block)
            continue
        keep = len(block) if last else _BLOCK // 2
        weighing = _Weighing(block, Pieces(output[at:end]), lexicon, pace)
        part = weighing.divided(keep, whole=last)
        sentences += part.sentences
        added += part.added
        reach = 1.0 if part.end else min(2 * reach, _FARTHEST)
        at += part.end
    return Division(tuple(sentences), tuple(added))


def _blank(text: str, at: int) -> int:
    """Where the next word begins."""
    match = _NEXT.search(text, at)
    return match.end() if match else len(text)


class _Part(NamedTuple):
    """The first sentences of a block, what translates none, and how far into the output they go."""

    sentences: tuple[Placement, ...]
    added: tuple[str, ...]
    end: int


class _Place(NamedTuple):
    """A run of words, from one to before another, and how likely it is a sentence's own."""

    first: int
    last: int
    share: float
    none: float
    """How likely the sentence has none."""


@dataclass(frozen=True)
class _Weighing:
    """All ways of giving runs of words to sentences, weighed against each other."""

    source: Sequence[str]
    output: Pieces
    lexicon: Lexicon
    pace: float
    """How many letters a translation has for one of its source."""

    def divided(self, keep: int, *, whole: bool) -> _Part:
        """The most probable places of the first sentences, if sure enough.

        Is the output not the whole rest, it counts up to where the last of these ends.
        """
        places = list(islice(self._places(), keep))
        sure = [place for place in places if place.share >= _SURE]
        in_order = _longest_rise([place.first for place in sure])
        sentences: list[Placement] = []
        for place in places:
            if place.share < _SURE:
                how = DROPPED if place.none > _SURE else UNSURE
                sentences.append(Placement(None, how, max(place.share, place.none)))
                continue
            how = FOUND if place.first in in_order else MOVED
            text = self.output.text(place.first, place.last)
            sentences.append(Placement(text, how, place.share))
        taken = [(place.first, place.last) for place in sure]
        end = max((last for first, last in taken if first in in_order), default=0)
        left = [run for run in self.output.left(taken) if whole or run[1] <= end]
        added = (self.output.text(*run) for run in left)
        spoken = tuple(each for each in added if any(map(str.isalnum, each)))
        return _Part(tuple(sentences), spoken, int(self.output.ends[end]))

    def _places(self) -> Iterator[_Place]:
        """The likeliest run for each sentence, in its place or out of it."""
        windows, size, cuts = self._windows, len(self.source), self.output.cuts
        lattice = Lattice(
            windows,
            [self._runs(i, windows[i], windows[i + 1]) for i in range(size)],
            _DROP,
            [self._passed(i) for i in range(size + 1)],
        )
        firsts, lasts, worth = self._elsewhere
        passed = np.zeros(len(firsts))
        for window, over in zip(windows, lattice.passing(), strict=True):
            inside = (firsts >= window[0]) & (lasts <= window[-1])
            passed[inside] += over[firsts[inside] - window[0], lasts[inside] - window[0]]
        shares = lattice.shares()
        likelier = worth + _MISSED * np.array([[each.none] for each in shares])
        by_sentence = np.exp(likelier - np.logaddexp(np.logaddexp.reduce(likelier, axis=0), _ADD))
        for i, (runs, none) in enumerate(shares):
            starts, ends = np.broadcast_arrays(
                cuts[windows[i]][:, None], cuts[windows[i + 1]][None, :]
            )
            moved = np.minimum(passed * by_sentence[i], none)
            yield self._likeliest(
                np.append(starts.ravel(), cuts[firsts]),
                np.append(ends.ravel(), cuts[lasts]),
                np.append(runs.ravel(), moved),
                runs.size,
                none,
            )

    def _likeliest(
        self, starts: Integers, ends: Integers, shares: Floats, in_place: int, none: float
    ) -> _Place:
        """The likeliest run; those that are nearly the same or say the same speak for it too."""
        best = int(shares.argmax())
        first, last = int(starts[best]), int(ends[best])
        alike = np.zeros(len(shares), bool)
        for start, end in self.output.copies(first, last):
            shared = np.minimum(ends, end) - np.maximum(starts, start)
            joint = np.maximum(ends, end) - np.minimum(starts, start)
            alike |= shared > _ALIKE * joint
        none = max(none - float(shares[in_place:].sum()), 0.0)
        return _Place(first, last, float(shares[alike].sum()), none)

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
    def _repeats(self) -> bool:
        """Does the source say something twice itself?"""
        whole = Pieces(" ".join(self.source))
        return any(whole.size(*run) > 1 for run in whole.again)

    def _fitness(self, i: int, first: Integers, last: Integers) -> Floats:
        """How good the runs from some words to before others are for a sentence."""
        output, (into, back), (size, several) = self.output, self._evidence[i], self._sizes[i]
        length = np.maximum(last - first, 1)
        by_run = np.maximum(back[:, last] - back[:, first], 0) / length
        sizes = np.maximum(output.ends[last] - output.ends[first], 0)
        ratio = np.log((sizes + 4) / (size + 5))
        inside = np.maximum(last - 1, first)
        sentences = output.ended[inside] - output.ended[first]
        return np.asarray(
            _INTO * (into[last] - into[first])
            + _BACK * explained(by_run).sum(axis=0)
            + _FITS
            - (ratio / _DEVIATION) ** 2 / 2
            - _SENTENCE * np.abs(sentences - several)
            - _LINE * (output.lines[inside] - output.lines[first])
        )

    def _runs(self, i: int, starts: Integers, ends: Integers) -> Floats:
        """How good each run from one cut to another is for a sentence."""
        cuts, price = self.output.cuts, self.output.price
        score = self._fitness(i, cuts[starts][:, None], cuts[ends][None, :])
        score = score + price[starts][:, None] + price[ends][None, :]
        return np.where(ends[None, :] > starts[:, None], score, -np.inf)

    @cached_property
    def _windows(self) -> list[Integers]:
        """Before each sentence, and after the last, the cuts that are near enough."""
        ends = np.cumsum([0, *(self.pace * (len(each) + 1) for each in self.source)])
        there = np.searchsorted(self.output.ends[self.output.cuts], ends)
        places = np.arange(len(self.output.cuts))
        windows = [places[np.abs(places - end) <= _NEAR] for end in there]
        windows[0], windows[-1] = places[places <= _NEAR], places[places >= there[-1] - _NEAR]
        return windows

    @cached_property
    def _elsewhere(self) -> tuple[Integers, Integers, Floats]:
        """Runs of a few clauses, by their cuts, and what each is worth to each sentence."""
        clauses, apart = self.output.clauses, range(1, _APART + 1)
        firsts = np.concatenate([clauses[:-n] for n in apart])
        lasts = np.concatenate([clauses[n:] for n in apart])
        cuts = self.output.cuts
        worth = [self._fitness(i, cuts[firsts], cuts[lasts]) for i in range(len(self.source))]
        return firsts, lasts, np.stack(worth) + _ELSEWHERE

    def _passed(self, i: int) -> Floats:
        """Runs before a sentence that translate nothing, or one that stands elsewhere."""
        here, output = self._windows[i], self.output
        price = output.price[here]
        score = np.where(here[None, :] > here[:, None], _ADD, -np.inf)
        aside = output.broken[output.cuts[here]]
        if i == 0:
            score[0, aside] = _ASIDE
        if i == len(self.source):
            score[aside, -1] = _ASIDE
        firsts, lasts, worth = self._elsewhere
        inside = (firsts >= here[0]) & (lasts <= here[-1])
        places = firsts[inside] - here[0], lasts[inside] - here[0]
        score[places] = np.logaddexp(score[places], np.logaddexp.reduce(worth[:, inside], axis=0))
        for first, last in () if self._repeats else output.again:
            if here[0] <= first and last <= here[-1]:
                spot = first - here[0], last - here[0]
                same = min(1 + output.size(first, last), _MOST_SAME)
                score[spot] = max(score[spot], _ADD + _REPEAT * same)
        return np.asarray(score + price[:, None] + price[None, :])


def _longest_rise(places: Sequence[int]) -> frozenset[int]:
    """The most of them that can be kept so that each is beyond the one before."""
    ways: list[tuple[int, ...]] = [()]
    for place in places:
        longest = max((way for way in ways if not way or way[-1] < place), key=len)
        ways.append((*longest, place))
    best = max(ways, key=len)
    return frozenset(best)
