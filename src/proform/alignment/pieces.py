"""The words of an output, where it may be cut, what that costs, and what it says twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from proform.alignment.lexicon import words_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BREAK = re.compile(r"\n|<eos>|_eos\b|<sep>|\[SEP\]", re.IGNORECASE)
_ENDS, _CLOSES, _PAUSES = frozenset(".?!…"), frozenset("\"'»”’)]"), frozenset(",-")
_STOPS = frozenset(";:—–")
_OPENS = frozenset("¿¡«“„(")

_UNBROKEN, _TRAILING = -2.5, -3.0
"""Where a sentence ends, but no line as elsewhere in the output; and before a small letter."""
_STOP, _PAUSE, _CAPITAL, _WITHIN = -3.0, -4.0, -4.0, -5.6
"""What it costs to cut at a semicolon, at a comma, before a capital, and within a clause."""
_MOST_WORDS = 400
"""In longer outputs, nothing is cut within a clause."""
_FARTHEST = 12
"""What is said twice has so many clauses at most."""
_FEWEST = 2
"""So many words are hardly said twice in one sentence by chance."""


@dataclass(frozen=True)
class Pieces:
    """An output, cut into words."""

    raw: str

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        blank = _BREAK.sub(lambda match: " " * len(match[0]), self.raw)
        return [match.span() for match in _TOKEN.finditer(blank)]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Words and marks, in lower case."""
        return tuple(words_of(self.raw[first:last])[0] for first, last in self._spans)

    @cached_property
    def ends(self) -> Integers:
        """For each word, and behind the last, how many characters stand before it."""
        return np.array([*(first for first, _ in self._spans), len(self.raw) + 1], np.int64)

    @cached_property
    def broken(self) -> NDArray[np.bool_]:
        """Before which words a line or the like has ended."""
        gaps = pairwise(self._spans)
        inside = [bool(_BREAK.search(self.raw[a[1] : b[0]])) for a, b in gaps]
        return np.array([False, *inside, False])

    @cached_property
    def _costs(self) -> Floats:
        """What a cut before each word costs: nothing where a sentence that is said twice ends."""
        costs = self._marked.copy()
        whole, sizes = self._letters
        for first, last in pairwise(np.flatnonzero(costs >= _UNBROKEN).tolist()):
            text = whole[sizes[first] : sizes[last]]
            if text.count("<") < _FEWEST or whole.find(text) == whole.rfind(text):
                continue
            for match in re.finditer(re.escape(text), whole):
                edges = np.searchsorted(sizes, match.span(), side="right") - 1
                costs[edges] = np.where(np.isfinite(costs[edges]), 0.0, costs[edges])
        return costs

    @cached_property
    def _marked(self) -> Floats:
        """The same by marks, breaks and capitals alone."""
        costs = [self._cost(k) for k in range(1, len(self._spans))]
        costs = [_UNBROKEN if cost == 0 and self.broken.any() else cost for cost in costs]
        return np.where(self.broken, 0.0, np.array([0.0, *costs, 0.0]))

    def _cost(self, k: int) -> float:
        (_, end), (start, _) = self._spans[k - 1], self._spans[k]
        if end == start or self.raw[start] in "»”)]":
            return -np.inf
        before, after = self.raw[end - 1], self.raw[start]
        if before in _CLOSES and k > 1:
            earlier = (c for c in reversed(self.raw[:end]) if c not in _CLOSES and not c.isspace())
            before = next(earlier, before)
        if before in _ENDS:
            return _TRAILING if after.islower() else 0.0
        if before in _STOPS or after in _STOPS:
            return _STOP
        if before in _PAUSES or after in _PAUSES:
            return _PAUSE
        return _CAPITAL if after.isupper() or after in _OPENS else _WITHIN

    @cached_property
    def ended(self) -> Integers:
        """How many sentences have ended before each word, and behind the last."""
        return np.cumsum(self._costs >= _UNBROKEN).astype(np.int64)

    @cached_property
    def lines(self) -> Integers:
        """How many lines have ended before each word, and behind the last."""
        return np.cumsum(self.broken).astype(np.int64)

    @property
    def is_long(self) -> bool:
        """Is it a whole document, rather than a few sentences?"""
        return len(self.words) > _MOST_WORDS

    @cached_property
    def cuts(self) -> Integers:
        """Before which words it may be cut, and behind the last."""
        least = _CAPITAL if self.is_long else _WITHIN
        return np.flatnonzero(self._costs >= least).astype(np.int64)

    @cached_property
    def price(self) -> Floats:
        """What each cut costs; a run pays for both its ends, so half."""
        return self._costs[self.cuts] / 2

    @cached_property
    def clauses(self) -> Integers:
        """The cuts, by number, at which a sentence or clause may begin, and the end."""
        return np.flatnonzero(self._costs[self.cuts] >= _CAPITAL).astype(np.int64)

    @cached_property
    def units(self) -> list[tuple[int, int]]:
        """The sentences, by their words."""
        starts = np.flatnonzero(self._costs >= _UNBROKEN)
        return list(pairwise(starts.tolist()))

    @cached_property
    def repeated(self) -> list[tuple[int, int]]:
        """Runs from one clause to another, as numbers of cuts, that stand elsewhere as well."""
        whole, sizes = self._letters
        runs = []
        for n, first in enumerate(self.clauses.tolist()):
            for last in self.clauses[n + 1 : n + 1 + _FARTHEST].tolist():
                text = whole[sizes[self.cuts[first]] : sizes[self.cuts[last]]]
                if text and whole.count(text) < 2:
                    break
                runs += [(first, last)] if text else []
        return runs

    @cached_property
    def again(self) -> list[tuple[int, int]]:
        """Those of them that stand there for the second time or later."""
        whole, sizes = self._letters
        spans = ((run, sizes[self.cuts[run[0]]], sizes[self.cuts[run[1]]]) for run in self.repeated)
        return [run for run, first, last in spans if whole.find(whole[first:last]) < first]

    @cached_property
    def _letters(self) -> tuple[str, Integers]:
        """All words without marks, and where each begins there."""
        marked = [f"<{word}>" if word.isalnum() else "" for word in self.words]
        return "".join(marked), np.cumsum([0, *map(len, marked)])

    def size(self, first: int, last: int) -> int:
        """How many words there are between two cuts, without marks."""
        return sum(map(str.isalnum, self.words[self.cuts[first] : self.cuts[last]]))

    def copies(self, first: int, last: int) -> list[tuple[int, int]]:
        """Where the words from one to before another stand, there and elsewhere."""
        whole, sizes = self._letters
        text = whole[sizes[first] : sizes[last]]
        later = (match.start() for match in re.finditer(re.escape(text), whole)) if text else ()
        shifts = {int(np.searchsorted(sizes, at, side="right")) - 1 for at in later}
        begin = int(np.searchsorted(sizes, sizes[first], side="right")) - 1
        spans = [(first + at - begin, last + at - begin) for at in shifts]
        return [(first, last), *(span for span in spans if span != (first, last))]

    def text(self, first: int, last: int) -> str:
        """The words from one to before another, as they stand there."""
        if first >= last:
            return ""
        text = self.raw[self._spans[first][0] : self._spans[last - 1][1]]
        return " ".join(_BREAK.sub(" ", text).split())

    def left(self, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Runs of words that nobody took, cut where sentences end."""
        free = np.ones(len(self.words), bool)
        for first, last in taken:
            free[first:last] = False
        runs: list[tuple[int, int]] = []
        for k in np.flatnonzero(free).tolist():
            if runs and runs[-1][1] == k and self._costs[k] < _UNBROKEN:
                runs[-1] = runs[-1][0], k + 1
            else:
                runs.append((k, k + 1))
        return runs
