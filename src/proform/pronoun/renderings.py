"""What stands for a pronoun in a translation: what the alignment says, or what a repair finds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from proform.model import OTHER, Rendering, Segment, Step, Translation
from proform.pronoun.occurrences import Pronouns

NOTHING = Rendering((), (), (), Step.NONE, ())


class Renderer(Protocol):
    """Finds what stands for the source word at a position."""

    @property
    def name(self) -> str:
        """What the signature calls it."""

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:
        """The rendering in one translation of the segment."""


@dataclass(frozen=True)
class AsAligned:
    """All aligned words: the pronouns among them, else OTHER."""

    targets: Pronouns
    name: str = "none"

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """The words linked to the position."""
        return rendering(into.alignment.targets(position), into.tokens, self.targets)


def rendering(positions: tuple[int, ...], tokens: Sequence[str], targets: Pronouns) -> Rendering:
    """The words at these positions and their forms to compare."""
    if not positions:
        return NOTHING
    if len(positions) == 1:  # the rule, so without detours
        word = tokens[positions[0]]
        return Rendering(positions, (word,), (targets[word] or OTHER,), Step.ALIGNED, positions)
    words = tuple(tokens[position] for position in positions)
    known = (targets[word] for word in words)
    forms = tuple(form for form in known if form is not None) or (OTHER,)
    return Rendering(positions, words, forms, Step.ALIGNED, positions)


@dataclass(frozen=True)
class PaperRepair:
    """The four-step repair of the APT paper (Miculicich Werlen and Popescu-Belis 2017, 2.3).

    What the paper leaves open is decided so:
    - Several aligned words are pronouns: a likely translation goes before others, a form that is
      nothing but a pronoun before one that may be an article, then the leftmost.
    - Only one neighbour is aligned: its words alone mark the range. Neither is: nothing is found.
    - A word linked to another personal pronoun of the source is that one's, and no candidate.
    - Two candidates equally close to the centre: the leftmost, as in the authors' script.
    - No candidate: what the alignment says stays, and is OTHER.
    """

    targets: Pronouns
    owners: Pronouns
    likely: Mapping[str, Collection[str]]
    ambiguous: Collection[str] = ()
    name: str = "paper"

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:
        """The word linked to the position, the pronoun among several, or one found nearby."""
        aligned = into.alignment.targets(position)
        plain = rendering(aligned, into.tokens, self.targets)
        if len(aligned) == 1 and plain.forms[0] != OTHER:
            return plain
        likely = self.likely.get(form, self.targets.listed)
        if aligned and plain.forms[0] != OTHER:
            return self._pick(aligned, into.tokens, likely)
        nearby = self._search(position, likely, segment.source, into)
        if nearby is None:
            return plain
        place, translation = nearby
        word = into.tokens[place]
        return Rendering((place,), (word,), (translation,), Step.SEARCHED, aligned)

    def _pick(
        self, aligned: tuple[int, ...], tokens: Sequence[str], likely: Collection[str]
    ) -> Rendering:
        options = [
            (form not in likely, form in self.ambiguous, place, form)
            for place in aligned
            if (form := self.targets[tokens[place]]) is not None
        ]
        *_, place, form = min(options)
        return Rendering((place,), (tokens[place],), (form,), Step.PICKED, aligned)

    def _search(
        self, position: int, likely: Collection[str], source: Sequence[str], into: Translation
    ) -> tuple[int, str] | None:
        markers = into.alignment.targets(position - 1, position + 1)
        if not markers:
            return None
        first = max(markers[0] - 1, 0)
        last = min(markers[-1] + 1, len(into.tokens) - 1)
        candidates = [
            (abs(2 * place - first - last), place, form)
            for place in range(first, last + 1)
            if (form := self.targets[into.tokens[place]]) in likely
            and form is not None
            and not self._owned(place, position, source, into)
        ]
        if not candidates:
            return None
        _, place, form = min(candidates)
        return place, form

    def _owned(self, place: int, position: int, source: Sequence[str], into: Translation) -> bool:
        owners = into.alignment.sources(place)
        return any(owner != position and self.owners[source[owner]] for owner in owners)
