"""How far annotators agree, two by two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from proform.stats.agreement import Agreement, alpha, kappa
from proform.store.answers import Answer
from proform.store.review import ANTECEDENT, PARTS, PRONOUN, label
from proform.table.table import UNDEFINED, Column, Record, Table
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
    records: list[Record] = []
    for pair in pairs(seen):
        for category in (None, *seen.categories):
            chosen = pair if category is None else pair.within(category)
            if chosen.entries:
                name = f"{pair.first}, {pair.second}: {category or 'all'}"
                record: dict[str, object] = {"annotators": name}
                for part in PARTS:
                    if part == PRONOUN or category is None or category in seen.agreeing:
                        record |= _values(part, chosen.measure(part, seed, unjudged=unjudged))
                records.append(record)
    how = "a label of its own" if unjudged else "left out"
    return Table(
        "agreement",
        f"Agreement of annotators on pronouns and antecedents; unjudged is {how}",
        (Column("annotators"), *_columns(PRONOUN), *_columns(ANTECEDENT)),
        tuple(records),
    )


def _columns(part: str) -> Iterator[Column]:
    before = "" if part == PRONOUN else f"{part}: "
    for name in ("n", "agreed"):
        yield Column(f"{before}{name}", (f"{part}_{name}",))
    yield Column(f"{before}kappa", (f"{part}_kappa",), figure)
    ends = f"{part}_low", f"{part}_high"
    yield Column(f"{before}95% interval", ends, "{:.2f} to {:.2f}".format)


def _values(part: str, measured: Measured) -> Record:
    interval = measured.kappa.interval
    low, high = (None, None) if interval is None else interval[:2]
    return {
        f"{part}_n": measured.kappa.n,
        f"{part}_agreed": measured.agreed,
        f"{part}_kappa": measured.kappa.value,
        f"{part}_low": low,
        f"{part}_high": high,
    }


def figure(value: float | None) -> str:
    """A figure of agreement."""
    return UNDEFINED if value is None else f"{value:.2f}"


def interval(found: Agreement) -> str:
    """The interval of it."""
    if found.interval is None:
        return UNDEFINED
    return f"{found.interval.low:.2f} to {found.interval.high:.2f}"
