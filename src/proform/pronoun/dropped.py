"""Pronouns by their verbs: subjects that have no word but theirs, and objects that lean on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.verbs import VerbForms
from proform.model import DROPPED, OTHER, Rendering, Segment, Step, Translation
from proform.pronoun.clauses import (
    NounList,
    VerbGroup,
    finite_forms,
    subject_before,
    verb_group,
)
from proform.pronoun.objects import LeaningObjects
from proform.pronoun.occurrences import Finder, Hit
from proform.pronoun.renderings import NOTHING, Renderer

_UNTAGGED = 4
"""The same where nothing is known of parts of speech."""
_NEAR, _FAR = 2, 6
"""So far from the translation of the source's verb the finite one may stand; and if it is linked to
nothing else and has the number of the pronoun."""
_LEFT = 4
"""So far before the translation of a source verb its subject may stand."""
_BEFORE = 6
"""So many words before a verb its subject is looked for."""
_ANOTHER_NUMBER, _ANOTHER_WORD, _PREDICATE = 3.5, 1.0, 0.5
"""What it costs a verb, in words of distance, to have another number than the source's pronoun, to
translate another word as well, or to stand by the word for what is said of the subject."""


class Tagging(Protocol):
    """Something that knows parts of speech."""

    def tag(self, sentences: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
        """For each word a tag of Universal Dependencies; more may follow a full stop."""


@dataclass(frozen=True)
class DroppedRenderer(Renderer):
    """Finds what another renderer finds, or an object at its verb; for a dropped subject, its verb.

    The verb of the source's pronoun is found by its tags, else it is among the words behind it. Of
    the words linked to it and those near them, the finite verb is taken that has the person of the
    pronoun and is nearest, one in another number only if it is nearer. It has no other subject:
    no pronoun of another source word stands before it. If there is none, a verb may be missing its
    link.
    """

    inner: Renderer
    source: Pack
    target: Pack
    tagging: Tagging | None = None
    nouns: NounList | None = None
    """Of the target language."""
    _known: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """That of the renderer for pronouns that have words."""
        return self.inner.name

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:
        """The pronoun, or the verb of one that was dropped."""
        if form == DROPPED:
            return self._of_verb(position, segment, into)
        plain = self.inner.render(position, form, segment, into)
        if not self.target.verbs.dropped or self._stands(plain):
            return plain
        segment = self._tagged(segment)
        group = self._group(position, form, segment)
        place = self._objects.find(position, form, group, plain, segment, into)
        if place is not None:
            return plain if place in plain.positions else self._at(place, plain, into)
        return self._subject(position, form, group, plain, segment, into) if group.verbs else plain

    @cached_property
    def _objects(self) -> LeaningObjects:
        return LeaningObjects(self.inner, self.source, self.target, self.nouns)

    def _at(self, place: int, plain: Rendering, into: Translation) -> Rendering:
        word = into.tokens[place]
        return Rendering(
            (place,), (word,), (self.targets[word] or OTHER,), Step.SEARCHED, plain.links
        )

    def _subject(
        self,
        position: int,
        form: str,
        group: VerbGroup,
        plain: Rendering,
        segment: Segment,
        into: Translation,
    ) -> Rendering:
        """The verb of a subject that has no word, or a pronoun that stands by it unlinked."""
        own = self._own(form)
        found = self._verbs(position, group, own, into)
        _, verb, fits = min(found, default=(0.0, -1, False))
        if verb < 0 and not plain.forms:
            _, verb, fits = self._unlinked(position, group, own, segment, into)
        shows = any(each.number for form in plain.forms for each in self.target.readings(form))
        if verb < 0 or (shows and not fits):  # se shows no number
            return plain
        if plain.forms == (OTHER,) and self._is_noun(plain.positions, verb, into):
            return plain
        if (place := self._overt(verb, own, into)) is not None:
            return self._at(place, plain, into)
        return Rendering((verb,), (into.tokens[verb],), (DROPPED,), Step.DROPPED, plain.links)

    def _overt(
        self, verb: int, own: Mapping[int, Collection[str]], into: Translation
    ) -> int | None:
        """Where the subject of a verb stands that nothing is linked to: on wraca, wraca on."""
        words, behind = into.tokens, verb + 1
        while behind < len(words) and fold(words[behind]) in self.target.verbs.clitics:
            behind += 1
        for place in (subject_before(self.target, words, verb), behind):
            if place is None or place >= len(words) or into.alignment.sources(place):
                continue
            form = self.targets[words[place]]
            if form in self.target.verbs.overt and any(
                reading.number in own.get(reading.person, ())
                for reading in self.target.readings(form)
            ):
                return place
        return None

    def _of_verb(self, position: int, segment: Segment, into: Translation) -> Rendering:
        """What stands for the dropped subject of a source verb: a subject pronoun, or a verb.

        The pronoun is linked to the verb, or stands before what is; of several, the nearest.
        """
        links, forms = into.alignment, self.source.verbs.forms(fold(segment.source[position]))
        aligned = links.targets(position)
        around = aligned or links.targets(position - 1, position + 1)
        first = max(around[0] - _LEFT, 0) if around else 0
        places = [
            (place not in aligned, -place)
            for place in range(first, around[-1] + 1 if around else 0)
            if self._is_subject(self.targets[into.tokens[place]], forms)
            and not any(self._is_pronoun(segment.source[k]) for k in links.sources(place))
        ]
        if places:
            place = -min(places)[1]
            step = Step.ALIGNED if aligned == (place,) else Step.PICKED
            step = step if place in aligned else Step.SEARCHED
            form = self.targets[into.tokens[place]] or OTHER
            return Rendering((place,), (into.tokens[place],), (form,), step, aligned)
        own = {form.person: (form.number,) for form in forms}
        if self.target.verbs.dropped:
            group = VerbGroup((position,))
            _, verb, _ = min(self._verbs(position, group, own, into), default=(0.0, -1, False))
            if verb >= 0:
                word = into.tokens[verb]
                return Rendering((verb,), (word,), (DROPPED,), Step.DROPPED, aligned)
        return NOTHING._replace(links=aligned)

    def _is_subject(self, form: str | None, verb: VerbForms) -> bool:
        """Whether a pronoun of the target may be the subject that a verb of the source shows."""
        return any(
            reading.case == "nom"
            and reading.person == own.person
            and (reading.number or reading.person < 3)  # not: who
            and reading.number in ("", own.number)
            for reading in self.target.readings(form or "")
            for own in verb
        )

    def _is_pronoun(self, word: str) -> bool:
        return self.source.splitter.find(word, self.source.inventory) is not None

    def _stands(self, plain: Rendering) -> bool:
        """Whether a pronoun was found that may be a subject, and not only an object."""
        return any(
            reading.case in {"", "nom"}
            for form in plain.forms
            if form not in self.target.verbs.clitics
            for reading in self.target.readings(form)
        )

    def _group(self, position: int, form: str, segment: Segment) -> VerbGroup:
        cases = {reading.case for reading in self.source.readings(form)}
        if "nom" not in cases:
            return VerbGroup()
        if segment.tags:
            return verb_group(segment.tags, position)
        behind = range(position + 1, min(position + 1 + _UNTAGGED, len(segment.source)))
        ends = (k for k in behind if not segment.source[k][0].isalnum())
        return VerbGroup(tuple(range(position + 1, next(ends, behind.stop))))

    def _tagged(self, segment: Segment) -> Segment:
        """The segment with the parts of speech of its source, if they can be told."""
        if segment.tags or self.tagging is None:
            return segment
        last, tagged = self._known.get("segment", (None, segment))
        if last is not segment:
            tagged = replace(segment, tags=self.tagging.tag([segment.source])[0])
            self._known["segment"] = segment, tagged
        found: Segment = tagged
        return found

    def _own(self, form: str) -> Mapping[int, Collection[str]]:
        """The persons that a verb of the pronoun may have, and the numbers that it usually has."""
        persons = {reading.person for reading in self.source.readings(form)}
        number = self.source.number(form)
        # Polite address has verbs of the third person: usted.
        return dict.fromkeys(
            persons | ({3} if 2 in persons else set()), (number,) if number else ("sg", "pl")
        )

    def _verbs(
        self,
        position: int,
        group: VerbGroup,
        own: Mapping[int, Collection[str]],
        into: Translation,
    ) -> Iterator[tuple[float, int, bool]]:
        """What each finite verb costs, where it stands, and whether its number is the pronoun's."""
        links = into.alignment
        anchors = dict.fromkeys(links.targets(position, *group.verbs), 0.0)
        for place in links.targets(*group.predicate) if group.predicate else ():
            anchors.setdefault(place, _PREDICATE)
        if not anchors:
            around = (position - 1, *(k + 1 for k in group.verbs[-1:]))
            anchors = dict.fromkeys(links.targets(*around), _PREDICATE)
        sources = {position, *group.verbs, *group.predicate}
        # Without articles, only what it translates tells a verb from a noun: znajdą.
        sure = {*links.targets(*group.verbs)} if self.target.agree.bare else set()
        reach = {a + step for a in anchors for step in range(-_FAR, _FAR + 1)}
        reach &= set(range(len(into.tokens)))
        for place in sorted(reach - self._joined(reach, into.tokens)):
            nouns = None if place in sure else self.nouns
            forms = finite_forms(self.target, into.tokens, place, nouns)
            numbers = {form.number for form in forms if form.person in own}
            if not numbers or self._has_subject(place, position, into):
                continue
            fits = any(f.number in own.get(f.person, ()) for f in forms)
            distance = min(cost + abs(place - anchor) for anchor, cost in anchors.items())
            another = set(links.sources(place)) - sources
            if distance > _NEAR + _PREDICATE and (another or not fits):
                continue
            cost = distance + _ANOTHER_NUMBER * (not fits) + _ANOTHER_WORD * bool(another)
            yield cost, place, fits

    def _unlinked(
        self,
        position: int,
        group: VerbGroup,
        own: Mapping[int, Collection[str]],
        segment: Segment,
        into: Translation,
    ) -> tuple[float, int, bool]:
        """The finite verb that translates none of the source, and stands where one is missing.

        That is between the translations of the words before and behind. One in the plural may stand
        farther away, for others are rare; in the singular it shows a gender, or might be no verb.
        """
        links, tags = into.alignment, segment.tags
        before = max((k for k in links.starts if k < position), default=-1)
        behind = min((k for k in links.starts if k > group.verbs[-1]), default=-1)
        left = links.targets(before)[-1:] or (-1,)
        right = links.targets(behind)[:1] or (len(into.tokens),)
        first, last = min(left + right) + 1, max(left + right) - 1
        taken = {k for k, tag in enumerate(tags) if tag in {"VERB.Fin", "AUX"}}
        places = [
            (float(away), place, True)
            for place in range(max(first - _FAR, 0), min(last + _FAR + 1, len(into.tokens)))
            for away in [max(first - place, place - last, 0)]
            for form in finite_forms(self.target, into.tokens, place, self.nouns)
            if form.number in own.get(form.person, ())
            and (form.number == "pl" or (form.gender and not away))
            and taken.isdisjoint(links.sources(place))
            and not self._has_subject(place, position, into)
        ]
        return min(places, default=(0.0, -1, False)) if tags else (0.0, -1, False)

    def _joined(self, places: Collection[int], words: Sequence[str]) -> set[int]:
        """The adjectives and participles that a verb joins to its subject: está clara."""
        verbs, folded = self.target.verbs, [*map(fold, words)]
        linking = (place for place in places if folded[place] in verbs.linking)
        return {said[0] for place in linking if (said := verbs.agreeing_word(folded, place))}

    def _has_subject(self, place: int, position: int, into: Translation) -> bool:
        """Whether a pronoun that is another word's, or a noun, stands before a verb."""
        subject = subject_before(self.target, into.tokens, place)
        if subject is None or fold(into.tokens[subject]) not in self.target.verbs.overt:
            return subject is not None
        owners = into.alignment.sources(subject)
        return bool(owners) and position not in owners

    def _is_noun(self, positions: Sequence[int], verb: int, into: Translation) -> bool:
        """Whether the source's pronoun is linked to a noun, which a determiner stands before."""
        agree = self.target.agree
        return any(
            fold(into.tokens[place - 1]) in agree.determiners
            and not finite_forms(self.target, into.tokens, place, self.nouns)
            for place in positions
            if place and place != verb
        )


