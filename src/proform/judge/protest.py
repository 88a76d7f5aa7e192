"""PROTEST's matching: approve what is surely right, refer all else to people; never reject."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from proform.judge.base import Description, Judge, Reason
from proform.judge.choices import Choices
from proform.model import Decision, Occurrence, Rendering, Segment, Translation, Verdict
from proform.pronoun.renderings import step_between

APPROVED = "approved"
PRONOUN = "pronoun_differs"
ANTECEDENT = "antecedent_differs"
NOT_ALIGNED = "not_aligned"
EXCEPTION = "exception"

REASONS = (
    Reason(APPROVED, "approved", "good"),
    Reason(PRONOUN, "pronoun differs", "bad"),
    Reason(ANTECEDENT, "antecedent differs", "half"),
    Reason(NOT_ALIGNED, "not aligned", "lost"),
    Reason(EXCEPTION, "exception"),
)


@cache
def describe(name: str) -> Description:
    """Its score is what is surely right, not all that is right."""
    codes = tuple(reason.code for reason in REASONS)
    credit = tuple((float(code == APPROVED), 1.0) for code in codes)
    return Description(name, codes, credit, REASONS, parts=("approved", "referred"))


def make(choices: Choices) -> Judge:
    """The matching of these choices."""
    return Protest(choices.agreeing, frozenset(choices.target.unsure))


@dataclass(frozen=True)
class Protest(Judge):
    """Does a pronoun, and what it refers to, look as in the reference?

    `agreeing` are the categories that need the antecedent to match as well. A translation by one of
    the `unsure` words alone is never approved: German *sie* is *they* and polite *you*.
    """

    agreeing: frozenset[str]
    unsure: frozenset[str] = frozenset()

    name = "protest"
    description = describe("protest")
    takes_accepted: ClassVar[bool] = True

    @property
    def signature(self) -> Mapping[str, str]:
        """The words that are never approved."""
        return {"never": "+".join(sorted(self.unsure)) or "none"}

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """The words that annotators see marked for it (without a suite, those linked to it).

        And those that stand for its antecedents.
        """
        linked = super().candidate(occurrence, segment, into)
        if into.pronoun is not None:
            tokens = tuple(into.tokens[position] for position in into.pronoun)
            step = step_between(linked.links, into.pronoun)
            linked = linked._replace(positions=into.pronoun, tokens=tokens, step=step)
        forms = tuple(word.lower() for word in linked.tokens)
        return linked._replace(forms=forms, antecedents=into.antecedents)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """Approved, or referred for a reason."""
        agrees = occurrence.category in self.agreeing
        reason = self._reason(reference, candidate, agrees=agrees)
        verdict = Verdict.CORRECT if reason == APPROVED else Verdict.UNDECIDED
        statistics = tuple(float(reason == known.code) for known in REASONS)
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
        expected, written = _lower(reference.antecedents), _lower(candidate.antecedents)
        if not expected or not all(expected) or not all(written):
            return NOT_ALIGNED
        return APPROVED if expected == written else ANTECEDENT

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
