"""A hidden Markov model of word alignment (Vogel, Ney and Tillmann 1996), for many pairs at once.

In one direction, every word of one side is the translation of a word of the other, its *state*, or
of none (Och and Ney 2003): a word is emitted with the probability of that translation, and the
states move with the probability of a jump of that width, whatever the words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from proform.alignment.batches import Doubles, Floats, Integers, tally

FAR = 60
"""Jumps of more words than this are all as likely."""

WIDTHS = 2 * FAR + 1


class Posteriors(NamedTuple):
    """How likely each state is behind each word, and how often each jump is expected."""

    states: Floats
    """By word, pair and state."""
    jumps: Doubles
    """By width, from −FAR."""


def smooth_jumps() -> Doubles:
    """Jumps before anything is learnt: mostly to the next word."""
    return np.exp(-np.abs(np.arange(-FAR, FAR + 1) - 1) / 2) + 1e-3


def posteriors(emitted: Floats, unaligned: Floats, jumps: Doubles, lengths: Integers) -> Posteriors:
    """Forwards and backwards over all words of all pairs.

    `emitted` has the probability of a word, of a pair, in a state (0 behind the end of a pair);
    `unaligned` that of a word without a partner (1 behind the end); `lengths` the number of states
    of each pair. A word without a partner leaves the state as it is.
    """
    words, pairs, states = emitted.shape
    widths = np.arange(states) - np.arange(-1, states)[:, None]  # the first row is the start
    chances = (jumps / jumps.sum()).astype(np.float32)[widths.clip(-FAR, FAR) + FAR]
    first, moves = chances[0], np.ascontiguousarray(chances[1:])
    # Jumps are divided by their sum over the states that there are: the same for each row.
    scale = np.reciprocal(np.cumsum(chances, axis=1, dtype=np.float32)[:, lengths - 1].T)
    inside = np.arange(states) < lengths[:, None]
    start: Floats = first * scale[:, :1] * inside
    scale = np.ascontiguousarray(scale[:, 1:])
    aligned, reached, sums = _forwards(emitted, unaligned, moves, start, scale)
    counts = np.zeros((states, states), np.float32)
    later = np.ones((pairs, states), np.float32)
    back = np.ascontiguousarray(moves.T)
    for word in range(words - 1, 0, -1):
        ahead = emitted[word] * later
        ahead /= sums[word]
        aligned[word] *= later
        before = reached[word - 1] * scale
        counts += before.T @ ahead
        later *= unaligned[word][:, None] / sums[word]
        later += (ahead @ back) * scale
    aligned[0] *= later
    counts *= moves
    expected = tally(widths[1:].clip(-FAR, FAR).ravel() + FAR, counts.ravel(), WIDTHS)
    expected += tally(widths[0].clip(-FAR, FAR) + FAR, aligned[0].sum(axis=0), WIDTHS)
    return Posteriors(aligned, expected)


def _forwards(
    emitted: Floats, unaligned: Floats, moves: Floats, start: Floats, scale: Floats
) -> tuple[Floats, Floats, Floats]:
    """Of each word: states it is aligned with, states reached with or without it, their sum."""
    aligned, reached = np.empty_like(emitted), np.empty_like(emitted)
    sums = np.empty((*emitted.shape[:2], 1), np.float32)
    state, moved = start, start
    for word in range(len(emitted)):
        if word:
            moved = np.matmul(state * scale, moves)
        np.multiply(moved, emitted[word], out=aligned[word])
        np.multiply(state, unaligned[word][:, None], out=reached[word])
        reached[word] += aligned[word]
        reached[word].sum(axis=1, keepdims=True, out=sums[word])
        sums[word] += np.float32(1e-30)
        aligned[word] /= sums[word]
        reached[word] /= sums[word]
        state = reached[word]
    return aligned, reached, sums
