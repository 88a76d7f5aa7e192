"""Which part of an output translates which sentence: a monotone alignment, and what moved.

The output may be cut anywhere, best where a sentence ends, and each source sentence takes a run of
its words, or none. A run is good if its words are likely by the sentence and its length fits. All
divisions are weighed (a semi-Markov model, forwards and backwards), so that it can be said how
sure a place is. What is left over on both sides is looked at again, in any order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proform.alignment.lexicon import Lexicon
from proform.text.challenge.subtitles import SEPARATOR

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FOUND, MOVED, DROPPED, UNSURE = "found", "moved", "dropped", "unsure"

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BREAK = re.compile(r"\n|<eos>|_eos\b|<sep>|\[SEP\]", re.IGNORECASE)
_ENDS, _CLOSES, _PAUSES = frozenset(".?!…"), frozenset("\"'»”’)]"), frozenset(",;:—–-")

_DROP, _ADD = -3.0, -2.5
_PAUSE, _CAPITAL, _WITHIN = -4.0, -4.0, -7.0
"""What it costs to cut at a comma, before a capital, and within a clause."""
_FITS, _DEVIATION = 2.0, 0.45
_WORD_WEIGHT = 0.7
_MOST_WORDS = 400
"""In longer outputs, nothing is cut within a clause."""
_BAND = 150
_SURE = 0.5
_MOVED = 2.0
_ALIKE = 0.6
_Option = tuple[float, int, tuple[int, int], int | None]
"""How good it is, for which sentence, which run, and whose that is so far."""
_NO_OPTION: _Option = (-np.inf, 0, (0, 0), None)
_LEAST_REPEATED = 3
"""So many words are hardly said twice by chance."""


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


def words_of(text: str) -> tuple[str, ...]:
    """Words and marks, in lower case."""
    return tuple(_TOKEN.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")))


def divide(source: Sequence[str], output: str, lexicon: Lexicon) -> Division:
    """Find the translation of each source sentence in an output."""
    parts = [part.strip() for part in SEPARATOR.split(output.strip())]
    if len(parts) == len(source) > 1 and all(parts):
        return Division(tuple(Placement(part, FOUND) for part in parts))
    kept, repeated = _without_repeats(source, output)
    tokens = _Output(kept)
    if not tokens.words:
        return Division(tuple(Placement(None, DROPPED) for _ in source), repeated)
    found = _Weighing(source, tokens, lexicon).divided()
    return Division(found.sentences, (*found.added, *repeated))


def _without_repeats(source: Sequence[str], output: str) -> tuple[str, tuple[str, ...]]:
    """The output without what it says twice at once, unless the source does so; and that."""
    if any(_repeat(_Output(sentence)) for sentence in (*source, " ".join(source))):
        return output, ()
    repeated: list[str] = []
    while span := _repeat(_Output(output)):
        repeated.append(output[slice(*span)].strip())
        output = f"{output[: span[0]]} {output[span[1] :]}"
    return output, tuple(repeated)


def _repeat(output: _Output) -> tuple[int, int] | None:
    """Where the same words stand again right behind themselves: the second time, in the text."""
    if len(output.words) > _MOST_WORDS:
        return None
    starts = output.starts
    for first, middle in combinations(starts, 2):
        said = [word for word in output.words[first:middle] if word.isalnum()]
        if len(said) < _LEAST_REPEATED:
            continue
        for last in (each for each in starts if middle < each <= 2 * middle - first + 3):
            again = [word for word in output.words[middle:last] if word.isalnum()]
            if again == said:
                return int(output.ends[middle]), min(int(output.ends[last]), len(output.raw))
    return None


class _Run(NamedTuple):
    """The likeliest run of words for a sentence, how likely it is, and how likely none is."""

    first: int
    last: int
    share: float
    none: float


@dataclass(frozen=True)
class _Output:
    """The words of an output, where it may be cut, and what that costs."""

    raw: str

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        blank = _BREAK.sub(lambda match: " " * len(match[0]), self.raw)
        return [match.span() for match in _TOKEN.finditer(blank)]

    @cached_property
    def words(self) -> tuple[str, ...]:
        lower = self.raw.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        lower = lower if len(lower) == len(self.raw) else self.raw
        return tuple(lower[first:last] for first, last in self._spans)

    @cached_property
    def ends(self) -> Integers:
        """For each word, and behind the last, how many characters stand before it."""
        return np.array([*(first for first, _ in self._spans), len(self.raw) + 1], np.int64)

    @cached_property
    def _costs(self) -> Floats:
        """What a cut before each word costs."""
        return np.array([0.0, *(self._cost(k) for k in range(1, len(self._spans))), 0.0])

    def _cost(self, k: int) -> float:
        (_, end), (start, _) = self._spans[k - 1], self._spans[k]
        between, before = self.raw[end:start], self.raw[end - 1]
        if _BREAK.search(between):
            return 0.0
        if not between:
            return -np.inf
        if before in _CLOSES and k > 1:
            before = next((c for c in reversed(self.raw[:end]) if c not in _CLOSES), before)
        if before in _ENDS:
            return 0.0
        if before in _PAUSES or self.raw[start] in _PAUSES:
            return _PAUSE
        return _CAPITAL if self.raw[start].isupper() else _WITHIN

    @cached_property
    def cuts(self) -> Integers:
        """Before which words it may be cut, and behind the last."""
        least = _WITHIN if len(self.words) <= _MOST_WORDS else _CAPITAL
        return np.flatnonzero(self._costs >= least).astype(np.int64)

    @cached_property
    def price(self) -> Floats:
        """What each cut costs; a run pays for both its ends, so half."""
        return self._costs[self.cuts] / 2

    @cached_property
    def starts(self) -> list[int]:
        """Before which words a sentence or clause may begin, and the end."""
        return [int(k) for k in np.flatnonzero(self._costs >= _CAPITAL)]

    @cached_property
    def units(self) -> list[tuple[int, int]]:
        """The sentences, by their words."""
        starts = [int(k) for k in np.flatnonzero(self._costs == 0)]
        return list(pairwise(starts))

    def text(self, first: int, last: int) -> str:
        """The words from one to before another, as they stand there."""
        if first >= last:
            return ""
        text = self.raw[self._spans[first][0] : self._spans[last - 1][1]]
        return " ".join(_BREAK.sub(" ", text).split())

    def size(self, first: int, last: int) -> int:
        """How many characters that is."""
        return int(self.ends[last] - self.ends[first])

    def left(self, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Runs of words that nobody took, cut where sentences end."""
        free = np.ones(len(self.words), bool)
        for first, last in taken:
            free[first:last] = False
        runs: list[tuple[int, int]] = []
        for k in np.flatnonzero(free).tolist():
            if runs and runs[-1][1] == k and self._costs[k] != 0:
                runs[-1] = runs[-1][0], k + 1
            else:
                runs.append((k, k + 1))
        return runs


