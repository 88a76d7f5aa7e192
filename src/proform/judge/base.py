"""What every judge can do, and how it describes itself to tables and pages."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proform.analysis.antecedents import Resolver
from proform.errors import ProformError
from proform.model import Decision, Occurrence, Rendering, Segment, Step, Translation, Verdict
from proform.pronoun.occurrences import Finder
from proform.pronoun.renderings import NOTHING

Vectors = NDArray[np.float64]
"""Sums of statistics: the last axis is the statistic, the others are anything."""


_HALVINGS, _DECIMALS = 20, 6
"""A share that is found by halving, and how far it can be told: what is next to 1 is 1."""
OCCURRENCES = "occurrences"
"""A statistic that is always 1, for judges whose others do not tell how many there were."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a judge decides as it does: a code for programs, words for people, a tone for pages.

    Tones are good, near, bad, half, lost and odd; reasons of the same tone have one colour.
    """

    code: str
    words: str
    tone: str = "odd"


@dataclass(frozen=True, slots=True)
class Description:
    """All that tables and pages need to know of a metric.

    Plain values, so that they travel with a result and a page needs no judge.
    """

    metric: str
    statistics: tuple[str, ...]
    credit: tuple[tuple[float, float], ...]
    """For each statistic, what 1 of it adds to the upper and to the lower sum of the score."""
    reasons: tuple[Reason, ...] = ()
    headings: Mapping[str, str] = field(default_factory=dict)
    """Short names of statistics that have long ones, for columns side by side."""
    legend: Mapping[str, str] = field(default_factory=dict)
    """What the column of a statistic needs in the way of an explanation."""
    rare: frozenset[str] = frozenset()
    """Statistics that have a column only where they occur."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Statistics that count kinds of one reason, and the code of that reason."""
    parts: tuple[str, str] | None = None
    """What the upper sum and the rest are called, where two counts say more than a share."""
    matrix: bool = False
    """Does it compare forms, so that there is a confusion matrix?"""
    sums: frozenset[str] = frozenset()
    """Statistics that count nothing: they are summed for scores beside the main one."""
    mixture: bool = False
    """Is the upper credit how probable what was seen is if the pronoun is right, and the rest how
    probable it is if not? Then the score is the share of right ones by maximum likelihood."""

    def __post_init__(self) -> None:
        if len(self.statistics) != len(self.credit):
            sizes = f"{len(self.statistics)} statistics but {len(self.credit)} credits"
            raise ProformError(f"{self.metric}: {sizes}", hint="give each statistic its credit")
        for name in self.statistics:
            if len(name.split()) != 1:
                what = f"{self.metric}: the statistic {name!r} has a blank in it"
                raise ProformError(what, hint="rows list statistics by their names")
        for reason in self.reasons:
            if [other.code for other in self.reasons].count(reason.code) > 1:
                raise ProformError(f"{self.metric}: two reasons have the code {reason.code!r}")
            if [other.words for other in self.reasons].count(reason.words) > 1:
                raise ProformError(f"{self.metric}: two reasons are called {reason.words!r}")

    def reason(self, code: str) -> Reason:
        """A reason by its code; one that is not listed speaks for itself."""
        known = {reason.code: reason for reason in self.reasons}
        return known.get(code) or Reason(code, code.replace("_", " "))

    def share(self, statistics: Mapping[str, float]) -> tuple[float, float]:
        """What these statistics add to the upper and to the lower sum of the score."""
        values = [statistics.get(name, 0.0) for name in self.statistics]
        upper = sum(value * above for value, (above, _) in zip(values, self.credit, strict=True))
        lower = sum(value * below for value, (_, below) in zip(values, self.credit, strict=True))
        return upper, lower

    def score(self, sums: Vectors) -> Vectors:
        """The score of sums; not a number where undefined.

        That of a mixture stays between 0 and 1, so that odds can rest on it.
        """
        if self.mixture:
            return _right(sums, self._likely)
        credit = np.array(self.credit, np.float64)
        return ratio(sums @ credit[:, 0], sums @ credit[:, 1])

    def reported(self, sums: Vectors) -> Vectors:
        """The same as people see it: 1 is 1."""
        return np.round(self.score(sums), _DECIMALS) if self.mixture else self.score(sums)

    def told(self, sums: Vectors) -> Vectors:
        """How much sums tell of the score of a mixture: its information where half are right."""
        return np.asarray(sums @ (2 * self._likely - 1) ** 2)

    def counts(self, statistics: Mapping[str, float]) -> bool:
        """Is this one of the occurrences that the score is of, and not one that is left out?"""
        return any(self.share(statistics)) or OCCURRENCES in statistics

    @property
    def _likely(self) -> Vectors:
        """How probable each statistic of a mixture is if the pronoun is right; if not, the rest."""
        upper, lower = np.array(self.credit, np.float64).T
        return np.where(lower, upper, 0.5)


class SettledVerdict(NamedTuple):
    """A verdict, its reason, and the probability that the pronoun is wrong."""

    verdict: Verdict
    reason: str
    wrong: float


