"""How good is an alignment? Against gold links, sure and possible (Och and Ney 2003)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Gold:
    """The links of a segment that must be there, and those that may (which include them)."""

    sure: frozenset[Link]
    possible: frozenset[Link]


@dataclass(frozen=True, slots=True)
class Quality:
    """Sums over segments: they add up, and the measures are functions of them."""

    links: int = 0
    correct: int = 0
    """Links that are at least possible."""
    found: int = 0
    """Links that are sure."""
    sure: int = 0

    def __add__(self, other: Quality) -> Quality:
        return Quality(
            self.links + other.links,
            self.correct + other.correct,
            self.found + other.found,
            self.sure + other.sure,
        )

    @property
    def precision(self) -> float | None:
        """The share of links that are possible."""
        return self.correct / self.links if self.links else None

    @property
    def recall(self) -> float | None:
        """The share of sure links that are there."""
        return self.found / self.sure if self.sure else None

    @property
    def f(self) -> float | None:
        """The harmonic mean of both."""
        if self.precision is None or self.recall is None:
            return None
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    @property
    def aer(self) -> float | None:
        """The alignment error rate."""
        total = self.links + self.sure
        return 1 - (self.correct + self.found) / total if total else None


def measure(
    links: Iterable[Link], gold: Gold, *, counts: Callable[[Link], bool] = lambda _: True
) -> Quality:
    """The quality of one segment's links; only of those that count."""
    there = {link for link in links if counts(link)}
    sure = {link for link in gold.sure if counts(link)}
    return Quality(len(there), len(there & gold.possible), len(there & sure), len(sure))
