"""The values of the domain. Standard library only, no input or output.

Words are counted from 0, segments too. A line of text is its tokens joined by single blanks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

_LONG = 300
"""So many links are looked up in an index; to look through fewer costs less than to make one."""


class _Columns(NamedTuple):
    """Link k joins source word starts[k] and target word ends[k]."""

    starts: Sequence[int]
    ends: Sequence[int]


class Alignment(_Columns):
    """Word links of one segment pair.

    Two columns and not pairs, because most questions are about one word, and those that find no
    link should cost next to nothing.
    """

    @property
    def links(self) -> list[tuple[int, int]]:
        """The links as (source, target) pairs, as they were given."""
        return list(zip(self.starts, self.ends, strict=True))

    def targets(self, *sources: int) -> tuple[int, ...]:
        """Target positions linked to any of these source positions, in order."""
        if len(self.starts) < _LONG:
            return _linked(self.starts, self.ends, sources)
        return _found(self._targets, sources)

    def sources(self, *targets: int) -> tuple[int, ...]:
        """Source positions linked to any of these target positions, in order."""
        if len(self.starts) < _LONG:
            return _linked(self.ends, self.starts, targets)
        return _found(self._sources, targets)

    @cached_property
    def _targets(self) -> dict[int, list[int]]:
        return _index(self.starts, self.ends)

    @cached_property
    def _sources(self) -> dict[int, list[int]]:
        return _index(self.ends, self.starts)


def _index(near: Sequence[int], far: Sequence[int]) -> dict[int, list[int]]:
    index: dict[int, list[int]] = {}
    for one, other in zip(near, far, strict=True):
        index.setdefault(one, []).append(other)
    return index


def _found(index: Mapping[int, Sequence[int]], wanted: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({place for each in wanted for place in index.get(each, ())}))


def _linked(near: Sequence[int], far: Sequence[int], wanted: tuple[int, ...]) -> tuple[int, ...]:
    if len(wanted) == 1:
        times = near.count(wanted[0])
        if times == 0:
            return ()
        place = near.index(wanted[0])
        if times == 1:
            return (far[place],)
        if times == 2:
            a, b = far[place], far[near.index(wanted[0], place + 1)]
            return (a, b) if a < b else (b, a) if b < a else (a,)
        return tuple(sorted({b for a, b in zip(near, far, strict=True) if a in wanted}))
    # A look-up of each costs less than one pass, in a long line.
    return tuple(sorted({end for each in wanted for end in _linked(near, far, (each,))}))


@dataclass(frozen=True, slots=True)
class Translation:
    """One segment of the reference or of a system, with its links to the source."""

    tokens: Sequence[str]
    alignment: Alignment
    antecedents: tuple[tuple[str, ...], ...] = ()
    """In a test suite: the words that stand for the antecedents of the example."""
    pronoun: tuple[int, ...] | None = None
    """In a test suite: the positions that stand for its pronoun, which annotators see."""
    asked: str | None = None
    """In a challenge set: the output as the set's own rule sees it; None where there is none."""
    lost: str = ""
    """In a challenge set: why the translation of the sentence was not found in the output."""
    scores: tuple[float, ...] = ()
    """In a challenge set: of the right version and then of the wrong ones; more is better."""
    system: str = ""
    """Whose it is, for judges that look up what others said of it."""
    number: int = 0
    """Its place among the candidates of its segment, for the same judges."""
    nouns: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """What stands for nouns of the source, once a judge has looked for it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One source segment with its translations."""

    number: int
    document: str | None
    source: Sequence[str]
    reference: Translation
    candidates: Sequence[Translation]
    before: Sequence[Segment] = ()
    """The segments before it in its document, the nearest last, as many as judges look back."""
    tags: Sequence[str] = ()
    """The parts of speech of the source, where a judge asks."""
    antecedents: Mapping[int, Antecedents] = field(default_factory=dict)
    """By the position of a pronoun: what it may refer to, where a judge asks or people say so."""
    more: Sequence[Translation] = ()
    """Further references."""

    @property
    def translations(self) -> tuple[Translation, ...]:
        """The reference, the candidates, then further references."""
        return (self.reference, *self.candidates, *self.more)


class Option(NamedTuple):
    """What a pronoun may refer to: the heads of nouns, mostly one, as (segment, position)."""

    heads: tuple[tuple[int, int], ...]
    probability: float = 1.0


@dataclass(frozen=True, slots=True)
class Antecedents:
    """All that a pronoun may refer to, the most probable first."""

    options: tuple[Option, ...] = ()
    nothing: Mapping[str, float] = field(default_factory=dict)
    """The probability that it stands for no noun, by its category then."""
    pronouns: tuple[Option, ...] = ()
    """Earlier pronouns for the same thing, if the noun is too far away; of `nothing` a part."""
    annotated: bool = False
    """Somebody said so."""

    @property
    def share(self) -> float:
        """The sum of all probabilities."""
        return sum(option.probability for option in self.options) + sum(self.nothing.values())

    def or_else(self, others: Antecedents) -> Antecedents:
        """The same, with others for what its own probabilities leave."""
        rest, shares = 1 - self.share, dict[tuple[tuple[int, int], ...], float]()
        for option in self.options:
            shares[option.heads] = option.probability
        for option in others.options:
            shares[option.heads] = shares.get(option.heads, 0.0) + rest * option.probability
        nothing = dict(self.nothing)
        for kind, probability in others.nothing.items():
            nothing[kind] = nothing.get(kind, 0.0) + rest * probability
        options = sorted((Option(*pair) for pair in shares.items()), key=lambda o: -o.probability)
        pronouns = tuple(Option(o.heads, rest * o.probability) for o in others.pronouns)
        return Antecedents(tuple(options), nothing, pronouns, self.annotated)


