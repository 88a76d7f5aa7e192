"""What the words of a source text say of a noun in it: number, determiner, person or thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from proform.language.forms import fold
from proform.language.pack import Pack, Phrase

SUBJECT, OBJECT, OBLIQUE = range(3)
DETERMINED = 3
"""So far before a noun its determiner may stand."""


@dataclass(frozen=True)
class Wording:
    """Reads nouns by the lists of a language pack; without these nothing is a noun."""

    pack: Pack

    @property
    def phrase(self) -> Phrase | None:
        """The lists."""
        return self.pack.phrase

    def is_content(self, token: str) -> bool:
        """Whether the word is none of those that only hold others together."""
        word = fold(token)
        return word[:1].isalnum() and self.phrase is not None and word not in self._function

    @cached_property
    def _function(self) -> frozenset[str]:
        """All words that are no content."""
        phrase = self.phrase
        if phrase is None:
            return frozenset()
        function = phrase.determiners | phrase.prepositions | phrase.verbs | phrase.stops
        others = phrase.adverbs | phrase.conjunctions | phrase.quantifiers | phrase.particles
        return function | others | phrase.demonstratives | frozenset(self.pack.inventory)

    def may_be_noun(self, words: Sequence[str], k: int) -> bool:
        """Whether a word may be a noun: no participle, unless a determiner stands before it."""
        phrase, word = self.phrase, fold(words[k])
        if phrase is None or not self.is_content(word) or word in phrase.indefinite:
            return False
        verbal = phrase.present.fullmatch(word) or phrase.past.fullmatch(word)
        return not verbal or word in phrase.nouns or (k > 0 and self.is_determiner(words, k - 1))

    def stands_for_noun(self, words: Sequence[str], k: int) -> bool:
        """Whether a word stands for a noun that was named before: another one."""
        if self.phrase is None or k == 0 or fold(words[k]) not in self.pack.free:
            return False
        return fold(words[k - 1]) in self.phrase.determiners

    def is_determiner(self, words: Sequence[str], k: int) -> bool:
        """Whether a word is a determiner, or a possessive that does its work."""
        phrase, word = self.phrase, fold(words[k])
        if phrase is None:
            return False
        if word in phrase.demonstratives:  # that vase, but not: that is
            following = words[k + 1] if k + 1 < len(words) else ""
            return self.is_content(following) or fold(following) in self.pack.free
        return word in phrase.determiners | phrase.possessives

    def has_determiner(self, words: Sequence[str], k: int, reach: int = DETERMINED) -> bool:
        """Whether a determiner stands so near before a word, perhaps with others between."""
        return any(self.is_determiner(words, n) for n in range(max(k - reach, 0), k))

    def number(self, token: str) -> str:
        """sg, pl, or nothing if a noun may be both."""
        phrase, word = self.phrase, fold(token)
        if phrase is None or word in phrase.invariable | phrase.single:
            return ""
        if phrase.plural.fullmatch(word):
            return "pl"
        return "" if word in phrase.group else "sg"

    def is_person(self, token: str) -> bool:
        """Whether it is a word for people, in the singular or the plural."""
        phrase, word = self.phrase, fold(token)
        if phrase is None:
            return False
        return bool({word, word.removesuffix("s"), re.sub("men$", "man", word)} & phrase.persons)

    def is_group(self, token: str) -> bool:
        """Whether it is one word for several people."""
        return self.phrase is not None and fold(token) in self.phrase.group

    def start(self, words: Sequence[str], head: int) -> int:
        """Where the phrase begins: at its determiner, or after what is no part of it."""
        start = head
        while start and not self.is_determiner(words, start):
            before = start - 1
            if not self.is_determiner(words, before) and not self.is_content(words[before]):
                break
            start -= 1
        return start

    def role(self, words: Sequence[str], start: int, head: int) -> int:
        """Subject, object, or what follows a preposition, as far as the order of words tells."""
        phrase = self.phrase
        if phrase is None:
            return OBJECT
        if start and fold(words[start - 1]) in phrase.prepositions:
            return OBLIQUE
        follows = fold(words[head + 1]) if head + 1 < len(words) else ""
        first = not any(self.is_content(word) for word in words[:start])
        return SUBJECT if follows in phrase.verbs or first else OBJECT

    def in_one_clause(self, words: Sequence[str], noun: int, pronoun: int) -> bool:
        """Whether a pronoun is an object in the clause in which a noun stands before it."""
        phrase = self.phrase
        if phrase is None:
            return False
        borders = phrase.stops | phrase.conjunctions | phrase.clauses
        between = map(fold, words[noun + 1 : pronoun])
        closed = not any(w in borders or not any(map(str.isalpha, w)) for w in between)
        return closed and self.is_object(words, pronoun)

    def is_object(self, words: Sequence[str], pronoun: int) -> bool:
        """Whether a pronoun follows a verb or a preposition, and not the beginning of a clause.

        One that can only be a subject is none, whatever it follows: after they came.
        """
        phrase, readings = self.phrase, self.pack.readings(fold(words[pronoun]))
        subject = readings and all(reading.case == "nom" for reading in readings)
        if phrase is None or not pronoun or subject:
            return False
        before = fold(words[pronoun - 1])
        starts = phrase.stops | phrase.conjunctions | phrase.clauses | phrase.verbs
        return before not in starts and any(map(str.isalpha, before))

    def is_general(self, heads: Sequence[str]) -> bool:
        """Whether nouns are so general that a text names what they mean by others, too."""
        phrase = self.phrase
        return phrase is not None and all(phrase.general.fullmatch(fold(head)) for head in heads)

    def is_abstract(self, heads: Sequence[str]) -> bool:
        """Whether nouns mean matters rather than things."""
        phrase = self.phrase
        return phrase is not None and all(phrase.abstract.fullmatch(fold(head)) for head in heads)
