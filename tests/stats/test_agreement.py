"""Reliability of annotators."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.stats.agreement import Reliability, alpha, disagreements, kappa, kappas

Labels = Sequence[str | None]

_TWO_BY_TWO: dict[tuple[str | None, str | None], int] = {
    ("y", "y"): 20,
    ("y", "n"): 5,
    ("n", "y"): 10,
    ("n", "n"): 15,
}
_LABELS = st.sampled_from(["yes", "no", None])


def _rng() -> np.random.Generator:
    return np.random.default_rng(1)


def _spread(table: dict[tuple[str | None, str | None], int]) -> tuple[Labels, Labels]:
    pairs = [pair for pair, times in table.items() for _ in range(times)]
    return [one for one, _ in pairs], [two for _, two in pairs]


def test_kappa_of_two_by_two_by_hand() -> None:
    # Agreed 35 of 50 = 0.7; by chance 25/50 · 30/50 + 25/50 · 20/50 = 0.5; (0.7 - 0.5) / 0.5 = 0.4.
    found = kappa(*_spread(_TWO_BY_TWO), _rng(), 500)
    assert found.value == pytest.approx(0.4)
    assert (found.n, found.left_out) == (50, 0)
    assert found.interval is not None
    assert found.interval.low < 0.4 < found.interval.high


def test_kappa_of_three_by_three_by_hand() -> None:
    # Agreed 22 of 30. Rows 12, 10, 8, columns 13, 9, 8: by chance (156 + 90 + 64) / 900 = 31/90.
    # (66/90 - 31/90) / (59/90) = 35/59.
    table = np.array([[9, 1, 2], [3, 7, 0], [1, 1, 6]], float)
    assert float(kappas(table)) == pytest.approx(35 / 59)


def test_unjudged_is_a_class_or_left_out() -> None:
    labels = _spread({**_TWO_BY_TWO, (None, None): 4, ("y", None): 2})
    without = kappa(*labels, _rng(), 100, unjudged=False)
    assert without.value == pytest.approx(0.4)
    assert (without.n, without.left_out) == (50, 6)
    among = kappa(*labels, _rng(), 100)
    # Agreed 39 of 56; by chance (27 · 30 + 25 · 20 + 4 · 6) / 56² = 1334 / 3136.
    assert among.value == pytest.approx((39 * 56 - 1334) / (3136 - 1334))
    assert (among.n, among.left_out) == (56, 0)
    assert len(disagreements(labels)) == 17
    assert len(disagreements(labels, unjudged=False)) == 15


@given(st.lists(st.tuples(_LABELS, _LABELS), min_size=1, max_size=20))
def test_kappa_is_symmetric_and_at_most_one(pairs: list[tuple[str | None, str | None]]) -> None:
    first, second = zip(*pairs, strict=True)
    there, back = kappa(first, second, _rng(), 20), kappa(second, first, _rng(), 20)
    assert there.value == back.value
    assert there.value is None or -1 <= there.value <= 1


@given(st.lists(_LABELS, min_size=1, max_size=20))
def test_full_agreement_is_one(labels: list[str | None]) -> None:
    found = kappa(labels, labels, _rng(), 20)
    if len(set(labels)) > 1:
        assert found.value == 1
    else:
        assert found == Reliability(
            len(labels), 0, why="both annotators gave all items one and the same label"
        )


@pytest.mark.parametrize("n", [1, 3])
def test_items_that_are_all_alike_have_no_interval(n: int) -> None:
    for found in (
        kappa(["y"] * n, ["n"] * n, _rng(), 20),
        alpha([["y"] * n] * 2 + [["n"] * n], _rng(), 20),
    ):
        assert found.value is not None
        assert found.value <= 0
        assert found.interval is None
        assert found.why == "the same was said of every item, so there is nothing to resample"


def test_any_labels_will_do() -> None:
    labels: Sequence[Hashable] = [1, "1", (1,), True, 2.5]
    assert kappa(labels, labels, _rng(), 10).value == 1


def test_nothing_judged_is_undefined() -> None:
    assert kappa([], [], _rng(), 10).why == "no item was judged by both annotators"
    found = kappa(["y", None], [None, "y"], _rng(), 10, unjudged=False)
    assert (found.value, found.left_out) == (None, 2)
    assert alpha([["y", None], [None, "n"]], _rng(), 10).why == (
        "no item was judged by two annotators"
    )
    same = alpha([["y", "y"], ["y", "y"], ["y", None]], _rng(), 10)
    assert (same.value, same.interval) == (None, None)
    assert same.why == "all annotators gave all items one and the same label"


def test_alpha_as_in_krippendorffs_own_example() -> None:
    # Four observers, twelve units (Krippendorff 2011, Computing Krippendorff's Alpha-Reliability).
    rows = ["1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3"]
    rows += [". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."]
    annotators = [[None if label == "." else label for label in row.split()] for row in rows]
    found = alpha(annotators, _rng(), 1000)
    assert found.value == pytest.approx(0.743, abs=0.0005)
    assert (found.n, found.left_out) == (11, 1)
    assert found.interval is not None
    assert found.interval.low < 0.743 < found.interval.high <= 1


@settings(max_examples=60)
@given(
    st.integers(3, 12).flatmap(
        lambda items: st.lists(
            st.lists(_LABELS, min_size=items, max_size=items), min_size=2, max_size=5
        )
    )
)
def test_alpha_is_that_of_the_library(annotators: list[list[str | None]]) -> None:
    found = alpha(annotators, _rng(), 5)
    if found.value is None:
        return
    numbers = {"yes": 1.0, "no": 2.0, None: np.nan}
    data = [[numbers[label] for label in labels] for labels in annotators]
    expected = krippendorff.alpha(reliability_data=data, level_of_measurement="nominal")
    assert found.value == pytest.approx(expected)


@pytest.mark.parametrize("annotators", [2, 3])
def test_intervals_cover_the_truth(annotators: int) -> None:
    """Annotators who say the truth or else toss a coin: kappa and alpha are the square of truth."""
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(300):
        truth = rng.random(100) < 0.5
        said = [
            np.where(rng.random(100) < 0.8, truth, rng.random(100) < 0.5).tolist()
            for _ in range(annotators)
        ]
        found = kappa(said[0], said[1], rng, 300) if annotators == 2 else alpha(said, rng, 300)
        assert found.interval is not None
        covered += found.interval.low <= 0.64 <= found.interval.high
    assert 0.92 <= covered / 300 <= 0.98


def test_the_order_of_items_does_not_matter() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.integers(0, 3, (2, 30))
    order = rng.permutation(30)
    one = kappa(first.tolist(), second.tolist(), _rng(), 100)
    assert one == kappa(first[order].tolist(), second[order].tolist(), _rng(), 100)


def test_perfect_agreement_has_no_interval() -> None:
    labels = ["yes", "no", "yes"]
    for found in (kappa(labels, labels, _rng(), 100), alpha([labels, labels], _rng(), 100)):
        assert (found.value, found.interval) == (1, None)
        assert "agree on all 3" in found.why
