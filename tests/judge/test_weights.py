"""What the six cases are worth: written as a list or by name, and what is refused."""

from __future__ import annotations

import pytest

from proform.errors import ProformError
from proform.judge.weights import NAMED_WEIGHTS, USUAL, WEIGHTS, Weights


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,0.5,0,0,0,0", WEIGHTS),
        ("apt-a", NAMED_WEIGHTS["apt-a"]),
        ("APT-B", WEIGHTS),
        ("1,0.75,0.25,0,0,1e-1", (1, 0.75, 0.25, 0, 0, 0.1)),
    ],
)
def test_weights_are_a_list_or_a_name(text: str, values: tuple[float, ...]) -> None:
    assert Weights.parse(text) == Weights(values)


def test_what_is_discarded_earns_nothing_and_counts_nothing() -> None:
    weights = Weights.parse("apt-b", "3,6")
    assert weights.discarded == {3, 6}
    credit = ((1.0, 1.0), (0.5, 1.0), (0.0, 0.0), (0.0, 1.0), (0.0, 1.0), (0.0, 0.0))
    assert weights.credit == credit
    assert weights.signature == {"weights": "1,0.5,0,0,0,0", "discard": "3,6"}
    assert USUAL.signature["discard"] == "none"


@pytest.mark.parametrize(
    ("values", "discarded", "message"),
    [
        ((1.0, 0.5), (), "2 weights, one for each of six cases"),
        ((1.0, 1.5, 0, 0, 0, 0), (), "the weight 1.5 is not between 0 and 1"),
        ((1.0, -0.1, 0, 0, 0, 0), (), "the weight -0.1 is not between 0 and 1"),
        ((1.0, 0, 0, 0, 0, 0), (7,), "there is no case 7 to discard"),
    ],
)
def test_impossible_weights(
    values: tuple[float, ...], discarded: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ProformError, match=message):
        Weights(values, frozenset(discarded))


@pytest.mark.parametrize(
    ("weights", "discard", "message"),
    [
        ("1,half,0,0,0,0", "", "weights: 'half' is not a number, in '1,half,0,0,0,0'; such as"),
        ("apt-c", "", "weights: 'apt-c' is not a number"),
        ("apt-a", "3,x", "cases to discard: 'x' is not a number, in '3,x'"),
    ],
)
def test_what_is_no_list_is_refused(weights: str, discard: str, message: str) -> None:
    with pytest.raises(ProformError, match=message):
        Weights.parse(weights, discard)
