"""How likely words are translations of each other: IBM model 1, learnt from pairs in a moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

Words = Sequence[str]

_ROUNDS = 5
_LEAST = 1e-3
"""Probabilities below are not kept."""
_SHARE = 0.9
"""Of a translation's words, so many come from its source; the others from anywhere."""
_ALIKE = 0.5
"""How likely a word is left as it is."""
_PREFIX = 4
_COGNATE = 0.2
_UNKNOWN = -0.5
"""What a word says that was never seen, and is like no word of the source."""


@dataclass(frozen=True)
class Lexicon:
    """Probabilities of target words given source words, and of target words anyway."""

    chances: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    common: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def _rare(self) -> float:
        return min(self.common.values(), default=1e-4)

    def evidence(self, source: Words, target: Words) -> list[float]:
        """For each target word, how much more likely it is by the source than anyway (log)."""
        tables = [(word, self.chances.get(word)) for word in source]
        size = max(len(source), 1)
        return [self._log_ratio(word, tables, size) for word in target]

    def _log_ratio(
        self, word: str, tables: Sequence[tuple[str, Mapping[str, float] | None]], size: int
    ) -> float:
        anyway = self.common.get(word, self._rare)
        known = word in self.common
        total = 0.0
        for source, table in tables:
            learnt = table.get(word, 0.0) if table else 0.0
            total += max(learnt, _likeness(source, word))
        if not known and not total:
            return _UNKNOWN if self.common else 0.0
        return float(np.log((1 - _SHARE) + _SHARE * total / size / anyway))


def _likeness(source: str, target: str) -> float:
    """Names, numbers and cognates look alike in both languages."""
    if source == target:
        return _ALIKE
    if len(source) > _PREFIX and len(target) > _PREFIX and source[:_PREFIX] == target[:_PREFIX]:
        return _COGNATE
    return 0.0


def learn(pairs: Iterable[tuple[Words, Words]]) -> Lexicon:
    """Learn from pairs of segments, in lower case; empty ones teach nothing."""
    known = [(source, target) for source, target in pairs if source and target]
    if not known:
        return Lexicon()
    sources = _numbered(word for source, _ in known for word in source)
    targets = _numbered(word for _, target in known for word in target)
    left, right, word_of = [], [], []
    position = 0
    for source, target in known:
        here = [sources[word] for word in dict.fromkeys(source)]
        for word in target:
            left += here
            right += [targets[word]] * len(here)
            word_of += [position] * len(here)
            position += 1
    keys, link = np.unique(
        np.array(left, np.int64) * len(targets) + np.array(right, np.int64), return_inverse=True
    )
    owner = keys // len(targets)
    of_word = np.array(word_of)
    chances = np.full(len(keys), 1.0)
    for _ in range(_ROUNDS):
        shares = chances[link]
        shares /= np.bincount(of_word, shares)[of_word]
        counts = np.bincount(link, shares, len(keys))
        chances = counts / np.bincount(owner, counts)[owner]
    return Lexicon(_tables(keys, chances, list(sources), list(targets)), _common(known))


def _numbered(words: Iterable[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(dict.fromkeys(words))}


def _tables(
    keys: np.ndarray[tuple[int], np.dtype[np.int64]],
    chances: np.ndarray[tuple[int], np.dtype[np.float64]],
    sources: Sequence[str],
    targets: Sequence[str],
) -> dict[str, dict[str, float]]:
    tables: dict[str, dict[str, float]] = {}
    kept = chances >= _LEAST
    for key, chance in zip(keys[kept].tolist(), chances[kept].tolist(), strict=True):
        source, target = divmod(key, len(targets))
        tables.setdefault(sources[source], {})[targets[target]] = chance
    return tables


def _common(pairs: Sequence[tuple[Words, Words]]) -> dict[str, float]:
    counts: dict[str, int] = {}
    for _, target in pairs:
        for word in target:
            counts[word] = counts.get(word, 0) + 1
    total = sum(counts.values()) + len(counts)
    return {word: (count + 1) / total for word, count in counts.items()}
