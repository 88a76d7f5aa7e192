"""How far annotators agree, two by two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from proform.stats.agreement import Agreement, alpha, kappa
from proform.store.answers import Answer
from proform.store.review import ANTECEDENT, PARTS, PRONOUN, label
from proform.table.table import UNDEFINED, Table
from proform.web.research.standing import Entry, Standing

TIMES = 1000
"""Resamples for an interval."""

Labels = list[str | None]


@dataclass(frozen=True, slots=True)
class Measured:
    """Agreement on one part: how many labels are the same, and kappa."""

    agreed: int
    kappa: Agreement


@dataclass(frozen=True)
class Pair:
    """Two annotators, and the candidates that both have answered."""

    first: str
    second: str
    entries: tuple[Entry, ...]

    @property
    def disagreements(self) -> list[Entry]:
        """What they judged differently."""
        both = zip(self.entries, self._answers(self.first), self._answers(self.second), strict=True)
        return [
            entry
            for entry, one, other in both
            if any(label(one, part) != label(other, part) for part in PARTS)
        ]

    def within(self, category: str) -> Pair:
        """The same, over one category."""
        chosen = (entry for entry in self.entries if entry.example.category == category)
        return Pair(self.first, self.second, tuple(chosen))

    def labels(self, part: str) -> tuple[Labels, Labels]:
        """What each says of a part, where it is asked for."""
        asked = [entry.agrees or part != ANTECEDENT for entry in self.entries]
        first, second = (
            [
                label(answer, part)
                for answer, wanted in zip(self._answers(person), asked, strict=True)
                if wanted
            ]
            for person in (self.first, self.second)
        )
        return first, second

    def measure(self, part: str, seed: int, *, unjudged: bool) -> Measured:
        """Cohen's kappa; unjudged is a label of its own, or leaves an example out."""
        first, second = self.labels(part)
        found = kappa(first, second, np.random.default_rng(seed), TIMES, unjudged=unjudged)
        agreed = sum(
            one == other and (unjudged or one is not None)
            for one, other in zip(first, second, strict=True)
        )
        return Measured(agreed, found)

    def table(self, part: str) -> Counter[tuple[str | None, str | None]]:
        """How often each pair of labels was given."""
        return Counter(zip(*self.labels(part), strict=True))

    def _answers(self, person: str) -> list[Answer]:
        return [
            next(one.answer for one in entry.reviewed.answers if one.annotator == person)
            for entry in self.entries
        ]


def pairs(seen: Standing) -> list[Pair]:
    """All pairs of annotators who have answered the same candidates."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in seen.entries:
        for one, other in combinations(entry.reviewed.answers, 2):
            found.setdefault((one.annotator, other.annotator), []).append(entry)
    return [Pair(*names, tuple(entries)) for names, entries in found.items()]


def alpha_of_all(seen: Standing, people: Sequence[str], part: str, seed: int) -> Agreement:
    """Krippendorff's alpha over all annotators."""
    entries = [entry for entry in seen.entries if entry.agrees or part != ANTECEDENT]
    given = [{one.annotator: one.answer for one in entry.reviewed.answers} for entry in entries]
    labels = [
        [label(answers[person], part) if person in answers else None for answers in given]
        for person in people
    ]
    return alpha(labels, np.random.default_rng(seed), TIMES)


def agreement_table(seen: Standing, seed: int, *, unjudged: bool) -> Table:
    """All pairs and categories, for a paper."""
    rows = []
    for pair in pairs(seen):
        for category in (None, *seen.categories):
            chosen = pair if category is None else pair.within(category)
            if chosen.entries:
                cells = (
                    _cells(chosen.measure(part, seed, unjudged=unjudged))
                    if part == PRONOUN or category is None or category in seen.agreeing
                    else (UNDEFINED,) * 4
                    for part in PARTS
                )
                name = f"{pair.first}, {pair.second}: {category or 'all'}"
                rows.append((name, *(cell for group in cells for cell in group)))
    columns = ("n", "agreed", "kappa", "95% interval")
    header = ("annotators", *columns, *(f"antecedent: {name}" for name in columns))
    how = "a label of its own" if unjudged else "left out"
    title = f"Agreement of annotators on pronouns and antecedents; unjudged is {how}"
    return Table(title, header, tuple(rows))


def figure(value: float | None) -> str:
    """A figure of agreement."""
    return UNDEFINED if value is None else f"{value:.2f}"


def interval(found: Agreement) -> str:
    """The interval of it."""
    if found.interval is None:
        return UNDEFINED
    return f"{found.interval.low:.2f} to {found.interval.high:.2f}"


def _cells(measured: Measured) -> tuple[str, str, str, str]:
    found = measured.kappa
    return str(found.n), str(measured.agreed), figure(found.value), interval(found)
