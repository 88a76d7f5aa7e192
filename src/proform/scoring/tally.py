"""Sums of statistics of one judge over one system: all that is kept of a corpus."""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from proform.judge.base import Vectors
from proform.model import Decision
from proform.pronoun.categories import ORDER, Categories

Traits = tuple[tuple[str, str], ...]
Key = tuple[
    *tuple[str, str | None, str | None, Traits, Categories],
    *tuple[tuple[float, ...], tuple[str, str] | None],
]
"""What judgements are counted by: pronoun, document, category, traits, the categories that are
proposed, statistics, matrix cell."""

_GRAINS = 2**30
"""Probabilities are counted in so many parts: sums of them are exact, and no share exceeds 1."""


class ProposedSums(NamedTuple):
    """What counts in a category that is proposed, every pronoun by its probability."""

    sums: Vectors
    probable: Vectors
    """The part of pronouns that are probably of this category."""
    sure: float
    """The mean probability of what counts."""


class Tally:
    """Counts judgements as they come, and gives the sums that scores are made of."""

    def __init__(self, width: int, *, by_segment: bool) -> None:
        self._width = width
        self._groups: dict[Key, int] = {}
        self._by_segment = by_segment
        self._rows = array("d")
        self._last = -1
        """The segment of the last row."""

    def add(self, decisions: Sequence[Decision]) -> None:
        """Decisions on pronouns of one segment."""
        groups = self._groups
        for decision in decisions:
            _, _, _, form, document, category, _, traits, proposed = decision.occurrence
            kind = form, document, category, traits, proposed
            key = *kind, decision.statistics, decision.cell
            groups[key] = groups.get(key, 0) + 1
        if self._by_segment and decisions:
            sums: list[float] = list(
                map(sum, zip(*(decision.statistics for decision in decisions), strict=True))
            )
            if decisions[0].occurrence.segment == self._last:  # more of the same segment
                sums = [a + b for a, b in zip(sums, self._rows[-self._width :], strict=True)]
                del self._rows[-self._width :]
            self._rows.extend(sums)
            self._last = decisions[0].occurrence.segment

    def merge(self, other: Tally) -> None:
        """The judgements of segments that come after."""
        for key, count in other._groups.items():
            self._groups[key] = self._groups.get(key, 0) + count
        self._rows.extend(other._rows)

    def state(self) -> dict[str, Any]:
        """All of it, as JSON has it: of a document there is little that others do not have too."""
        documents, kinds = dict[str | None, int](), dict[tuple[object, ...], int]()
        groups = array("q")
        for (form, document, *others), count in self._groups.items():
            number = documents.setdefault(document, len(documents))
            groups.extend((number, kinds.setdefault((form, *others), len(kinds)), count))
        return {
            "width": self._width,
            "by_segment": self._by_segment,
            "documents": list(documents),
            "kinds": list(kinds),
            "groups": groups.tolist(),
            "rows": b64encode(self._rows.tobytes()).decode("ascii"),
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Tally:
        """The tally that had this state."""
        tally = cls(state["width"], by_segment=state["by_segment"])
        documents, kinds = state["documents"], [*map(_frozen, state["kinds"])]
        groups = iter(state["groups"])
        for number, kind, count in zip(groups, groups, groups, strict=True):
            form, *others = kinds[kind]
            tally._groups[form, documents[number], *others] = count
        tally._rows.frombytes(b64decode(state["rows"], validate=True))
        return tally

    def matrix(self) -> Counter[tuple[str, str]]:
        """The confusion matrix: reference and candidate forms."""
        cells: Counter[tuple[str, str]] = Counter()
        for (*_, cell), count in self._groups.items():
            if cell is not None:
                cells[cell] += count
        return cells

    def total(self) -> Vectors:
        """The sum of everything."""
        return self._sum(self._groups.items())

    def by_pronoun(self) -> dict[str, Vectors]:
        """A sum for each source pronoun."""
        return self._grouped(0)

    def by_document(self) -> dict[str, Vectors]:
        """A sum for each document that has a pronoun."""
        return self._grouped(1)

    def by_category(self) -> dict[str, Vectors]:
        """A sum for each category that pronouns have."""
        return self._grouped(2)

    def by_proposed(self) -> dict[str, ProposedSums]:
        """The sums of each category that is proposed."""
        made: dict[str, tuple[Vectors, Vectors, Vectors]] = {}
        for (*_, proposed, statistics, _), count in self._groups.items():
            for name, share in proposed:
                if name not in made:
                    made[name] = np.zeros(self._width), np.zeros(self._width), np.zeros(2)
                sums, probable, sizes = made[name]
                weight = round(share * _GRAINS) / _GRAINS * count
                part = np.multiply(statistics, weight)
                sums += part
                if share >= 0.5:
                    probable += part
                sizes += weight, share * weight
        ordered = sorted(made, key=lambda name: (*ORDER, name).index(name))
        return {
            name: ProposedSums(sums, probable, float(squares / size))
            for name in ordered
            for sums, probable, (size, squares) in [made[name]]
        }

    def by_trait(self) -> dict[str, dict[str, Vectors]]:
        """For each trait that pronouns have, a sum for each of its values."""
        members: dict[str, dict[str, list[tuple[Key, int]]]] = {}
        for key, count in self._groups.items():
            for trait, value in key[3]:
                members.setdefault(trait, {}).setdefault(value, []).append((key, count))
        return {
            trait: {value: self._sum(values[value]) for value in sorted(values)}
            for trait, values in members.items()
        }

    def parts(self) -> tuple[str, dict[str | None, Counter[tuple[float, ...]]]]:
        """How often each statistics occur in each category, or of each pronoun if there are none.

        Pronouns without a category, where others have one, are under None.
        """
        categories = any(key[2] is not None for key in self._groups)
        counts: dict[str | None, Counter[tuple[float, ...]]] = {}
        for (form, _, category, _, _, statistics, _), count in self._groups.items():
            counts.setdefault(category if categories else form, Counter())[statistics] += count
        return "category" if categories else "pronoun", counts

    def units(self) -> Vectors:
        """What is resampled, a row each: documents, or segments where there are no documents.

        Units without a pronoun are left out: they change no score, and an interval hardly.
        """
        if self._by_segment:
            return np.frombuffer(self._rows, np.float64).reshape(-1, self._width)
        sums = self.by_document()
        return np.array(list(sums.values())).reshape(-1, self._width)

    def _grouped(self, index: int) -> dict[str, Vectors]:
        members: dict[str, list[tuple[Key, int]]] = {}
        for key, count in self._groups.items():
            if (name := key[index]) is not None:
                members.setdefault(str(name), []).append((key, count))
        return {name: self._sum(groups) for name, groups in members.items()}

    def _sum(self, groups: Iterable[tuple[Key, int]]) -> Vectors:
        total = np.zeros(self._width)
        for (*_, statistics, _), count in groups:
            total += np.multiply(statistics, count)
        return total


def _frozen(value: Any) -> Any:  # noqa: ANN401 (whatever JSON has)
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
