"""AutoPRF: precision, recall, F of words aligned to pronouns (Hardmeier and Federico 2010)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from proform.judge.base import OCCURRENCES, Description, Judge, Reason, Vectors, ratio
from proform.judge.choices import Choices
from proform.model import Decision, Occurrence, Rendering, Segment, Step, Translation, Verdict
from proform.pronoun.occurrences import Pronouns
from proform.pronoun.renderings import NOTHING

Forms = tuple[str, ...]
Outcome = tuple[Verdict, str, tuple[float, ...]]

REASONS = (
    Reason("overlap", "overlap", "good"),
    Reason("no_overlap", "no overlap", "bad"),
    Reason("not_aligned", "not aligned", "lost"),
)

_REMEMBERED = 50_000
"""So many pairs of words are judged only once."""


@cache
def describe(name: str) -> Description:
    """F is twice the matches among the words of both sides."""
    statistics = ("matches", "candidate", "reference", OCCURRENCES)
    credit = ((2.0, 0.0), (0.0, 1.0), (0.0, 1.0), (0.0, 0.0))
    return Description(name, statistics, credit, REASONS)


def make(choices: Choices) -> Judge:
    """All words that are linked to a pronoun."""
    return AutoPrf(choices.autoprf_tokens(), choices.hash_lists())


def make_strict(choices: Choices) -> Judge:
    """One pronoun for each occurrence and side."""
    tokens = choices.autoprf_tokens()
    return AutoPrf(tokens, choices.strict_lists, choices.targets)


@dataclass(frozen=True)
class AutoPrf(Judge):
    """Overlap of the words linked to a source pronoun in candidate and reference, as they stand.

    `tokens` are the source tokens to look at, case-sensitive so that the abbreviation IT does not
    count; None takes all that the finder finds. `lists` is their hash, for the signature. With
    `only`, the strict variant: one pronoun of this list counts for each occurrence and side, and
    nothing else.
    """

    tokens: frozenset[str] | None
    lists: str = ""
    only: Pronouns | None = None
    _outcomes: dict[tuple[Forms, Forms], Outcome] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return "autoprf" if self.only is None else "autoprf-strict"

    @property
    def description(self) -> Description:
        """Matches, and the words of both sides."""
        return describe(self.name)

    @property
    def signature(self) -> Mapping[str, str]:
        """The anchor; there are no settings but the lists."""
        return {"anchor": "source", "lists": self.lists}

    def takes(self, occurrence: Occurrence) -> bool:
        """Is the token, as it stands, one to look at?"""
        return self.tokens is None or occurrence.token in self.tokens

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """The words linked to the occurrence; in the strict variant the pronouns among them."""
        linked = super().candidate(occurrence, segment, into)
        if self.only is None:
            return linked
        positions = tuple(p for p in linked.positions if self.only[into.tokens[p]] is not None)
        if not positions:
            return NOTHING
        words = tuple(into.tokens[position] for position in positions)
        return Rendering(positions, words, words, Step.ALIGNED, positions)

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The clipped count, and the numbers of words on both sides."""
        question = reference.forms, candidate.forms
        if (outcome := self._outcomes.get(question)) is None:
            outcome = self._decide(*question)
            if len(self._outcomes) < _REMEMBERED:
                self._outcomes[question] = outcome
        verdict, reason, statistics = outcome
        return Decision(occurrence, verdict, reason, reference, candidate, statistics, None)

    def _decide(self, reference: Forms, candidate: Forms) -> Outcome:
        shared = sum(min(candidate.count(word), reference.count(word)) for word in set(candidate))
        written, expected = len(candidate), len(reference)
        if self.only is not None:
            shared, written, expected = min(shared, 1), min(written, 1), min(expected, 1)
        if shared:
            verdict, reason = Verdict.CORRECT, "overlap"
        elif written and expected:
            verdict, reason = Verdict.INCORRECT, "no_overlap"
        else:
            verdict, reason = Verdict.UNDECIDED, "not_aligned"
        return verdict, reason, (float(shared), float(written), float(expected), 1.0)

    def because(self, judgement: Decision) -> str:
        """The counts in words."""
        shared, written, expected, _ = (int(value) for value in judgement.statistics)
        return f"{shared} of {written} words match {expected} of the reference"

    def sizes(self, sums: Vectors) -> Vectors:
        """All occurrences."""
        return sums[..., 3]

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """F, precision and recall."""
        matches, candidate, reference = sums[..., 0], sums[..., 1], sums[..., 2]
        return {
            **super().scores(sums),
            "precision": ratio(matches, candidate),
            "recall": ratio(matches, reference),
        }
