"""APT's weights, as the command line has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from proform.errors import ProformError

if TYPE_CHECKING:
    from proform.judge.apt import Weights

Number = TypeVar("Number", int, float)


def weighted(weights: str, discard: str) -> Weights:
    """What a list of weights or its name, and a list of cases to leave out, amount to."""
    from proform.judge.apt import NAMED_WEIGHTS, Weights  # noqa: PLC0415

    named = NAMED_WEIGHTS.get(weights.lower())
    values = named or tuple(_numbers(float, weights, "weights"))
    return Weights(values, frozenset(_numbers(int, discard, "cases to discard")))


def _numbers(kind: type[Number], text: str, what: str) -> Iterator[Number]:
    for field in text.split(",") if text else ():
        try:
            yield kind(field)
        except ValueError:
            message = f"{what}: {field!r} is not a number, in {text!r}"
            raise ProformError(message, hint="such as 1,0.5,0,0,0,0 or apt-a, apt-b") from None
