"""How well a noun goes with what is said of a pronoun: vectors of words, and a form over them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proform.analysis.source import SourceSentence
from proform.language.weights import listed

_CONTENT = {"NOUN", "VERB", "ADJ", "PROPN"}
"""Parts of speech that tell what a text is about."""
_REACH = 20
"""So many words to either side of a place are read."""
_COMMON = 10
"""So many words are so frequent that they tell next to nothing."""
Vectors = NDArray[np.float32]


def told(sentence: SourceSentence, place: int) -> Iterator[tuple[int, str]]:
    """The words around a place that tell something, and where they stand."""
    for k in range(max(place - _REACH, 0), min(place + _REACH + 1, len(sentence.low))):
        if sentence.tags[k].partition(".")[0] in _CONTENT:
            yield k, sentence.low[k]


def around(place: int, at: Sequence[int], ranks: Sequence[int]) -> Vectors:
    """What words at these places tell of one at a place: the rarer and the nearer, the more."""
    weights = np.log1p((1 + np.array(ranks)) / _COMMON) / np.sqrt(1 + abs(np.array(at) - place))
    shares: Vectors = (weights / weights.sum()).astype(np.float32)
    return shares


@dataclass(frozen=True)
class Meanings:
    """Words by frequency with vectors of four bits a number, and how probable they make a noun."""

    ranks: Mapping[str, int] = field(default_factory=dict)
    vectors: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    form: Vectors = field(default_factory=lambda: np.zeros((1, 1), np.float32))

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> "Meanings":
        """From the arrays of a file of weights."""
        ranks = {word: k for k, word in enumerate(listed(table["known"]))}
        return cls(ranks, table["vectors"], table["form"].astype(np.float32))

    def of(self, ranks: Sequence[int]) -> Vectors:
        """The vectors of words, each with a one at its end."""
        packed = self.vectors[list(ranks)]
        one = np.ones((len(ranks), 1), np.uint8)
        return np.concatenate((packed >> 4, packed & 15, one), axis=1).astype(np.float32)

    def fits(
        self, nouns: Sequence[str], place: int, context: Iterable[tuple[int, str]]
    ) -> list[float | None]:
        """How well each noun goes with the words around a place; None if that is not known."""
        known = [self.ranks[noun] for noun in nouns if noun in self.ranks]
        words = [(at, self.ranks[word]) for at, word in context if word in self.ranks]
        if not known or not words:
            return [None] * len(nouns)
        at, ranks = zip(*words, strict=True)
        said = self.form @ (around(place, at, ranks) @ self.of(ranks))
        fits = iter((self.of(known) @ said).tolist())
        return [next(fits) if noun in self.ranks else None for noun in nouns]
