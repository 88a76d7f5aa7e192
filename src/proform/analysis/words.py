"""What a word says: of a noun in the source, and as a pronoun in a translation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from proform.analysis.gender import Gender
from proform.language.forms import fold
from proform.language.pack import Pack, Phrase
from proform.language.readings import Reading, Readings, meet, values
from proform.model import OTHER, Rendering, Translation

SUBJECT, OBJECT, OBLIQUE = range(3)
_AROUND = 8
"""So many words to either side of a pronoun may show its gender or number."""


@dataclass(frozen=True)
class Wording:
    """Reads the nouns of a source by the lists of its language; without these there are none."""

    pack: Pack

    @cached_property
    def phrase(self) -> Phrase:
        """The lists; empty ones if the language has none."""
        return self.pack.phrase or Phrase()

    def is_content(self, token: str) -> bool:
        """Whether the word is none of those that only hold others together."""
        word = fold(token)
        listed = self.pack.phrase is not None
        return word[:1].isalnum() and listed and word not in self._function

    @cached_property
    def _function(self) -> frozenset[str]:
        phrase = self.phrase
        function = phrase.determiners | phrase.prepositions | phrase.verbs | phrase.stops
        others = phrase.adverbs | phrase.conjunctions | phrase.quantifiers | phrase.particles
        return function | others | phrase.demonstratives | frozenset(self.pack.inventory)

    def may_be_noun(self, words: Sequence[str], k: int) -> bool:
        """Whether a word may be a noun: no participle, unless a determiner stands before it."""
        phrase, word = self.phrase, fold(words[k])
        if not self.is_content(word) or word in phrase.indefinite:
            return False
        verbal = phrase.present.fullmatch(word) or phrase.past.fullmatch(word)
        return not verbal or word in phrase.nouns or (k > 0 and self.is_determiner(words, k - 1))

    def stands_for_noun(self, words: Sequence[str], k: int) -> bool:
        """Whether a word stands for a noun that was named before: another one."""
        free = k > 0 and fold(words[k]) in self.pack.free
        return free and fold(words[k - 1]) in self.phrase.determiners

    def is_determiner(self, words: Sequence[str], k: int) -> bool:
        """Whether a word is a determiner, or a possessive that does its work."""
        word = fold(words[k])
        if word in self.phrase.demonstratives:  # that vase, but not: that is
            following = words[k + 1] if k + 1 < len(words) else ""
            return self.is_content(following) or fold(following) in self.pack.free
        return word in self.phrase.determiners or word in self.phrase.possessives

    def number(self, token: str) -> str:
        """sg, pl, or nothing if a noun may be both."""
        phrase, word = self.phrase, fold(token)
        if self.pack.phrase is None or word in phrase.invariable or word in phrase.single:
            return ""
        if phrase.plural.fullmatch(word):
            return "pl"
        return "" if word in phrase.group else "sg"

    def is_person(self, token: str) -> bool:
        """Whether it is a word for people, in the singular or the plural."""
        word = fold(token)
        singular = {word, word.removesuffix("s"), re.sub("men$", "man", word)}
        return bool(singular & self.phrase.persons)

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
        if start and fold(words[start - 1]) in self.phrase.prepositions:
            return OBLIQUE
        follows = fold(words[head + 1]) if head + 1 < len(words) else ""
        first = not any(self.is_content(word) for word in words[:start])
        return SUBJECT if follows in self.phrase.verbs or first else OBJECT

    @cached_property
    def _borders(self) -> frozenset[str]:
        """Where clauses begin and end."""
        return self.phrase.stops | self.phrase.conjunctions | self.phrase.clauses

    def in_one_clause(self, words: Sequence[str], noun: int, pronoun: int) -> bool:
        """Whether a pronoun is an object in the clause in which a noun stands before it."""
        between = map(fold, words[noun + 1 : pronoun])
        closed = not any(w in self._borders or not any(map(str.isalpha, w)) for w in between)
        return closed and self.is_object(words, pronoun)

    def is_object(self, words: Sequence[str], pronoun: int) -> bool:
        """Whether a pronoun follows a verb or a preposition, and not the beginning of a clause.

        One that can only be a subject is none, whatever it follows: after they came.
        """
        readings = self.pack.readings(fold(words[pronoun]))
        if not pronoun or (readings and all(reading.case == "nom" for reading in readings)):
            return False
        before = fold(words[pronoun - 1])
        starts = before in self._borders or before in self.phrase.verbs
        return not starts and any(map(str.isalpha, before))


class Evidence(NamedTuple):
    """What a pronoun shows of itself."""

    values: frozenset[str]
    words: str
    neutral: bool = False


@dataclass(frozen=True)
class PronounReader:
    """Tells whether a word of a translation is a pronoun, and what it shows, by its pack."""

    target: Pack
    gender: Gender

    def form(self, token: str) -> str:
        """The pronoun that a word is or holds."""
        return self.target.splitter.find(token, self._listed) or OTHER

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset((*self.target.inventory, *self.target.agree.forms))

    def is_usable(self, place: int, into: Translation) -> bool:
        """Whether a word is a pronoun that shows anything."""
        form = self.form(into.tokens[place])
        shows = form in self.target.agree.neutral or any(map(any, self.readings(form)))
        return shows and self.is_pronoun(place, into)

    def is_pronoun(self, place: int, into: Translation) -> bool:
        """Whether a word is a pronoun, and no article, relative or polite address."""
        form, agree = self.form(into.tokens[place]), self.target.agree
        if form == OTHER or self._is_polite(place, into):
            return False
        if any(group == "nothing" for group, _ in self._clues([form], [place], into)):
            return False
        if form in agree.determiners and self._is_article(place, into):
            return False
        # A relative pronoun stands behind a comma, and its verb is not next.
        following = fold(into.tokens[place + 1]) if place + 1 < len(into.tokens) else ""
        behind_comma = place > 0 and into.tokens[place - 1] == ","
        return form not in agree.relatives or not behind_comma or following in agree.finite

    def shown(self, rendering: Rendering, into: Translation) -> Evidence:
        """What a pronoun shows, by its form and by the words behind it that agree with it."""
        forms = [form for form in rendering.forms if form != OTHER]
        agree, words = self.target.agree, " ".join(rendering.tokens)
        if not forms:
            return Evidence(frozenset(), words)
        readings = frozenset(reading for form in forms for reading in self.readings(form))
        start = rendering.positions[0]
        if start and all(form in agree.forms for form in forms):  # le nôtre
            article = agree.determiners.get(fold(into.tokens[start - 1]), frozenset())
            readings = meet(readings, article) or readings
        for group, word in self._clues(forms, rendering.positions, into):
            if group == "neutral":
                return Evidence(frozenset(), words, neutral=True)
            if group == "nothing":  # of several words, this one is no pronoun
                continue
            if more := meet(readings, [Reading(*group.split("_"))]):
                shown = f"{words} … {word.strip()}" if word else words
                return Evidence(values(more, agree.genders), shown)
        neutral = all(form in agree.neutral for form in forms)
        return Evidence(values(readings, agree.genders), words, neutral)

    def _is_polite(self, place: int, into: Translation) -> bool:
        """Whether a capital inside a sentence makes it an address: Sie."""
        token, before = into.tokens[place], into.tokens[place - 1] if place else ""
        inside = before.isalpha() or before == ","
        if not (self.target.agree.capitals and token[0].isupper() and inside):
            return False
        return any(reading.person == 2 for reading in self.target.readings(fold(token)))

    def _is_article(self, place: int, into: Translation) -> bool:
        """Whether a noun follows, perhaps after adjectives; or a possessive (la nôtre).

        Not behind a hyphen (servez-la chaude), nor before what cannot be the article's noun, for
        that is a verb (le ferme, la quiero).
        """
        gender, own = self.gender, self.gender.agree.determiners.get(fold(into.tokens[place]))
        if own is None or (place and fold(into.tokens[place - 1]) in gender.agree.clitics):
            return False
        if any(map(self._is_possessive, into.tokens[place + 1 : place + 2])):
            return True
        for other in range(place + 1, min(place + 4, len(into.tokens))):
            if gender.is_noun(into.tokens, other):
                return gender.agree.capitals or gender.may_be(into.tokens, other, own)
            if not gender.agree.capitals or not gender.is_content(into.tokens, other):
                return False
        return False

    def _is_possessive(self, token: str) -> bool:
        """Whether a word stands for what is owned, and is nothing else."""
        readings = self.target.readings(self.form(token))
        return bool(readings) and all(reading.case == "gen" for reading in readings)

    def _clues(
        self, forms: Sequence[str], places: Sequence[int], into: Translation
    ) -> Iterator[tuple[str, str]]:
        """What the words around a pronoun say of it, and which word says it."""
        words, end = into.tokens, places[-1] + 1
        before = " ".join(map(fold, words[max(places[0] - _AROUND, 0) : places[0]]))
        behind = " ".join(map(fold, words[end : end + _AROUND]))
        for clue in self.target.agree.clues:
            fits = clue.forms.intersection(forms) and clue.before.search(before)
            match = clue.pattern.match(behind) if fits else None
            if match is not None and match.lastgroup is not None:
                yield match.lastgroup, match[match.lastgroup]

    def readings(self, form: str) -> Readings:
        """What a form shows of itself."""
        if (own := self.target.agree.forms.get(form)) is not None:
            return own
        return frozenset(
            Reading(reading.gender, reading.number)
            for reading in self.target.readings(form)
            if reading.person == 3 and reading.case != "gen"
        )
