"""PROTEST's matching: approve what is surely right, refer all else to people; never reject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proform.judge.base import Vectors, ratio
from proform.model import Decision, Occurrence, Rendering, Segment, Step, Translation, Verdict
from proform.pronoun.occurrences import Finder
from proform.pronoun.renderings import NOTHING

APPROVED = "approved"
PRONOUN = "pronoun_differs"
ANTECEDENT = "antecedent_differs"
NOT_ALIGNED = "not_aligned"
EXCEPTION = "exception"

REASONS = (APPROVED, PRONOUN, ANTECEDENT, NOT_ALIGNED, EXCEPTION)


@dataclass(frozen=True)
class Protest:
    """Does a pronoun, and what it refers to, look as in the reference?

    `agreeing` are the categories that need the antecedent to match as well. A translation by one of
    the `unsure` words alone is never approved: German *sie* is *they* and polite *you*.
    """

    finder: Finder
    agreeing: frozenset[str]
    unsure: frozenset[str] = frozenset()
    name: str = "protest"
    statistics: tuple[str, ...] = REASONS
    anchored: bool = False
    looks_back: int = 0

    @property
    def signature(self) -> Mapping[str, str]:
        """The words that are never approved."""
        return {"never": "+".join(sorted(self.unsure)) or "none"}

    def takes(self, occurrence: Occurrence) -> bool:  # noqa: ARG002 (the protocol's)
        """Any pronoun."""
        return True

    def reference(self, occurrence: Occurrence, segment: Segment) -> Rendering:
        """What stands for it in the reference."""
        return self.candidate(occurrence, segment, segment.reference)

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """The words linked to it, and those that stand for its antecedents."""
        positions = into.alignment.targets(occurrence.position)
        if not positions:
            return NOTHING._replace(antecedents=into.antecedents)
        words = tuple(into.tokens[position] for position in positions)
        forms = tuple(word.lower() for word in words)
        return Rendering(positions, words, forms, Step.ALIGNED, positions, into.antecedents)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """Approved, or referred for a reason."""
        agrees = occurrence.category in self.agreeing
        reason = self._reason(reference, candidate, agrees=agrees)
        verdict = Verdict.CORRECT if reason == APPROVED else Verdict.UNDECIDED
        statistics = tuple(float(reason == name) for name in REASONS)
        return Decision(occurrence, verdict, reason, reference, candidate, statistics, None)

    def _reason(self, reference: Rendering, candidate: Rendering, *, agrees: bool) -> str:
        if not reference.forms or not candidate.forms:
            return NOT_ALIGNED
        if not set(reference.forms) & set(candidate.forms):
            return PRONOUN
        if set(candidate.forms) <= self.unsure:
            return EXCEPTION
        if not agrees:
            return APPROVED
        expected, found = _lower(reference.antecedents), _lower(candidate.antecedents)
        if not expected or not all(expected) or not all(found):
            return NOT_ALIGNED
        return APPROVED if expected == found else ANTECEDENT

    def because(self, judgement: Decision) -> str:
        """The decision in words."""
        reference, candidate = judgement.reference, judgement.candidate
        if judgement.reason == NOT_ALIGNED:
            return f"a person must look, since {_missing(reference, candidate)}"
        if judgement.reason == EXCEPTION:
            word = " ".join(candidate.tokens)
            return f"a person must look, since '{word}' alone can be several pronouns"
        if judgement.reason == PRONOUN:
            return "a person must look, since the pronouns differ"
        heads = f"{_quoted(reference.antecedents)} and {_quoted(candidate.antecedents)}"
        if judgement.reason == ANTECEDENT:
            return f"a person must look, since the antecedents differ: {heads}"
        if judgement.occurrence.category in self.agreeing:
            return f"approved, for the antecedent is the same: {_quoted(candidate.antecedents)}"
        return "approved"

    def sizes(self, sums: Vectors) -> Vectors:
        """All examples."""
        total: Vectors = sums.sum(axis=-1)
        return total

    def left_out(self, sums: Vectors) -> Mapping[str, int]:  # noqa: ARG002
        """None."""
        return {}

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """The share that is approved: what is surely right, not all that is right."""
        return {"score": ratio(sums[..., 0], sums.sum(axis=-1))}


def _lower(antecedents: tuple[tuple[str, ...], ...]) -> list[list[str]]:
    return [[word.lower() for word in words] for words in antecedents]


def _quoted(antecedents: tuple[tuple[str, ...], ...]) -> str:
    return " + ".join(f"'{' '.join(words)}'" for words in antecedents) or "nothing"


def _missing(reference: Rendering, candidate: Rendering) -> str:
    for name, rendering in (("the reference", reference), ("the candidate", candidate)):
        if not rendering.forms:
            return f"nothing in {name} is aligned to the pronoun"
    for name, rendering in (("the reference", reference), ("the candidate", candidate)):
        if not rendering.antecedents or not all(rendering.antecedents):
            return f"nothing in {name} is aligned to the antecedent"
    raise AssertionError("everything is aligned")
