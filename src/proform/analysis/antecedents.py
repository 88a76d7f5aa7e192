"""What a pronoun refers to, and gender and number of both in one translation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple

from proform.analysis.gender import Gender
from proform.analysis.nouns import Noun, Nouns
from proform.analysis.words import SUBJECT, Evidence, PronounReader, Wording
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import genders_of
from proform.model import OTHER, Occurrence, Referring, Rendering, Segment, Step, Translation

_NEIGHBOURS = 4
"""So far from a source pronoun, words tell where its translation is."""
_FAR = 7
"""So far from there it is looked for."""


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
    """Proposes antecedents where nobody has annotated them: the best noun before a pronoun.

    A noun is a word that the reference translates by one. It must fit the pronoun: in number, a
    thing if the pronoun is it; an object is nothing that stands in its own clause; and in the
    reference, noun and pronoun must not disagree. Of those that fit, one that surely agrees in the
    reference goes first, then the nearest sentence, then a subject before an object before what
    follows a preposition, then the last.
    """

    nouns: Nouns

    @property
    def source(self) -> Wording:
        """What the words of the source say."""
        return self.nouns.source

    def propose(
        self, occurrence: Occurrence, segment: Segment, pronoun: frozenset[str]
    ) -> tuple[Mention, ...]:
        """The mentions it may refer to, best first; `pronoun` is what the reference's may be."""
        ranked: list[tuple[int, int, Mention]] = []
        for mention in self._mentions(occurrence, segment) if self.refers(occurrence) else ():
            fits = self._fits(occurrence, segment, mention)
            if fits and (sure := self._agrees(occurrence, mention, pronoun)) is not None:
                cost = self._cost(occurrence, segment, mention, sure=sure)
                ranked.append((cost, -mention.head, mention))
        return tuple(mention for *_, mention in sorted(ranked, key=lambda entry: entry[:2]))

    def _cost(
        self, occurrence: Occurrence, segment: Segment, mention: Mention, *, sure: bool
    ) -> int:
        readings = self.source.pack.readings(occurrence.form)
        is_one = self._is_free(occurrence) and all(reading.case != "gen" for reading in readings)
        is_object = self.source.is_object(segment.source, occurrence.position)
        cost = 3 * (not sure) + 6 * mention.bare + 3 * mention.distance + mention.role
        # One rather stands for a thing (mine may be a person's), and an object for an object.
        return cost + 2 * (mention.person and is_one) + (mention.role == SUBJECT and is_object)

    def refers(self, occurrence: Occurrence) -> bool:
        """Whether a noun may be what it stands for: not I or you, but mine and yours."""
        readings = self.source.pack.readings(occurrence.form)
        return self._is_free(occurrence) or not all(reading.person < 3 for reading in readings)

    def _is_free(self, occurrence: Occurrence) -> bool:
        """Whether its number says nothing of what it refers to."""
        return occurrence.form in self.source.pack.free

    def _mentions(self, occurrence: Occurrence, segment: Segment) -> Iterator[Mention]:
        """The nouns before the pronoun, from the nearest segment to the furthest."""
        for distance, text in enumerate([segment, *reversed(segment.before)]):
            words = text.source
            end = occurrence.position if distance == 0 else len(words)
            nouns = {k for k in self.nouns.mentions(words, text.reference) if k < end}
            for k in sorted(nouns):
                number = self.source.number(words[k])
                if k + 1 in nouns and number == self.source.number(words[k + 1]) != "pl":
                    continue  # the last noun of a compound is its head; but: the bus leaves
                start = self.source.start(words, k)
                person, role = self.source.is_person(words[k]), self.source.role(words, start, k)
                bare = number == "sg" and not self.source.is_determiner(words, start)
                yield Mention(text, k, number, person, bare, role, distance)

    def _fits(self, occurrence: Occurrence, segment: Segment, mention: Mention) -> bool:
        readings = self.source.pack.readings(occurrence.form)
        numbers = {reading.number for reading in readings}
        places = mention.head, occurrence.position
        if not mention.distance and self.source.in_one_clause(segment.source, *places):
            return False
        if not self._is_free(occurrence) and numbers and "" not in numbers:
            if mention.number and mention.number not in numbers:
                return False
            if numbers == {"sg", "pl"} and mention.number == "sg" and not mention.person:
                return False  # they, of a thing
        neuter = {reading.gender for reading in readings} == {"n"}
        return not (neuter and mention.person)

    def _agrees(
        self, occurrence: Occurrence, mention: Mention, pronoun: frozenset[str]
    ) -> bool | None:
        """Surely, perhaps or not at all, in the reference."""
        text = mention.segment
        noun = self.nouns.noun(text.source, mention.head, text.reference)
        if noun is None or not pronoun:
            return False
        of_noun = noun.features.values
        if self._is_free(occurrence):
            of_noun, pronoun = genders_of(of_noun), genders_of(pronoun)
        return of_noun <= pronoun if of_noun & pronoun else None

    def may_be_several(self, form: str, heads: tuple[str, ...]) -> bool:
        """Whether a pronoun like they stands for a singular noun: one person, or a group."""
        numbers = {reading.number for reading in self.source.pack.readings(form)}
        return numbers == {"sg", "pl"} and all(self.source.number(h) != "pl" for h in heads)


