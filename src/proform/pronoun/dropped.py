"""Subjects that have no word: the finite verb that shows them stands for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import Readings, meet
from proform.language.verbs import VerbForms
from proform.model import DROPPED, OTHER, Rendering, Segment, Step, Translation
from proform.pronoun.occurrences import Finder, Hit
from proform.pronoun.renderings import NOTHING, Renderer

_VERBS = {"VERB", "AUX"}
_BETWEEN = {"ADV", "PART", "INTJ"}
_NONFINITE = (["PART"], ["VERB.Inf"], ["VERB.Part"])
_GROUP = 8
"""So many words behind a pronoun its verb may end."""
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


class NounList(Protocol):
    """Something that knows nouns."""

    def look_up(self, word: str) -> Readings:
        """What a word in lower case may be; nothing if it is no noun that is known."""


@dataclass(frozen=True)
class VerbGroup:
    """Where the verb of a source pronoun stands, and what is said by it."""

    verbs: tuple[int, ...] = ()
    predicate: tuple[int, ...] = ()


def verb_group(tags: Sequence[str], position: int) -> VerbGroup:
    """The auxiliaries and the verb that a pronoun is the subject of; empty if it is none.

    It is an object between a verb and one that is not finite: let it fall, want it to work.
    """
    plain = [tag.partition(".")[0] for tag in tags[: position + _GROUP + 1]]
    if plain[:position][-1:] == ["VERB"] and tags[position + 1 : position + 2] in _NONFINITE:
        return VerbGroup()
    verbs: list[int] = []
    place = position + 1
    while place < len(plain) and plain[place] in _VERBS | _BETWEEN:
        if plain[place] in _VERBS:
            verbs.append(place)
        place += 1
        if verbs and plain[verbs[-1]] == "VERB":
            break
    before = position - 1
    while before > 0 and plain[before] == "PART":
        before -= 1
    asks = before >= 0 and plain[before] == "AUX" and not any(plain[k] == "AUX" for k in verbs)
    if asks and position + 1 < len(plain) and plain[position + 1] not in {"PUNCT", "ADP"}:
        verbs.insert(0, before)
    if not verbs:
        return VerbGroup()
    only = all(plain[verb] == "AUX" for verb in verbs)
    said = range(place, min(place + 3, len(plain))) if only else ()
    return VerbGroup(tuple(verbs), tuple(k for k in said if plain[k] in {"ADJ", "NOUN", "VERB"}))


@dataclass(frozen=True)
class DroppedRenderer(Renderer):
    """Finds what another renderer finds; for a subject that has no word, its verb.

    The verb of the source's pronoun is found by its tags, else it is among the words behind it. Of
    the words linked to it and those near them, the finite verb is taken that has the person of the
    pronoun and is nearest, one in another number only if it is nearer. It has no other subject:
    no pronoun of another source word stands before it.
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
        group = self._group(position, form, segment)
        if not group.verbs:
            return plain
        own = self._own(form)
        _, verb, fits = min(self._verbs(position, group, own, into), default=(0.0, -1, False))
        if verb < 0 or (plain.forms not in ((), (OTHER,)) and not fits):
            return plain
        if plain.forms == (OTHER,) and self._is_noun(plain.positions, verb, into):
            return plain
        place = self._overt(verb, own, into)
        step, place = (Step.DROPPED, verb) if place is None else (Step.SEARCHED, place)
        form = DROPPED if step is Step.DROPPED else self.targets[into.tokens[place]] or OTHER
        return Rendering((place,), (into.tokens[place],), (form,), step, plain.links)

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
        tags = segment.tags or self._tags(segment.source)
        if tags:
            return verb_group(tags, position)
        behind = range(position + 1, min(position + 1 + _UNTAGGED, len(segment.source)))
        ends = (k for k in behind if not segment.source[k][0].isalnum())
        return VerbGroup(tuple(range(position + 1, next(ends, behind.stop))))

    def _tags(self, source: Sequence[str]) -> Sequence[str]:
        if self.tagging is None:
            return ()
        last, tags = self._known.get("tags", (None, ()))
        if last is not source:
            tags = self.tagging.tag([source])[0]
            self._known["tags"] = source, tags
        found: Sequence[str] = tags
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
        reach = {a + step for a in anchors for step in range(-_FAR, _FAR + 1)}
        for place in sorted(reach & set(range(len(into.tokens)))):
            forms = finite_forms(self.target, into.tokens, place, self.nouns)
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


def finite_forms(
    pack: Pack, words: Sequence[str], place: int, nouns: NounList | None = None
) -> VerbForms:
    """What a word shows if it is a finite verb where it stands: not behind el, su or de.

    Behind what may be a pronoun (la) it is a noun if one is known, but not in no la cuenta, nor
    behind what is always one (si tratta). Where nouns have no articles, what is known as one is a
    verb only if it shows a gender.
    """
    word, agree = fold(words[place]), pack.agree
    if word in pack.verbs.words:
        return pack.verbs.words[word]
    if word in pack.inventory or word in agree.determiners:
        return frozenset()
    before = fold(words[place - 1]).removeprefix("-") if place else ""
    only = before in pack.inventory and before not in agree.determiners
    if not only and (before in agree.articles or before in pack.verbs.clitics):
        pronoun = nouns is None or (place > 1 and fold(words[place - 2]) in agree.clitics)
        noun = not pronoun and nouns is not None and nouns.look_up(word)
        if noun and meet(agree.determiners.get(before, noun), noun):
            return frozenset()
    governing = agree.determiners.keys() | agree.prepositions.keys()
    if before in governing - agree.articles - pack.verbs.clitics - pack.contrast.subordinating:
        return frozenset()
    forms = pack.verbs.forms(word)
    if agree.bare and nouns is not None and not any(form.gender for form in forms):
        return frozenset() if nouns.look_up(word) else forms
    return forms


def subject_before(pack: Pack, words: Sequence[str], verb: int) -> int | None:
    """Where the pronoun, or the noun behind its determiner, stands that is right before a verb."""
    place = verb - 1
    while place >= 0 and fold(words[place]) in pack.verbs.clitics:
        place -= 1
    if place < 0:
        return None
    word, agree = fold(words[place]), pack.agree
    if word in pack.verbs.overt:
        return place
    noun = place and word.isalpha() and fold(words[place - 1]) in agree.determiners
    if pack.verbs.skipped.fullmatch(word) or word in pack.verbs.others:
        return None
    before = {fold(each) for each in words[max(place - 2, 0) : place]}
    governed = before & (agree.prepositions.keys() | pack.verbs.contracted)
    return place if noun and not governed and word not in agree.others else None


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
