"""Which pronouns may replace each other? From judgements of translations unlike the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class JudgedForms(NamedTuple):
    """A pronoun of the source, its forms in reference and candidate, is the candidate's correct?

    Forms that count as identical are the same here.
    """

    source: str
    reference: str
    candidate: str
    correct: bool


class FormPair(NamedTuple):
    """A candidate's form in place of another in the reference: how often, and how often correct."""

    source: str
    reference: str
    candidate: str
    times: int
    correct: int

    @property
    def probability(self) -> float:
        """p(correct | candidate, reference)."""
        return self.correct / self.times


@dataclass(frozen=True, slots=True)
class Equivalents:
    """The pairs kept, and those dropped; the most frequent first."""

    sample: int
    kept: tuple[FormPair, ...]
    rare: tuple[FormPair, ...]
    """Dropped: too small a part of the sample."""
    improbable: tuple[FormPair, ...]
    """Dropped: not correct often enough."""


def estimate(
    judgements: Iterable[JudgedForms], *, part: float = 0.05, above: float = 0.5
) -> Equivalents:
    """The pairs that are this part of the sample or more, and correct with a probability above.

    As in Miculicich Werlen and Popescu-Belis (2017), but for each pronoun of the source. The sample
    is all that was judged, also where candidate and reference have the same form.
    """
    seen = Counter(judgements)
    sample = seen.total()
    counts: Counter[tuple[str, str, str]] = Counter()
    correct: Counter[tuple[str, str, str]] = Counter()
    for judged, count in seen.items():
        if judged.reference != judged.candidate:
            counts[judged[:3]] += count
            correct[judged[:3]] += count * judged.correct
    pairs = sorted(
        (FormPair(*forms, count, correct[forms]) for forms, count in counts.items()),
        key=lambda pair: (-pair.times, pair),
    )
    # Divided, not multiplied: 7 of 140 are 5%, but 0.05 * 140 is a little more than 7.
    frequent = [pair for pair in pairs if pair.times / sample >= part]
    return Equivalents(
        sample,
        tuple(pair for pair in frequent if pair.probability > above),
        tuple(pair for pair in pairs if pair.times / sample < part),
        tuple(pair for pair in frequent if pair.probability <= above),
    )
