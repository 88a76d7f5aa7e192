"""Do annotators agree more than by chance, and does a metric decide as people do?

Cohen's kappa for two, Krippendorff's alpha for more, and the counts of decisions, pronoun by
pronoun.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from proform.model import Verdict
from proform.stats.crosstab import share
from proform.stats.resample import Interval, Matrix, ScoreFunction, bootstrap, ratio

if TYPE_CHECKING:
    from numpy.random import Generator

Labels = Sequence[Hashable | None]
"""What an annotator said of each item; None where unjudged."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Agreement on n items beyond chance; `why` has the reason where it or its interval is None."""

    n: int
    left_out: int
    """Items that fewer than two annotators judged."""
    value: float | None = None
    interval: Interval | None = None
    why: str = ""


def kappa(
    first: Labels, second: Labels, rng: Generator, times: int, *, unjudged: bool = True
) -> Reliability:
    """Cohen's kappa, with a bootstrap interval over items.

    Unjudged is a label like the others, or else leaves the item out.
    """
    items = list(zip(first, second, strict=True))
    pairs = [pair for pair in items if unjudged or None not in pair]
    if not pairs:
        return Reliability(0, len(items), why="no item was judged by both annotators")
    place = _places(pairs)
    size = len(place)
    cells = np.zeros((len(pairs), size * size))
    for item, (one, two) in enumerate(pairs):
        cells[item, place[one] * size + place[two]] = 1

    def score(sums: Matrix) -> Matrix:
        return kappas(sums.reshape(-1, size, size))

    return _reliability(cells, score, len(items) - len(pairs), "both", rng, times)


def kappas(tables: Matrix) -> Matrix:
    """Cohen's kappa of square tables of counts; nan where chance alone agrees fully."""
    total = tables.sum(axis=(-2, -1))
    agreed = np.trace(tables, axis1=-2, axis2=-1)
    chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    return ratio(total * agreed - chance, total**2 - chance)


def alpha(annotators: Sequence[Labels], rng: Generator, times: int) -> Reliability:
    """Krippendorff's alpha for labels without order, with a bootstrap interval over items.

    Annotators may have left items unjudged; items with one judgement or none do not count.
    """
    items = [
        [label for label in labels if label is not None] for labels in zip(*annotators, strict=True)
    ]
    judged = [labels for labels in items if len(labels) > 1]
    if not judged:
        return Reliability(0, len(items), why="no item was judged by two annotators")
    place = _places(judged)
    # Of an item: how often each label was given, and the diagonal of its coincidence matrix.
    sums = np.zeros((len(judged), len(place) + 1))
    for item, labels in enumerate(judged):
        for label in labels:
            sums[item, place[label]] += 1
        counts = sums[item, :-1]
        sums[item, -1] = (counts * (counts - 1)).sum() / (len(labels) - 1)
    return _reliability(sums, _alphas, len(items) - len(judged), "all", rng, times)


def _reliability(
    sums: Matrix, score: ScoreFunction, left_out: int, who: str, rng: Generator, times: int
) -> Reliability:
    value = float(score(sums.sum(axis=0, keepdims=True))[0])
    if np.isnan(value):
        why = f"{who} annotators gave all items one and the same label"
        return Reliability(len(sums), left_out, why=why)
    # Every resample is the same then, which would pretend to be certain.
    if value == 1 or (sums == sums[0]).all():
        everywhere = f"{who} annotators agree on all {len(sums)}"
        what = everywhere if value == 1 else "the same was said of every item"
        why = f"{what}, so there is nothing to resample"
        return Reliability(len(sums), left_out, value, why=why)
    return Reliability(len(sums), left_out, value, bootstrap(sums, score, rng, times))


def disagreements(annotators: Sequence[Labels], *, unjudged: bool = True) -> tuple[int, ...]:
    """The items with more than one label; unjudged is a label, or else does not count."""
    return tuple(
        item
        for item, labels in enumerate(zip(*annotators, strict=True))
        if len({label for label in labels if unjudged or label is not None}) > 1
    )


def _places(items: Iterable[Iterable[Hashable]]) -> dict[Hashable, int]:
    """A number for each label; draws depend on neither the order of items nor that of a set."""
    labels = {label for labels in items for label in labels}
    return {label: place for place, label in enumerate(sorted(labels, key=repr))}


