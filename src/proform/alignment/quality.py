"""How good is an alignment? Against gold links, sure and possible (Och and Ney 2003)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from proform.table.table import Column, Table, figure

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


_MEASURES = {"aer": "AER", "precision": "precision", "recall": "recall", "f": "F"}


def quality_table(result: Mapping[str, Quality]) -> Table:
    """The measures of several sets of links, for people."""
    return Table(
        "alignment",
        "alignment",
        (
            Column("links of", ("name",)),
            *(Column(header, (measure,), figure) for measure, header in _MEASURES.items()),
            Column("links"),
        ),
        tuple({"name": name, **_record(quality)} for name, quality in result.items()),
    )


def as_json(result: Mapping[str, Quality]) -> str:
    """The same for programs, by the names of the sets."""
    document = {name: _record(quality) for name, quality in result.items()}
    return json.dumps(document, indent=1) + "\n"


def _record(quality: Quality) -> dict[str, object]:
    names = (*_MEASURES, "links", "correct", "found", "sure")
    return {name: getattr(quality, name) for name in names}
