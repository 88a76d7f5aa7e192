"""What stands for a source noun in a translation."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from proform.analysis.gender import Gender, NounFeatures
from proform.analysis.ranker import PERSON, NounTypes
from proform.analysis.source import lemma
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import in_number
from proform.model import Segment, Translation

_NOUNS = ("NOUN", "PROPN")
_COMPOUND = (*_NOUNS, "PART")
"""What may stand before a noun in one phrase with it, and be linked to the same words."""
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
    types: NounTypes = field(default_factory=lambda: NounTypes({}))

    def are_people(self, noun: str) -> bool:
        """Whether a source noun is a word for people, in the singular or the plural."""
        forms = {fold(noun), lemma(fold(noun), "pl")}
        return bool(forms & self.source.nouns.group) or PERSON in map(self.types.of_key, forms)

    def number(self, text: Segment, head: int) -> str:
        """Of a source noun: sg, pl, or nothing if it may be both."""
        tag = text.tags[head] if text.tags else ""
        word = fold(text.source[head])
        listed = self.source.nouns.either | self.source.nouns.group
        return "" if word in listed else tag.partition(".")[2]

    def noun(self, text: Segment, head: int, into: Translation) -> Noun | None:
        """What stands for a head, and its gender and number: the head's if it can be.

        Several people are masculine, if their word is of both.
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
        shown = self.gender.find(into.tokens, place)
        same = in_number(shown.values, case.number)
        if same == {"m.pl", "f.pl"} and self.are_people(text.source[head]):
            same = frozenset({"m.pl"})
        if not same:  # mère for parents
            return Noun(into.tokens[place], shown, min(trust, _GUESSED))
        return Noun(into.tokens[place], shown._replace(values=same), trust)


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

    def place(self) -> tuple[int | None, float]:
        """The position of the noun for the source word, and how far to trust that.

        It is a noun among the words linked to it. Else it is guessed: the compound for the head and
        the word before it, a noun near the translations of its neighbours, or a word linked to it
        that may be a noun.
        """
        gender, words, links = self.nouns.gender, self.into.tokens, self.into.alignment
        linked = links.targets(self.head)
        if standing := [place for place in linked if gender.is_introduced(words, place)]:
            return self.whole(standing[-1 if gender.agree.last else 0]), 1.0
        if behind := [place for place in linked if gender.is_determined(words, place)]:
            return behind[0], 1.0  # a word that no lexicon has
        # One word for the head and the word before: Hirntumor may be linked to brain alone.
        before = links.targets(self.head - 1) if self.head else ()
        guesses = chain(
            (p for p in before if gender.is_introduced(words, p) and self.fits(p)),
            self.beside(),
            (p for p in linked if gender.is_noun(words, p) and self.fits(p)),
        )
        return next(guesses, None), _GUESSED

    def is_free_noun(self, place: int) -> bool:
        """Whether a word stands as a noun, and belongs to no other of the source."""
        tags, first = self.text.tags, self.head
        while tags and first and tags[first - 1].startswith(_COMPOUND):  # Dad's guitar
            first -= 1
        sources = self.into.alignment.sources(place) if tags else ()
        others = (k for k in sources if not first <= k <= self.head)
        taken = any(tags[k].startswith(_NOUNS) for k in others)
        return not taken and self.nouns.gender.is_introduced(self.into.tokens, place)

    def fits(self, place: int) -> bool:
        """Whether a noun can be of the head's number."""
        return bool(in_number(self.nouns.gender.find(self.into.tokens, place).values, self.number))

    def whole(self, place: int) -> int:
        """What a noun belongs to: members (of the government)."""
        agree = self.nouns.gender.agree
        words = [fold(word) for word in self.into.tokens[:place]]
        link = place - 1
        while link > 0 and words[link] in agree.determiners and words[link] not in agree.of:
            link -= 1
        if link < 1 or words[link] not in agree.of:
            return place
        upper, bare = link - 1, link == place - 1
        better = self.is_free_noun(upper) and self.fits(upper) and (bare or not self.fits(place))
        return upper if better else place

    def beside(self) -> Iterator[int]:
        """The free nouns around what stands for the head's neighbours, the nearest first."""
        last = len(self.into.tokens) - 1
        for step in range(1, _NEIGHBOURS + 1):
            around = (self.head - step, self.head + step)
            sides = [side for side in around if 0 <= side < len(self.text.source)]
            near = sorted(
                (abs(place - marker), place)
                for marker in self.into.alignment.targets(*sides)
                for place in range(max(marker - _REACH, 0), min(marker + _REACH, last) + 1)
            )
            yield from (place for _, place in near if self.is_free_noun(place))