def _alphas(sums: Matrix) -> Matrix:
    counts, agreed = sums[..., :-1], sums[..., -1]
    total = counts.sum(axis=-1)
    chance = (counts**2).sum(axis=-1)
    return 1 - ratio((total - 1) * (total - agreed), total**2 - chance)


class Comparative(NamedTuple):
    """What a metric and a person say of one pronoun, and the metric's reason (APT: the case)."""

    category: str
    metric: Verdict
    reason: str
    human: Verdict


@dataclass(frozen=True, slots=True)
class Decisions:
    """Counts of decisions: they add up, and the measures are functions of them."""

    both_correct: int = 0
    too_lenient: int = 0
    """Correct for the metric only."""
    too_strict: int = 0
    """Correct for people only."""
    both_incorrect: int = 0
    undecided: int = 0
    """Left out: the metric does not decide (APT's cases 4 to 6)."""
    unjudged: int = 0
    """Left out: the metric decides, but people gave no judgement."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """How often each reason of the metric occurs in the pronouns that are not left out."""

    def __add__(self, other: Decisions) -> Decisions:
        names = (*_CELLS.values(), "undecided", "unjudged")
        counts = {name: getattr(self, name) + getattr(other, name) for name in names}
        return Decisions(**counts, reasons=dict(Counter(self.reasons) + Counter(other.reasons)))

    @property
    def n(self) -> int:
        """The pronouns that both decide."""
        return self.both_correct + self.both_incorrect + self.disagreements

    @property
    def human_correct(self) -> int:
        """Those that people call correct."""
        return self.both_correct + self.too_strict

    @property
    def human_incorrect(self) -> int:
        """Those that people call incorrect."""
        return self.n - self.human_correct

    @property
    def disagreements(self) -> int:
        """Those that they decide differently."""
        return self.too_lenient + self.too_strict

    @property
    def disagreement(self) -> float | None:
        """The share of them."""
        return share(self.disagreements, self.n)

    @property
    def precision(self) -> float | None:
        """How many of the metric's correct ones are correct for people."""
        return share(self.both_correct, self.both_correct + self.too_lenient)

    @property
    def recall(self) -> float | None:
        """How many of people's correct ones are correct for the metric."""
        return share(self.both_correct, self.human_correct)

    @property
    def f(self) -> float | None:
        """The harmonic mean of both."""
        if self.precision is None or self.recall is None:
            return None
        return 2 * self.both_correct / (2 * self.both_correct + self.disagreements)

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa of metric and people."""
        rows = [[self.both_correct, self.too_lenient], [self.too_strict, self.both_incorrect]]
        value = float(kappas(np.array(rows, float)))
        return None if np.isnan(value) else value

    @property
    def undefined(self) -> Mapping[str, str]:
        """Why measures are None."""
        if not self.n:
            why = "there is no pronoun that both decide"
            return dict.fromkeys(("disagreement", "precision", "recall", "f", "kappa"), why)
        whys = {}
        if self.precision is None:
            whys["precision"] = "the metric calls no pronoun correct"
        if self.recall is None:
            whys["recall"] = "people call no pronoun correct"
        if whys:
            whys["f"] = " and ".join(whys.values())
        if self.kappa is None:
            whys["kappa"] = "metric and people decide all pronouns in one and the same way"
        return whys


def by_category(decisions: Iterable[Comparative]) -> dict[str, Decisions]:
    """The counts of each category; their sum is the total."""
    tables: dict[str, Counter[str]] = {}
    reasons: dict[str, Counter[str]] = {}
    for category, metric, reason, human in decisions:
        left_out = "undecided" if metric is Verdict.UNDECIDED else "unjudged"
        cell = _CELLS.get((metric, human), left_out)
        tables.setdefault(category, Counter())[cell] += 1
        reasons.setdefault(category, Counter())[reason] += cell != left_out
    return {
        category: Decisions(**cells, reasons=dict(+reasons[category]))
        for category, cells in tables.items()
    }


_CELLS = {
    (Verdict.CORRECT, Verdict.CORRECT): "both_correct",
    (Verdict.CORRECT, Verdict.INCORRECT): "too_lenient",
    (Verdict.INCORRECT, Verdict.CORRECT): "too_strict",
    (Verdict.INCORRECT, Verdict.INCORRECT): "both_incorrect",
}