class Occurrence(NamedTuple):
    """One pronoun to evaluate: a token of the source (or of the reference, if anchored there).

    A named tuple, as are other values of which there are millions: a frozen dataclass takes three
    times as long to make.
    """

    segment: int
    position: int
    token: str
    form: str
    document: str | None
    category: str | None = None
    example: int | None = None
    """Its number in a test suite."""
    traits: tuple[tuple[str, str], ...] = ()
    """What else scores are broken down by, such as the distance to its antecedent."""
    proposed: tuple[tuple[str, float], ...] = ()
    """The categories that it may have, with their probabilities, if nobody says which."""


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of pronoun. If it agrees, it is right only together with its antecedent."""

    name: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class Antecedent:
    """What a pronoun refers to: source words first to last of a segment, and the head in them."""

    segment: int
    first: int
    last: int
    head: int


@dataclass(frozen=True, slots=True)
class Example:
    """A source pronoun that was picked for a test suite; numbered within the suite from 1."""

    number: int
    segment: int
    position: int
    token: str
    category: str
    antecedents: tuple[Antecedent, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A wrong translation of an example's sentences: what stands in it for the right form."""

    sentences: tuple[str, ...]
    """Raw text: those of the context, as far as they are known, and the sentence in question."""
    form: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    """What a challenge set asks of an example."""

    first: int
    """The segment in which its context begins."""
    expected: tuple[str, ...] = ()
    """The forms that are right, in lower case; empty: the set names none."""
    excluded: tuple[str, ...] = ()
    """The forms that stand in wrong versions."""
    right: tuple[str, ...] = ()
    """The right version, as the wrong ones have it."""
    versions: tuple[Version, ...] = ()
    distance: int | None = None
    """How many segments before the pronoun its antecedent stands."""
    intrasegmental: bool | None = None
    rule: str = ""
    kind: str = ""
    pair: str = ""
    """Source pronoun and right form, such as it:elle."""
    place: int = 0
    """Where the right version stands among all versions, in the set's order of scores."""


class Step(Enum):
    """How the translation of an occurrence was found."""

    ALIGNED = "aligned"
    PICKED = "picked among several aligned words"
    SEARCHED = "found near the translations of the neighbouring words"
    ACCEPTED = "found right by annotators"
    DROPPED = "dropped, but shown by its verb"
    NONE = "not found"


class Chances(NamedTuple):
    """How probable it is that a pronoun looks as it does, if it stands for a certain thing."""

    right: float = 0.0
    """If it is right, and another would be wrong."""
    wrong: float = 0.0
    """If it is wrong."""
    safe: float = 0.0
    """Right or wrong: it is what anybody would say, or shows no gender."""
    open: float = 0.0
    """Right or wrong, because nothing is known of the thing."""
    misfit: float = 0.0
    """That it does not fit, whatever else a wrong one might look like."""

    @property
    def usual(self) -> bool:
        """May it look so, if it is right?"""
        return bool(self.right or self.safe)


class Fit(NamedTuple):
    """An option as one translation has it."""

    probability: float
    heads: tuple[str, ...]
    """Its words in the source; for no noun, the category."""
    places: tuple[tuple[int, int], ...]
    noun: str
    """What stands for them in the translation."""
    looks: str
    """Gender and number of that, in words, and what tells them."""
    chances: Chances


class Said(NamedTuple):
    """What somebody elsewhere says of a pronoun."""

    probability: float
    """That it is right."""
    why: str = ""
    same: float | None = None
    """How probably two of their answers are the same, if they were asked several times."""


class Rendering(NamedTuple):
    """What stands for an occurrence in one translation."""

    positions: tuple[int, ...]
    tokens: tuple[str, ...]
    forms: tuple[str, ...]
    step: Step
    links: tuple[int, ...]
    """The positions that the alignment links to it, before any repair."""
    antecedents: tuple[tuple[str, ...], ...] = ()
    """The words that stand for its antecedents, where they are known."""
    asked: str | None = None
    """In a challenge set: as in the translation, as are the others."""
    lost: str = ""
    scores: tuple[float, ...] = ()
    fits: tuple[Fit, ...] = ()
    """Whether it fits what it may refer to, where a judge asks."""
    more: tuple[tuple[Fit, ...], ...] = ()
    """The same of further references."""
    shown: str = ""
    """The pronoun, the word that shows its gender or number, and these in words."""
    said: Said | None = None
    """What somebody elsewhere says of it."""


class Verdict(Enum):
    """What a judge thinks of one pronoun."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNDECIDED = "undecided"


class Decision(NamedTuple):
    """What one judge says of one occurrence in one translation, and why."""

    occurrence: Occurrence
    verdict: Verdict
    reason: str
    reference: Rendering
    candidate: Rendering
    statistics: tuple[float, ...]
    cell: tuple[str, str] | None = None
    """Its place in the confusion matrix, if any: the forms in reference and candidate."""
    wrong: float | None = None
    """How probable it is that the pronoun is wrong, if the judge says so."""


OTHER = "OTHER"
"""The form of a translation that is no listed pronoun."""

NONE = "NONE"
"""The form of a translation that is not there."""

DROPPED = "ø"
"""The form of a subject that has no word, but a verb that shows it."""
