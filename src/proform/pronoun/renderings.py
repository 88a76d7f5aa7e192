"""What stands for a pronoun in a translation: what the alignment says, or what a repair finds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import OTHER, Alignment, Rendering, Segment, Step, Translation
from proform.pronoun.occurrences import Pronouns

_WIDTH = 2
"""So many words to either side of a pronoun are its neighbours."""
_REACH = 4
"""So many steps away a word is still near."""

NOTHING = Rendering((), (), (), Step.NONE, ())


@dataclass(frozen=True)
class Renderer:
    """Finds what stands for a source word: the pronouns among all aligned words, else OTHER."""

    targets: Pronouns

    @property
    def name(self) -> str:
        """What the signature calls it."""
        return "none"

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """The words linked to the position."""
        return rendering(into.alignment.targets(position), into.tokens, self.targets)


def rendering(positions: tuple[int, ...], tokens: Sequence[str], targets: Pronouns) -> Rendering:
    """The words at these positions and their forms to compare."""
    if not positions:
        return NOTHING
    if len(positions) == 1:  # the rule, so without detours
        word = tokens[positions[0]]
        return Rendering(positions, (word,), (targets[word] or OTHER,), Step.ALIGNED, positions)
    words = tuple(tokens[position] for position in positions)
    known = (targets[word] for word in words)
    forms = tuple(form for form in known if form is not None) or (OTHER,)
    return Rendering(positions, words, forms, Step.ALIGNED, positions)


def step_between(links: tuple[int, ...], positions: tuple[int, ...]) -> Step:
    """How these positions were found, where the alignment has those links."""
    if not positions:
        return Step.NONE
    if positions == links:
        return Step.ALIGNED
    return Step.PICKED if set(positions) < set(links) else Step.SEARCHED


@dataclass(frozen=True)
class PaperRepair(Renderer):
    """The four-step repair of the APT paper (Miculicich Werlen and Popescu-Belis 2017, 2.3).

    What the paper leaves open is decided so:
    - Several aligned words are pronouns: a likely translation goes before others, a form that is
      nothing but a pronoun before one that may be an article, then the leftmost.
    - Only one neighbour is aligned: its words alone mark the range. Neither is: nothing is found.
    - A word linked to another personal pronoun of the source is that one's, and no candidate.
    - Two candidates equally close to the centre: the leftmost, as in the authors' script.
    - No candidate: what the alignment says stays, and is OTHER.
    """

    owners: Pronouns
    likely: Mapping[str, Collection[str]]
    ambiguous: Collection[str] = ()

    name = "paper"

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:
        """The word linked to the position, the pronoun among several, or one found nearby."""
        aligned = into.alignment.targets(position)
        plain = rendering(aligned, into.tokens, self.targets)
        if len(aligned) == 1 and plain.forms[0] != OTHER:
            return plain
        likely = self.likely.get(form, self.targets.listed)
        if aligned and plain.forms[0] != OTHER:
            return self._pick(aligned, into.tokens, likely)
        nearby = self._search(position, likely, segment.source, into)
        if not nearby:
            return plain
        _, place, translation = min(nearby)
        word = into.tokens[place]
        return Rendering((place,), (word,), (translation,), Step.SEARCHED, aligned)

    def _pick(
        self, aligned: tuple[int, ...], tokens: Sequence[str], likely: Collection[str]
    ) -> Rendering:
        options = [
            (form not in likely, form in self.ambiguous, place, form)
            for place in aligned
            if (form := self.targets[tokens[place]]) is not None
        ]
        *_, place, form = min(options)
        return Rendering((place,), (tokens[place],), (form,), Step.PICKED, aligned)

    def _search(
        self, position: int, likely: Collection[str], source: Sequence[str], into: Translation
    ) -> list[tuple[int, int, str]]:
        """Likely translations near the neighbours', by twice the distance from the centre."""
        markers = into.alignment.targets(position - 1, position + 1)
        if not markers:
            return []
        first = max(markers[0] - 1, 0)
        last = min(markers[-1] + 1, len(into.tokens) - 1)
        return [
            (abs(2 * place - first - last), place, form)
            for place in range(first, last + 1)
            if (form := self.targets[into.tokens[place]]) in likely
            and form is not None
            and not any(
                owner != position and self.owners[source[owner]]
                for owner in into.alignment.sources(place)
            )
        ]


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
class InformedRepair(Renderer):
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

    owners: Pronouns
    likely: Mapping[str, Collection[str]]
    ambiguous: Collection[str] = ()
    _known: dict[str, tuple[object, Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What was found last: a source has several pronouns and several translations."""

    name = "informed"

    def relink(self, source: Sequence[str], into: Translation) -> Alignment:
        """The alignment with better links of the source pronouns and all others as they are."""
        settled = self._pair(source, into).settle()
        others = (link for link in into.alignment.links if link[0] not in settled)
        own = ((place, end) for place, ends in settled.items() for end in ends)
        links = sorted({*others, *own})
        return Alignment(tuple(start for start, _ in links), tuple(end for _, end in links))

    def render(self, position: int, form: str, segment: Segment, into: Translation) -> Rendering:  # noqa: ARG002
        """What the improved links say, and whether it is the aligner's, one of them or another."""
        before = into.alignment.targets(position)
        after = self._pair(segment.source, into).links(position, before)
        repaired = rendering(after, into.tokens, self.targets)
        if after == before:
            return repaired
        return repaired._replace(step=step_between(before, after), links=before)

    def _pair(self, source: Sequence[str], into: Translation) -> _Pair:
        last, pair = self._known.get("pair", (None, None))
        if last is not into:
            pair = _Pair(self, self._forms(source), into)
            self._known["pair"] = into, pair
        return cast("_Pair", pair)

    def _forms(self, source: Sequence[str]) -> Sequence[str | None]:
        """The pronoun that each word of a source is."""
        last, forms = self._known.get("forms", (None, ()))
        if last is not source:
            forms = [*map(self.owners.__getitem__, source)]
            self._known["forms"] = source, forms
        return cast("Sequence[str | None]", forms)


class _Pair:
    """One segment pair, whose pronouns are linked anew as far as somebody asks."""

    def __init__(
        self, rules: InformedRepair, forms: Sequence[str | None], into: Translation
    ) -> None:
        self.rules, self.targets, self.tokens = rules, rules.targets, into.tokens
        self.forms, self.alignment = forms, into.alignment
        """The pronoun that each source word is."""
        self._markers: dict[int, list[tuple[int, int]]] = {}
        self._settled: dict[int, tuple[int, ...]] | None = None

    def links(self, place: int, before: tuple[int, ...]) -> tuple[int, ...]:
        """The new links of one source word; those it had before, unless it is a pronoun.

        Most pronouns need not wait for the others, so this is asked first. The nearest of the
        likely translations linked to a pronoun is its own, if no other pronoun is linked to it. A
        pronoun that is linked to no target pronoun and has no likely one near finds none.
        """
        form = self.forms[place]
        if not form:
            return before
        likely = self.rules.likely.get(form, ())
        if options := self._options(place, likely, before):
            _, end = min(options)
            rivals = self.alignment.sources(end)
            if len(rivals) == 1 or not any(self.forms[start] for start in rivals if start != place):
                return (end,)
        elif (
            likely
            and not any(self.targets[self.tokens[end]] for end in before)
            and not self._near(place, likely, ())
        ):
            return ()
        return self.settle()[place]

    def _options(
        self, place: int, likely: Collection[str], ends: Sequence[int]
    ) -> list[tuple[int, int]]:
        """The likely translations linked to a pronoun that are near, and how many steps away."""
        targets, tokens = self.targets, self.tokens
        return [
            (steps, end)
            for end in ends
            if (form := targets[tokens[end]]) in likely
            and (steps := self._steps(place, end)) <= _REACH
            and self._proven(place, end, form, (end,))
        ]

    def _starts(self, end: int) -> list[int]:
        """The source words, but for pronouns, that a word is linked to."""
        return [start for start in self.alignment.sources(end) if not self.forms[start]]

    def _around(self, place: int) -> list[tuple[int, int]]:
        """The translations of the words around a pronoun, and how far these words are from it."""
        if (markers := self._markers.get(place)) is None:
            forms, targets = self.forms, self.alignment.targets
            first, last = max(place - _WIDTH, 0), place + _WIDTH + 1
            markers = self._markers[place] = [
                (abs(start - place), end)
                for start, form in enumerate(forms[first:last], first)
                if not form  # the pronoun itself is one
                for end in targets(start)
            ]
        return markers

    def settle(self) -> dict[int, tuple[int, ...]]:
        """The new links of each pronoun."""
        if self._settled is None:
            self._settled = self._settle()
        return self._settled

    def _settle(self) -> dict[int, tuple[int, ...]]:
        likely = self.rules.likely
        places = {place: likely.get(form, ()) for place, form in enumerate(self.forms) if form}
        linked = {place: self.alignment.targets(place) for place in places}
        # A link to a punctuation mark is none, nor one to a word that translates another.
        own = [
            (place, end, listed)
            for place, ends in linked.items()
            for end in ends
            if (listed := self.targets[self.tokens[end]])
            or (any(map(str.isalnum, self.tokens[end])) and not self._starts(end))
        ]
        taken: dict[int, int] = {}
        settled: dict[int, int] = {}
        options = [
            (steps, place, end)
            for place, forms in places.items()
            for steps, end in self._options(place, forms, linked[place])
        ]
        for _, place, end in sorted(options):
            if place not in settled and end not in taken:
                settled[place], taken[end] = end, place
        for place, end, listed in own:
            if listed and not places[place]:
                taken.setdefault(end, place)
        for place, forms in places.items():
            if place not in settled and forms and (near := self._near(place, forms, taken)):
                *_, end = min(near)
                settled[place], taken[end] = end, place
        links = {place: {settled[place]} if place in settled else set() for place in places}
        for place, end, listed in own:
            left = place not in settled and taken.get(end, place) == place
            if left and (listed or not places[place]):
                links[place].add(end)
        return {place: tuple(sorted(ends)) for place, ends in links.items()}

    def _near(
        self, place: int, likely: Collection[str], taken: Collection[int]
    ) -> list[tuple[int, bool, int]]:
        """The likely translations that are free and near."""
        markers = [marker for _, marker in self._around(place)]
        if not markers:
            return []
        first, last = max(min(markers) - _REACH, 0), max(markers) + _REACH + 1
        return [
            (steps, form in self.rules.ambiguous, end)
            for end, form in enumerate(
                map(self.targets.__getitem__, self.tokens[first:last]), first
            )
            if form in likely  # few are, so that this is asked first
            and form is not None
            and end not in taken
            and (steps := self._steps(place, end)) <= _REACH
            and self._proven(place, end, form, (end, end + 1))
        ]

    def _steps(self, place: int, end: int) -> int:
        """How far the word is from where the neighbours' translations lead one to expect it."""
        markers = self._around(place)
        return min([side + abs(end - marker) for side, marker in markers], default=_REACH + 1)

    def _proven(self, place: int, end: int, form: str | None, words: tuple[int, ...]) -> bool:
        """Is it a pronoun, and no article, as far as the links of these words tell?"""
        if form not in self.rules.ambiguous or fold(self.tokens[end]) != form:
            return True
        starts = (start for word in words for start in self._starts(word))
        return all(abs(start - place) <= _WIDTH for start in starts)
