"""Contrast: does a system give the right translation a better score than the wrong ones?

Exactly as ContraPro, LCPT, DiscEvalMT and the consistency sets define it: an example is right if
the right version is strictly better than every wrong one, so that a tie is wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from proform.judge.base import Description, Judge, Reason, Vectors, ratio
from proform.judge.choices import Choices
from proform.model import Challenge, Decision, Occurrence, Rendering, Segment, Translation, Verdict
from proform.pronoun.renderings import NOTHING

RIGHT, WRONG, TIED = "right", "wrong", "tied"
MARGIN, CHANCE = "margin_sum", "chance_sum"

REASONS = (
    Reason(RIGHT, "right version wins", "good"),
    Reason(WRONG, "wrong version wins", "bad"),
    Reason(TIED, "tied", "half"),
)


@cache
def describe(name: str) -> Description:
    """The share of the examples in which the right version wins."""
    return Description(
        name,
        (RIGHT, WRONG, TIED, MARGIN, CHANCE),
        ((1.0, 1.0), (0.0, 1.0), (0.0, 1.0), (0.0, 0.0), (0.0, 0.0)),
        REASONS,
        legend={
            RIGHT: "margin: by how much the right version is better than the best wrong one, on "
            "average, in the system's own scores; chance: what guessing would reach",
            TIED: "tied: the best wrong version has the same score, which counts as wrong",
        },
        sums=frozenset((MARGIN, CHANCE)),
    )


def make(choices: Choices) -> Judge:
    """The judge of a challenge set."""
    return Contrast(choices.asked("contrast"))


@dataclass(frozen=True)
class Contrast(Judge):
    """Compares the scores of versions; more is better."""

    challenges: Mapping[int, Challenge]

    name = "contrast"
    description = describe("contrast")
    scored: ClassVar[bool] = True

    def takes(self, occurrence: Occurrence) -> bool:
        """Has the example wrong versions to compare with?"""
        return bool(self._asked(occurrence).versions)

    def reference(self, occurrence: Occurrence, segment: Segment) -> Rendering:
        """What the right version has for it."""
        linked = super().candidate(occurrence, segment, segment.reference)
        return linked._replace(forms=self._asked(occurrence).expected)

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """The scores."""
        return NOTHING._replace(scores=into.scores)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """Right, wrong or tied, and by how much."""
        right, *wrong = candidate.scores
        margin = right - max(wrong)
        reason = RIGHT if margin > 0 else WRONG if margin < 0 else TIED
        verdict = Verdict.CORRECT if reason == RIGHT else Verdict.INCORRECT
        counts = (float(reason == known.code) for known in REASONS)
        statistics = (*counts, margin, 1 / len(candidate.scores))
        return Decision(occurrence, verdict, reason, reference, candidate, statistics)

    def explain(self, system: str, decision: Decision) -> str:
        """The scores of the right version and of the best wrong one."""
        asked = self._asked(decision.occurrence)
        right, *wrong = decision.candidate.scores
        best = max(range(len(wrong)), key=lambda n: wrong[n])
        form = asked.versions[best].form or (asked.excluded[0] if asked.excluded else "")
        good = f"the right version{_quoted(' '.join(asked.expected))} {right:.6g}"
        bad = (
            f"{'the' if len(wrong) == 1 else 'the best'} wrong one{_quoted(form)} {wrong[best]:.6g}"
        )
        outcome = {RIGHT: "the right one wins", WRONG: "the wrong one wins", TIED: "a tie is wrong"}
        by = "" if decision.reason == TIED else f" by {abs(right - wrong[best]):.6g}"
        scores = f"{system} gives {good} and {bad}"
        return f"'{decision.occurrence.token}': {scores}: {outcome[decision.reason]}{by}."

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """The accuracy; how clearly the right version wins, and what guessing would reach."""
        sizes = self.sizes(sums)
        return {
            **super().scores(sums),
            "margin": ratio(sums[..., 3], sizes),
            "chance": ratio(sums[..., 4], sizes),
        }

    def _asked(self, occurrence: Occurrence) -> Challenge:
        if occurrence.example is None:
            raise AssertionError("a challenge set has examples only")
        return self.challenges[occurrence.example]


def _quoted(form: str) -> str:
    return f" ('{form}')" if form else ""