@dataclass(frozen=True)
class _Weighing:
    """All ways of giving runs of words to sentences, in order, weighed against each other."""

    source: Sequence[str]
    output: _Output
    lexicon: Lexicon

    def divided(self) -> Division:
        """The most probable place of each sentence."""
        runs = self._posteriors()
        sentences: list[Placement] = []
        taken: dict[int, tuple[int, int]] = {}
        for i, run in enumerate(runs):
            if run.share < _SURE:
                how = DROPPED if run.none > _SURE else UNSURE
                sentences.append(Placement(None, how, max(run.share, run.none)))
            else:
                taken[i] = run.first, run.last
                sentences.append(Placement(self.output.text(run.first, run.last), FOUND, run.share))
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
            if score < _MOVED:
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
        words = self.output.words[first:last]
        evidence = sum(self.lexicon.evidence(words_of(self.source[i]), words))
        size = self.output.size(first, last)
        return _WORD_WEIGHT * evidence + float(_fit(np.array(size), len(self.source[i])))

    @cached_property
    def _windows(self) -> list[Integers]:
        """Before each sentence, and after the last, the cuts that are near enough."""
        cuts, total = self.output.cuts, sum(len(each) + 1 for each in self.source)
        ends = np.cumsum([0, *(len(each) + 1 for each in self.source)]) / max(total, 1)
        places = np.arange(len(cuts))
        near = max(_BAND, len(cuts) // 10)
        windows = [places[np.abs(places - end * (len(cuts) - 1)) <= near] for end in ends]
        windows[0], windows[-1] = places[places <= near], places[places >= len(cuts) - 1 - near]
        return windows

    def _matrix(self, i: int) -> Floats:
        """How good each run from one cut to another is for a sentence."""
        here, there = self._windows[i], self._windows[i + 1]
        cuts, output = self.output.cuts, self.output
        evidence = np.concatenate(
            ([0.0], np.cumsum(self.lexicon.evidence(words_of(self.source[i]), output.words)))
        )
        starts, ends = cuts[here][:, None], cuts[there][None, :]
        sizes = output.ends[ends] - output.ends[starts]
        score = _WORD_WEIGHT * (evidence[ends] - evidence[starts]) + _fit(
            sizes, len(self.source[i])
        )
        score = score + output.price[here][:, None] + output.price[there][None, :]
        return np.where(ends > starts, score, -np.inf)

    def _added(self, i: int) -> Floats:
        """Runs that translate nothing, before a sentence."""
        here = self._windows[i]
        price = self.output.price[here]
        score = _ADD + price[:, None] + price[None, :]
        return np.where(here[None, :] > here[:, None], score, -np.inf)

    def _posteriors(self) -> list[_Run]:
        size = len(self.source)
        matrices = [self._matrix(i) for i in range(size)]
        extra = [self._added(i) for i in range(size + 1)]
        stays = [self._stays(i) for i in range(size)]
        first = np.where(self._windows[0] == 0, 0.0, -np.inf)
        forward = [_either(first, _through(first, extra[0]))]
        for i in range(size):
            value = _either(_through(forward[i], matrices[i]), _through(forward[i], stays[i]))
            forward.append(_either(value, _through(value, extra[i + 1])))
        last = np.where(self._windows[-1] == len(self.output.cuts) - 1, 0.0, -np.inf)
        total = np.logaddexp.reduce(forward[-1] + last)
        runs: list[_Run] = []
        backward = _either(last, _through(last, extra[size].T))
        for i in range(size - 1, -1, -1):
            shares = np.exp(forward[i][:, None] + matrices[i] + backward[None, :] - total)
            none = np.exp(forward[i][:, None] + stays[i] + backward[None, :] - total).sum()
            runs.append(self._best(i, shares, float(none)))
            value = _either(_through(backward, matrices[i].T), _through(backward, stays[i].T))
            backward = _either(value, _through(value, extra[i].T))
        return runs[::-1]

    def _stays(self, i: int) -> Floats:
        """A sentence that is not translated."""
        same = self._windows[i][:, None] == self._windows[i + 1][None, :]
        return np.where(same, _DROP, -np.inf)

    def _best(self, i: int, shares: Floats, none: float) -> _Run:
        """The likeliest run; those that are nearly the same speak for it as well."""
        here, there = self._windows[i], self._windows[i + 1]
        row, column = np.unravel_index(int(shares.argmax()), shares.shape)
        cuts = self.output.cuts
        first, last = int(cuts[here[row]]), int(cuts[there[column]])
        starts, ends = cuts[here][:, None], cuts[there][None, :]
        shared = np.minimum(ends, last) - np.maximum(starts, first)
        joint = np.maximum(ends, last) - np.minimum(starts, first)
        alike = shared > _ALIKE * joint
        return _Run(first, last, float(shares[alike].sum()), none)


def _fit(sizes: Floats | Integers, wanted: int) -> Floats:
    """How well lengths fit that of a sentence."""
    ratio = np.log((np.maximum(sizes, 0) + 4) / (wanted + 5))
    return np.asarray(_FITS - (ratio / _DEVIATION) ** 2 / 2)


def _through(values: Floats, steps: Floats) -> Floats:
    """The sums, over all ways to get to each place, of exponentials; their logarithms."""
    sums = values[:, None] + steps
    highest = sums.max(axis=0)
    safe = np.where(np.isfinite(highest), highest, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(safe + np.log(np.exp(sums - safe).sum(axis=0)))


def _either(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.logaddexp(one, other))
