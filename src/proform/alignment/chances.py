"""The probabilities of a model, and what they make both directions believe of a text."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from proform.alignment.batches import Doubles, Floats, Numbers, PairBatch, Vocabulary, tally
from proform.alignment.hmm import Posteriors, posteriors
from proform.alignment.models import Model, SideCounts

UNALIGNED = 0.1
"""So many words have no partner."""

_UNSEEN = 0.01
"""A pair of words that was never linked counts as if it had been, so often."""

_WORDS = 100
"""And a word as if so many others might have been its partners."""

_SAME = 0.3
"""How often a word counts as linked with itself: names, numbers and marks of punctuation."""

_JUMP = 1e-6
"""The share of all jumps that one counts as if it had been seen: none is impossible."""


class Words(NamedTuple):
    """What is known of the words of one language, by their numbers; the last is for padding."""

    linked: Floats
    """What to divide a count of links by: 1 by how often the word was linked."""
    unaligned: Floats
    """The probability to stand there without a partner."""
    jumps: Doubles


class LinkChances(NamedTuple):
    """The probabilities of a model."""

    links: Floats
    """How often words were linked, by their place in the table; the last for all others."""
    source: Words
    target: Words


def chances_of(model: Model) -> LinkChances:
    """The probabilities that counts amount to."""
    rows = tally(model.rows, model.counts, len(model.source.words))
    columns = tally(model.columns, model.counts, len(model.target.words))
    return chances_from(model.counts, (rows, columns), (model.source, model.target))


def chances_from(
    counts: Doubles, linked: tuple[Doubles, Doubles], sides: tuple[SideCounts, SideCounts]
) -> LinkChances:
    """The same for counts of links, and of how often words of the source and target are linked."""
    source, target = map(_words, linked, sides)
    return LinkChances(np.append(counts + _UNSEEN, _UNSEEN).astype(np.float32), source, target)


def _words(linked: Doubles, side: SideCounts) -> Words:
    unaligned = side.unaligned + _UNSEEN
    return Words(
        np.append((1 - UNALIGNED) / (linked + _UNSEEN * _WORDS), 0).astype(np.float32),
        np.append(UNALIGNED * unaligned / max(unaligned.sum(), 1), 1).astype(np.float32),
        side.jumps + side.jumps.sum() * _JUMP,
    )


def expect(
    batch: PairBatch, places: Numbers, chances: LinkChances
) -> tuple[Posteriors, Posteriors]:
    """What each direction believes: partners of target words, and of source words."""
    source, target = batch.source, batch.target
    links = chances.links[places]
    links *= (source >= 0)[:, :, None] & (target >= 0)[:, None, :]
    into = (links * chances.source.linked[source][:, :, None]).transpose(2, 0, 1)
    back = (links * chances.target.linked[target][:, None, :]).transpose(1, 0, 2)
    return (
        posteriors(
            np.ascontiguousarray(into),
            np.ascontiguousarray(chances.target.unaligned[target].T),
            chances.source.jumps,
            (source >= 0).sum(axis=1),
        ),
        posteriors(
            np.ascontiguousarray(back),
            np.ascontiguousarray(chances.source.unaligned[source].T),
            chances.target.jumps,
            (target >= 0).sum(axis=1),
        ),
    )


def agreed(into: Posteriors, back: Posteriors) -> Floats:
    """What both believe in, by pair, source word and target word."""
    product: Floats = into.states.transpose(1, 2, 0) * back.states.transpose(1, 0, 2)
    return product


def extended(model: Model, source: Vocabulary, target: Vocabulary) -> Model:
    """The same, for more words; a word that both sides have is likely to be its own translation."""
    known = model.rows * len(target) + model.columns
    both = [word for word in source if word in target]
    same = np.array([source[word] * len(target) + target[word] for word in both], np.int64)
    same = np.setdiff1d(same, known)
    keys = np.concatenate((known, same))
    counts = np.concatenate((model.counts, np.full(len(same), _SAME)))
    order = np.argsort(keys)
    return Model(
        model.manifest,
        replace(model.source, words=source, unaligned=_longer(model.source.unaligned, len(source))),
        replace(model.target, words=target, unaligned=_longer(model.target.unaligned, len(target))),
        *np.divmod(keys[order], len(target)),
        counts=counts[order],
    )


def _longer(values: Doubles, size: int) -> Doubles:
    return np.concatenate((values, np.zeros(size - len(values))))
