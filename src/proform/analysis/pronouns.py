"""What stands for a pronoun in a translation, and the gender and number that it shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple

from proform.analysis.gender import Gender
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import Reading, Readings, meet, values
from proform.model import OTHER, Occurrence, Rendering, Segment, Step, Translation

_AROUND = 8
"""So many words to either side of a pronoun may show its gender or number."""
_FAR = 7
"""So far from where it should stand a pronoun is looked for."""


class Evidence(NamedTuple):
    """What a pronoun shows of itself."""

    values: frozenset[str]
    words: str
    neutral: bool = False


@dataclass(frozen=True)
class PronounReader:
    """Finds the pronoun of a translation that stands for one of the source, and what it shows."""

    source: Pack
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
        """Whether a word is a pronoun, and no article or polite address."""
        form = self.form(into.tokens[place])
        if form == OTHER or self._is_polite(place, into):
            return False
        if form in self.target.agree.determiners and self._is_article(place, into):
            return False
        return all(group != "nothing" for group, _ in self._clues([form], [place], into))

    def shown(self, rendering: Rendering, into: Translation) -> Evidence:
        """What a pronoun shows, by its form and by the words behind it that agree with it."""
        agree, words = self.target.agree, " ".join(rendering.tokens)
        forms = [form for form in rendering.forms if form != OTHER]
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
            # Nothing: of several words, this one is no pronoun.
            looks = frozenset({Reading(*group.split("_"))})
            if group != "nothing" and (more := meet(readings, looks)):
                shown = f"{words} … {word}" if word else words
                return Evidence(values(more, agree.genders), shown)
        return Evidence(values(readings, agree.genders), words, agree.neutral.issuperset(forms))

    def _is_polite(self, place: int, into: Translation) -> bool:
        """Whether a capital inside a sentence makes it an address: Sie."""
        token, before = into.tokens[place], into.tokens[place - 1] if place else ""
        inside = before.isalpha() or before == ","
        capital = self.target.agree.capitals and token[0].isupper()
        return inside and capital and 2 in self.target.persons(fold(token))

    def _is_article(self, place: int, into: Translation) -> bool:
        """Whether a noun follows, perhaps after adjectives.

        Not behind a hyphen (servez-la chaude), nor before what cannot be the article's noun, for
        that is a verb (le ferme, la quiero).
        """
        words, gender, agree = into.tokens, self.gender, self.target.agree
        own = agree.determiners.get(fold(words[place]))
        if own is None or (place and fold(words[place - 1]) in agree.clitics):
            return False
        for other in range(place + 1, min(place + 4, len(words))):
            if gender.is_noun(words, other):
                return agree.capitals or gender.may_be(words, other, own)
            if not agree.capitals or not gender.is_content(words, other):
                return False
        return False

    def _clues(
        self, forms: Sequence[str], places: Sequence[int], into: Translation
    ) -> Iterator[tuple[str, str]]:
        """What the words around a pronoun say of it, and which word says it."""
        words, end = into.tokens, places[-1] + 1
        before = " ".join(map(fold, words[max(places[0] - _AROUND, 0) : places[0]]))
        behind = " ".join(map(fold, words[end : end + _AROUND]))
        for clue in self.target.agree.clues:
            fits = clue.forms.intersection(forms) and clue.before.search(before)
            if fits and (match := clue.pattern.match(behind)) and match.lastgroup:
                yield match.lastgroup, behind[: match.end(match.lastgroup)].rpartition(" ")[2]

    def readings(self, form: str) -> Readings:
        """What a form shows of itself."""
        if (own := self.target.agree.forms.get(form)) is not None:
            return own
        return frozenset(
            Reading(reading.gender, reading.number)
            for reading in self.target.readings(form)
            if reading.person == 3 and reading.case != "gen"
        )

    def refers(self, form: str) -> bool:
        """Whether a noun may be what it stands for: not I or you, but mine and yours."""
        return form in self.source.free or 3 in self.source.persons(form)

    def locate(
        self, occurrence: Occurrence, rendering: Rendering, segment: Segment, into: Translation
    ) -> Rendering:
        """The same, or a better one if it is no pronoun that shows anything; for you, the same.

        That is a pronoun that shows gender or number and is no article, of several the nearest to
        where the alignment or its place in the sentence suggests.
        """
        if not self.refers(occurrence.form) or rendering.step is Step.DROPPED:
            return rendering
        near = occurrence.position * len(into.tokens) / len(segment.source)
        if rendering.links:
            near = sum(rendering.links) / len(rendering.links)
        reach = range(max(ceil(near - _FAR), 0), min(int(near + _FAR) + 1, len(into.tokens)))
        linked = () if rendering.step is Step.SEARCHED else rendering.positions
        before = "".join(segment.tags[: occurrence.position][-1:])
        places = (*rendering.positions, *sorted(reach, key=lambda place: abs(place - near)))
        for place in (place for place in places if self.is_usable(place, into)):
            if place in linked or self._has_role(self.form(into.tokens[place]), before):
                if place in rendering.positions and rendering.forms != (OTHER,):
                    return rendering
                step = rendering.step if place in rendering.links else Step.SEARCHED
                return self.at(place, into, step, rendering.links)
        if not rendering.forms or any(self.is_pronoun(k, into) for k in rendering.positions):
            return rendering  # on shows nothing, but APT knows it
        return rendering._replace(forms=(OTHER,))

    def at(self, place: int, into: Translation, step: Step, links: tuple[int, ...]) -> Rendering:
        """A word of a translation as what stands for a pronoun."""
        word = into.tokens[place]
        return Rendering((place,), (word,), (self.form(word),), step, links)

    def _has_role(self, form: str, before: str) -> bool:
        """Whether it is no adverb without a preposition, and no subject for an object.

        What tells is the tag of the word before the source pronoun.
        """
        if {reading.case for reading in self.target.readings(form)} == {"nom"}:
            return not before.startswith("VERB")
        return form not in self.target.agree.oblique or before in {"", "ADP"}
