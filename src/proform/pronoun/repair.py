"""Better links for pronouns than the aligner's: by the language pack and the words around."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import Alignment, Rendering, Segment, Step, Translation
from proform.pronoun.occurrences import Pronouns
from proform.pronoun.renderings import rendering

_WIDTH = 2  # how many words to either side of a pronoun are its neighbours
_REACH = 4  # how many steps away a word is still near
_SIDES = tuple(side for side in range(-_WIDTH, _WIDTH + 1) if side)


def expected(source: Pack, target: Pack) -> dict[str, tuple[str, ...]]:
    """The translations to look for: the pack's list, and what the features of the forms add.

    - Forms of the first and second person and possessives without a list: the target forms of the
      same person and number, possessive for possessive.
    - Forms that show no case (that, this, one): nothing. Most are determiners or conjunctions, so
      that a pronoun nearby is more often wrong than what the aligner found.
    """
    likely = target.likely.get(source.language, {})
    translations: dict[str, tuple[str, ...]] = {}
    for form in source.inventory:
        readings = [reading for reading in source.readings(form) if reading.case]
        derived = (
            other.form
            for reading in readings
            if reading.person < 3 or (reading.case == "gen" and reading.number)  # not: whose
            if form not in likely or reading.case == "gen"
            for other in target.forms
            if other.person == reading.person
            and (other.case == "gen") == (reading.case == "gen")
            and (not reading.number or other.number in ("", reading.number))
        )
        if forms := tuple(dict.fromkeys((*likely.get(form, ()), *derived))):
            translations[form] = forms if readings else ()
    return translations


@dataclass(frozen=True)
class InformedRepair:
    """Links each source pronoun to the likely pronoun near the translations of its neighbours.

    Its neighbours are two words to either side that are no pronouns; their links are trusted. A
    word is near if it is at most four steps away: those from the pronoun to a neighbour, and from
    the neighbour's translation to the word. In this order:

    1. A link to a punctuation mark is dropped, and one to a word that is no pronoun and that
       translates another word already.
    2. Of the words linked to a pronoun, the nearest likely translation is taken, if it is near; of
       two pronouns linked to one word, the nearer one takes it.
    3. A pronoun without likely translations takes the target pronouns linked to it.
    4. A pronoun that has none yet takes the nearest likely translation that is free; of equally
       near ones, one that is nothing but a pronoun, then the leftmost.
    5. A word that may be an article (le, die) is a pronoun only if all it is linked to are
       neighbours and, where nothing links it to the pronoun, so is all the next word is linked to.
       One that holds more than the pronoun (laissez-le), or is nothing but one, needs no proof.
    6. A pronoun that finds none keeps only links to target pronouns that no other has taken; one
       without likely translations keeps those to other words too.

    `likely` is what `expected` gives: with the pack's own list, that and this would lose their
    links to conjunctions and determiners (rule 6).
    """

    targets: Pronouns
    owners: Pronouns
    likely: Mapping[str, Collection[str]]
    ambiguous: Collection[str] = ()
    name: str = "informed"

    def relink(self, source: Sequence[str], into: Translation) -> Alignment:
        """The alignment with better links of the source pronouns and all others as they are."""
        forms = {place: form for place, word in enumerate(source) if (form := self.owners[word])}
        if not forms:
            return into.alignment
        pair = _Pair(self, forms, into)
        links = sorted({*pair.others, *pair.settle()})
        return Alignment(tuple(start for start, _ in links), tuple(end for _, end in links))

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """What the improved links say, and whether it is the aligner's, one of them or another."""
        before = into.alignment.targets(position)
        after = self.relink(segment.source, into).targets(position)
        step = Step.PICKED if set(after) < set(before) else Step.SEARCHED
        repaired = rendering(after, into.tokens, self.targets)
        return repaired._replace(
            step=repaired.step if after in (before, ()) else step, links=before
        )


class _Pair:
    """One segment pair while its pronouns are linked anew."""

    def __init__(self, rules: InformedRepair, forms: Mapping[int, str], into: Translation) -> None:
        self.ambiguous, self.tokens = rules.ambiguous, into.tokens
        self.listed = [rules.targets[token] for token in into.tokens]
        self.likely = {place: rules.likely.get(form, ()) for place, form in forms.items()}
        self.others = [link for link in into.alignment.links if link[0] not in forms]
        self.ends: dict[int, list[int]] = {}
        self.starts: dict[int, list[int]] = {}
        for start, end in self.others:
            self.ends.setdefault(start, []).append(end)
            self.starts.setdefault(end, []).append(start)
        self.own = [
            (start, end)
            for start, end in sorted(into.alignment.links)
            if start in forms and self._sound(end)
        ]

    def settle(self) -> Iterator[tuple[int, int]]:
        """The new links of the pronouns."""
        taken: dict[int, int] = {}
        settled = self._linked(taken)
        for place, end in self.own:
            if self.listed[end] and not self.likely[place]:
                taken.setdefault(end, place)
        for place in self.likely:
            if place not in settled and (near := self._near(place, taken)):
                *_, end = min(near)
                settled[place], taken[end] = end, place
        yield from settled.items()
        for place, end in self.own:
            left = place not in settled and taken.get(end, place) == place
            if left and (self.listed[end] or not self.likely[place]):
                yield place, end

    def _sound(self, end: int) -> bool:
        if self.listed[end]:
            return True
        return end not in self.starts and any(map(str.isalnum, self.tokens[end]))

    def _linked(self, taken: dict[int, int]) -> dict[int, int]:
        settled: dict[int, int] = {}
        options = [
            (steps, place, end)
            for place, end in self.own
            if self._fits(place, end, linked=True)
            for steps in self._steps(place, end)
        ]
        for _, place, end in sorted(options):
            if place not in settled and end not in taken:
                settled[place], taken[end] = end, place
        return settled

    def _near(self, place: int, taken: Collection[int]) -> list[tuple[int, bool, int]]:
        markers = {end for side in _SIDES for end in self.ends.get(place + side, ())}
        around = {end for marker in markers for end in range(marker - _REACH, marker + _REACH + 1)}
        return [
            (steps, self.listed[end] in self.ambiguous, end)
            for end in around
            if 0 <= end < len(self.tokens) and end not in taken and self._fits(place, end)
            for steps in self._steps(place, end)
        ]

    def _steps(self, place: int, end: int) -> list[int]:
        """How far the word is, if it is near."""
        ways = [
            abs(side) + abs(end - marker)
            for side in _SIDES
            for marker in self.ends.get(place + side, ())
        ]
        return [min(ways)] if ways and min(ways) <= _REACH else []

    def _fits(self, place: int, end: int, *, linked: bool = False) -> bool:
        form = self.listed[end]
        if form is None or form not in self.likely[place]:
            return False
        if form not in self.ambiguous or fold(self.tokens[end]) != form:
            return True
        return all(abs(start - place) <= _WIDTH for start in self.starts.get(end, ())) and (
            linked or all(abs(start - place) <= _WIDTH for start in self.starts.get(end + 1, ()))
        )
