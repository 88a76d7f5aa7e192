"""A test suite as a value: a source text, the pronouns picked in it, and translations of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from proform.analysis.antecedents import SourceText
from proform.errors import ProformError
from proform.language.forms import fold
from proform.model import (
    Alignment,
    Antecedent,
    Category,
    Challenge,
    Example,
    Segment,
    Translation,
)
from proform.pronoun.renderings import Renderer


class Document(NamedTuple):
    """A run of segments, both ends included."""

    name: str
    first: int
    last: int


class Spot(NamedTuple):
    """A word of a translation."""

    segment: int
    position: int


@dataclass(frozen=True, slots=True)
class Placed:
    """The words that stand for an example in a translation, and for each of its antecedents."""

    pronoun: tuple[Spot, ...] = ()
    antecedents: tuple[tuple[Spot, ...], ...] = ()


_NOWHERE = Placed()


@dataclass(frozen=True, slots=True)
class Output:
    """What a system wrote for an example of a challenge set, and what of it is the translation."""

    raw: str
    """With its context, as it was given."""
    own: str = ""
    """The part of it that the set's own script goes by."""
    lost: str = ""
    """Why the translation of the sentence in question was not found in it."""
    remark: str = ""
    """What is no translation: what a language model said around it."""


@dataclass(frozen=True)
class Target:
    """A translation of a suite's source, by a system or the reference; it may lack links."""

    name: str
    lines: Sequence[str]
    links: Sequence[str] | None = None
    """Pharaoh lines."""
    placed: Mapping[int, Placed] = field(default_factory=dict)
    """For each example, by its number."""
    how: str = ""
    """How it was aligned, for a signature."""
    outputs: Mapping[int, Output] = field(default_factory=dict)
    """Of a challenge set: what the system wrote for each example."""
    scores: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """Of a challenge set: for each example, of the right version and of the wrong ones."""

    def tokens(self, segment: int) -> list[str]:
        """The words of a segment; none where there is only a score."""
        return words(self.lines[segment]) if self.lines else []

    def words(self, spots: Iterable[Spot]) -> tuple[str, ...]:
        """The words at these places."""
        return tuple(words(self.lines[spot.segment])[spot.position] for spot in spots)

    def positions(self, example: Example) -> tuple[int, ...]:
        """Where the words stand that are marked for an example's pronoun."""
        spots = self.placed.get(example.number, _NOWHERE).pronoun
        return tuple(spot.position for spot in spots if spot.segment == example.segment)

    def alignment(self, example: Example) -> Alignment:
        """The links of an example's segment; where there are none, its own as it was placed."""
        if self.links is not None:
            return parse(self.links[example.segment])
        return _alignment((example.position, position) for position in self.positions(example))

    def earlier(self, example: Example, segment: int) -> Alignment:
        """The links of another segment, at least those of the example's antecedents."""
        if self.links is not None:
            return parse(self.links[segment])
        known = self.placed.get(example.number, _NOWHERE).antecedents
        placed = zip(example.antecedents, known, strict=False)
        return _alignment(
            (antecedent.head, spot.position)
            for antecedent, spots in placed
            for spot in spots
            if antecedent.segment == spot.segment == segment
        )

    def antecedents(self, example: Example) -> tuple[tuple[str, ...], ...]:
        """The words that stand for each antecedent of an example."""
        return tuple(map(self.words, self.placed.get(example.number, _NOWHERE).antecedents))


