"""AutoPRF: precision, recall, F of words aligned to pronouns (Hardmeier and Federico 2010)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from proform.judge.base import OCCURRENCES, Vectors, ratio
from proform.model import Decision, Occurrence, Rendering, Segment, Step, Translation, Verdict
from proform.pronoun.occurrences import Finder, Pronouns
from proform.pronoun.renderings import NOTHING

Forms = tuple[str, ...]
Outcome = tuple[Verdict, str, tuple[float, ...]]

_REMEMBERED = 50_000
"""So many pairs of words are judged only once."""


@dataclass(frozen=True)
class AutoPrf:
    """Overlap of the words linked to a source pronoun in candidate and reference, as they stand.

    `tokens` are the source tokens to look at, case-sensitive so that the abbreviation IT does not
    count; None takes all that the finder finds. `lists` is their hash, for the signature. With
    `only`, the strict variant: one pronoun of this list counts for each occurrence and side, and
    nothing else.
    """

    finder: Finder
    tokens: frozenset[str] | None
    lists: str = ""
    only: Pronouns | None = None
    statistics: tuple[str, ...] = ("matches", "candidate", "reference", OCCURRENCES)
    anchored: bool = False
    looks_back: int = 0
    _outcomes: dict[tuple[Forms, Forms], Outcome] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return "autoprf" if self.only is None else "autoprf-strict"

    @property
    def signature(self) -> Mapping[str, str]:
        """The anchor; there are no settings but the lists."""
        return {"anchor": "source", "lists": self.lists}

    def takes(self, occurrence: Occurrence) -> bool:
        """Is the token, as it stands, one to look at?"""
        return self.tokens is None or occurrence.token in self.tokens

    def reference(self, occurrence: Occurrence, segment: Segment) -> Rendering:
        """The reference's words."""
        return self.candidate(occurrence, segment, segment.reference)

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """The words linked to the occurrence; in the strict variant the pronouns among them."""
        positions = into.alignment.targets(occurrence.position)
        if self.only is not None:
            positions = tuple(p for p in positions if self.only[into.tokens[p]] is not None)
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
        found, expected = len(candidate), len(reference)
        if self.only is not None:
            shared, found, expected = min(shared, 1), min(found, 1), min(expected, 1)
        if shared:
            verdict, reason = Verdict.CORRECT, "overlap"
        elif found and expected:
            verdict, reason = Verdict.INCORRECT, "no_overlap"
        else:
            verdict, reason = Verdict.UNDECIDED, "not_aligned"
        return verdict, reason, (float(shared), float(found), float(expected), 1.0)

    def because(self, judgement: Decision) -> str:
        """The counts in words."""
        shared, found, expected, _ = (int(value) for value in judgement.statistics)
        return f"{shared} of {found} words match {expected} of the reference"

    def sizes(self, sums: Vectors) -> Vectors:
        """All occurrences."""
        return sums[..., 3]

    def left_out(self, sums: Vectors) -> Mapping[str, int]:  # noqa: ARG002
        """None: what is aligned to nothing counts on the other side."""
        return {}

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """F, precision and recall."""
        matches, candidate, reference = sums[..., 0], sums[..., 1], sums[..., 2]
        return {
            "score": ratio(2 * matches, candidate + reference),
            "precision": ratio(matches, candidate),
            "recall": ratio(matches, reference),
        }
