"""APT, the accuracy of pronoun translation: six cases and a weight for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from proform.judge.base import Description, Judge, Reason, Vectors
from proform.judge.choices import Choices
from proform.judge.compare import Comparison
from proform.judge.weights import CASES, USUAL, Weights
from proform.model import (
    DROPPED,
    NONE,
    OTHER,
    Decision,
    Occurrence,
    Rendering,
    Segment,
    Step,
    Translation,
    Verdict,
)
from proform.pronoun.occurrences import Finder, Pronouns
from proform.pronoun.renderings import Renderer, rendering

NOT_SOURCE = "not_source"
NO_WORD = "no source word is linked to the reference's pronoun"
NO_SUBJECT = "the reference has no pronoun for the subject of a source verb"
MEANINGS = {
    1: "identical",
    2: "equivalent",
    3: "different",
    4: "not found in the candidate",
    5: "not found in the reference",
    6: "found in neither",
}
LISTED = ", ".join(f"{case} {meaning}" for case, meaning in MEANINGS.items())
REASONS = (
    *(
        Reason(case, f"{case} {meaning}", tone)
        for case, meaning, tone in zip(
            CASES, MEANINGS.values(), ("good", "near", "bad", "half", "lost", "odd"), strict=True
        )
    ),
    Reason(NOT_SOURCE, "not in the source"),
)

Forms = tuple[str, ...]
Outcome = tuple[Verdict, str, tuple[float, ...], tuple[str, str]]
"""Verdict, case, statistics, cell: they depend on the forms alone, and few forms are frequent."""

_VERDICTS = {1: Verdict.CORRECT, 2: Verdict.CORRECT, 3: Verdict.INCORRECT}
_NOT_SOURCE = (0.0,) * len(CASES) + (1.0,)
_CERTAIN = {case: (*(float(case == other) for other in range(1, 7)), 0.0) for case in range(1, 7)}


@cache
def describe(name: str, weights: Weights = USUAL) -> Description:
    """The six cases, and pronouns that are not in the source."""
    return Description(
        name,
        (*CASES, NOT_SOURCE),
        (*weights.credit, (0.0, 0.0)),
        REASONS,
        legend=dict.fromkeys(CASES, f"cases: {LISTED}"),
        rare=frozenset({NOT_SOURCE}),
        matrix=True,
    )


def make(choices: Choices) -> Judge:
    """The judge of these choices, from the source or from the reference."""
    if not choices.anchored:
        return plain_apt(choices)
    return AnchoredApt(
        finder=Finder(choices.anchors),
        comparison=Comparison(choices.compared, other_equal=choices.other_equal),
        weights=choices.weights,
        lists=choices.apt_lists,
        targets=choices.targets,
    )


def plain_apt(choices: Choices) -> Apt:
    """APT from the source."""
    return Apt(
        comparison=Comparison(choices.compared, other_equal=choices.other_equal),
        weights=choices.weights,
        lists=choices.apt_lists,
        renderer=choices.renderer(dropped=choices.dropped),
        dropped=choices.dropped,
    )


@dataclass(frozen=True, kw_only=True)
class _Apt(Judge):
    """What both kinds of APT share: the comparison and the arithmetic."""

    comparison: Comparison
    weights: Weights
    lists: str = ""
    """The hash of the lists, for the signature."""
    dropped: bool = False
    """Is a subject that has no word a form?"""
    _outcomes: dict[tuple[str, Forms, Forms], Outcome] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    name = "apt"

    @property
    def description(self) -> Description:
        """The six cases, and pronouns that are not in the source."""
        return describe(self.name, self.weights)

    @property
    def _settings(self) -> Mapping[str, str]:
        other = "equal" if self.comparison.other_equal else "different"
        dropped = {"dropped": "form"} if self.dropped else {}
        return {**self.weights.signature, "other": other, "lists": self.lists, **dropped}

    def because(self, judgement: Decision) -> str:
        """The case in words."""
        if judgement.reason == NOT_SOURCE:
            if self.dropped:
                return f"{NO_SUBJECT}, so it is left out"
            return "the reference's pronoun is linked to no source word, so it is left out"
        because = f"case {judgement.reason}, {MEANINGS[int(judgement.reason)]}"
        if judgement.cell == (OTHER, OTHER) and judgement.reason == "3":
            return f"{because}: neither is a listed pronoun"
        if judgement.reason == "2" and judgement.statistics[1] < 1:
            return f"{because} with probability {judgement.statistics[1]:g}"
        return because

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The case."""
        question = occurrence.form, reference.forms, candidate.forms
        if (outcome := self._outcomes.get(question)) is None:
            outcome = self._outcomes[question] = self._decide(*question)
        verdict, reason, statistics, cell = outcome
        return Decision(occurrence, verdict, reason, reference, candidate, statistics, cell)

    def _decide(self, source: str, reference: Forms, candidate: Forms) -> Outcome:
        """The outcome for these forms.

        An equivalence of probability p counts p times as case 2 and 1 - p times as case 3, so that
        the cases still add up to the number of pronouns.
        """
        probability = 1.0
        if reference and candidate:
            case, probability = self.comparison.compare(source, reference, candidate)
        else:
            case = 4 if reference else 5 if candidate else 6
        statistics = _CERTAIN[case]
        if probability != 1:
            statistics = (0.0, probability, 1 - probability, 0.0, 0.0, 0.0, 0.0)
        verdict = _VERDICTS.get(case, Verdict.UNDECIDED)
        return verdict, CASES[case - 1], statistics, self._cell(case, reference, candidate)

    def _cell(self, case: int, reference: Forms, candidate: Forms) -> tuple[str, str]:
        """The forms compared; where several were, the shared one or else the first of each."""
        expected = [self.comparison.head(form) for form in reference] or [NONE]
        offered = [self.comparison.head(form) for form in candidate] or [NONE]
        if case == 1:
            shared = next(form for form in expected if form in offered)
            return shared, shared
        return expected[0], offered[0]

    def left_out(self, sums: Vectors) -> Mapping[str, int]:
        """The discarded cases, and pronouns that have no word of the source behind them."""
        discarded = {
            f"case {case} ({MEANINGS[case]}) is discarded": round(float(sums[case - 1]))
            for case in sorted(self.weights.discarded)
        }
        missing = {NO_SUBJECT if self.dropped else NO_WORD: round(float(sums[6]))}
        return {reason: count for reason, count in (discarded | missing).items() if count}