@dataclass(frozen=True)
class Suite:
    """Source pronouns that were picked and categorised."""

    name: str
    source_language: str
    target_language: str
    source: tuple[str, ...]
    documents: tuple[Document, ...]
    categories: tuple[Category, ...]
    examples: tuple[Example, ...]
    set: str = ""
    """The format of the challenge set that it is, whose own definitions hold; else empty."""
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    """What a challenge set asks of each example, by its number."""

    @property
    def languages(self) -> str:
        """The pair, such as en-fr."""
        return f"{self.source_language}-{self.target_language}"

    @cached_property
    def agreeing(self) -> frozenset[str]:
        """The categories that need agreement with the antecedent."""
        return frozenset(category.name for category in self.categories if category.agrees)

    def words(self, segment: int) -> list[str]:
        """The words of a source segment."""
        return words(self.source[segment])

    def document(self, segment: int) -> str | None:
        """The name of the document that a segment belongs to, if it is part of one."""
        index = bisect_right(self._starts, segment) - 1
        inside = index >= 0 and segment <= self.documents[index].last
        return self.documents[index].name if inside else None

    @cached_property
    def _starts(self) -> list[int]:
        return [document.first for document in self.documents]

    def texts(self) -> dict[int, SourceText]:
        """Its segments, and where its pronouns stand in them."""
        places: dict[int, list[int]] = {}
        for example in self.examples:
            places.setdefault(example.segment, []).append(example.position)
        return {
            number: SourceText(self.document(number), self.words(number), places.get(number, ()))
            for number in range(len(self.source))
        }

    def context(self, example: Example) -> range:
        """From the segment before the first antecedent, or before the pronoun, to the last of them.

        Where a document begins, nothing stands before.
        """
        segments = [example.segment, *(antecedent.segment for antecedent in example.antecedents)]
        first, last = min(segments), max(segments)
        begins = any(document.first == first for document in self.documents)
        return range(first if begins else max(first - 1, 0), last + 1)

    def head(self, antecedent: Antecedent) -> str:
        """The head word of an antecedent."""
        return self.words(antecedent.segment)[antecedent.head]

    def checked(self) -> Suite:
        """The same, or a complaint of what does not fit together."""
        known = {category.name for category in self.categories}
        for example in self.examples:
            for problem in _problems(self, example, known):
                raise ProformError(f"example {example.number}: {problem}")
        return self


def words(line: str) -> list[str]:
    """The tokens of a line."""
    return line.split(" ") if line else []


def parse(line: str) -> Alignment:
    """A Pharaoh line that was checked before."""
    pairs = (pair.split("-") for pair in line.split())
    return _alignment((int(i), int(j)) for i, j in pairs)


def _alignment(pairs: Iterable[tuple[int, int]]) -> Alignment:
    positions = list(pairs)
    return Alignment([i for i, _ in positions], [j for _, j in positions])


def place(suite: Suite, target: Target, renderer: Renderer | None = None) -> Target:
    """The target, with what its links say of each example.

    For its pronoun that is what the renderer finds, if there is one; where that finds nothing, the
    linked words, so that annotators see what the aligner took for it.
    """
    links = target.links
    if links is None:
        raise ProformError(f"{target.name}: no alignment to find the pronouns by")

    def linked(segment: int, position: int) -> tuple[Spot, ...]:
        return tuple(Spot(segment, word) for word in parse(links[segment]).targets(position))

    def repaired(example: Example) -> tuple[Spot, ...]:
        if renderer is None:
            return ()
        here = example.segment
        into = Translation(target.tokens(here), parse(links[here]))
        segment = Segment(here, None, suite.words(here), into, ())
        rendering = renderer.render(example.position, fold(example.token), segment, into)
        return tuple(Spot(here, position) for position in rendering.positions)

    placed = {
        example.number: Placed(
            repaired(example) or linked(example.segment, example.position),
            tuple(linked(a.segment, a.head) for a in example.antecedents),
        )
        for example in suite.examples
    }
    return replace(target, placed=placed)


def _problems(suite: Suite, example: Example, known: set[str]) -> Iterable[str]:
    if example.category not in known:
        yield f"category {example.category!r} is not defined"
    if not 0 <= example.segment < len(suite.source):
        yield f"there is no segment {example.segment}, the source has {len(suite.source)}"
        return
    tokens, where = suite.words(example.segment), example.position
    if not 0 <= where < len(tokens):
        yield f"segment {example.segment} has no word {where}, it has {len(tokens)}"
    elif tokens[where] != example.token:
        yield f"word {where} of {example.segment} is {tokens[where]!r}, not {example.token!r}"
    for antecedent in example.antecedents:
        if not 0 <= antecedent.segment < len(suite.source):
            yield f"its antecedent is in segment {antecedent.segment}, which does not exist"
            continue
        length = len(suite.words(antecedent.segment))
        if not 0 <= antecedent.first <= antecedent.head <= antecedent.last < length:
            span = f"{antecedent.first} to {antecedent.last}, head {antecedent.head}"
            yield f"its antecedent ({span}) is not inside segment {antecedent.segment}"