@dataclass(frozen=True, eq=False)
class SubjectFinder(Finder):
    """Finds listed pronouns, and verbs of the third person whose subject has no word."""

    pack: Pack
    nouns: NounList | None = None

    def find(self, segment: int, line: str) -> Sequence[Hit]:
        """The pronouns of one line, and its verbs as ø."""
        words = line.split(" ") if line else []
        verbs = (
            Hit(place, words[place], DROPPED)
            for place in range(len(words))
            if self.is_dropped(words, place)
        )
        return sorted((*super().find(segment, line), *verbs))

    def is_dropped(self, words: Sequence[str], place: int) -> bool:
        """Whether a word is a finite verb, but not behind a subject, a relative or another verb."""
        verbs = self.pack.verbs
        word = fold(words[place])
        if word in verbs.impersonal or self.pack.splitter.find(word, self.pack.inventory):
            return False
        forms = finite_forms(self.pack, words, place, self.nouns)
        if not any(form.person == 3 for form in forms):
            return False
        if word not in verbs.words and self.nouns is not None and self.nouns.look_up(word):
            return False
        if subject_before(self.pack, words, place) is not None:
            return False
        before = place - 1
        while before >= 0 and fold(words[before]) in verbs.clitics:
            before -= 1
        following = fold(words[place + 1]) if place + 1 < len(words) else ""
        if following in verbs.overt:
            return False
        return before < 0 or self._may_begin(words, before)

    def _may_begin(self, words: Sequence[str], before: int) -> bool:
        """Whether a clause without a subject may begin behind a word, and not one with a noun."""
        word, verbs = fold(words[before]), self.pack.verbs
        if word in verbs.relative:  # behind a verb it is a conjunction: creo que funciona
            return before > 0 and bool(finite_forms(self.pack, words, before - 1, self.nouns))
        if not word.isalpha():
            return True
        name = before > 0 and words[before][0].isupper() and words[before - 1].isalpha()
        noun = self.nouns is not None and bool(self.nouns.look_up(word))
        known = word in verbs.others or word in verbs.plain or verbs.skipped.fullmatch(word)
        return bool(known) or not (name or noun or verbs.forms(word))
