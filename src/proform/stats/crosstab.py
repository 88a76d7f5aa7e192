"""Counts in rows and columns, their totals and shares: of cases and judgements, say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Crosstab:
    """How often each row meets each column."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def row_totals(self) -> tuple[int, ...]:
        """The sum of each row."""
        return tuple(map(sum, self.counts))

    @property
    def column_totals(self) -> tuple[int, ...]:
        """The sum of each column."""
        return tuple(sum(row[place] for row in self.counts) for place in range(len(self.columns)))

    @property
    def total(self) -> int:
        """The sum of all."""
        return sum(self.row_totals)

    @property
    def shares(self) -> tuple[tuple[float | None, ...], ...]:
        """What part of its row each count is."""
        return tuple(map(shares, self.counts))

    @property
    def total_shares(self) -> tuple[float | None, ...]:
        """What part of all each column is."""
        return shares(self.column_totals)


def cross(
    pairs: Iterable[tuple[str, str]], *, rows: Iterable[str] = (), columns: Iterable[str] = ()
) -> Crosstab:
    """Count (row, column) pairs; those named come first, also where they do not occur."""
    counted = Counter(pairs)
    down = tuple(dict.fromkeys([*rows, *(row for row, _ in counted)]))
    across = tuple(dict.fromkeys([*columns, *(column for _, column in counted)]))
    counts = tuple(tuple(counted[row, column] for column in across) for row in down)
    return Crosstab(down, across, counts)


def share(part: float, whole: float) -> float | None:
    """A part of a whole; a part of nothing is None."""
    return part / whole if whole else None


def shares(counts: Iterable[int]) -> tuple[float | None, ...]:
    """What part of their sum each count is."""
    counts = tuple(counts)
    return tuple(share(count, sum(counts)) for count in counts)
