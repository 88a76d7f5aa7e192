"""Texts as numbers: nothing is lost, and pairs of words are found."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proform.alignment.base import Pair
from proform.alignment.batches import Places, Vocabulary, batched, keys_of, seen

SIZES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=60)


def test_what_the_aligner_sees() -> None:
    assert seen(["Elephants", "IT"], 4) == ["elep", "it"]
    assert seen(["Elephants"], 0) == ["elephants"]


@given(SIZES)
def test_every_pair_with_words_on_both_sides_is_in_one_batch(sizes: list[tuple[int, int]]) -> None:
    pairs = [
        Pair([f"s{n}.{k}" for k in range(i)], [f"t{n}.{k}" for k in range(j)])
        for n, (i, j) in enumerate(sizes)
    ]
    source, target = Vocabulary(), Vocabulary()
    batches = batched(pairs, source, target, 0)
    words, translations = list(source), list(target)
    shown = {}
    for batch in batches:
        for row, numbers, others in zip(batch.rows.tolist(), *batch[1:], strict=True):
            assert row not in shown
            shown[row] = (
                [words[number] for number in numbers if number >= 0],
                [translations[number] for number in others if number >= 0],
            )
    assert shown == {n: tuple(pair) for n, pair in enumerate(pairs) if all(pair)}


@given(st.sets(st.integers(0, 500)), st.lists(st.integers(0, 500)))
def test_places_are_those_of_a_search(keys: set[int], wanted: list[int]) -> None:
    table = sorted(keys)
    places = Places(np.array(table, np.int64), 501).of(np.array(wanted, np.int64))
    assert places.tolist() == [table.index(key) if key in keys else len(table) for key in wanted]


def test_keys_are_rows_and_columns() -> None:
    (batch,) = batched([Pair(["a", "b"], ["c", "d"])], Vocabulary(), Vocabulary(), 0)
    assert keys_of(batch, 10).tolist() == [[[0, 1], [10, 11]]]
