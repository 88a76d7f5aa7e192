"""The head of a noun phrase, by rule: from words alone, and those of the rule are in the pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from proform.language.pack import Phrase

_OPEN = {"``", '"', "“", "„", "«", "‘"}
_CLOSE = {"''", '"', "”", "“", "»"}
_NUMBER = re.compile(r"[$£€]?\d[\d.,:/%]*")
_LETTER = re.compile(r"\w")


class _Kind(Enum):
    """What a word may be in a noun phrase."""

    COMMA = auto()
    MARK = auto()
    CONJUNCTION = auto()
    POSSESSIVE = auto()
    STOP = auto()
    DETERMINER = auto()
    QUANTIFIER = auto()
    TRAILER = auto()
    INDEFINITE = auto()
    PARTICIPLE = auto()
    WORD = auto()


_NOMINAL = {_Kind.WORD, _Kind.QUANTIFIER, _Kind.PARTICIPLE}
_DECIDING = {_Kind.STOP, _Kind.CONJUNCTION}
_OPENING = {_Kind.STOP, _Kind.DETERMINER, _Kind.TRAILER, _Kind.INDEFINITE, _Kind.MARK}


def heads(words: Sequence[str], phrase: Phrase) -> tuple[int, ...]:
    """The positions of the heads, one for each conjunct; none if it is no noun phrase.

    A head is the last noun before a preposition, a clause or an apposition; without a noun, what
    stands for one: those (who came), the third.
    """
    low = [word.casefold() for word in words]
    first = next((word for word in low if _LETTER.search(word)), None)
    if first is None or first in phrase.clauses:
        return ()
    heads = _Rule(words, low, phrase).conjuncts()
    nouns = tuple(head for head, noun in heads if noun)
    return nouns or tuple(head for head, _ in heads[:1])


class _Rule:
    """One noun phrase, read from left to right."""

    def __init__(self, words: Sequence[str], low: Sequence[str], phrase: Phrase) -> None:
        self._words = words
        self._low = low
        self._phrase = phrase
        self._kinds = [self._kind(word) for word in words]

    def conjuncts(self) -> list[tuple[int, bool]]:
        """The head of each conjunct, and whether it is a noun."""
        heads: list[tuple[int, bool]] = []
        head, noun = None, False
        for k in self._unquoted():
            if head is not None and self._joins(k, noun=noun):
                heads.append((head, noun))
                head, noun = None, False
            elif head is not None and self._ends(k, head, noun=noun):
                break
            else:
                head, noun = self._step(k, head, noun=noun)
        return heads if head is None else [*heads, (head, noun)]

    def _step(self, k: int, head: int | None, *, noun: bool) -> tuple[int | None, bool]:
        """The head so far, and whether it is a noun, after word k."""
        match self._kinds[k]:
            case _Kind.POSSESSIVE | _Kind.STOP | _Kind.COMMA:
                return head, False
            case _Kind.DETERMINER | _Kind.QUANTIFIER:
                return (head if noun else k), noun
            case _Kind.MARK | _Kind.CONJUNCTION:
                return head, noun
            case _Kind.TRAILER if head is None:
                return None, False
            case _:  # in `lots of people`, lots is none, but it is in `parking lots`
                return k, noun or self._low[k] not in self._phrase.transparent

    def _joins(self, k: int, *, noun: bool) -> bool:
        """Whether another conjunct begins after word k."""
        if self._kinds[k] is not _Kind.COMMA or not noun:
            return self._kinds[k] is _Kind.CONJUNCTION
        rest = (kind for kind in self._kinds[k + 1 :] if kind in _DECIDING)
        return next(rest, None) is _Kind.CONJUNCTION

    def _ends(self, k: int, head: int, *, noun: bool) -> bool:
        """Whether the head is before word k."""
        kind = self._kinds[k]
        if kind is _Kind.STOP:
            return not self._counted(k)
        if kind is _Kind.MARK or self._kinds[head] is _Kind.INDEFINITE:
            return True
        return noun and (
            kind in {_Kind.TRAILER, _Kind.DETERMINER}
            or (kind is _Kind.PARTICIPLE and self._verbal(k))
            or (kind is _Kind.COMMA and self._apposed(k))
        )

    def _counted(self, k: int) -> bool:
        """Whether word k is the `of` after a word that counts or sorts, or comes just after it."""
        before, word = self._low[k - 1], self._low[k]
        partitives = self._phrase.partitives
        return word in partitives and (before in self._phrase.transparent or before in partitives)

    def _verbal(self, k: int) -> bool:
        """Whether a participle after a noun is a clause (people living there), no other noun."""
        if self._phrase.plural.fullmatch(self._low[k - 1]):
            return True
        if k + 1 == len(self._kinds) or self._kinds[k + 1] is _Kind.COMMA:
            return self._phrase.past.fullmatch(self._low[k]) is not None
        return self._kinds[k + 1] in _OPENING

    def _apposed(self, k: int) -> bool:
        """Whether something other than more adjectives comes after a comma."""
        if k > 1 and self._capital(k - 1):
            return True
        k += 1
        while k < len(self._kinds) and self._capital(k):
            k += 1
        if k == len(self._kinds) or self._kinds[k] not in _NOMINAL:
            return True
        return self._low[k] in self._phrase.transparent

    def _capital(self, k: int) -> bool:
        return self._words[k][0].isupper()

    def _unquoted(self) -> Iterator[int]:
        """The positions of words, but for what is quoted before or after a noun."""
        noun, k = False, 0
        while k < len(self._words):
            kind = self._kinds[k]
            if self._words[k] in _OPEN:
                after = range(k + 1, len(self._words))
                close = next((j for j in after if self._words[j] in _CLOSE), len(self._words))
                if noun or _NOMINAL.intersection(self._kinds[close + 1 : close + 2]):
                    k = close
            elif self._words[k] not in _CLOSE:
                noun = kind is _Kind.WORD or (noun and kind is not _Kind.CONJUNCTION)
                yield k
            k += 1

    def _kind(self, word: str) -> _Kind:
        phrase, low = self._phrase, word.casefold()
        tables = (
            (phrase.conjunctions, _Kind.CONJUNCTION),
            (phrase.possessives, _Kind.POSSESSIVE),
            (phrase.prepositions | phrase.verbs | phrase.stops, _Kind.STOP),
            (phrase.determiners, _Kind.DETERMINER),
            (phrase.quantifiers, _Kind.QUANTIFIER),
            (phrase.particles | phrase.adverbs, _Kind.TRAILER),
            (phrase.indefinite, _Kind.INDEFINITE),
            (phrase.nouns, _Kind.WORD),
        )
        for words, kind in tables:
            if low in words:
                return kind
        if word == ",":
            return _Kind.COMMA
        if not _LETTER.search(word):
            return _Kind.MARK
        if _NUMBER.fullmatch(word):
            return _Kind.QUANTIFIER
        if word == low and (phrase.present.fullmatch(word) or phrase.past.fullmatch(word)):
            return _Kind.PARTICIPLE
        return _Kind.WORD
