"""Gender and number of a noun in a sentence, from several sources in the order of trust."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import NamedTuple, Protocol

from proform.language.agreement import Agree, told
from proform.language.forms import fold
from proform.language.lexica import NounLexicon
from proform.language.readings import ANYTHING, COMMON, VIRILE, Reading, Readings, meet, values

CORE = "core lexicon"
Known = Callable[[Sequence[str], int], Readings]
"""What tells what the noun at a place may be; nothing if it does not know."""
_REACH = 3
"""So many words may stand between a determiner and its noun."""


class Source(Protocol):
    """Something that knows of gender and number."""

    @property
    def name(self) -> str:
        """What the evidence calls it."""

    def readings(self, words: Sequence[str], place: int) -> Readings:
        """What the noun at a place may be; nothing if it does not know."""


class NounFeatures(NamedTuple):
    """What is known of a noun: every gender and number it may have, and who says so."""

    values: frozenset[str]
    sources: tuple[str, ...]


def by_determiner(agree: Agree, words: Sequence[str], place: int) -> Readings:
    """Determiners before the noun, the preposition before them, and the adjectives between."""
    allowed, adjective = ANYTHING, ""
    first = None
    for k in range(place - 1, max(place - 2 - _REACH, -1), -1):
        word = fold(words[k]).removeprefix("-")
        if (own := agree.determiners.get(word)) is not None:
            allowed, first = meet(allowed, own) or allowed, k
        elif first is not None or not _may_stand_between(agree, words[k], word):
            break
        else:
            adjective = adjective or word
    determiner = fold(words[first]) if first is not None else ""
    by_adjective = told(agree.adjectives, f"{determiner} {adjective}")
    if first is None:
        return by_adjective
    allowed = meet(allowed, by_adjective) or allowed
    if first and (cases := agree.prepositions.get(fold(words[first - 1]))):
        allowed = meet(allowed, cases) or allowed
    if agree.masked and agree.masked.fullmatch(fold(words[place])):
        return frozenset(r._replace(gender="") if r.gender == "m" else r for r in allowed)
    return allowed


def _may_stand_between(agree: Agree, token: str, word: str) -> bool:
    if word in agree.others or word in agree.prepositions:
        return False
    if agree.bare:  # what is no adjective may have nothing to do with the noun
        return bool(told(agree.adjectives, f"any {word}"))
    return word.isalpha() and not (agree.capitals and token[0].isupper())


def by_ending(agree: Agree, words: Sequence[str], place: int) -> Readings:
    """The ending of the noun itself."""
    return told(agree.endings, fold(words[place]))


@dataclass(frozen=True)
class Gender:
    """Asks one source after the other, until gender and number are known."""

    agree: Agree
    listed: tuple[Source, ...] = ()
    """Lexica that are installed beside the pack's own."""
    tagger: Source | None = None
    """Knows the noun in its sentence. It errs more than the others do, so it comes last."""

    @cached_property
    def _lexica(self) -> Mapping[str, Known]:
        sources: tuple[Source, ...] = (NounLexicon(self.agree.nouns, CORE), *self.listed)
        return {source.name: source.readings for source in sources}

    @cached_property
    def _sources(self) -> Mapping[str, Known]:
        """All that knows gender and number, by name and in the order of trust."""
        return {
            "determiner": partial(by_determiner, self.agree),
            **self._lexica,
            "ending": partial(by_ending, self.agree),
            **({self.tagger.name: self.tagger.readings} if self.tagger else {}),
        }

    def find(self, words: Sequence[str], place: int) -> NounFeatures:
        """What the noun at a place may be, by all evidence.

        Each source narrows what those before it left open. If a lexicon contradicts the words
        around the noun, both may be right.
        """
        known = ANYTHING
        names: list[str] = []
        for name, readings_of in self._sources.items():
            guesses = self.tagger is not None and name == self.tagger.name
            if guesses and all(reading.gender == COMMON for reading in known):
                continue  # who the person is, a tagger can only guess
            readings = readings_of(words, place)
            if narrowed := meet(known, readings):
                before, after = self._values(known), self._values(narrowed)
                known = narrowed
                if before != after:
                    names.append(name)
                if after < before and len(after) == 1:
                    break
            elif readings and name in self._lexica:
                return NounFeatures(self._values(known | readings), (*names, name))
        return NounFeatures(self._values(known), tuple(names))

    def together(self, nouns: Sequence[frozenset[str]]) -> frozenset[str]:
        """Several nouns are plural, and masculine or virile if one of them is or may be."""
        if len(nouns) < 2:
            return nouns[0] if nouns else frozenset()
        genders = self.agree.genders
        if "n" in genders and VIRILE not in genders:  # pronouns show no gender in the plural
            return self._values(frozenset({Reading(number="pl")}))
        plurals = (
            self._values(frozenset(Reading(value.split(".")[0], "pl") for value in noun))
            for noun in nouns
        )
        return frozenset(map(max, product(*plurals)))  # m.pl comes behind f.pl, v.pl behind o.pl

    @cached_property
    def _function(self) -> frozenset[str]:
        """Words that only hold others together."""
        agree = self.agree
        return agree.others.union(agree.determiners, agree.prepositions)

    def is_content(self, words: Sequence[str], place: int) -> bool:
        """Whether the word is none of those that only hold others together."""
        word = fold(words[place]).removeprefix("-")
        return word not in self._function and any(map(str.isalpha, word))

    def is_noun(self, words: Sequence[str], place: int) -> bool:
        """Whether the word is a noun, as far as can be told from itself."""
        if not self.is_content(words, place):
            return False
        if self.agree.capitals:
            if not words[place][0].isupper():
                return False
            # At the beginning of a sentence a capital says nothing.
            if place and (words[place - 1].isalpha() or words[place - 1] in ",;"):
                return True
        return bool(self._listed(words, place)) or (
            not self.listed and bool(by_ending(self.agree, words, place))
        )

    def may_be(self, words: Sequence[str], place: int, readings: Readings) -> bool:
        """Whether a noun may be so; if nothing is known of it, it may be anything."""
        known = self._listed(words, place) or by_ending(self.agree, words, place) or ANYTHING
        return bool(meet(known, readings))

    def _listed(self, words: Sequence[str], place: int) -> Readings:
        said = (readings_of(words, place) for readings_of in self._lexica.values())
        return next(filter(None, said), frozenset())

    def is_introduced(self, words: Sequence[str], place: int) -> bool:
        """Whether a noun stands where nouns do: behind a determiner or a preposition."""
        if not self.is_noun(words, place):
            return False
        if self.agree.capitals or self.agree.bare:
            return True
        # What only looks like a noun stands right behind it.
        reach = _REACH if self.listed else 1
        for before in range(place - 1, max(place - 1 - reach, -1), -1):
            word = fold(words[before]).removeprefix("-")
            if word in self.agree.determiners or word in self.agree.prepositions:
                return True
            if word in self.agree.others or not word.isalpha():
                return False
        return False

    def is_determined(self, words: Sequence[str], place: int) -> bool:
        """Whether a word stands right behind a determiner, where no capital need tell nouns."""
        agree, word = self.agree, fold(words[place])
        if agree.capitals or not place or not word.isalpha() or word in agree.others:
            return False
        return fold(words[place - 1]) in agree.determiners

    def _values(self, readings: Readings) -> frozenset[str]:
        return values(readings, self.agree.genders)
