from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from proform.model import Example
from proform.suite.build import Selection, select

CATEGORIES = ["event_it", "pleonastic_it", "other"]
FORMS = ["es", "das", "er", ""]

Drawn = list[tuple[str, str]]


def candidates(drawn: Drawn) -> list[Example]:
    """Examples with the expected form as a note."""
    return [Example(0, k // 3, k % 3, "it", c, note=form) for k, (c, form) in enumerate(drawn)]


def choose(drawn: Drawn, sizes: dict[str, int], seed: int = 1) -> Selection:
    rng = np.random.default_rng(seed)
    return select(candidates(drawn), lambda example: example.note, sizes, rng)


drawings = st.lists(st.tuples(st.sampled_from(CATEGORIES), st.sampled_from(FORMS)), max_size=60)
wishes = st.dictionaries(st.sampled_from(CATEGORIES), st.integers(0, 20))


@given(drawings, wishes, st.integers(0, 5))
def test_as_many_as_wanted_and_as_there_are(drawn: Drawn, sizes: dict[str, int], seed: int) -> None:
    chosen = choose(drawn, sizes, seed)
    there = Counter(category for category, _ in drawn)
    picked = Counter(example.category for example in chosen.examples)
    for category in CATEGORIES:
        assert picked[category] == min(there[category], sizes.get(category, 0))


@given(drawings, wishes, st.integers(0, 5))
def test_balanced_over_the_expected_forms(drawn: Drawn, sizes: dict[str, int], seed: int) -> None:
    for share in choose(drawn, sizes, seed).shares:
        for few in share.picked:
            for many in share.picked:
                if share.picked[many] > share.picked[few] + 1:
                    assert share.picked[few] == share.available[few]


@given(drawings, wishes, st.integers(0, 5))
def test_numbered_from_one_in_the_order_of_the_text(
    drawn: Drawn, sizes: dict[str, int], seed: int
) -> None:
    examples = choose(drawn, sizes, seed).examples
    assert [example.number for example in examples] == list(range(1, len(examples) + 1))
    places = [(example.segment, example.position) for example in examples]
    assert places == sorted(places)


@given(drawings, wishes, st.integers(0, 5), st.randoms())
def test_the_same_seed_picks_the_same(
    drawn: Drawn, sizes: dict[str, int], seed: int, shuffler: Random
) -> None:
    pool = candidates(drawn)
    mixed = list(pool)
    shuffler.shuffle(mixed)
    once, again = (
        select(some, lambda example: example.note, sizes, np.random.default_rng(seed))
        for some in (pool, mixed)
    )
    assert once == again


@given(drawings, wishes, st.integers(0, 5))
def test_counts_add_up(drawn: Drawn, sizes: dict[str, int], seed: int) -> None:
    chosen = choose(drawn, sizes, seed)
    assert sum(share.surplus for share in chosen.shares) == len(drawn) - len(chosen.examples)
    for share in chosen.shares:
        assert sum(share.picked.values()) == share.wanted - share.missing


def test_another_seed_picks_others() -> None:
    drawn = [("event_it", "es")] * 50
    assert choose(drawn, {"event_it": 5}, 1) != choose(drawn, {"event_it": 5}, 2)


def test_report() -> None:
    drawn = [("event_it", "es")] * 5 + [("event_it", "das")] + [("pleonastic_it", "es")]
    event, pleonastic, missing = choose(
        drawn, {"event_it": 4, "pleonastic_it": 3, "other": 2}
    ).shares
    assert (event.wanted, event.available, event.picked) == (
        4,
        {"das": 1, "es": 5},
        {"das": 1, "es": 3},
    )
    assert (event.missing, event.surplus) == (0, 2)
    assert (pleonastic.missing, pleonastic.surplus) == (2, 0)
    assert (missing.missing, missing.available) == (2, {})
