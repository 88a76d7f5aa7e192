"""Gender and number of a pronoun and of its antecedent, in one translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from proform.find.gender import Gender
from proform.find.noun import Noun
from proform.find.resolve import Resolver
from proform.lexicon.pack import Pack
from proform.lexicon.reading import Reading, Readings, meet, values
from proform.lexicon.split import fold
from proform.model import OTHER, Occurrence, Referring, Rendering, Segment, Step, Translation

_NEIGHBOURS = 4
"""So far from a source pronoun, words tell where its translation is."""
_FAR = 7
"""So far from there it is looked for."""
_ARTICLE = 4
"""So many words from an article, the noun is found."""
_AROUND = 8
"""So many words to either side of a pronoun may show its gender or number."""


class Shown(NamedTuple):
    """What a pronoun shows of itself."""

    values: frozenset[str]
    words: str
    neutral: bool = False


class Head(NamedTuple):
    """The head of an antecedent: a word of a segment."""

    segment: Segment
    position: int

    @property
    def place(self) -> tuple[int, ...]:
        """Where it stands in the text."""
        return self.segment.number, self.position


class Heads(NamedTuple):
    """Antecedents, and nouns that a pronoun might refer to as well."""

    found: tuple[Head, ...]
    rivals: tuple[Head, ...]


@dataclass(frozen=True)
class Referrer:
    """Finds antecedents in translations, and what tells whether a pronoun agrees with them."""

    target: Pack
    resolver: Resolver

    @property
    def gender(self) -> Gender:
        """What tells gender and number of the target's nouns."""
        return self.resolver.nouns.gender

    def antecedents(self, occurrence: Occurrence, segment: Segment, expected: Rendering) -> Heads:
        """Those that were annotated, else the one that is proposed, by what the reference says.

        Annotated ones have rivals: other nouns that fit, and stand nearer to the pronoun.
        Translations that say things in another way make it refer to these.
        """
        shown = self.pronoun(expected, segment.reference)
        mentions = () if shown.neutral else self.resolver.propose(occurrence, segment, shown.values)
        proposed = tuple(Head(mention.segment, mention.head) for mention in mentions)
        if segment.antecedents is None:
            return Heads(proposed[:1], ())
        texts = {text.number: text for text in (*segment.before, segment)}
        found = tuple(
            Head(texts[one.segment], one.head)
            for one in segment.antecedents
            if one.segment in texts
        )
        last = max((head.place for head in found), default=())
        return Heads(found, tuple(head for head in proposed if head.place > last))

    def referring(
        self,
        heads: Heads,
        segment: Segment,
        into: Translation,
        found: Rendering,
    ) -> Referring:
        """What is known of a pronoun and of the translations of its antecedents."""
        shown = self.pronoun(found, into)
        nouns = [noun for head in heads.found if (noun := self._noun(head, segment, into))]
        known = [noun.found for noun in nouns]
        complete = len(known) == len(heads.found)
        sources = tuple(dict.fromkeys(name for one in known for name in one.sources))
        rivals = (self._noun(head, segment, into) for head in heads.rivals)
        return Referring(
            pronoun=shown.values,
            antecedent=(
                self.gender.together([one.values for one in known]) if complete else frozenset()
            ),
            forms=found.forms,
            shown=shown.words,
            heads=tuple(head.segment.source[head.position] for head in heads.found),
            nouns=tuple(noun.words for noun in nouns),
            sources=sources,
            proposed=segment.antecedents is None,
            neutral=shown.neutral,
            name=len(heads.found) == 1 and self._is_name(heads.found[0]) and not any(sources),
            rival=next(
                (noun.words for noun in rivals if noun and noun.found.values <= shown.values), ""
            ),
        )

    def _is_name(self, head: Head) -> bool:
        return head.position > 0 and head.segment.source[head.position][:1].isupper()

    def _noun(self, head: Head, segment: Segment, into: Translation) -> Noun | None:
        text = _same(segment, into, head.segment)
        return self.resolver.nouns.noun(head.segment.source, head.position, text)

    def is_loose(self, forms: Sequence[str], heads: Sequence[str]) -> bool:
        """Whether a pronoun may stand for all that was said of its antecedent.

        Any may if that is as general as a thing, for then other words name it, too; one like
        German es may if it is abstract.
        """
        source = self.resolver.source
        return source.is_general(heads) or (self.are_loose(forms) and source.is_abstract(heads))

    def are_loose(self, forms: Sequence[str]) -> bool:
        """Whether all are like German es."""
        return all(form in self.target.agree.loose for form in forms)

    def locate(
        self, occurrence: Occurrence, found: Rendering, segment: Segment, into: Translation
    ) -> Rendering:
        """The same, or a better one if it is no pronoun that shows anything; for you, the same.

        That is a pronoun that shows gender or number, is no article and belongs to no other pronoun
        of the source; of several, the nearest to where the alignment or its place in the sentence
        suggests.
        """
        if not self.resolver.refers(occurrence):
            return found
        usable = [
            place
            for place in found.positions
            if self._usable(place, into)
            and (
                found.step is not Step.SEARCHED or self._has_role(place, occurrence, segment, into)
            )
        ]
        if usable:
            return found if found.forms != (OTHER,) else self._at(usable[0], into, found)
        near = self._expected(occurrence.position, segment.source, into)
        reach = range(max(ceil(near - _FAR), 0), min(int(near + _FAR) + 1, len(into.tokens)))
        places = [
            (abs(place - near), place)
            for place in reach
            if self._usable(place, into)
            and self._has_kind(occurrence, place, into)
            and self._likely(occurrence.form, place, into)
            and self._has_role(place, occurrence, segment, into)
            and not self._owned(place, occurrence, segment, into)
        ]
        if places:
            return self._at(min(places)[1], into, found)
        if not found.forms or any(self._is_pronoun(place, into) for place in found.positions):
            return found  # on shows nothing, but APT knows it
        return found._replace(forms=(OTHER,))

    def _at(self, place: int, into: Translation, found: Rendering) -> Rendering:
        step = found.step if place in found.links else Step.SEARCHED
        word = into.tokens[place]
        return Rendering((place,), (word,), (self._form(word),), step, found.links)

    def _form(self, token: str) -> str:
        listed = {*self.target.inventory, *self.target.agree.forms}
        return self.target.splitter.find(token, listed) or OTHER

    def _usable(self, place: int, into: Translation) -> bool:
        """Whether a word is a pronoun that shows anything."""
        form = self._form(into.tokens[place])
        shows = form in self.target.agree.neutral or any(map(any, self._readings(form)))
        return shows and self._is_pronoun(place, into)

    def _is_pronoun(self, place: int, into: Translation) -> bool:
        """Whether a word is a pronoun, and no article, relative or polite address."""
        form, agree = self._form(into.tokens[place]), self.target.agree
        if form == OTHER or self._polite(place, into):
            return False
        if any(group == "nothing" for group, _ in self._clues([form], [place], into)):
            return False
        if form in agree.determiners and self._article(place, into):
            return False
        return form not in agree.relatives or not self._begins_clause(place, into)

    def _begins_clause(self, place: int, into: Translation) -> bool:
        """Whether a word is a relative pronoun: behind a comma, and its verb is not next."""
        following = fold(into.tokens[place + 1]) if place + 1 < len(into.tokens) else ""
        behind_comma = place > 0 and into.tokens[place - 1] == ","
        return behind_comma and following not in self.target.agree.finite

    def _likely(self, form: str, place: int, into: Translation) -> bool:
        """Whether a word may stand for a pronoun to which nothing links it: in number, surely."""
        pack = self.resolver.source.pack
        number = pack.number(form)
        found = self._form(into.tokens[place])
        every = all if found in self.target.agree.determiners else any
        return form in pack.free or every(
            reading.number == number for reading in self._readings(found)
        )

    def _has_kind(self, occurrence: Occurrence, place: int, into: Translation) -> bool:
        """Whether a word can stand for such a pronoun: einer for one, and not for it."""
        form, agree = self._form(into.tokens[place]), self.target.agree
        if occurrence.form in self.resolver.source.pack.free or form not in agree.forms:
            return True
        return form not in agree.determiners

    def _has_role(
        self, place: int, occurrence: Occurrence, segment: Segment, into: Translation
    ) -> bool:
        """Whether a word is no adverb, unless a preposition stands before the pronoun."""
        if self._form(into.tokens[place]) not in self.target.agree.oblique:
            return True
        phrase, before = self.resolver.source.phrase, segment.source[: occurrence.position][-1:]
        return phrase is None or any(
            fold(word) in phrase.prepositions | phrase.particles for word in before
        )

    def _polite(self, place: int, into: Translation) -> bool:
        """Whether a capital inside a sentence makes it an address: Sie."""
        token = into.tokens[place]
        if not self.target.agree.capitals or not token[0].isupper() or place == 0:
            return False
        if not (into.tokens[place - 1].isalpha() or into.tokens[place - 1] == ","):
            return False
        return any(reading.person == 2 for reading in self.target.readings(fold(token)))

    def _article(self, place: int, into: Translation) -> bool:
        """Whether a noun follows, perhaps after adjectives.

        Not behind a hyphen (servez-la chaude), nor before what cannot be the article's noun, for
        that is a verb (le ferme, la quiero).
        """
        gender, own = self.gender, self.gender.agree.determiners.get(fold(into.tokens[place]))
        if own is None or (place and fold(into.tokens[place - 1]) in gender.agree.clitics):
            return False
        for other in range(place + 1, min(place + _ARTICLE, len(into.tokens))):
            if gender.is_noun(into.tokens, other):
                return gender.agree.capitals or gender.may_be(into.tokens, other, own)
            if not gender.agree.capitals or not gender.is_content(into.tokens, other):
                return False
        return False

    def _owned(
        self, place: int, occurrence: Occurrence, segment: Segment, into: Translation
    ) -> bool:
        source, position = self.resolver.source.pack, occurrence.position
        others = set(into.alignment.sources(place)) - {position}
        if position and self.resolver.source.is_determiner(segment.source, position - 1):
            others.discard(position - 1)  # this one
        words = (segment.source[other] for other in others)
        return any(source.splitter.find(word, source.inventory) for word in words)

    def _expected(self, position: int, source: Sequence[str], into: Translation) -> float:
        for step in range(_NEIGHBOURS):
            sides = range(max(position - step, 0), min(position + step + 1, len(source)))
            if places := into.alignment.targets(*sides):
                return sum(places) / len(places)
        return position * len(into.tokens) / len(source)

    def pronoun(self, found: Rendering, into: Translation) -> Shown:
        """What a pronoun shows, by its form and by the words behind it that agree with it."""
        forms = [form for form in found.forms if form != OTHER]
        agree, words = self.target.agree, " ".join(found.tokens)
        if not forms:
            return Shown(frozenset(), words)
        readings = frozenset(reading for form in forms for reading in self._readings(form))
        readings = self._with_article(forms, found.positions, into, readings)
        for group, word in self._clues(forms, found.positions, into):
            if group == "neutral":
                return Shown(frozenset(), words, neutral=True)
            if more := meet(readings, [Reading(*group.split("_"))]):
                return Shown(values(more, agree.genders), f"{words} … {word.strip()}")
        if all(form in agree.neutral for form in forms):
            return Shown(frozenset(), words, neutral=True)
        return Shown(values(readings, agree.genders), words)

    def _with_article(
        self, forms: Sequence[str], places: Sequence[int], into: Translation, readings: Readings
    ) -> Readings:
        """What the article before a possessive leaves: le nôtre."""
        before = fold(into.tokens[places[0] - 1]) if places[0] else ""
        article = self.target.agree.determiners.get(before, frozenset())
        if not all(form in self.target.agree.forms for form in forms):
            return readings
        return meet(readings, article) or readings

    def _clues(
        self, forms: Sequence[str], places: Sequence[int], into: Translation
    ) -> Iterator[tuple[str, str]]:
        """What the words around a pronoun say of it, and which word says it."""
        before, behind = (
            " ".join(map(fold, into.tokens[max(start, 0) : end]))
            for start, end in (
                (places[0] - _AROUND, places[0]),
                (places[-1] + 1, places[-1] + 1 + _AROUND),
            )
        )
        for clue in self.target.agree.clues:
            fits = clue.forms.intersection(forms) and clue.before.search(before)
            match = clue.pattern.match(behind) if fits else None
            if match is not None and match.lastgroup is not None:
                yield match.lastgroup, match[match.lastgroup]

    def _readings(self, form: str) -> Readings:
        if (own := self.target.agree.forms.get(form)) is not None:
            return own
        return frozenset(
            Reading(reading.gender, reading.number)
            for reading in self.target.readings(form)
            if reading.person == 3 and reading.case != "gen"
        )


def _same(segment: Segment, into: Translation, other: Segment) -> Translation:
    """The translation of another segment that goes with a translation of this one."""
    if into is segment.reference:
        return other.reference
    for mine, theirs in zip(segment.candidates, other.candidates, strict=True):
        if mine is into:
            return theirs
    raise AssertionError("a translation is one of the segment's")
