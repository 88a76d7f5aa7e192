"""What stands for a source noun in a translation."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from proform.analysis.gender import Gender, NounFeatures
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import Segment, Translation

_NOUNS = ("NOUN", "PROPN")
_NEIGHBOURS = 3
"""So many words to either side of a head may tell where its translation is."""
_REACH = 3
"""So far from the translation of a neighbour it is looked for."""
_GUESSED = 0.25
"""So far a noun counts that nothing links to the head, or that may not be one where it stands."""


class Noun(NamedTuple):
    """The words for a source noun, and what is known of them."""

    words: str
    features: NounFeatures
    trust: float
    """How probable it is that these are the words for it."""


@dataclass(frozen=True)
class Nouns:
    """Finds the noun for a source noun, and its gender and number."""

    source: Pack
    gender: Gender

    def number(self, text: Segment, head: int) -> str:
        """Of a source noun: sg, pl, or nothing if it may be both."""
        tag = text.tags[head] if text.tags else ""
        word = fold(text.source[head])
        listed = self.source.nouns.either | self.source.nouns.group
        return "" if word in listed else tag.partition(".")[2]

    def noun(self, text: Segment, head: int, into: Translation) -> Noun | None:
        """What stands for a head, and its gender and number.

        The number is the head's if it can be. A name has the gender that its article shows, not
        that of the word it is made of. Several people are masculine, if their word is of both.
        """
        if head not in into.nouns:
            into.nouns[head] = self._noun(text, head, into)
        noun: Noun | None = into.nouns[head]
        return noun

    def _noun(self, text: Segment, head: int, into: Translation) -> Noun | None:
        case = _Case(self, text, head, into)
        place, trust = case.place()
        if place is None:
            return None
        name = bool(text.tags) and text.tags[head].startswith("PROPN") and head > 0
        shown = self.gender.find(into.tokens, place, "determiner" if name else "all")
        features, same = shown, _of_number(shown, case.number)
        if not same:  # the determiner may be another noun's
            features = self.gender.find(into.tokens, place, "lexica")
            same = _of_number(features, case.number)
        if same == {"m.pl", "f.pl"} and self.source.nouns.are_people(fold(text.source[head])):
            same = frozenset({"m.pl"})
        known = NounFeatures(same, features.sources) if same else shown
        return Noun(into.tokens[place], known, trust)


@dataclass(frozen=True)
class _Case:
    """A source word, and a translation in which it is looked for."""

    nouns: Nouns
    text: Segment
    head: int
    into: Translation

    @cached_property
    def number(self) -> str:
        return self.nouns.number(self.text, self.head)

    @cached_property
    def linked(self) -> tuple[int, ...]:
        return tuple(self.into.alignment.targets(self.head))

    @cached_property
    def before(self) -> tuple[int, ...]:
        return tuple(self.into.alignment.targets(self.head - 1)) if self.head else ()

    def place(self) -> tuple[int | None, float]:
        """The position of the noun for the source word, and how far to trust that.

        It is a noun among the words linked to it, or one that belongs to nothing else and follows
        what stands for the word before the head. One that can be of the head's number goes first.
        Else it is guessed: the compound for the head and the word before it, or a noun near the
        translations of its neighbours.
        """
        for standing in (True, False):
            if nouns := sorted(self.candidates(standing=standing)):
                return self.whole(abs(nouns[0][-1])), 1.0 if standing else _GUESSED
            # One word for the head and the word before: Hirntumor may be linked to brain alone.
            nouns_before = (p for p in self.before if self.is_noun(p, standing=standing))
            place = next(filter(self.fits, nouns_before), None)
            if place is not None or (place := self.beside()) is not None:
                return place, _GUESSED
        return None, 0.0

    def is_free_noun(self, place: int) -> bool:
        """Whether a word stands as a noun, and belongs to no other of the source."""
        tags, sources = self.text.tags, self.into.alignment.sources(place)
        others = [k for k in sources if k != self.head and tags and tags[k].startswith(_NOUNS)]
        return not others and self.nouns.gender.is_introduced(self.into.tokens, place)

    def fits(self, place: int) -> bool:
        """Whether a noun can be of the head's number."""
        return bool(_of_number(self.nouns.gender.find(self.into.tokens, place), self.number))

    def is_noun(self, place: int, *, standing: bool) -> bool:
        """Whether a word is a noun and stands as one; or, at second best, may be one that fits."""
        gender, words = self.nouns.gender, self.into.tokens
        if standing:
            return gender.is_introduced(words, place)
        return gender.is_noun(words, place) and self.fits(place)

    def candidates(self, *, standing: bool) -> Iterator[tuple[bool, bool, int]]:
        """Nouns that are linked, or follow what stands for the word before; the best is least."""
        following = {place + 1 for place in self.before} - {len(self.into.tokens)}
        free = {place for place in following if not self.into.alignment.sources(place)}
        for place in sorted(free.union(self.linked)):
            if self.is_noun(place, standing=standing):
                order = -place if self.nouns.gender.agree.last else place
                yield not self.fits(place), place not in self.linked, order

    def whole(self, place: int) -> int:
        """What a noun belongs to: members (of the government)."""
        words, agree = self.into.tokens, self.nouns.gender.agree
        link = place - 1
        while link > 0 and fold(words[link]) in agree.determiners.keys() - agree.of:
            link -= 1
        if link < 1 or fold(words[link]) not in agree.of:
            return place
        upper, bare = link - 1, link == place - 1
        better = self.is_free_noun(upper) and self.fits(upper) and (bare or not self.fits(place))
        return upper if better else place

    def beside(self) -> int | None:
        """The nearest free noun, by what stands for the head's neighbours."""
        last = len(self.into.tokens) - 1
        for step in range(1, _NEIGHBOURS + 1):
            around = (self.head - step, self.head + step)
            sides = [side for side in around if 0 <= side < len(self.text.source)]
            near = [
                (abs(place - marker), place)
                for marker in self.into.alignment.targets(*sides)
                for place in range(max(marker - _REACH, 0), min(marker + _REACH, last) + 1)
                if self.is_free_noun(place)
            ]
            if near:
                return min(near)[1]
        return None


def _of_number(features: NounFeatures, number: str) -> frozenset[str]:
    return frozenset(value for value in features.values if value.endswith(number))
