"""How likely words are translations of each other, by what an aligner has learnt of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from proform.alignment.base import LETTERS, Pair, linkable
from proform.alignment.batches import Doubles, seen, tally
from proform.alignment.models import Manifest, Model, SideCounts
from proform.alignment.training import learn as learn_model

Floats = NDArray[np.float64]
Words = Sequence[str]

_TOKEN = re.compile(r"\w+|[^\w\s]")
_SHARE = 0.7
"""Of a translation's words, so many come from its source; the others from anywhere."""
_SAME = 0.5
"""How often a word counts as linked with one that looks alike: names, numbers, cognates."""
_UNSEEN = 1.0
"""And with words that it was never seen with."""
_HALF = 0.5


def words_of(text: str) -> tuple[str, ...]:
    """Words and marks, in lower case."""
    return tuple(_TOKEN.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")))


@dataclass(frozen=True)
class _Side:
    """Of the words of one language, how often they were linked, and how likely they are anyway."""

    linked: Mapping[str, float] = field(default_factory=dict)
    common: Mapping[str, float] = field(default_factory=dict)
    rare: float = 1e-4

    @classmethod
    def of(cls, side: SideCounts, linked: Doubles) -> _Side:
        counts = linked + side.unaligned + _HALF
        names = list(side.words)
        common = (counts / counts.sum()).tolist()
        return cls(
            dict(zip(names, linked.tolist(), strict=True)),
            dict(zip(names, common, strict=True)),
            float(_HALF / counts.sum()),
        )

    def unknown(self, words: Words) -> NDArray[np.bool_]:
        """Which words were never seen."""
        return np.array([word not in self.common for word in words], bool)

    def chances(self, words: Words) -> tuple[Floats, Floats]:
        """For each word, what to divide its links by, and how likely it is anyway."""
        linked = np.array([self.linked.get(word, 0.0) + _UNSEEN for word in words])
        return linked, np.array([self.common.get(word, self.rare) for word in words])


@dataclass(frozen=True)
class Lexicon:
    """How often words were linked; without any, only those that look alike are known."""

    links: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    source: _Side = field(default_factory=_Side)
    target: _Side = field(default_factory=_Side)

    @classmethod
    def of(cls, model: Model | None) -> Lexicon:
        """What a model knows."""
        if model is None:
            return cls()
        rows, columns = list(model.source.words), list(model.target.words)
        links: dict[str, dict[str, float]] = {}
        for row, column, count in zip(
            model.rows.tolist(), model.columns.tolist(), model.counts.tolist(), strict=True
        ):
            links.setdefault(rows[row], {})[columns[column]] = count
        source = tally(model.rows, model.counts, len(rows))
        target = tally(model.columns, model.counts, len(columns))
        return cls(links, _Side.of(model.source, source), _Side.of(model.target, target))

    def against(self, target: Words) -> WordEvidence:
        """What is known of these target words, for comparison with sentences."""
        return WordEvidence(self, target)


@dataclass(frozen=True)
class WordEvidence:
    """The words of an output, and what sentences and they say of each other."""

    lexicon: Lexicon
    target: Words
    _rows: dict[str, Floats] = field(default_factory=dict)
    """Of source words that were looked up: how often they were linked with each word."""

    @cached_property
    def _columns(self) -> list[str]:
        return seen(self.target, LETTERS)

    @cached_property
    def _places(self) -> Mapping[str, list[int]]:
        """Where each word stands, and each beginning of a long one."""
        places: dict[str, list[int]] = {}
        for n, (word, column) in enumerate(zip(self.target, self._columns, strict=True)):
            names = (word, f"{column}…") if len(word) > LETTERS else (word,)
            for name in names:
                places.setdefault(name, []).append(n)
        return places

    @cached_property
    def _known(self) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        side = self.lexicon.target
        return *side.chances(self._columns), side.unknown(self._columns)

    def of(self, source: Words) -> tuple[Floats, Floats]:
        """How much more likely words are by the other side than anyway.

        For each target word by all of the source (log); and for each source word by each target
        word, a ratio, for averages over runs. Words that were never seen and look like none say
        nothing.
        """
        rows = seen(source, LETTERS)
        counts = np.stack([self._row(word, row) for word, row in zip(source, rows, strict=True)])
        of_source, by_source = self.lexicon.source.chances(rows)
        of_target, by_target, unknown = self._known
        into = (counts / of_source[:, None]).sum(axis=0) / len(source) / by_target
        back = counts / of_target[None, :] / by_source[:, None]
        linked = counts > 0
        into[unknown & ~linked.any(axis=0)] = 1.0
        back[self.lexicon.source.unknown(rows) & ~linked.any(axis=1)] = 1.0
        return explained(into), back

    def _row(self, word: str, row: str) -> Floats:
        if word not in self._rows:
            table = self.lexicon.links.get(row) or {}
            counts = np.array([table.get(column, 0.0) for column in self._columns])
            alike = [*self._places.get(word, ())]
            alike += self._places.get(f"{row}…", ()) if len(word) > LETTERS else ()
            counts[alike] = np.maximum(counts[alike], _SAME)
            self._rows[word] = counts
        return self._rows[word]


def explained(ratios: Floats) -> Floats:
    """What ratios of likelihoods say (log), where some words come from anywhere."""
    return np.asarray(np.log((1 - _SHARE) + _SHARE * ratios))


def learn(pairs: Iterable[tuple[str, str]], prior: Model | None = None) -> Lexicon:
    """Learn from pairs of lines, on top of what was learnt before; empty ones teach nothing."""
    known = [Pair(words_of(source), words_of(target)) for source, target in pairs]
    known = [pair for pair in known if linkable(pair)]
    if not known:
        return Lexicon.of(prior)
    manifest = Manifest("", "", "", len(known), LETTERS)
    return Lexicon.of(learn_model(known, manifest, prior, lambda _: None))
