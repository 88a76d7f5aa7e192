"""What each of APT's six cases is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from proform.errors import ProformError

CASES = ("1", "2", "3", "4", "5", "6")
WEIGHTS = (1.0, 0.5, 0.0, 0.0, 0.0, 0.0)
NAMED_WEIGHTS = {"apt-a": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), "apt-b": WEIGHTS}

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Weights:
    """What an occurrence of each case is worth, and which cases are left out of the score."""

    values: tuple[float, ...] = WEIGHTS
    discarded: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.values) != len(CASES):
            hint = "such as 1,0.5,0,0,0,0"
            raise ProformError(f"{len(self.values)} weights, one for each of six cases", hint=hint)
        for value in self.values:
            if not 0 <= value <= 1:
                raise ProformError(f"the weight {value:g} is not between 0 and 1")
        for case in self.discarded:
            if str(case) not in CASES:
                raise ProformError(f"there is no case {case} to discard", hint="cases are 1 to 6")

    @classmethod
    def parse(cls, weights: str, discard: str = "") -> Weights:
        """From a list such as 1,0.5,0,0,0,0 or its name, and a list of cases to leave out."""
        named = NAMED_WEIGHTS.get(weights.lower())
        values = named or tuple(_numbers(float, weights, "weights"))
        return cls(values, frozenset(_numbers(int, discard, "cases to discard")))

    @property
    def credit(self) -> tuple[tuple[float, float], ...]:
        """What an occurrence of each case adds to the upper and to the lower sum of the score."""
        return tuple(
            (0.0, 0.0) if case in self.discarded else (value, 1.0)
            for case, value in enumerate(self.values, 1)
        )

    @property
    def signature(self) -> Mapping[str, str]:
        """Both settings, for the signature."""
        return {
            "weights": ",".join(repr(float(value)).removesuffix(".0") for value in self.values),
            "discard": ",".join(map(str, sorted(self.discarded))) or "none",
        }


USUAL = Weights()


def _numbers(kind: type[Number], text: str, what: str) -> Iterator[Number]:
    for field in text.split(",") if text else ():
        try:
            yield kind(field)
        except ValueError:
            message = f"{what}: {field!r} is not a number, in {text!r}"
            raise ProformError(message, hint="such as 1,0.5,0,0,0,0 or apt-a, apt-b") from None
