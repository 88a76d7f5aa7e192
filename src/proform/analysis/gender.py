"""Gender and number of a noun in a sentence, from several sources in the order of trust."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, Protocol

from proform.language.agreement import Agree
from proform.language.forms import fold
from proform.language.readings import ANYTHING, COMMON, VIRILE, Reading, Readings, meet, values

CORE = "core lexicon"
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
class Rule:
    """A source that goes by the table [agree] of a language."""

    name: str
    agree: Agree
    rule: Callable[[Agree, Sequence[str], int], Readings]

    def readings(self, words: Sequence[str], place: int) -> Readings:
        """What the rule allows."""
        return self.rule(self.agree, words, place)


def by_determiner(agree: Agree, words: Sequence[str], place: int) -> Readings:
    """Determiners before the noun, the preposition before them, and the adjectives between."""
    allowed = ANYTHING
    first = adjective = None
    for k in range(place - 1, max(place - 2 - _REACH, -1), -1):
        word = fold(words[k]).removeprefix("-")
        if (own := agree.determiners.get(word)) is not None:
            allowed, first = meet(allowed, own) or allowed, k
        elif first is not None or not _may_stand_between(agree, words[k], word):
            break
        else:
            adjective = adjective or word
    if first is None:
        return _by_adjective(agree, "", adjective) if agree.capitals or agree.bare else frozenset()
    if adjective:
        allowed = meet(allowed, _by_adjective(agree, fold(words[first]), adjective)) or allowed
    if first and (cases := agree.prepositions.get(fold(words[first - 1]))):
        allowed = meet(allowed, cases) or allowed
    if agree.masked and agree.masked.fullmatch(fold(words[place])):
        return frozenset(r._replace(gender="") if r.gender == "m" else r for r in allowed)
    return allowed


def _may_stand_between(agree: Agree, token: str, word: str) -> bool:
    if word in agree.others or word in agree.prepositions:
        return False
    if agree.bare:  # what is no adjective may have nothing to do with the noun
        return any(rule.ending.fullmatch(word) for rule in agree.adjectives)
    return word.isalpha() and not (agree.capitals and token[0].isupper())


def _by_adjective(agree: Agree, determiner: str, word: str | None) -> Readings:
    for rule in agree.adjectives:
        if word and rule.after.fullmatch(determiner) and rule.ending.fullmatch(word):
            return rule.readings
    return frozenset()


def by_list(agree: Agree, words: Sequence[str], place: int) -> Readings:
    """The nouns that the language pack lists."""
    return agree.nouns.get(fold(words[place]), frozenset())


def by_following_adjective(agree: Agree, words: Sequence[str], place: int) -> Readings:
    """An adjective right behind the noun."""
    word = fold(words[place + 1]) if place + 1 < len(words) else ""
    rules = agree.after if word and word not in agree.others else ()
    return next((rule.readings for rule in rules if rule.ending.fullmatch(word)), frozenset())


def by_predicate(agree: Agree, words: Sequence[str], place: int) -> Readings:
    """A participle or adjective that a verb behind the noun joins to it."""
    behind = " ".join(map(fold, words[place + 1 : place + 8]))
    match = agree.predicate.match(behind) if agree.predicate else None
    if match is None or match.lastgroup is None:
        return frozenset()
    return frozenset({Reading(*match.lastgroup.split("_"))})


def by_ending(agree: Agree, words: Sequence[str], place: int) -> Readings:
    """The ending of the noun itself."""
    word = fold(words[place])
    return next((says for ending, says in agree.endings if ending.fullmatch(word)), frozenset())


@dataclass(frozen=True)
class Gender:
    """Asks one source after the other, until gender and number are known."""

    agree: Agree
    listed: tuple[Source, ...] = ()
    """Lexica that are installed beside the pack's own."""
    tagger: Source | None = None
    """Knows the noun in its sentence. It errs more than the others do, so it comes last."""

    @property
    def lexica(self) -> tuple[Source, ...]:
        """All that is installed."""
        return (*self.listed, *((self.tagger,) if self.tagger else ()))

    @cached_property
    def _sources(self) -> Mapping[str, tuple[Source, ...]]:
        """For each part of the evidence what knows it, in the order of trust."""
        determiner = Rule("determiner", self.agree, by_determiner)
        predicate = Rule("predicate", self.agree, by_predicate)
        lexica = (Rule(CORE, self.agree, by_list), *self.listed)
        adjective = Rule("adjective", self.agree, by_following_adjective)
        ending = Rule("ending", self.agree, by_ending)
        taggers = (self.tagger,) if self.tagger else ()
        return {
            "all": (determiner, *lexica, predicate, adjective, ending, *taggers),
            "determiner": (determiner,),
            "lexica": lexica,
            "word": (*lexica, ending),
        }

    def find(self, words: Sequence[str], place: int, by: str = "all") -> NounFeatures:
        """What the noun at a place may be, by all evidence, its determiner or lexica alone.

        Each source narrows what those before it left open. If a lexicon contradicts the words
        around the noun, both may be right.
        """
        known = ANYTHING
        names: list[str] = []
        for source in self._sources[by]:
            if source is self.tagger and all(reading.gender == COMMON for reading in known):
                continue  # who the person is, it can only guess
            readings = source.readings(words, place)
            narrowed = meet(known, readings)
            if readings and not narrowed:
                if source in self.listed or source.name == CORE:
                    return NounFeatures(self._values(known | readings), (*names, source.name))
            elif narrowed:
                before, after = self._values(known), self._values(narrowed)
                known = narrowed
                if before != after:
                    names.append(source.name)
                if after < before and len(after) == 1:
                    break
        return NounFeatures(self._values(known), tuple(names))

    def together(self, nouns: Sequence[frozenset[str]]) -> frozenset[str]:
        """Several nouns are plural, and masculine if one of them is."""
        if len(nouns) < 2:
            return nouns[0] if nouns else frozenset()
        genders = self.agree.genders
        if VIRILE in genders:  # virile if one is: v.pl comes behind o.pl
            return frozenset(max(together) for together in product(*map(self._plural, nouns)))
        if "n" in genders:  # German pronouns show no gender in the plural
            return frozenset(f"{gender}.pl" for gender in genders)
        return frozenset(
            "f.pl" if all(value.startswith("f") for value in together) else "m.pl"
            for together in product(*nouns)
        )

    def _plural(self, noun: frozenset[str]) -> frozenset[str]:
        """What a noun is in the plural; of a masculine, it is not known whether it is a man."""
        return self._values(frozenset(Reading(value.split(".")[0], "pl") for value in noun))

    def is_content(self, words: Sequence[str], place: int) -> bool:
        """Whether the word is none of those that only hold others together."""
        word = fold(words[place]).removeprefix("-")
        function = self.agree.others, self.agree.determiners, self.agree.prepositions
        return any(map(str.isalpha, word)) and not any(word in table for table in function)

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
        sources = self._sources["word" if self.agree.capitals or not self.listed else "lexica"]
        if any(source.readings(words, place) for source in sources):
            return True
        # Without a lexicon, what follows a word that can only be a determiner.
        before = fold(words[place - 1]) if place and not self.listed else ""
        return before in self.agree.determiners.keys() - self.agree.articles

    def may_be(self, words: Sequence[str], place: int, readings: Readings) -> bool:
        """Whether a noun may be so; if nothing is known of it, it may be anything."""
        said = (source.readings(words, place) for source in self._sources["word"])
        return bool(meet(next(filter(None, said), ANYTHING), readings))

    def is_introduced(self, words: Sequence[str], place: int) -> bool:
        """Whether a noun stands where nouns do: behind a determiner or a preposition."""
        if not self.is_noun(words, place):
            return False
        if self.agree.capitals or self.agree.bare:
            return True
        # What only looks like a noun stands right behind it.
        reach = _REACH if self.listed or fold(words[place]) in self.agree.nouns else 1
        for before in range(place - 1, max(place - 1 - reach, -1), -1):
            word = fold(words[before]).removeprefix("-")
            if word in self.agree.determiners or word in self.agree.prepositions:
                return True
            if word in self.agree.others or not word.isalpha():
                return False
        return False

    def _values(self, readings: Readings) -> frozenset[str]:
        return values(readings, self.agree.genders)