class Judge(ABC):
    """Says of one pronoun in one translation what it thinks, and knows all there is to say of it.

    A judge of one's own is a subclass with a `name`, a `description` and `judge`; it is passed as a
    value. Its statistics add up, and its score is a function of the sums. So resampling judges
    nothing twice, and a score by pronoun or document is only another sum.
    """

    finder: Finder | None = None
    """How it finds its occurrences; None for the source pronouns that are evaluated anyway."""
    anchored: ClassVar[bool] = False
    """Are its occurrences words of the reference, not of the source?"""
    looks_back: ClassVar[int] = 0
    """How many segments before that of an occurrence it wants to see."""
    scored: ClassVar[bool] = False
    """Does it look at the scores that systems give to versions, not at their translations?"""
    takes_accepted: ClassVar[bool] = False
    """Does what annotators accepted of other systems count as one more reference?"""
    by_system: ClassVar[bool] = False
    """Does it look up what others said of a system's translation?"""
    needs_reference: ClassVar[bool] = True
    """Does it compare with a reference?"""
    takes_more: ClassVar[bool] = False
    """Does it look at further references?"""
    settles: ClassVar[bool] = False
    """Do its verdicts depend on all of a system's pronouns?"""
    resolver: Resolver | None = None
    """What tells it beforehand what the pronouns of the source may refer to."""
    notes: Sequence[str] = ()
    """What a reader of its scores should know."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Its name on the command line."""

    @property
    @abstractmethod
    def description(self) -> Description:
        """Its statistics, reasons and headings, and what they are worth."""

    @property
    def signature(self) -> Mapping[str, str]:
        """Every setting that changes the number."""
        return {}

    def takes(self, occurrence: Occurrence) -> bool:  # noqa: ARG002 (for those that choose)
        """Is this one of the pronouns that the judge looks at?"""
        return True

    def reference(self, occurrence: Occurrence, segment: Segment) -> Rendering:
        """What stands for it in the reference."""
        return self.candidate(occurrence, segment, segment.reference)

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """What stands for it in a system's translation: the words linked to it."""
        positions = into.alignment.targets(occurrence.position)
        if not positions:
            return NOTHING
        words = tuple(into.tokens[position] for position in positions)
        return Rendering(positions, words, words, Step.ALIGNED, positions)

    @abstractmethod
    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The verdict, its reason and its statistics."""

    def base(self, sums: Vectors) -> Vectors:
        """What the system's verdicts are settled by, given the sums of all of its pronouns."""
        raise NotImplementedError

    def settle(self, statistics: Mapping[str, float], base: float) -> SettledVerdict:
        """The verdict on one pronoun by that."""
        raise NotImplementedError

    def because(self, decision: Decision) -> str:
        """The decision in words that a person understands."""
        return self.description.reason(decision.reason).words

    def explain(self, system: str, decision: Decision) -> str:
        """The decision in a sentence, with what was compared."""
        accepted = decision.reference.step is Step.ACCEPTED
        reference = rendered("another system" if accepted else "the reference", decision.reference)
        candidate = rendered(system, decision.candidate)
        return f"'{decision.occurrence.token}': {reference}, {candidate}: {self.because(decision)}."

    def sizes(self, sums: Vectors) -> Vectors:
        """How many occurrences the score is a share of."""
        return np.asarray(sums @ self._credit[:, 1])

    def notes_on(self, sizes: Mapping[str, int]) -> Iterable[str]:  # noqa: ARG002
        """The same, of a run that has so many pronouns scored in each system."""
        return self.notes

    def left_out(self, sums: Vectors) -> Mapping[str, int]:  # noqa: ARG002
        """How many occurrences the score leaves out, for each reason in words."""
        return {}

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """`score` and whatever is reported beside it; not a number where undefined."""
        return {"score": self.description.reported(sums)}

    @property
    def _credit(self) -> Vectors:
        return np.array(self.description.credit, np.float64)


def rendered(text: str, rendering: Rendering) -> str:
    """What a text has for a pronoun, in words."""
    if not rendering.tokens:
        return f"{text} has no translation of it"
    if rendering.step is Step.DROPPED:
        return f"{text} has no word for it (the verb is '{' '.join(rendering.tokens)}')"
    how = "" if rendering.step is Step.ALIGNED else f" ({rendering.step.value})"
    return f"{text} has '{' '.join(rendering.tokens)}'{how}"


def ratio(numerator: Vectors, denominator: Vectors) -> Vectors:
    """A share; of nothing, not a number."""
    empty = np.full(np.broadcast_shapes(numerator.shape, denominator.shape), np.nan)
    np.divide(numerator, denominator, out=empty, where=denominator != 0)
    return empty


def _right(sums: Vectors, likely: Vectors) -> Vectors:
    """The share of right ones that makes the sums most probable, by halving where it may be.

    `likely` is how probable each statistic is if the pronoun is right; if not, it is the rest.
    Where every one is as probable as not, nothing is known.
    """
    low, high = np.zeros(sums.shape[:-1]), np.ones(sums.shape[:-1])
    slope = 2 * likely - 1
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        rises = (sums * slope / (1 - likely + middle[..., None] * slope)).sum(axis=-1) > 0
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    known = (sums * (slope != 0)).sum(axis=-1) > 0
    return np.where(known, (low + high) / 2, np.nan)
