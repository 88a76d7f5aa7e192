"""How far annotators agree, in pairs and all together. The adjudicator is not one of them.

What is compared is *right* and *wrong*. Everything else (set aside, unanswered, contradictory) is
unjudged, which is a label of its own or leaves a candidate out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from numpy.random import default_rng

from proform.human.opinion import QUESTIONS, RIGHT, WRONG, Opinion
from proform.human.review import Review
from proform.stats.agreement import Reliability, alpha, disagreements, kappa

Key = TypeVar("Key")

Labels = list[str | None]


@dataclass(frozen=True, slots=True)
class Measured:
    """Agreement on one question: how many labels are the same, how many differ, and a measure."""

    agreed: int
    differ: int
    measure: Reliability


@dataclass(frozen=True)
class AnnotatorPair(Generic[Key]):
    """Two annotators, and what each says of the candidates that both have answered."""

    first: str
    second: str
    opinions: Mapping[Key, tuple[Opinion, Opinion]]
    categories: Mapping[Key, str | None]

    @property
    def disagreements(self) -> list[Key]:
        """The candidates on which they judge any question differently."""
        return [
            key
            for key, (first, second) in self.opinions.items()
            if any(label(first, question) != label(second, question) for question in QUESTIONS)
        ]

    def within(self, category: str) -> AnnotatorPair[Key]:
        """The same, in one category."""
        chosen = {k: both for k, both in self.opinions.items() if self.categories[k] == category}
        return AnnotatorPair(self.first, self.second, chosen, self.categories)

    def table(self, question: str) -> Counter[tuple[str | None, str | None]]:
        """How often each pair of labels was given."""
        return Counter(zip(*self._labels(question), strict=True))

    def measure(self, question: str, seed: int, times: int, *, unjudged: bool) -> Measured | None:
        """Cohen's kappa, with `times` resamples; None if the question is asked nowhere."""
        first, second = self._labels(question)
        if not first:
            return None
        measure = kappa(first, second, default_rng(seed), times, unjudged=unjudged)
        same = [a for a, b in zip(first, second, strict=True) if a == b]
        agreed = sum(unjudged or shared is not None for shared in same)
        differ = len(disagreements([first, second], unjudged=unjudged))
        return Measured(agreed, differ, measure)

    def _labels(self, question: str) -> tuple[Labels, Labels]:
        asked = [
            both
            for both in self.opinions.values()
            if all(opinion.on(question) is not None for opinion in both)
        ]
        first, second = ([label(both[k], question) for both in asked] for k in (0, 1))
        return first, second


def label(opinion: Opinion, question: str) -> str | None:
    """What is compared: right, wrong, or None."""
    reply = opinion.on(question)
    return reply if reply in (RIGHT, WRONG) else None


def annotators(reviews: Mapping[Key, Review]) -> tuple[str, ...]:
    """Who has answered anything, in the order in which they come."""
    opinions = (opinion for review in reviews.values() for opinion in review.judges)
    return tuple(dict.fromkeys(opinion.annotator for opinion in opinions))


def pairs(reviews: Mapping[Key, Review]) -> list[AnnotatorPair[Key]]:
    """All pairs of annotators who have answered the same candidates."""
    categories = {key: review.category for key, review in reviews.items()}
    said = {
        key: {opinion.annotator: opinion for opinion in review.judges}
        for key, review in reviews.items()
    }
    paired = []
    for first, second in combinations(annotators(reviews), 2):
        shared = {
            key: (theirs[first], theirs[second])
            for key, theirs in said.items()
            if first in theirs and second in theirs
        }
        if shared:
            paired.append(AnnotatorPair(first, second, shared, categories))
    return paired


def overall(
    reviews: Mapping[Key, Review], question: str, seed: int, times: int
) -> tuple[tuple[str, ...], Measured] | None:
    """Krippendorff's alpha of all who share candidates, and who they are; of two there is none."""
    answered = [
        {said.annotator: said for said in review.judges if said.on(question) is not None}
        for review in reviews.values()
    ]
    shared = [theirs for theirs in answered if len(theirs) > 1]
    people = tuple(name for name in annotators(reviews) if any(name in said for said in shared))
    if len(people) <= 2:
        return None
    labels: Sequence[Labels] = [
        [label(said[name], question) if name in said else None for said in shared]
        for name in people
    ]
    measure = alpha(labels, default_rng(seed), times)
    differ = len(disagreements(labels, unjudged=False))
    return people, Measured(measure.n - differ, differ, measure)
