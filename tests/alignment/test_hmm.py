"""Posteriors, against the sum over all alignments that there are."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from proform.alignment.hmm import FAR, WIDTHS, posteriors, smooth_jumps


def _by_definition(
    emitted: list[list[float]], unaligned: list[float], jumps: list[float], states: int
) -> tuple[list[list[float]], list[float]]:
    """Over all paths: a word has a state, or none, and then the state before stays."""

    def jump(start: int, end: int) -> float:
        return jumps[end - start + FAR] / sum(jumps[k - start + FAR] for k in range(states))

    believed = [[0.0] * states for _ in emitted]
    moved, total = [0.0] * WIDTHS, 0.0
    # A first word without a partner leaves behind where the first jump would have led.
    for path in product(
        [(state, real) for state in range(states) for real in (True, False)], repeat=len(emitted)
    ):
        chance, before = 1.0, -1
        for word, (state, real) in enumerate(path):
            if real or not word:
                chance *= jump(before, state)
            elif state != before:
                chance = 0.0
            chance *= emitted[word][state] if real else unaligned[word]
            before = state
        total += chance
        for word, (state, real) in enumerate(path):
            if real:
                believed[word][state] += chance
                moved[state - (path[word - 1][0] if word else -1) + FAR] += chance
    return [[b / total for b in row] for row in believed], [m / total for m in moved]


@pytest.mark.parametrize("padding", [0, 2])
def test_posteriors_are_as_defined(padding: int) -> None:
    random = np.random.default_rng(1)
    emitted, unaligned = random.random((3, 1, 4)), random.random((3, 1))
    jumps = smooth_jumps() * random.random(WIDTHS)
    believed, moved = _by_definition(
        emitted[:, 0].tolist(), unaligned[:, 0].tolist(), jumps.tolist(), 4
    )
    padded = np.zeros((3 + padding, 1, 4 + padding), np.float32)
    padded[:3, :, :4] = emitted
    alone = np.ones((3 + padding, 1), np.float32)
    alone[:3] = unaligned
    found = posteriors(padded, alone, jumps, np.array([4]))
    assert found.states[:3, 0, :4] == pytest.approx(np.array(believed), abs=1e-5)
    assert not found.states[3:].any()
    assert not found.states[:, :, 4:].any()
    assert found.jumps == pytest.approx(np.array(moved), abs=1e-5)


def test_far_jumps_are_all_as_likely() -> None:
    states = 2 * FAR
    emitted = np.zeros((2, 1, states), np.float32)
    emitted[0, 0, 0] = 1
    emitted[1, 0, FAR + 5 :] = 1
    found = posteriors(emitted, np.zeros((2, 1), np.float32), smooth_jumps(), np.array([states]))
    assert found.states[1, 0, FAR + 5 :] == pytest.approx(1 / (FAR - 5))
    assert found.jumps[-1] == pytest.approx(1)
