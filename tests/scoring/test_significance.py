"""The tests behind a ranking: pairs of systems, and parts in which a system is weak."""

from __future__ import annotations

from collections import Counter

import numpy as np

from proform.scoring.significance import (
    PairTest,
    Parts,
    WeakSpot,
    credits_of,
    pair_tests,
    weak_spots,
)

RIGHT, HALF, WRONG = (1.0, 1.0), (0.5, 1.0), (0.0, 1.0)


def units(*rights: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Units with one pronoun each."""
    return np.array([[right, 1.0] for right in rights])


def test_every_pair_of_systems_that_have_a_score() -> None:
    better, worse = units(*[1] * 20), units(*[0] * 20)
    tests = list(pair_tests("apt", {"a": better, "b": worse, "c": 0 * worse, "d": better}, 1, 200))
    assert [(test.first, test.second) for test in tests] == [("a", "b"), ("a", "d"), ("b", "d")]
    assert [test.apart for test in tests] == [True, False, True]
    assert {test.metric for test in tests} == {"apt"}
    assert tests == list(
        pair_tests("apt", {"a": better, "b": worse, "c": 0 * worse, "d": better}, 1, 200)
    )


def test_one_system_has_nobody_to_be_compared_with() -> None:
    assert list(pair_tests("apt", {"a": units(1, 0)}, 1, 100)) == []


def test_apart_is_below_a_twentieth() -> None:
    assert PairTest("apt", "a", "b", 0.049).apart
    assert not PairTest("apt", "a", "b", 0.05).apart


def test_a_part_that_is_clearly_low_is_found_and_others_are_not() -> None:
    strong = Counter({RIGHT: 30, WRONG: 10})
    parts: Parts = {"it": strong, "they": Counter({RIGHT: 2, HALF: 2, WRONG: 26}), None: strong}
    same: Parts = {"it": strong, "they": strong, None: strong}
    (spot,) = weak_spots("apt", "pronoun", {"a": parts, "b": same}, 1, 1000)
    assert spot == WeakSpot("apt", "a", "pronoun", "they", 0.1, 63 / 110, 30, spot.p)
    assert spot.p < 0.05


def test_the_correction_is_for_all_systems_and_parts() -> None:
    """Three of three are wrong where half are, in one part of one system, or of forty."""
    low: Parts = {"x": Counter({WRONG: 6}), "y": Counter({RIGHT: 15, WRONG: 9})}
    even: Parts = {"x": Counter({RIGHT: 6, WRONG: 6}), "y": Counter({RIGHT: 6, WRONG: 6})}
    assert [spot.name for spot in weak_spots("m", "category", {"a": low}, 1, 1000)] == ["x"]
    many = {"a": low, **{str(number): even for number in range(40)}}
    assert list(weak_spots("m", "category", many, 1, 1000)) == []


def test_what_does_not_count_is_left_out() -> None:
    parts: Parts = {"x": Counter({(0.0, 0.0): 50}), "y": Counter({RIGHT: 3, WRONG: 3})}
    assert list(weak_spots("m", "category", {"a": parts}, 1, 100)) == []
    assert list(weak_spots("m", "category", {"a": {}}, 1, 100)) == []
    assert list(weak_spots("m", "category", {}, 1, 100)) == []


def test_statistics_of_the_same_worth_are_counted_together() -> None:
    credit = np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 1.0]])
    counted = credits_of({(1.0, 0.0, 0.0): 2, (0.0, 1.0, 0.0): 3, (0.0, 0.0, 1.0): 4}, credit)
    assert counted == {RIGHT: 2, WRONG: 7}
    assert credits_of({(0.5, 0.5, 0.0): 1}, credit) == {HALF: 1}
