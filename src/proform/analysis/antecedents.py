"""Proposed antecedents: what a pronoun may refer to, where nobody has annotated it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from proform.analysis.nouns import Nouns
from proform.analysis.words import OBJECT, SUBJECT, Wording
from proform.language.readings import genders_of
from proform.model import Occurrence, Segment


class Mention(NamedTuple):
    """A noun of the source, with what the resolver goes by."""

    segment: Segment
    head: int
    number: str
    """sg, pl, or nothing if it may be both."""
    person: bool
    bare: bool
    """A singular without a determiner: more often an adjective or a verb."""
    role: int
    distance: int
    """How many segments before the pronoun."""


@dataclass(frozen=True)
class Resolver:
    """Takes the best noun before a pronoun.

    A noun is a word that the reference translates by one. It must fit the pronoun: in number, a
    thing if the pronoun is it; an object is nothing that stands in its own clause; and in the
    reference, noun and pronoun must not disagree. Of those that fit, one that surely agrees in the
    reference goes first, then the nearest sentence, then a subject before an object before what
    follows a preposition, then the last.
    """

    nouns: Nouns

    @property
    def source(self) -> Wording:
        """What the words of the source say."""
        return self.nouns.source

    def propose(
        self, occurrence: Occurrence, segment: Segment, pronoun: frozenset[str]
    ) -> tuple[Mention, ...]:
        """The mentions that a pronoun may refer to, the best one first.

        `pronoun` is every gender and number that the reference's pronoun may have.
        """
        ranked: list[tuple[tuple[int, int], Mention]] = []
        for mention in self.mentions(occurrence, segment) if self.refers(occurrence) else ():
            if not self._fits(occurrence, segment, mention):
                continue
            certain = self._agrees(occurrence, mention, pronoun)
            if certain is not None:
                key = (self._cost(occurrence, segment, mention, sure=certain), -mention.head)
                ranked.append((key, mention))
        return tuple(mention for _, mention in sorted(ranked, key=lambda pair: pair[0]))

    def _cost(
        self, occurrence: Occurrence, segment: Segment, mention: Mention, *, sure: bool
    ) -> int:
        person = mention.person and self._is_one(occurrence)
        other = mention.role == SUBJECT and self.source.is_object(
            segment.source, occurrence.position
        )
        cost = 3 * (not sure) + 6 * mention.bare + 3 * mention.distance + mention.role
        return cost + 2 * person + OBJECT * other

    def refers(self, occurrence: Occurrence) -> bool:
        """Whether a noun may be what it stands for: not I or you, but mine and yours."""
        readings = self.source.pack.readings(occurrence.form)
        return self._is_free(occurrence) or not all(reading.person < 3 for reading in readings)

    def _is_one(self, occurrence: Occurrence) -> bool:
        """Whether it stands for a noun and is no possessive: one, and not mine."""
        readings = self.source.pack.readings(occurrence.form)
        return self._is_free(occurrence) and all(reading.case != "gen" for reading in readings)

    def _is_free(self, occurrence: Occurrence) -> bool:
        """Whether its number says nothing of what it refers to."""
        return occurrence.form in self.source.pack.free

    def mentions(self, occurrence: Occurrence, segment: Segment) -> Iterator[Mention]:
        """The nouns before the pronoun, from the nearest segment to the furthest."""
        texts = [segment, *reversed(segment.before)]
        for distance, text in enumerate(texts):
            words = text.source
            end = occurrence.position if distance == 0 else len(words)
            nouns = {k for k in self.nouns.mentions(words, text.reference) if k < end}
            for k in sorted(nouns):
                number = self.source.number(words[k])
                if k + 1 in nouns and number == self.source.number(words[k + 1]) != "pl":
                    continue  # the last noun of a compound is its head; but: the bus leaves
                start = self.source.start(words, k)
                yield Mention(
                    text,
                    k,
                    number,
                    person=self.source.is_person(words[k]),
                    bare=number == "sg" and not self.source.is_determiner(words, start),
                    role=self.source.role(words, start, k),
                    distance=distance,
                )

    def _fits(self, occurrence: Occurrence, segment: Segment, mention: Mention) -> bool:
        readings = self.source.pack.readings(occurrence.form)
        numbers = {reading.number for reading in readings}
        if not mention.distance and self.source.in_one_clause(
            segment.source, mention.head, occurrence.position
        ):
            return False
        if not self._is_free(occurrence) and numbers and "" not in numbers:
            if mention.number and mention.number not in numbers:
                return False
            if numbers == {"sg", "pl"} and mention.number == "sg" and not mention.person:
                return False  # they, of a thing
        neuter = {reading.gender for reading in readings} == {"n"}
        return not (neuter and mention.person)

    def _agrees(
        self, occurrence: Occurrence, mention: Mention, pronoun: frozenset[str]
    ) -> bool | None:
        """Surely, perhaps or not at all, in the reference."""
        text = mention.segment
        noun = self.nouns.noun(text.source, mention.head, text.reference)
        if noun is None or not pronoun:
            return False
        of_noun = noun.found.values
        if self._is_free(occurrence):
            of_noun, pronoun = genders_of(of_noun), genders_of(pronoun)
        if not of_noun & pronoun:
            return None
        return of_noun <= pronoun

    def may_be_several(self, form: str, heads: tuple[str, ...]) -> bool:
        """Whether a pronoun like they stands for a singular noun: one person, or a group."""
        numbers = {reading.number for reading in self.source.pack.readings(form)}
        return numbers == {"sg", "pl"} and all(self.source.number(h) != "pl" for h in heads)
