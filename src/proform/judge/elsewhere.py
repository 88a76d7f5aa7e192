"""Judgements from elsewhere: what another metric, a rater or a language model said, as a judge.

What it does not cover is unknown, never wrong.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

from proform.judge.base import Description, Judge, Reason, Vectors
from proform.model import Decision, Occurrence, Rendering, Said, Segment, Translation, Verdict

RIGHT, WRONG, UNSURE, UNKNOWN = "right", "wrong", "unsure", "unknown"
VALUE = "value_sum"

REASONS = (
    Reason(RIGHT, "right", "good"),
    Reason(WRONG, "wrong", "bad"),
    Reason(UNSURE, "as probably right as wrong", "half"),
    Reason(UNKNOWN, "not covered", "lost"),
)


class Mark(NamedTuple):
    """An error that somebody marked: characters of the translation without its blanks."""

    start: int
    end: int
    decisive: bool
    """Does it say of a pronoun in it that it is wrong? A long one says only that something is."""


@dataclass(frozen=True)
class Opinions:
    """What somebody said of translations; how probably a pronoun is right, from 0 to 1."""

    places: Mapping[tuple[str, int, int], float] = field(default_factory=dict)
    """Of a system's pronoun, by its segment and position in the source."""
    examples: Mapping[tuple[str, int], float] = field(default_factory=dict)
    """Of a system's translation of an example of a suite."""
    segments: Mapping[tuple[str, int], float] = field(default_factory=dict)
    """Of a system's segment as a whole, and so of all pronouns in it."""
    marks: Mapping[tuple[str, str], Sequence[Sequence[Mark]]] = field(default_factory=dict)
    """Of a system's segment, by its text without blanks: the errors that each rater marks."""

    @cached_property
    def systems(self) -> Counter[str]:
        """Of how many pronouns of each system something is said; 0 if it is said of segments."""
        counts = Counter([system for system, *_ in self.places])
        counts.update(system for system, _ in self.examples)
        for keys in (self.segments, self.marks):
            counts.update({system: 0 for system, _ in keys})
        return counts

    def of(
        self, system: str, occurrence: Occurrence, tokens: Sequence[str], positions: Sequence[int]
    ) -> float | None:
        """How probably the pronoun at these positions is right; None if nobody says so."""
        place = system, occurrence.segment, occurrence.position
        if place in self.places:
            return self.places[place]
        if occurrence.example is not None and (system, occurrence.example) in self.examples:
            return self.examples[system, occurrence.example]
        if positions and (raters := self.marks.get((system, "".join(tokens)))):
            said = [_unmarked(marks, tokens, positions) for marks in raters]
            known = [right for right in said if right is not None]
            if known:
                return sum(known) / len(known)
        return self.segments.get((system, occurrence.segment))


def _unmarked(
    marks: Sequence[Mark], tokens: Sequence[str], positions: Sequence[int]
) -> bool | None:
    """Is no word of these under a mark? None if only a long mark touches them."""
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    touching = [
        mark
        for mark in marks
        if any(max(mark.start, starts[at]) < min(mark.end, starts[at + 1]) for at in positions)
    ]
    if any(mark.decisive for mark in touching):
        return False
    return None if touching else True


@cache
def describe(name: str) -> Description:
    """The mean probability that a pronoun is right, of those that are covered."""
    return Description(
        name,
        (RIGHT, WRONG, UNSURE, UNKNOWN, VALUE),
        ((0.0, 1.0), (0.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)),
        REASONS,
        legend={RIGHT: "right: more probably right than wrong; the score is the mean probability"},
        rare=frozenset((UNSURE,)),
        sums=frozenset((VALUE,)),
    )


def decided(
    occurrence: Occurrence, reference: Rendering, candidate: Rendering, value: float | None
) -> Decision:
    """The decision that a probability comes to."""
    if value is None:
        reason = UNKNOWN
    elif value == 0.5:
        reason = UNSURE
    else:
        reason = RIGHT if value > 0.5 else WRONG
    verdict = {RIGHT: Verdict.CORRECT, WRONG: Verdict.INCORRECT}.get(reason, Verdict.UNDECIDED)
    statistics = (*(float(reason == known.code) for known in REASONS), value or 0.0)
    wrong = None if value is None else 1 - value
    return Decision(occurrence, verdict, reason, reference, candidate, statistics, wrong=wrong)


@dataclass(frozen=True, eq=False)
class Hearsay(Judge):
    """Says of a system's pronouns what somebody else said of them."""

    label: str

    by_system: ClassVar[bool] = True
    needs_reference: ClassVar[bool] = False
    missing: ClassVar[str] = "not covered"
    """What is left out is called so."""

    @property
    def name(self) -> str:
        """As it was called by who asked for it."""
        return self.label

    @property
    def description(self) -> Description:
        """In its own name."""
        return describe(self.label)

    @abstractmethod
    def said(
        self, occurrence: Occurrence, segment: Segment, into: Translation, linked: Sequence[int]
    ) -> Said | None:
        """What was said of the pronoun, for which these words stand; None if nothing was."""

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """The words linked to it, and what was said of them."""
        linked = super().candidate(occurrence, segment, into)
        return linked._replace(said=self.said(occurrence, segment, into, linked.positions))

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """What was said, as a verdict."""
        value = None if candidate.said is None else candidate.said.probability
        return decided(occurrence, reference, candidate, value)

    def left_out(self, sums: Vectors) -> Mapping[str, int]:
        """That of which nothing was said."""
        unknown = int(sums[..., 3].sum())
        return {self.missing: unknown} if unknown else {}


@dataclass(frozen=True, eq=False)
class Elsewhere(Hearsay):
    """Says what is in a file."""

    opinions: Opinions
    digest: str = ""
    """Of what was read, for the signature."""
    notes: Sequence[str] = ()

    @property
    def signature(self) -> Mapping[str, str]:
        """The hash of what was read."""
        return {"file": self.digest} if self.digest else {}

    def said(
        self,
        occurrence: Occurrence,
        segment: Segment,  # noqa: ARG002 (for those that look around)
        into: Translation,
        linked: Sequence[int],
    ) -> Said | None:
        """How probably it is right by the file."""
        value = self.opinions.of(into.system, occurrence, into.tokens, linked)
        return None if value is None else Said(value)

    def notes_on(self, sizes: Mapping[str, int]) -> Iterator[str]:
        """Names that are not those of the file, and what it says of pronouns that are not here."""
        yield from self.notes
        there = self.opinions.systems
        if missing := [system for system in sizes if system not in there]:
            names = ", ".join(sorted(there.keys() - sizes.keys())) or "no other"
            yield f"{self.label}: says nothing of {', '.join(missing)}; the file has {names}"
        if more := sum(max(there[system] - size, 0) for system, size in sizes.items()):
            yield f"{self.label}: {more} of its judgements are of pronouns that are not here"

    def explain(self, system: str, decision: Decision) -> str:
        """What was said, in a sentence."""
        words = " ".join(decision.candidate.tokens) or "nothing"
        about = f"'{decision.occurrence.token}': {system} has '{words}'"
        if decision.candidate.said is None:
            return f"{about}: {self.name} does not cover it."
        value, why, _ = decision.candidate.said
        reason = f" ({why})" if why else ""
        return f"{about}: right with probability {value:.2f} by {self.name}{reason}."
