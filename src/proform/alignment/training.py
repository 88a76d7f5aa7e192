"""Learning from parallel text: both directions at once, so that they agree.

First IBM model 1 (Brown et al. 1993), then hidden Markov models of both directions, trained jointly
(Liang, Taskar and Klein 2006): what counts as a link is what both directions believe in. What was
learnt before from other text counts as if that text had come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from proform.alignment.base import Pair, linkable
from proform.alignment.batches import (
    Doubles,
    Floats,
    Integers,
    Numbers,
    PairBatch,
    Places,
    Vocabulary,
    batched,
    keys_of,
    tally,
)
from proform.alignment.chances import LinkChances, agreed, chances_from, expect, extended
from proform.alignment.hmm import WIDTHS, smooth_jumps
from proform.alignment.models import RARE, Manifest, Model, SideCounts
from proform.errors import ProformError
from proform.parallel import Watch, in_threads

_BY_WORDS, _BY_PLACES = 5, 2
"""Rounds of IBM model 1, if nothing was learnt before, and of both hidden Markov models."""

Placed = tuple[PairBatch, Numbers]
"""A batch, and where its pairs of words stand in the table."""


def learn(pairs: Sequence[Pair], manifest: Manifest, prior: Model | None, watch: Watch) -> Model:
    """A model of these pairs, and of what was learnt before."""
    if not any(map(linkable, pairs)):
        raise ProformError("there is nothing to train on", hint="every pair has an empty side")
    source = Vocabulary(prior.source.words if prior else ())
    target = Vocabulary(prior.target.words if prior else ())
    batches = batched(pairs, source, target, manifest.letters)
    text = _Text(batches, extended(prior or _nothing(manifest), source, target))
    counts, sides = np.zeros(len(text.table)), text.sides
    rounds = 0 if prior else _BY_WORDS
    if prior is None:
        sides = text.unlearnt_sides()
    for number in range(rounds + _BY_PLACES):
        chances = text.chances(counts, sides)
        done = partial(_tell, watch, number, rounds + _BY_PLACES)
        if number < rounds:
            counts = text.by_words(chances, done)
        else:
            counts, sides = text.by_places(chances, done)
    return text.learnt(counts, sides, manifest)


def _tell(watch: Watch, number: int, rounds: int, done: float) -> None:
    watch((number + done) / rounds)


def _nothing(manifest: Manifest) -> Model:
    side = SideCounts(Vocabulary(), np.zeros(0), np.zeros(WIDTHS))
    empty = np.zeros(0, np.int64)
    return Model(manifest, side, side, empty, empty, np.zeros(0))


class _Text:
    """A text to learn from, and what was learnt before it."""

    def __init__(self, batches: Sequence[PairBatch], before: Model) -> None:
        self._before = before
        self.sides = before.source, before.target
        self._sizes = len(before.source.words), len(before.target.words)
        self.table = _cooccurring(batches, *self._sizes)
        self._rows, self._columns = np.divmod(self.table, self._sizes[1])
        span = self._sizes[0] * self._sizes[1]
        places = Places(self.table, span)
        self._batches = [(batch, places.of(keys_of(batch, self._sizes[1]))) for batch in batches]
        self._known = np.append(before.counts, 0)[Places(before.keys, span).of(self.table)]

    def chances(self, counts: Doubles, sides: tuple[SideCounts, SideCounts]) -> LinkChances:
        """The probabilities: of what was learnt before, and from this text."""
        before, (rows, columns) = self._before, self._sizes
        linked = (
            tally(before.rows, before.counts, rows) + tally(self._rows, counts, rows),
            tally(before.columns, before.counts, columns) + tally(self._columns, counts, columns),
        )
        return chances_from(self._known + counts, linked, sides)

    def unlearnt_sides(self) -> tuple[SideCounts, SideCounts]:
        """Before the first round: any word may have no partner, the frequent ones sooner."""
        source, target = self.sides
        return (
            replace(source, unaligned=self._frequencies(1), jumps=smooth_jumps()),
            replace(target, unaligned=self._frequencies(2), jumps=smooth_jumps()),
        )

    def _frequencies(self, side: int) -> Doubles:
        words = np.concatenate([batch[side][batch[side] >= 0] for batch, _ in self._batches])
        return tally(words, np.ones(len(words)), self._sizes[side - 1])

    def by_words(self, chances: LinkChances, watch: Watch) -> Doubles:
        """A round of IBM model 1: how often words are linked."""
        counts = np.zeros(len(self.table) + 1)
        work = partial(_believe_words, chances)
        for done, (places, links) in enumerate(in_threads(work, self._batches), 1):
            counts += tally(places.ravel(), links.ravel(), len(counts))
            watch(done / len(self._batches))
        return counts[:-1]

    def by_places(
        self, chances: LinkChances, watch: Watch
    ) -> tuple[Doubles, tuple[SideCounts, SideCounts]]:
        """A round of both hidden Markov models: the same, and what is known of each side."""
        counts = np.zeros(len(self.table) + 1)
        source, target = self._before.source, self._before.target
        unaligned = [source.unaligned.copy(), target.unaligned.copy()]
        jumps = [source.jumps.copy(), target.jumps.copy()]
        work = partial(_believe_places, chances)
        for done, learnt in enumerate(in_threads(work, self._batches), 1):
            counts += tally(learnt.places.ravel(), learnt.links.ravel(), len(counts))
            for side in (0, 1):
                alone = tally(learnt.words[side], learnt.alone[side], len(unaligned[side]))
                unaligned[side] += alone
                jumps[side] += learnt.jumps[side]
            watch(done / len(self._batches))
        return counts[:-1], (
            replace(source, unaligned=unaligned[0], jumps=jumps[0]),
            replace(target, unaligned=unaligned[1], jumps=jumps[1]),
        )

    def learnt(
        self, counts: Doubles, sides: tuple[SideCounts, SideCounts], manifest: Manifest
    ) -> Model:
        """What was learnt before and what is new, without what is rare."""
        keys, places = np.unique(
            np.concatenate((self._before.keys, self.table)), return_inverse=True
        )
        sums = tally(places, np.concatenate((self._before.counts, counts)), len(keys))
        often = sums >= RARE
        return Model(manifest, *sides, *np.divmod(keys[often], self._sizes[1]), counts=sums[often])


def _cooccurring(batches: Sequence[PairBatch], rows: int, columns: int) -> Integers:
    """All pairs of words that stand in the same pair of segments, as rising numbers."""
    from scipy.sparse import csr_array  # noqa: PLC0415 (slow to import)

    def words(sides: Sequence[Numbers], size: int) -> csr_array:
        lengths = np.concatenate([(side >= 0).sum(axis=1) for side in sides])
        found = np.concatenate([side[side >= 0] for side in sides])
        ends = np.append(0, np.cumsum(lengths))
        shape = len(lengths), size
        return csr_array((np.ones(len(found), np.int32), found, ends), shape=shape)

    sources = words([batch.source for batch in batches], rows)
    targets = words([batch.target for batch in batches], columns)
    together = (sources.T @ targets).tocsr()
    of_row = np.repeat(np.arange(rows, dtype=np.int64), np.diff(together.indptr))
    keys: Integers = np.sort(of_row * columns + together.indices)
    return keys


def _believe_words(chances: LinkChances, placed: Placed) -> tuple[Numbers, Floats]:
    """What IBM model 1 believes: the partners of a word do not depend on those of others."""
    batch, places = placed
    source, target = batch.source, batch.target
    links = chances.links[places]
    links *= (source >= 0)[:, :, None] & (target >= 0)[:, None, :]
    into: Floats = links * chances.source.linked[source][:, :, None]
    back: Floats = links * chances.target.linked[target][:, None, :]
    into /= into.sum(axis=1, keepdims=True) + chances.target.unaligned[target][:, None, :]
    back /= back.sum(axis=2, keepdims=True) + chances.source.unaligned[source][:, :, None]
    into += back
    into *= np.float32(0.5)
    return places, into


class _Learnt(NamedTuple):
    """Expected links of a batch; of source and target, how often words are alone, and jumps."""

    places: Numbers
    links: Floats
    words: tuple[Numbers, Numbers]
    alone: tuple[Floats, Floats]
    jumps: tuple[Doubles, Doubles]


def _believe_places(chances: LinkChances, placed: Placed) -> _Learnt:
    """What both hidden Markov models believe in."""
    batch, places = placed
    into, back = expect(batch, places, chances)
    inside = batch.source >= 0, batch.target >= 0
    return _Learnt(
        places,
        agreed(into, back),
        (batch.source[inside[0]], batch.target[inside[1]]),
        (
            (1 - back.states.sum(axis=2)).T[inside[0]],
            (1 - into.states.sum(axis=2)).T[inside[1]],
        ),
        (into.jumps, back.jumps),
    )
