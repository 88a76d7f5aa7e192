"""Gender and number of a pronoun and of its antecedent, in one translation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple

from proform.analysis.antecedents import Resolver
from proform.analysis.gender import Gender
from proform.analysis.nouns import Noun
from proform.analysis.pronouns import Evidence, Showing
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import OTHER, Occurrence, Referring, Rendering, Segment, Step, Translation

_NEIGHBOURS = 4
"""So far from a source pronoun, words tell where its translation is."""
_FAR = 7
"""So far from there it is looked for."""


class Head(NamedTuple):
    """The head of an antecedent: a word of a segment."""

    segment: Segment
    position: int

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the text."""
        return self.segment.number, self.position


class Heads(NamedTuple):
    """Antecedents, and nouns that a pronoun might refer to as well."""

    found: tuple[Head, ...]
    rivals: tuple[Head, ...]


@dataclass(frozen=True)
class Referrer:
    """Finds antecedents in translations, and what tells whether a pronoun agrees with them."""

    target: Pack
    resolver: Resolver

    @property
    def gender(self) -> Gender:
        """What tells gender and number of the target's nouns."""
        return self.resolver.nouns.gender

    @cached_property
    def showing(self) -> Showing:
        """What tells pronouns, and what they show."""
        return Showing(self.target, self.gender)

    def antecedents(self, occurrence: Occurrence, segment: Segment, expected: Rendering) -> Heads:
        """Those that were annotated, else the one that is proposed, by what the reference says.

        Annotated ones have rivals: other nouns that fit, and stand nearer to the pronoun.
        Translations that say things in another way make it refer to these.
        """
        shown = self._shown(occurrence, expected, segment.reference)
        mentions = () if shown.neutral else self.resolver.propose(occurrence, segment, shown.values)
        proposed = tuple(Head(mention.segment, mention.head) for mention in mentions)
        if segment.antecedents is None:
            return Heads(proposed[:1], ())
        texts = {text.number: text for text in (*segment.before, segment)}
        annotated = tuple(
            Head(texts[one.segment], one.head)
            for one in segment.antecedents
            if one.segment in texts
        )
        last = max((head.place for head in annotated), default=())
        return Heads(annotated, tuple(head for head in proposed if head.place > last))

    def referring(
        self,
        occurrence: Occurrence,
        heads: Heads,
        segment: Segment,
        into: Translation,
        rendering: Rendering,
    ) -> Referring:
        """What is known of a pronoun and of the translations of its antecedents."""
        shown = self._shown(occurrence, rendering, into)
        nouns = [noun for head in heads.found if (noun := self._noun(head, segment, into))]
        known = [noun.found for noun in nouns]
        complete = len(known) == len(heads.found)
        sources = tuple(dict.fromkeys(name for one in known for name in one.sources))
        rivals = (self._noun(head, segment, into) for head in heads.rivals)
        return Referring(
            pronoun=shown.values,
            antecedent=(
                self.gender.together([one.values for one in known]) if complete else frozenset()
            ),
            forms=rendering.forms,
            shown=shown.words,
            heads=tuple(head.segment.source[head.position] for head in heads.found),
            places=tuple(head.place for head in heads.found),
            nouns=tuple(noun.words for noun in nouns),
            sources=sources,
            proposed=segment.antecedents is None,
            neutral=shown.neutral,
            name=len(heads.found) == 1 and self._is_name(heads.found[0]) and not any(sources),
            rival=next(
                (noun.words for noun in rivals if noun and noun.found.values <= shown.values), ""
            ),
        )

    def _shown(self, occurrence: Occurrence, rendering: Rendering, into: Translation) -> Evidence:
        """What a pronoun shows; das for one is neuter, and not for anything."""
        shown = self.showing.shown(rendering, into)
        named = {f"{gender}.sg" for gender in self.target.agree.genders}
        definite = len(shown.values) == 1 and shown.values <= named
        if definite and occurrence.form in self.resolver.source.pack.free:
            return shown._replace(neutral=False)
        return shown

    def _is_name(self, head: Head) -> bool:
        return head.position > 0 and head.segment.source[head.position][:1].isupper()

    def _noun(self, head: Head, segment: Segment, into: Translation) -> Noun | None:
        text = _same(segment, into, head.segment)
        return self.resolver.nouns.noun(head.segment.source, head.position, text)

    def is_loose(self, forms: Sequence[str], heads: Sequence[str]) -> bool:
        """Whether a pronoun may stand for all that was said of its antecedent.

        Any may if that is as general as a thing, for then other words name it, too; one like
        German es may if it is abstract.
        """
        source = self.resolver.source
        return source.is_general(heads) or (self.are_loose(forms) and source.is_abstract(heads))

    def are_loose(self, forms: Sequence[str]) -> bool:
        """Whether all are like German es."""
        return all(form in self.target.agree.loose for form in forms)

    def locate(
        self, occurrence: Occurrence, rendering: Rendering, segment: Segment, into: Translation
    ) -> Rendering:
        """The same, or a better one if it is no pronoun that shows anything; for you, the same.

        That is a pronoun that shows gender or number, is no article and belongs to no other pronoun
        of the source; of several, the nearest to where the alignment or its place in the sentence
        suggests.
        """
        if not self.resolver.refers(occurrence):
            return rendering
        usable = [
            place
            for place in rendering.positions
            if self.showing.is_usable(place, into)
            and (
                rendering.step is not Step.SEARCHED
                or self._has_role(place, occurrence, segment, into)
            )
        ]
        if usable:
            return (
                rendering if rendering.forms != (OTHER,) else self._at(usable[0], into, rendering)
            )
        near = self._expected(occurrence.position, segment.source, into)
        reach = range(max(ceil(near - _FAR), 0), min(int(near + _FAR) + 1, len(into.tokens)))
        places = [
            (abs(place - near), place)
            for place in reach
            if self.showing.is_usable(place, into)
            and self._has_kind(occurrence, place, into)
            and self._likely(occurrence.form, place, into)
            and self._has_role(place, occurrence, segment, into)
            and not self._owned(place, occurrence, segment, into)
        ]
        if places:
            return self._at(min(places)[1], into, rendering)
        if not rendering.forms or any(
            self.showing.is_pronoun(place, into) for place in rendering.positions
        ):
            return rendering  # on shows nothing, but APT knows it
        return rendering._replace(forms=(OTHER,))

    def _at(self, place: int, into: Translation, rendering: Rendering) -> Rendering:
        step = rendering.step if place in rendering.links else Step.SEARCHED
        word = into.tokens[place]
        return Rendering((place,), (word,), (self.showing.form(word),), step, rendering.links)

    def _likely(self, form: str, place: int, into: Translation) -> bool:
        """Whether a word may stand for a pronoun to which nothing links it: in number, surely."""
        pack = self.resolver.source.pack
        number = pack.number(form)
        found = self.showing.form(into.tokens[place])
        every = all if found in self.target.agree.determiners else any
        return form in pack.free or every(
            reading.number == number for reading in self.showing.readings(found)
        )

    def _has_kind(self, occurrence: Occurrence, place: int, into: Translation) -> bool:
        """Whether a word can stand for such a pronoun: einer for one, and not for it."""
        form, agree = self.showing.form(into.tokens[place]), self.target.agree
        if occurrence.form in self.resolver.source.pack.free or form not in agree.forms:
            return True
        return form not in agree.determiners

    def _has_role(
        self, place: int, occurrence: Occurrence, segment: Segment, into: Translation
    ) -> bool:
        """Whether a word is no adverb, unless a preposition stands before the pronoun."""
        if self.showing.form(into.tokens[place]) not in self.target.agree.oblique:
            return True
        phrase, before = self.resolver.source.phrase, segment.source[: occurrence.position][-1:]
        return phrase is None or any(
            fold(word) in phrase.prepositions | phrase.particles for word in before
        )

    def _owned(
        self, place: int, occurrence: Occurrence, segment: Segment, into: Translation
    ) -> bool:
        source, position = self.resolver.source.pack, occurrence.position
        others = set(into.alignment.sources(place)) - {position}
        if position and self.resolver.source.is_determiner(segment.source, position - 1):
            others.discard(position - 1)  # this one
        words = (segment.source[other] for other in others)
        return any(source.splitter.find(word, source.inventory) for word in words)

    def _expected(self, position: int, source: Sequence[str], into: Translation) -> float:
        for step in range(_NEIGHBOURS):
            sides = range(max(position - step, 0), min(position + step + 1, len(source)))
            if places := into.alignment.targets(*sides):
                return sum(places) / len(places)
        return position * len(into.tokens) / len(source)


def _same(segment: Segment, into: Translation, other: Segment) -> Translation:
    """The translation of another segment that goes with a translation of this one."""
    if into is segment.reference:
        return other.reference
    for mine, theirs in zip(segment.candidates, other.candidates, strict=True):
        if mine is into:
            return theirs
    raise AssertionError("a translation is one of the segment's")
