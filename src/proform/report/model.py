"""What a page is made of: pronouns, what metrics and people say of them, figures of systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote, urlencode

from proform.human.opinion import Opinion
from proform.human.verdict import decide
from proform.judge.base import Description
from proform.model import Antecedent
from proform.scoring.judgements import Judgement
from proform.scoring.result import PairedScore, SystemScore
from proform.scoring.significance import PairTest, WeakSpot
from proform.semi.counts import Results
from proform.suite.suite import Spot

Key = tuple[str, str]
"""A metric and a system."""

NamedScores = Mapping[str, Mapping[str, float | None]]
"""Scores from elsewhere, by their name and by system."""

UNSEEN = "none"
"""Nobody was asked, in place of a kind of verdict."""

STEPS = 20
"""Shades of a heat map."""


class PronounPlace(NamedTuple):
    """Where a pronoun is. Inputs that agree on it speak of the same pronoun.

    The position is one of the reference if the metric starts from there. The sentence is part of
    it, so that texts of different corpora are never mixed up.
    """

    segment: int
    position: int
    source: str
    anchored: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """The lines of a translation around a pronoun, and where its antecedents are in them."""

    lines: tuple[str, ...]
    antecedents: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun of the source and what is known of it."""

    place: PronounPlace
    token: str
    form: str
    document: str | None = None
    category: str | None = None
    example: int | None = None
    """Its number in the test suite, if it comes from one."""
    note: str = ""
    antecedents: tuple[Antecedent, ...] = ()
    segments: tuple[int, ...] = ()
    """The segments that are shown, its own among them; each text has a line for each of them."""
    source: tuple[str, ...] = ()
    reference: Passage | None = None


@dataclass(frozen=True)
class Part:
    """What one input says."""

    name: str
    kind: str
    results: Sequence[SystemScore] = ()
    comparisons: Sequence[PairedScore] = ()
    pairs: Sequence[PairTest] = ()
    weak: Sequence[WeakSpot] | None = None
    signature: str = ""
    languages: tuple[str, str] | None = None
    notes: Sequence[str] = ()
    pronouns: Mapping[PronounPlace, Pronoun] = field(default_factory=dict)
    texts: Mapping[tuple[str, PronounPlace], Passage] = field(default_factory=dict)
    judgements: Mapping[Key, Mapping[PronounPlace, Judgement]] = field(default_factory=dict)
    descriptions: Mapping[str, Description] = field(default_factory=dict)
    """How metrics describe themselves."""
    opinions: Mapping[tuple[str, PronounPlace], tuple[Opinion, ...]] = field(default_factory=dict)
    said: Mapping[tuple[str, int, int], tuple[Opinion, ...]] = field(default_factory=dict)
    """Opinions by system, segment and position, where the sentence is not known."""
    categories: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """By segment and position."""
    human: NamedScores = field(default_factory=dict)
    beside: NamedScores = field(default_factory=dict)
    """Scores by metrics of whole translations."""
    semi: Results | None = None

    @property
    def evaluates(self) -> bool:
        """Does it bring systems, and not only figures of them?"""
        return bool(self.results or self.judgements or self.texts)

    @property
    def systems(self) -> list[str]:
        """The systems it speaks of, in its own order."""
        figures = (*self.human.values(), *self.beside.values())
        named = [
            *(result.system for result in self.results),
            *(system for _, system in self.judgements),
            *(system for system, _ in self.texts),
            *(system for system, _, _ in self.said),
            *(system for values in figures for system in values),
        ]
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
    human: NamedScores
    signatures: Sequence[str]
    languages: tuple[str, str] | None
    notes: Sequence[str]
    beside: NamedScores = field(default_factory=dict)
    semi: Sequence[Results] = ()
    pairs: Sequence[PairTest] = ()
    weak: Mapping[str, Sequence[WeakSpot]] = field(default_factory=dict)
    """By metric, where that was tested."""

    @property
    def judged(self) -> list[str]:
        """The metrics with single pronouns behind their figures."""
        behind = {metric for (metric, _), column in self.judgements.items() if column}
        return [metric for metric in self.metrics if metric in behind]


def annotated(opinions: Sequence[Opinion]) -> str:
    """The kind of verdict on a pronoun."""
    return decide(opinions).kind if opinions else UNSEEN


def query(**filters: str | None) -> str:
    """A link to the examples that pass these filters."""
    wanted = {key: value for key, value in filters.items() if value is not None}
    return f"#examples?{urlencode(wanted, quote_via=quote)}"
