"""Samples are the same however and in whatever order they are taken."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from proform.suite.mining.reservoir import Find, FindCell, MinedSample, Reservoir, key_of, plain

CELL, OTHER = FindCell("event_it", "", "il"), FindCell("event_it", "", "ce")


def find(key: int, segment: int) -> Find:
    return Find(key, segment, 2, "it", f"d{segment}", segment, segment, 0.9, (), False, "so it is")


def sample(pairs: list[tuple[int, int]], size: int = 4) -> MinedSample:
    taken = MinedSample({"event_it": size}, len(pairs), len(pairs))
    for key, segment in pairs:
        cell = CELL if key % 2 else OTHER
        taken.seen[cell] += 1
        taken.offer(cell, find(key, segment))
    return taken


PAIRS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 999)), max_size=60)


@given(PAIRS, st.randoms(use_true_random=False), st.integers(1, 6))
def test_parts_in_any_order_are_one_sample(
    pairs: list[tuple[int, int]], rng: object, number: int
) -> None:
    whole = sample(pairs).state()
    parts = [sample(pairs[k::number]) for k in range(number)]
    rng.shuffle(parts)  # type: ignore[attr-defined]
    merged = MinedSample({"event_it": 4})
    for part in parts:
        merged.add(MinedSample.from_state({"event_it": 4}, json.loads(json.dumps(part.state()))))
    assert merged.state() == whole


def test_the_smallest_keys_stay_and_are_counted_from_the_first() -> None:
    reservoir = Reservoir(2)
    for key, segment in ((5, 0), (9, 1), (7, 2), (5, 3), (1, 4), (9, 5), (5, 6)):
        reservoir.add(find(key, segment))
    assert [(kept.key, kept.segment, times) for kept, times in reservoir] == [(1, 4, 1), (5, 0, 3)]


def test_a_category_of_which_none_is_wanted_takes_no_room() -> None:
    taken = sample([(1, 1)], size=0)
    assert taken.reservoirs == {}
    assert taken.seen == {CELL: 1}


def test_what_differs_in_figures_and_marks_alone_is_the_same_sentence() -> None:
    assert plain("It was on 3 May, 1999!") == plain("it was on 12 May  (2004)")
    assert key_of(1, "so it is", 0) == key_of(1, "so it is", 0)
    assert len({key_of(1, "so it is", 0), key_of(2, "so it is", 0), key_of(1, "so it is", 1)}) == 3
