"""What a page is made of: pronouns, what metrics and people say of them, figures of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from proform.human.opinion import Opinion
from proform.human.verdict import decide
from proform.judge.base import Description
from proform.model import Antecedent
from proform.scoring.judgements import Judgement
from proform.scoring.result import PairedScore, SystemScore
from proform.semi.counts import Results
from proform.suite.suite import Spot

Key = tuple[str, str]
"""A metric and a system."""

UNSEEN = "none"
"""Nobody was asked, in place of a kind of verdict."""


class Place(NamedTuple):
    """Where a pronoun is. Inputs that agree on it speak of the same pronoun.

    The position is one of the reference if the metric starts from there. The sentence is part of
    it, so that texts of other corpora never get mixed up.
    """

    segment: int
    position: int
    source: str
    anchored: bool = False


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun of the source and what is known of it."""

    place: Place
    token: str
    form: str
    document: str | None = None
    category: str | None = None
    example: int | None = None
    """Its number, if it is of a suite."""
    note: str = ""
    antecedents: tuple[Antecedent, ...] = ()
    segments: tuple[int, ...] = ()
    """The segments that are shown, its own among them; of each text there is a line for each."""
    source: tuple[str, ...] = ()
    reference: Passage | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """The lines of a translation around a pronoun, and where its antecedents are in them."""

    lines: tuple[str, ...]
    antecedents: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Human:
    """Figures that people gave systems, or that stand beside ours."""

    name: str
    values: Mapping[str, float | None]


@dataclass(frozen=True)
class Part:
    """What one input says."""

    name: str
    kind: str
    results: Sequence[SystemScore] = ()
    comparisons: Sequence[PairedScore] = ()
    signature: str = ""
    languages: tuple[str, str] | None = None
    notes: Sequence[str] = ()
    pronouns: Mapping[Place, Pronoun] = field(default_factory=dict)
    texts: Mapping[tuple[str, Place], Passage] = field(default_factory=dict)
    judgements: Mapping[Key, Mapping[Place, Judgement]] = field(default_factory=dict)
    descriptions: Mapping[str, Description] = field(default_factory=dict)
    """How metrics describe themselves."""
    opinions: Mapping[tuple[str, Place], tuple[Opinion, ...]] = field(default_factory=dict)
    said: Mapping[tuple[str, int, int], tuple[Opinion, ...]] = field(default_factory=dict)
    """Opinions by system, segment and position, where the sentence is not known."""
    categories: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """By segment and position."""
    human: Sequence[Human] = ()
    beside: Sequence[Human] = ()
    """Scores by metrics of whole translations."""
    semi: Results | None = None
    """What people and approvals amount to."""

    @property
    def evaluates(self) -> bool:
        """Does it bring systems, and not only figures of them?"""
        return bool(self.results or self.judgements or self.texts)

    @property
    def systems(self) -> list[str]:
        """The systems it speaks of, as they come."""
        named = [result.system for result in self.results]
        named += [system for _, system in self.judgements]
        named += [system for system, _ in self.texts]
        named += [system for system, _, _ in self.said]
        figures = (*self.human, *self.beside)
        named += [system for one in figures for system in one.values]
        return list(dict.fromkeys(named))


@dataclass(frozen=True)
class Content:
    """All inputs together. Pronouns are in the order of the text and known by their index."""

    inputs: Sequence[tuple[str, str]]
    """Name and kind of each."""
    systems: Sequence[str]
    metrics: Sequence[str]
    results: Mapping[Key, SystemScore]
    comparisons: Mapping[Key, PairedScore]
    pronouns: Sequence[Pronoun]
    texts: Mapping[str, Mapping[int, Passage]]
    judgements: Mapping[Key, Mapping[int, Judgement]]
    descriptions: Mapping[str, Description]
    opinions: Mapping[str, Mapping[int, tuple[Opinion, ...]]]
    human: Sequence[Human]
    signatures: Sequence[str]
    languages: tuple[str, str] | None
    notes: Sequence[str]
    beside: Sequence[Human] = ()
    semi: Sequence[Results] = ()

    def judged(self, metric: str) -> bool:
        """Are there single pronouns behind the figures of a metric?"""
        return any(self.judgements.get((metric, system)) for system in self.systems)


def annotated(opinions: Sequence[Opinion]) -> str:
    """The kind of verdict on a pronoun."""
    return decide(opinions).kind if opinions else UNSEEN