@dataclass(frozen=True, kw_only=True)
class Apt(_Apt):
    """Compares what stands for a source pronoun in the candidate and in the reference."""

    renderer: Renderer

    @property
    def signature(self) -> Mapping[str, str]:
        """Anchor, repair and weights."""
        return {"anchor": "source", "repair": self.renderer.name, **self._settings}

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """A system's translation, repaired if so wished."""
        return self.renderer.render(occurrence.position, occurrence.form, segment, into)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The case; a source verb whose subject is no pronoun in the reference is left out."""
        if occurrence.form == DROPPED and not reference.forms:
            return _missing(occurrence, reference, candidate)
        return super().judge(occurrence, reference, candidate)


@dataclass(frozen=True, kw_only=True)
class AnchoredApt(_Apt):
    """APT for sources that drop their pronouns: it starts from the pronouns of the reference.

    What stands for a reference pronoun in the candidate are the words linked to the source words
    it is linked to. Linked to none, it is not in the source and left out.
    """

    finder: Finder
    targets: Pronouns

    anchored: ClassVar[bool] = True

    @property
    def signature(self) -> Mapping[str, str]:
        """Anchor and weights; there is nothing to repair."""
        return {"anchor": "reference", "repair": "none", **self._settings}

    def reference(self, occurrence: Occurrence, segment: Segment) -> Rendering:
        """The pronoun itself; not found if no source word is behind it."""
        linked = segment.reference.alignment.sources(occurrence.position)
        step = Step.ALIGNED if linked else Step.NONE
        place = (occurrence.position,)
        return Rendering(place, (occurrence.token,), (occurrence.form,), step, place)

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """The words linked to the same source words."""
        linked = segment.reference.alignment.sources(occurrence.position)
        return rendering(into.alignment.targets(*linked), into.tokens, self.targets)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The case, or that the pronoun is not in the source."""
        if reference.step is not Step.NONE:
            return super().judge(occurrence, reference, candidate)
        return _missing(occurrence, reference, candidate)


def _missing(occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
    """Nothing is compared."""
    undecided = Verdict.UNDECIDED, NOT_SOURCE
    return Decision(occurrence, *undecided, reference, candidate, _NOT_SOURCE, None)
