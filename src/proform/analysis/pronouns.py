"""A word of a translation as a pronoun: whether it is one, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from proform.analysis.gender import Gender
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import Reading, Readings, meet, values
from proform.model import OTHER, Rendering, Translation

_ARTICLE = 4
"""So many words from an article, the noun is found."""
_AROUND = 8
"""So many words to either side of a pronoun may show its gender or number."""


class Evidence(NamedTuple):
    """What a pronoun shows of itself."""

    values: frozenset[str]
    words: str
    neutral: bool = False


@dataclass(frozen=True)
class Showing:
    """Reads the pronouns of a language by its pack."""

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
        if form == OTHER or self._polite(place, into):
            return False
        if any(group == "nothing" for group, _ in self._clues([form], [place], into)):
            return False
        if form in agree.determiners and self._article(place, into):
            return False
        return form not in agree.relatives or not self._begins_clause(place, into)

    def shown(self, rendering: Rendering, into: Translation) -> Evidence:
        """What a pronoun shows, by its form and by the words behind it that agree with it."""
        forms = [form for form in rendering.forms if form != OTHER]
        agree, words = self.target.agree, " ".join(rendering.tokens)
        if not forms:
            return Evidence(frozenset(), words)
        readings = frozenset(reading for form in forms for reading in self.readings(form))
        readings = self._with_article(forms, rendering.positions, into, readings)
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

    def _begins_clause(self, place: int, into: Translation) -> bool:
        """Whether a word is a relative pronoun: behind a comma, and its verb is not next."""
        following = fold(into.tokens[place + 1]) if place + 1 < len(into.tokens) else ""
        behind_comma = place > 0 and into.tokens[place - 1] == ","
        return behind_comma and following not in self.target.agree.finite

    def _polite(self, place: int, into: Translation) -> bool:
        """Whether a capital inside a sentence makes it an address: Sie."""
        token = into.tokens[place]
        if not self.target.agree.capitals or not token[0].isupper() or place == 0:
            return False
        if not (into.tokens[place - 1].isalpha() or into.tokens[place - 1] == ","):
            return False
        return any(reading.person == 2 for reading in self.target.readings(fold(token)))

    def _article(self, place: int, into: Translation) -> bool:
        """Whether a noun follows, perhaps after adjectives; or a possessive (la nôtre).

        Not behind a hyphen (servez-la chaude), nor before what cannot be the article's noun, for
        that is a verb (le ferme, la quiero).
        """
        gender, own = self.gender, self.gender.agree.determiners.get(fold(into.tokens[place]))
        if own is None or (place and fold(into.tokens[place - 1]) in gender.agree.clitics):
            return False
        if any(map(self._is_possessive, into.tokens[place + 1 : place + 2])):
            return True
        for other in range(place + 1, min(place + _ARTICLE, len(into.tokens))):
            if gender.is_noun(into.tokens, other):
                return gender.agree.capitals or gender.may_be(into.tokens, other, own)
            if not gender.agree.capitals or not gender.is_content(into.tokens, other):
                return False
        return False

    def _is_possessive(self, token: str) -> bool:
        """Whether a word stands for what is owned, and is nothing else."""
        readings = self.target.readings(self.form(token))
        return bool(readings) and all(reading.case == "gen" for reading in readings)

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

    def readings(self, form: str) -> Readings:
        """What a form shows of itself."""
        if (own := self.target.agree.forms.get(form)) is not None:
            return own
        return frozenset(
            Reading(reading.gender, reading.number)
            for reading in self.target.readings(form)
            if reading.person == 3 and reading.case != "gen"
        )
