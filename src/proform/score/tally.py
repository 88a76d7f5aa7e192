"""Sums of statistics of one judge over one system: all that is kept of a corpus."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from proform.judge.base import Judge, Vectors
from proform.model import Judgement


class Tally:
    """Adds up judgements as they come, and gives the sums that scores are made of."""

    def __init__(self, judge: Judge, *, by_segment: bool) -> None:
        self.matrix: Counter[tuple[str, str]] = Counter()
        self._judge = judge
        self._width = len(judge.statistics)
        self._groups: Counter[tuple[str, str | None, tuple[float, ...]]] = Counter()
        self._by_segment = by_segment
        self._rows = array("d")

    def add(self, judgements: Sequence[Judgement]) -> None:
        """The judgements of one segment."""
        for judgement in judgements:
            occurrence = judgement.occurrence
            self._groups[occurrence.form, occurrence.document, judgement.statistics] += 1
            if (cell := self._judge.cell(judgement)) is not None:
                self.matrix[cell] += 1
        if self._by_segment and judgements:
            self._rows.extend(map(sum, zip(*(j.statistics for j in judgements), strict=True)))

    def total(self) -> Vectors:
        """The sum of everything."""
        return self._sum(self._groups.items())

    def by_pronoun(self) -> dict[str, Vectors]:
        """A sum for each source pronoun."""
        return self._grouped(0)

    def by_document(self) -> dict[str, Vectors]:
        """A sum for each document that has a pronoun."""
        return self._grouped(1)

    def units(self) -> Vectors:
        """What is resampled, a row each: documents, or segments where there are no documents.

        Units without a pronoun change no score and are left out.
        """
        if self._by_segment:
            return np.frombuffer(self._rows, np.float64).reshape(-1, self._width)
        sums = self.by_document()
        return np.array(list(sums.values())).reshape(-1, self._width)

    def _grouped(self, index: int) -> dict[str, Vectors]:
        members: dict[str, list[tuple[tuple[str, str | None, tuple[float, ...]], int]]] = {}
        for group, count in self._groups.items():
            members.setdefault(str(group[index]), []).append((group, count))
        return {key: self._sum(groups) for key, groups in members.items()}

    def _sum(
        self, groups: Iterable[tuple[tuple[str, str | None, tuple[float, ...]], int]]
    ) -> Vectors:
        total = np.zeros(self._width)
        for (*_, statistics), count in groups:
            total += np.multiply(statistics, count)
        return total
