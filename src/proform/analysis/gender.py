"""Gender and number of a noun in a sentence, from several sources in the order of trust."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, Protocol

from proform.language.agreement import Agree, told
from proform.language.forms import fold
from proform.language.lexica import NounLexicon
from proform.language.readings import ANYTHING, COMMON, VIRILE, Reading, Readings, meet, values

CORE, _ENDING = "core lexicon", "ending"
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


@dataclass(frozen=True)
class Gender:
    """Asks one source after the other, until gender and number are known."""

    agree: Agree
    listed: tuple[Source, ...] = ()
    """Lexica that are installed beside the pack's own."""
    tagger: Source | None = None
    """Knows the noun in its sentence. It errs more than the others do, so it comes last."""

    @cached_property
    def _lexica(self) -> tuple[Source, ...]:
        return (NounLexicon(self.agree.nouns, CORE), *self.listed)

    @cached_property
    def _sources(self) -> Mapping[str, Known]:
        """All that knows gender and number, by name and in the order of trust."""
        return {
            "determiner": self.by_determiner,
            **{lexicon.name: lexicon.readings for lexicon in self._lexica},
            _ENDING: self.by_ending,
            **({self.tagger.name: self.tagger.readings} if self.tagger else {}),
        }

    @cached_property
    def _function(self) -> frozenset[str]:
        """Words that only hold others together."""
        return self.agree.others.union(self.agree.determiners, self.agree.prepositions)

    def find(self, words: Sequence[str], place: int) -> NounFeatures:
        """What the noun at a place may be, by all evidence.

        Each source narrows what those before it left open. If a lexicon contradicts the words
        around the noun, both may be right.
        """
        known = ANYTHING
        names: list[str] = []
        for name, readings_of in self._sources.items():
            guessed = self.tagger is not None and name == self.tagger.name
            if guessed and all(reading.gender == COMMON for reading in known):
                break  # who the person is, a tagger can only guess
            readings = readings_of(words, place)
            if narrowed := meet(known, readings):
                if (left := self._values(narrowed)) != self._values(known):
                    names.append(name)
                known = narrowed
                if len(left) == 1:
                    break
            elif readings and name != _ENDING and not guessed:
                return NounFeatures(self._values(known | readings), (*names, name))
        return NounFeatures(self._values(known), tuple(names))

    def by_determiner(self, words: Sequence[str], place: int) -> Readings:
        """Determiners before the noun, the preposition before them, and the adjectives between."""
        agree = self.agree
        says: list[Readings] = []
        determiner, adjective, start = "", "", place
        for k in range(place - 1, max(place - 2 - _REACH, -1), -1):
            word = fold(words[k]).removeprefix("-")
            if word in agree.determiners:
                says.append(agree.determiners[word])
                determiner, start = word, k
            elif determiner or not self._may_stand_between(words[k], word):
                break
            else:
                adjective = adjective or word
        by_adjective = told(agree.adjectives, f"{determiner} {adjective}")
        if not determiner:
            return by_adjective
        before = fold(words[start - 1]) if start else ""
        allowed = ANYTHING
        for readings in (*says, by_adjective, agree.prepositions.get(before)):
            allowed = (readings and meet(allowed, readings)) or allowed
        if agree.masked and agree.masked.fullmatch(fold(words[place])):
            return frozenset(r._replace(gender="") if r.gender == "m" else r for r in allowed)
        return allowed

    def _may_stand_between(self, token: str, word: str) -> bool:
        if word in self._function:
            return False
        if self.agree.bare:  # what is no adjective may have nothing to do with the noun
            return bool(told(self.agree.adjectives, f"any {word}"))
        return word.isalpha() and not (self.agree.capitals and token[0].isupper())

    def by_ending(self, words: Sequence[str], place: int) -> Readings:
        """The ending of the noun itself."""
        return told(self.agree.endings, fold(words[place]))

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
        known = self._listed(words, place) or (not self.listed and self.by_ending(words, place))
        return bool(known)

    def may_be(self, words: Sequence[str], place: int, readings: Readings) -> bool:
        """Whether a noun may be so; if nothing is known of it, it may be anything."""
        known = self._listed(words, place) or self.by_ending(words, place) or ANYTHING
        return bool(meet(known, readings))

    def _listed(self, words: Sequence[str], place: int) -> Readings:
        said = (lexicon.readings(words, place) for lexicon in self._lexica)
        return next(filter(None, said), frozenset())

    def is_introduced(self, words: Sequence[str], place: int) -> bool:
        """Whether a noun stands where nouns do: behind a determiner or a preposition."""
        if not self.is_noun(words, place):
            return False
        if self.agree.capitals or self.agree.bare:
            return True
        # What only looks like a noun stands right behind it.
        reach = _REACH if self.listed else 1
        for token in reversed(words[max(place - reach, 0) : place]):
            word = fold(token).removeprefix("-")
            if word in self._function or not word.isalpha():
                return word in self.agree.determiners or word in self.agree.prepositions
        return False

    def is_determined(self, words: Sequence[str], place: int) -> bool:
        """Whether a word stands right behind a determiner, where no capital need tell nouns."""
        agree, word = self.agree, fold(words[place])
        if agree.capitals or not place or not word.isalpha() or word in agree.others:
            return False
        return fold(words[place - 1]) in agree.determiners

    def _values(self, readings: Readings) -> frozenset[str]:
        return values(readings, self.agree.genders)
