"""Does a metric decide as people do, pronoun by pronoun?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from proform.model import Verdict
from proform.stats.agreement import kappas
from proform.stats.crosstab import share


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
        return Decisions(
            self.both_correct + other.both_correct,
            self.too_lenient + other.too_lenient,
            self.too_strict + other.too_strict,
            self.both_incorrect + other.both_incorrect,
            self.undecided + other.undecided,
            self.unjudged + other.unjudged,
            dict(Counter(self.reasons) + Counter(other.reasons)),
        )

    @property
    def n(self) -> int:
        """The pronouns that both decide."""
        return self.metric_correct + self.too_strict + self.both_incorrect

    @property
    def metric_correct(self) -> int:
        """Those that the metric calls correct."""
        return self.both_correct + self.too_lenient

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
        return share(self.both_correct, self.metric_correct)

    @property
    def recall(self) -> float | None:
        """How many of people's correct ones are correct for the metric."""
        return share(self.both_correct, self.human_correct)

    @property
    def f(self) -> float | None:
        """The harmonic mean of both."""
        if self.precision is None or self.recall is None:
            return None
        return 2 * self.both_correct / (self.metric_correct + self.human_correct)

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
    for decision in decisions:
        cell = _cell(decision)
        tables.setdefault(decision.category, Counter())[cell] += 1
        compared = reasons.setdefault(decision.category, Counter())
        compared[decision.reason] += cell not in {"undecided", "unjudged"}
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


def _cell(decision: Comparative) -> str:
    if decision.metric is Verdict.UNDECIDED:
        return "undecided"
    return _CELLS.get((decision.metric, decision.human), "unjudged")
