"""Proposed antecedents: what a pronoun may refer to, where nobody has annotated it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proform.find.gender import Found, Gender
from proform.find.noun import nouns_for, spoken
from proform.lexicon.pack import Pack
from proform.lexicon.split import fold
from proform.model import Occurrence, Segment, Translation

_DETERMINED = 3
"""So far before a noun its determiner may stand."""
_SUBJECT, _OBJECT, _OBLIQUE = range(3)


class Noun(NamedTuple):
    """What stands for a source noun in a translation."""

    words: str
    found: Found


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
    reference, noun and pronoun must not disagree. Of those that fit, one that surely agrees in the reference goes first, then the nearest sentence, then a
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
            if not self._fits(occurrence, segment, mention):
                continue
            found = self._agrees(occurrence, mention, pronoun)
            if found is not None:
                key = (self._cost(occurrence, mention, sure=found), -mention.head)
                ranked.append((key, mention))
        return tuple(mention for _, mention in sorted(ranked, key=lambda pair: pair[0]))

    def _cost(self, occurrence: Occurrence, mention: Mention, *, sure: bool) -> int:
        one = occurrence.form in self.source.free and mention.person and not self._owns(occurrence)
        cost = 3 * (not sure) + 6 * mention.bare + 3 * mention.distance + mention.role
        return cost + 2 * one

    def _owns(self, occurrence: Occurrence) -> bool:
        """Whether it is a possessive, mine, and not one."""
        return any(reading.case == "gen" for reading in self.source.readings(occurrence.form))

    def mentions(self, occurrence: Occurrence, segment: Segment) -> Iterator[Mention]:
        """The nouns before the pronoun, from the nearest segment to the furthest."""
        texts = [segment, *reversed(segment.before)]
        for distance, text in enumerate(texts):
            end = occurrence.position if distance == 0 else len(text.source)
            nouns = [k for k in range(end) if self._noun(text, k)]
            for k in nouns:
                word = text.source[k]
                number, person = self.number(word), self._person(word)
                if k + 1 not in nouns or number == "pl":  # the last noun of a compound is its head
                    start = self._start(text.source, k)
                    bare = number == "sg" and not self.determined(text.source, start)
                    role = self._role(text.source, start, k)
                    yield Mention(text, k, number, person, bare, role, distance)

    def _noun(self, text: Segment, k: int) -> bool:
        if self._pronominal(text.source, k):
            return True
        if not self._nominal(text.source, k):
            return False
        words, links = text.reference.tokens, text.reference.alignment
        linked = [place for place in links.targets(k) if self.gender.is_content(words, place)]
        if linked:
            return any(self.gender.is_introduced(words, place) for place in linked)
        number = self.number(text.source[k])
        shared = number == "pl" or self.determined(text.source, max(k - 1, 0))  # wind turbines
        places = nouns_for(text.source, k, text.reference, self.gender, number)
        return self._follows_determiner(text, k) and any(
            self.gender.is_introduced(words, place)
            and {*links.sources(place)} <= ({k - 1, k} if shared else {k})
            for place in places
        )

    def _follows_determiner(self, text: Segment, k: int) -> bool:
        """Whether a determiner stands before a word, perhaps with others between."""
        start = max(k - _DETERMINED, 0)
        return any(self.determined(text.source, before) for before in range(start, k))

    def _nominal(self, words: Sequence[str], k: int) -> bool:
        """Whether a word may be a noun: no participle, unless a determiner stands before it."""
        phrase, word = self.source.phrase, fold(words[k])
        if phrase is None or not self._content(word) or word in phrase.indefinite:
            return False
        verbal = phrase.present.fullmatch(word) or phrase.past.fullmatch(word)
        return not verbal or word in phrase.nouns or (k > 0 and self.determined(words, k - 1))

    def noun(self, source: Sequence[str], head: int, into: Translation) -> Noun | None:
        """What stands for a head, and its gender and number.

        The number is the head's if it can be. A name has the gender that its article shows, not
        that of the word it is made of. Several people are masculine, if their word is of both.
        """
        word = source[head]
        number = self.number(word)
        places = nouns_for(source, head, into, self.gender, number)
        if not places:
            return None
        name = head > 0 and word[:1].isupper()
        found = spoken(into.tokens, places, self.gender.of_names if name else self.gender)
        fitting = (value for value in found.values if value.endswith(number))
        same = frozenset(fitting)
        if same == {"m.pl", "f.pl"} and (self._person(word) or self._group(word)):
            same = frozenset({"m.pl"})
        words = " ".join(into.tokens[place] for place in places)
        return Noun(words, Found(same or found.values, found.sources))

    def _pronominal(self, words: Sequence[str], k: int) -> bool:
        """Whether a word stands for a noun that was named before: another one."""
        phrase = self.source.phrase
        if phrase is None or k == 0 or fold(words[k]) not in self.source.free:
            return False
        return fold(words[k - 1]) in phrase.determiners

    def _content(self, token: str) -> bool:
        word, phrase = fold(token), self.source.phrase
        if phrase is None or not word[:1].isalnum() or word in self.source.inventory:
            return False
        function = phrase.determiners | phrase.prepositions | phrase.verbs | phrase.stops
        others = phrase.adverbs | phrase.conjunctions | phrase.quantifiers | phrase.particles
        return word not in function | others | phrase.demonstratives

    def either(self, form: str, heads: Sequence[str]) -> bool:
        """Whether a pronoun like they stands for a singular noun: one person, or a group."""
        numbers = {reading.number for reading in self.source.readings(form)}
        return numbers == {"sg", "pl"} and all(self.number(h) != "pl" for h in heads)

    def number(self, token: str) -> str:
        """sg, pl, or nothing if a noun may be both."""
        phrase, word = self.source.phrase, fold(token)
        if phrase is None or word in phrase.invariable | phrase.single:
            return ""
        if phrase.plural.fullmatch(word):
            return "pl"
        return "" if word in phrase.group else "sg"

    def _person(self, token: str) -> bool:
        """Whether it is a word for people, in the singular or the plural."""
        phrase, word = self.source.phrase, fold(token)
        if phrase is None:
            return False
        return bool({word, word.removesuffix("s"), re.sub("men$", "man", word)} & phrase.persons)

    def _group(self, token: str) -> bool:
        return self.source.phrase is not None and fold(token) in self.source.phrase.group

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
        if phrase is None:
            return False
        if word in phrase.demonstratives:  # that vase, but not: that is
            following = words[start + 1] if start + 1 < len(words) else ""
            return self._content(following) or fold(following) in self.source.free
        return word in phrase.determiners | phrase.possessives

    def _role(self, words: Sequence[str], start: int, head: int) -> int:
        phrase = self.source.phrase
        if phrase is None:
            return _OBJECT
        if start and fold(words[start - 1]) in phrase.prepositions:
            return _OBLIQUE
        follows = fold(words[head + 1]) if head + 1 < len(words) else ""
        first = not any(self._content(word) for word in words[:start])
        return _SUBJECT if follows in phrase.verbs or first else _OBJECT

    def _fits(self, occurrence: Occurrence, segment: Segment, mention: Mention) -> bool:
        numbers = {reading.number for reading in self.source.readings(occurrence.form)}
        free = occurrence.form in self.source.free or not numbers or "" in numbers
        if not free and mention.number and mention.number not in numbers:
            return False
        if not mention.distance and self._same_clause(occurrence, segment, mention):
            return False
        if numbers == {"sg", "pl"} and not free and mention.number == "sg":  # they, of a thing
            return mention.person
        neuter = {reading.gender for reading in self.source.readings(occurrence.form)} == {"n"}
        return not (neuter and mention.person)

    def _same_clause(self, occurrence: Occurrence, segment: Segment, mention: Mention) -> bool:
        """Whether a pronoun is the object of a clause in which the mention stands before it."""
        phrase = self.source.phrase
        if phrase is None or occurrence.form in self.source.free:
            return False
        words = [fold(word) for word in segment.source]
        borders = phrase.stops | phrase.conjunctions | phrase.clauses
        before = words[occurrence.position - 1]
        subject = before in borders | phrase.verbs or not any(map(str.isalpha, before))
        between = words[mention.head + 1 : occurrence.position]
        closed = not any(w in borders or not any(map(str.isalpha, w)) for w in between)
        return closed and not subject

    def _agrees(
        self, occurrence: Occurrence, mention: Mention, pronoun: frozenset[str]
    ) -> bool | None:
        """Surely, perhaps or not at all, in the reference."""
        text = mention.segment
        noun = self.noun(text.source, mention.head, text.reference)
        if noun is None or not pronoun:
            return False
        found = noun.found.values
        if occurrence.form in self.source.free:
            found, pronoun = _genders(found), _genders(pronoun)
        if not found & pronoun:
            return None
        return found <= pronoun


def _genders(values: frozenset[str]) -> frozenset[str]:
    return frozenset(value.split(".")[0] for value in values)
