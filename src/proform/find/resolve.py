"""Proposed antecedents: what a pronoun may refer to, where nobody has annotated it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proform.find.gender import Gender
from proform.find.noun import nouns_for, spoken
from proform.lexicon.pack import Pack
from proform.lexicon.split import fold
from proform.model import Occurrence, Segment

_SUBJECT, _OBJECT, _OBLIQUE = range(3)


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
    thing if the pronoun is it; and in the reference, noun and pronoun must not disagree. Of those
    that fit, one that surely agrees in the reference goes first, then the nearest sentence, then a
    subject before an object before what follows a preposition, then the last.
    """

    source: Pack
    gender: Gender

    def propose(
        self, occurrence: Occurrence, segment: Segment, pronoun: frozenset[str]
    ) -> tuple[Mention, ...]:
        """The mentions that a pronoun may refer to, the best one first.

        `pronoun` is every gender and number that the reference's pronoun may have.
        """
        ranked = []
        for mention in self.mentions(occurrence, segment):
            if not self._fits(occurrence, mention):
                continue
            found = self._agrees(occurrence, mention, pronoun)
            if found is not None:
                key = (self._cost(mention, sure=found), -mention.head)
                ranked.append((key, mention))
        return tuple(mention for _, mention in sorted(ranked, key=lambda pair: pair[0]))

    def _cost(self, mention: Mention, *, sure: bool) -> float:
        return 3 * (not sure) + 6 * mention.bare + 3 * mention.distance + mention.role

    def mentions(self, occurrence: Occurrence, segment: Segment) -> Iterator[Mention]:
        """The nouns before the pronoun, from the nearest segment to the furthest."""
        texts = [segment, *reversed(segment.before)]
        for distance, text in enumerate(texts):
            end = occurrence.position if distance == 0 else len(text.source)
            nouns = [k for k in range(end) if self._noun(text, k)]
            for k in nouns:
                if not (k + 1 in nouns and text.reference.alignment.targets(k + 1)):
                    word = fold(text.source[k])
                    number, person = self._number(word), self._person(word)
                    start = self._start(text.source, k)
                    bare = number == "sg" and not self.determined(text.source, start)
                    role = self._role(text.source, start, k)
                    yield Mention(text, k, number, person, bare, role, distance)

    def _noun(self, text: Segment, k: int) -> bool:
        if self._pronominal(text.source, k):
            return True
        if not self._content(text.source[k]):
            return False
        words, found = text.reference.tokens, nouns_for(text.source, k, text.reference, self.gender)
        return any(self.gender.is_noun(words, place) for place in found)

    def _pronominal(self, words: Sequence[str], k: int) -> bool:
        """Whether a word stands for a noun that was named before: another one."""
        phrase = self.source.phrase
        if phrase is None or k == 0 or fold(words[k]) not in self.source.free:
            return False
        return fold(words[k - 1]) in phrase.determiners

    def _content(self, token: str) -> bool:
        word, phrase = fold(token), self.source.phrase
        if phrase is None or not any(map(str.isalpha, word)) or word in self.source.inventory:
            return False
        function = phrase.determiners | phrase.prepositions | phrase.verbs | phrase.stops
        return word not in function | phrase.adverbs | phrase.conjunctions | phrase.quantifiers

    def either(self, form: str, heads: Sequence[str]) -> bool:
        """Whether a pronoun like they stands for a singular noun: one person, or a group."""
        numbers = {reading.number for reading in self.source.readings(form)}
        return numbers == {"sg", "pl"} and all(self._number(fold(h)) != "pl" for h in heads)

    def _number(self, word: str) -> str:
        phrase = self.source.phrase
        if phrase is None or word in phrase.invariable | phrase.group | phrase.single:
            return ""
        return "pl" if phrase.plural.fullmatch(word) else "sg"

    def _person(self, word: str) -> bool:
        phrase = self.source.phrase
        return phrase is not None and word in phrase.persons

    def _start(self, words: Sequence[str], head: int) -> int:
        """Where the phrase begins: at its determiner, or after what is no part of it."""
        start = head
        while start and not self.determined(words, start):
            before = words[start - 1]
            if not self.determined(words, start - 1) and not self._content(before):
                break
            start -= 1
        return start

    def determined(self, words: Sequence[str], start: int) -> bool:
        """Whether a word is a determiner."""
        phrase, word = self.source.phrase, fold(words[start])
        return phrase is not None and word in phrase.determiners | phrase.possessives

    def _role(self, words: Sequence[str], start: int, head: int) -> int:
        phrase = self.source.phrase
        if phrase is None:
            return _OBJECT
        if start and fold(words[start - 1]) in phrase.prepositions:
            return _OBLIQUE
        follows = fold(words[head + 1]) if head + 1 < len(words) else ""
        first = not any(self._content(word) for word in words[:start])
        return _SUBJECT if follows in phrase.verbs or first else _OBJECT

    def _fits(self, occurrence: Occurrence, mention: Mention) -> bool:
        numbers = {reading.number for reading in self.source.readings(occurrence.form)}
        free = occurrence.form in self.source.free or not numbers or "" in numbers
        if not free and mention.number and mention.number not in numbers:
            return False
        if numbers == {"sg", "pl"} and not free and mention.number == "sg":  # they, of a thing
            return mention.person
        neuter = {reading.gender for reading in self.source.readings(occurrence.form)} == {"n"}
        return not (neuter and mention.person)

    def _agrees(
        self, occurrence: Occurrence, mention: Mention, pronoun: frozenset[str]
    ) -> bool | None:
        """Surely, perhaps or not at all, in the reference."""
        segment = mention.segment
        places = nouns_for(segment.source, mention.head, segment.reference, self.gender)
        if not places or not pronoun:
            return False
        found = spoken(segment.reference.tokens, places, self.gender).values
        if occurrence.form in self.source.free:
            found, pronoun = _genders(found), _genders(pronoun)
        if not found & pronoun:
            return None
        return found <= pronoun


def _genders(values: frozenset[str]) -> frozenset[str]:
    return frozenset(value.split(".")[0] for value in values)