class Head(NamedTuple):
    """The head of an antecedent: a word of a segment."""

    segment: Segment
    position: int

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the text."""
        return self.segment.number, self.position


class Heads(NamedTuple):
    """Antecedents, and nouns that a pronoun might refer to as well."""

    antecedents: tuple[Head, ...]
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

    @cached_property
    def pronouns(self) -> PronounReader:
        """What tells pronouns, and what they show."""
        return PronounReader(self.target, self.gender)

    def antecedents(self, occurrence: Occurrence, segment: Segment, expected: Rendering) -> Heads:
        """Those that were annotated, else the one that is proposed, by what the reference says.

        Annotated ones have rivals: other nouns that fit, and stand nearer to the pronoun.
        Translations that say things in another way make it refer to these.
        """
        shown = self._shown(occurrence, expected, segment.reference)
        mentions = () if shown.neutral else self.resolver.propose(occurrence, segment, shown.values)
        proposed = tuple(Head(mention.segment, mention.head) for mention in mentions)
        if segment.antecedents is None:
            return Heads(proposed[:1], ())
        texts = {text.number: text for text in (*segment.before, segment)}
        there = (noun for noun in segment.antecedents if noun.segment in texts)
        annotated = tuple(Head(texts[noun.segment], noun.head) for noun in there)
        last = max((head.place for head in annotated), default=())
        return Heads(annotated, tuple(head for head in proposed if head.place > last))

    def referring(
        self,
        occurrence: Occurrence,
        heads: Heads,
        segment: Segment,
        into: Translation,
        rendering: Rendering,
    ) -> Referring:
        """What is known of a pronoun and of the translations of its antecedents."""
        shown = self._shown(occurrence, rendering, into)
        antecedents = heads.antecedents
        words = tuple(head.segment.source[head.position] for head in antecedents)
        nouns = [noun for head in antecedents if (noun := self._noun(head, segment, into))]
        known = [noun.features for noun in nouns]
        complete = len(known) == len(antecedents)
        together = self.gender.together([features.values for features in known])
        sources = tuple(dict.fromkeys(name for features in known for name in features.sources))
        rivals = (self._noun(head, segment, into) for head in heads.rivals)
        fitting = (n.words for n in rivals if n and n.features.values <= shown.values)
        return Referring(
            pronoun=shown.values,
            antecedent=together if complete else frozenset(),
            forms=rendering.forms,
            shown=shown.words,
            heads=words,
            places=tuple(head.place for head in antecedents),
            nouns=tuple(noun.words for noun in nouns),
            sources=sources,
            proposed=segment.antecedents is None,
            neutral=shown.neutral,
            name=len(words) == 1
            and antecedents[0].position > 0
            and words[0][:1].isupper()
            and not any(sources),
            rival=next(fitting, ""),
        )

    def _shown(self, occurrence: Occurrence, rendering: Rendering, into: Translation) -> Evidence:
        """What a pronoun shows; das for one is neuter, and not for anything."""
        shown = self.pronouns.shown(rendering, into)
        singular = {f"{gender}.sg" for gender in self.target.agree.genders}
        definite = len(shown.values) == 1 and shown.values <= singular
        free = occurrence.form in self.resolver.source.pack.free
        return shown._replace(neutral=False) if definite and free else shown

    def _noun(self, head: Head, segment: Segment, into: Translation) -> Noun | None:
        """What stands for a head in the translation of its segment that goes with this one."""
        ours, theirs = ((text.reference, *text.candidates) for text in (segment, head.segment))
        text = next(their for our, their in zip(ours, theirs, strict=True) if our is into)
        return self.resolver.nouns.noun(head.segment.source, head.position, text)

    def is_loose(self, forms: Sequence[str], heads: Sequence[str]) -> bool:
        """Whether a pronoun may stand for all that was said of its antecedent.

        Any may if that is as general as a thing, for then other words name it, too; one like
        German es may if it is abstract.
        """
        phrase = self.resolver.source.phrase
        general, abstract = (
            all(pattern.fullmatch(fold(head)) for head in heads)
            for pattern in (phrase.general, phrase.abstract)
        )
        return general or (self.are_loose(forms) and abstract)

    def are_loose(self, forms: Sequence[str]) -> bool:
        """Whether all are like German es."""
        return all(form in self.target.agree.loose for form in forms)

    def locate(
        self, occurrence: Occurrence, rendering: Rendering, segment: Segment, into: Translation
    ) -> Rendering:
        """The same, or a better one if it is no pronoun that shows anything; for you, the same.

        That is a pronoun that shows gender or number, is no article and belongs to no other pronoun
        of the source; of several, the nearest to where the alignment or its place in the sentence
        suggests.
        """
        if not self.resolver.refers(occurrence):
            return rendering
        usable = [
            place
            for place in rendering.positions
            if self.pronouns.is_usable(place, into)
            if rendering.step is not Step.SEARCHED
            or self._has_role(place, occurrence, segment, into)
        ]
        if usable:
            known = rendering.forms != (OTHER,)
            return rendering if known else self._at(usable[0], into, rendering)
        near = self._expected(occurrence.position, segment.source, into)
        reach = range(max(ceil(near - _FAR), 0), min(int(near + _FAR) + 1, len(into.tokens)))
        places = [
            (abs(place - near), place)
            for place in reach
            if self.pronouns.is_usable(place, into)
            and self._is_likely(occurrence.form, place, into)
            and self._has_role(place, occurrence, segment, into)
            and not self._is_owned(place, occurrence, segment, into)
        ]
        if places:
            return self._at(min(places)[1], into, rendering)
        pronouns = any(self.pronouns.is_pronoun(place, into) for place in rendering.positions)
        if pronouns or not rendering.forms:
            return rendering  # on shows nothing, but APT knows it
        return rendering._replace(forms=(OTHER,))

    def _at(self, place: int, into: Translation, rendering: Rendering) -> Rendering:
        step = rendering.step if place in rendering.links else Step.SEARCHED
        word = into.tokens[place]
        return Rendering((place,), (word,), (self.pronouns.form(word),), step, rendering.links)

    def _is_likely(self, form: str, place: int, into: Translation) -> bool:
        """Whether a word may stand for a pronoun to which nothing links it.

        It has the number of the pronoun, a determiner surely; and einer stands for one, not for it.
        """
        pack, agree = self.resolver.source.pack, self.target.agree
        word = self.pronouns.form(into.tokens[place])
        if form in pack.free:
            return True
        if word in agree.forms and word in agree.determiners:
            return False
        every, number = all if word in agree.determiners else any, pack.number(form)
        return every(reading.number == number for reading in self.pronouns.readings(word))

    def _has_role(
        self, place: int, occurrence: Occurrence, segment: Segment, into: Translation
    ) -> bool:
        """Whether a word is no adverb, unless a preposition stands before the pronoun."""
        if self.pronouns.form(into.tokens[place]) not in self.target.agree.oblique:
            return True
        source, before = self.resolver.source, segment.source[: occurrence.position][-1:]
        words = source.phrase.prepositions | source.phrase.particles
        return source.pack.phrase is None or any(fold(word) in words for word in before)

    def _is_owned(
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
