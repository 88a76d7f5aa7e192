"""Finds pronouns in whole documents: their categories, antecedents, and what translates them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from proform.alignment.base import Aligner, Pair
from proform.alignment.method import Tokenizers
from proform.analysis.antecedents import Known, SourceText
from proform.analysis.categories import IT, THEY, propose
from proform.analysis.ranker import BACK
from proform.errors import InputError
from proform.judge.choices import Choices
from proform.judge.compare import Comparison
from proform.language.forms import fold
from proform.model import Alignment, Antecedents, Occurrence, Segment, Translation
from proform.pronoun.categories import EVENT, GROUP, PLEONASTIC, WORDS
from proform.pronoun.renderings import Renderer, expected
from proform.suite.mining.chunks import Chunk, Run
from proform.suite.mining.evidence import ReferenceEvidence
from proform.suite.mining.reservoir import Find, FindCell, MinedSample, key_of, plain
from proform.suite.suite import parse, words

_WORDS = range(4, 61)
"""How many words the sentence of an example has."""
_NOUN = 0.5
"""How probable the antecedent has to be, whatever the category is."""
_NOTHING = (PLEONASTIC, EVENT)
_EMPTY = Translation((), Alignment((), ()))


class _Hit(NamedTuple):
    """A pronoun before its translation is looked at."""

    run: Run
    segment: Segment
    position: int
    token: str
    form: str
    place: int
    """Which of the pronouns of its segment it is."""


@dataclass(frozen=True)
class Miner:
    """What looks for examples, and how sure it has to be."""

    choices: Choices
    tokenizers: Tokenizers
    aligner: Aligner | None
    """None if links are given, or there is no reference."""
    sizes: Mapping[str, int]
    seed: int
    sure: float
    links: str = ""
    """The file of links, if they are given."""
    apart: bool = False
    """Without document ids nobody knows what stands before a segment, so each is read alone."""

    @cached_property
    def _renderer(self) -> tuple[Renderer, Comparison, Mapping[str, frozenset[str]]]:
        choices, comparison = self.choices, Comparison(self.choices.compared)
        likely = {
            form: frozenset(map(comparison.head, forms))
            for form, forms in expected(choices.source, choices.target).items()
        }
        return choices.renderer(), comparison, likely

    @cached_property
    def _evidence(self) -> ReferenceEvidence | None:
        return ReferenceEvidence.of(self.choices)

    def mine(self, chunk: Chunk) -> MinedSample:
        """A sample of whole documents."""
        sample = MinedSample(self.sizes, len(chunk.source), len(chunk.runs))
        hits: list[_Hit] = []
        lines: dict[int, str] = {}
        for run in chunk.runs:
            raw = chunk.source[run.first - chunk.start : run.end - chunk.start]
            cut = self.tokenizers.source
            own = dict(enumerate(raw if cut is None else map(cut.line, raw), run.first))
            hits += self._document(run, own)
            lines |= own
        hits = list(self._translated(hits, chunk, sample.left_out))
        into = self._references(hits, lines, chunk) if chunk.reference else {}
        best: dict[tuple[Run, FindCell], Find] = {}
        for hit in hits:
            found = self._find(hit, plain(lines[hit.segment.number]), into)
            if isinstance(found, str):
                sample.left_out[found] += 1
                continue
            cell, find = found
            sample.seen[cell] += 1
            place = hit.run, cell
            if place not in best or find.key < best[place].key:
                best[place] = find
        for (_, cell), find in best.items():
            sample.offer(cell, find)
        return sample

    def _document(self, run: Run, lines: Mapping[int, str]) -> Iterator[_Hit]:
        finder, places = self.choices.source_finder, dict[int, list[tuple[int, str, str]]]()
        for number, line in lines.items():
            for hit in finder.find(number, line):
                usual = hit.token.islower() or hit.token == hit.token.capitalize()
                if hit.form in (IT, THEY) and usual:
                    places.setdefault(number, []).append((hit.position, hit.token, hit.form))
        if not places:
            return
        texts = {
            number: SourceText(
                str(number) if self.apart else run.document,
                words(line),
                [place for place, *_ in places.get(number, ())],
            )
            for number, line in lines.items()
            if number in places or not self.apart
        }
        known = self.choices.resolver.resolve(texts)
        back = 0 if self.apart else BACK
        for number, found in places.items():
            segment = _segment(run, number, back, texts, known)
            for place, (position, token, form) in enumerate(found):
                yield _Hit(run, segment, position, token, form, place)

    def _find(
        self, hit: _Hit, sentence: str, into: Mapping[int, Translation]
    ) -> tuple[FindCell, Find] | str:
        """What is kept of a pronoun, and in which cell; or why it is left out."""
        segment, form = hit.segment, hit.form
        if into:
            renderer, comparison, likely = self._renderer
            before = [replace(s, reference=into.get(s.number, _EMPTY)) for s in segment.before]
            segment = replace(segment, reference=into[segment.number], before=before)
            rendering = renderer.render(hit.position, fold(hit.token), segment, segment.reference)
            form = comparison.head(rendering.forms[0]) if rendering.forms else ""
            if form not in likely.get(hit.form, ()):
                return "no usual pronoun in the reference"
            if self._evidence is not None and hit.position in segment.antecedents:
                occurrence = Occurrence(
                    segment.number, hit.position, hit.token, hit.form, hit.run.document
                )
                weighed = self._evidence.weighed(occurrence, rendering, segment)
                segment = replace(segment, antecedents={hit.position: weighed})
        category = self._categorised(segment, hit.position, hit.form)
        if isinstance(category, str):
            return category
        name, probability, heads = category
        if into and name != GROUP and not self.in_role(form, hit.form, name):
            return "no usual pronoun in the reference"
        find = Find(
            key_of(self.seed, sentence, hit.place),
            segment.number,
            hit.position,
            hit.token,
            hit.run.document,
            hit.run.first,
            hit.run.end - 1,
            round(probability, 6),
            heads,
            segment.antecedents[hit.position].annotated,
            sentence,
        )
        return FindCell(name, _distance(segment.number, heads), form), find

    def in_role(self, form: str, pronoun: str, category: str) -> bool:
        """Can the form of the reference stand where the pronoun stands, with its number?

        A subject is il, ils or cela, and not les or leur; an object is no il or ce, and they is
        nothing singular (il y a, ce que): these are mostly something else there.
        """
        readings = self.choices.target.readings(form)
        if "non-subject" in category:
            return not readings or any(reading.case != "nom" for reading in readings)
        return not readings or any(
            (reading.case == "nom" or (not reading.case and reading.number))
            and (pronoun != THEY or reading.number == "pl")
            for reading in readings
        )

    def _categorised(
        self, segment: Segment, position: int, form: str
    ) -> tuple[str, float, tuple[tuple[int, int], ...]] | str:
        """The category, how probable it is, and the antecedent; or why there is none."""
        proposed = propose(segment, position, form, self.choices.source.nouns)
        if not proposed:
            return "nothing is known of it"
        category, probability = max(proposed, key=lambda pair: pair[1])
        if probability < self.sure:
            return "category not sure enough"
        if category not in self.sizes:
            return WORDS.get(category, category)
        if category in _NOTHING:
            return category, probability, ()
        heads = _heads(segment.antecedents[position], segment.number, category)
        return (category, probability, heads) if heads else "antecedent not sure enough"

    def _translated(
        self, hits: Sequence[_Hit], chunk: Chunk, left_out: Counter[str]
    ) -> Iterator[_Hit]:
        """Those in sentences of usual length that are translated at all."""
        for hit in hits:
            place = hit.segment.number - chunk.start
            if len(hit.segment.source) not in _WORDS:
                left_out["sentence too short or too long"] += 1
            elif chunk.reference and _copied(chunk.source[place], chunk.reference[place]):
                left_out["not translated"] += 1
            else:
                yield hit

    def _references(
        self, hits: Sequence[_Hit], lines: Mapping[int, str], chunk: Chunk
    ) -> dict[int, Translation]:
        """The translations of the segments with pronouns and with what these may refer to."""
        numbers = {hit.segment.number for hit in hits}
        for hit in hits:
            guess = hit.segment.antecedents.get(hit.position, Antecedents())
            numbers |= {n for option in guess.options for n, _ in option.heads if n in lines}
        ordered = sorted(numbers)
        cut = self.tokenizers.target
        raw = [chunk.reference[number - chunk.start] for number in ordered]
        targets = [words(line) for line in (raw if cut is None else map(cut.line, raw))]
        sources = [words(lines[number]) for number in ordered]
        pairs = [Pair(*sides) for sides in zip(sources, targets, strict=True)]
        if self.aligner is None:
            linked = [
                self._given(number, chunk.links[number - chunk.start], pair)
                for number, pair in zip(ordered, pairs, strict=True)
            ]
        else:
            linked = self.aligner.align(pairs) if pairs else []
        return {
            number: Translation(pair.target, links)
            for number, pair, links in zip(ordered, pairs, linked, strict=True)
        }

    def _given(self, number: int, line: str, pair: Pair) -> Alignment:
        try:
            links = parse(line)
        except ValueError:
            hint = "alignments are Moses/Pharaoh pairs, counted from 0"
            what = f"expected pairs `i-j`, found {line[:40]!r}"
            raise InputError(self.links, number + 1, what, hint=hint) from None
        sides = zip((links.starts, links.ends), pair, strict=True)
        if any(place >= len(side) for places, side in sides for place in places):
            what = "a link to a word that is not there"
            raise InputError(self.links, number + 1, what, hint="is it of this text?")
        return links


def _segment(
    run: Run, number: int, back: int, texts: Mapping[int, SourceText], known: Mapping[int, Known]
) -> Segment:
    """A segment with those in reach before it."""
    before = [
        Segment(n, run.document, texts[n].words, _EMPTY, (), tags=known[n].tags)
        for n in range(max(run.first, number - back), number)
    ]
    own = known[number]
    return Segment(
        *(number, run.document, texts[number].words, _EMPTY, ()),
        before=before,
        tags=own.tags,
        antecedents=own.antecedents,
    )


def _heads(guess: Antecedents, here: int, category: str) -> tuple[tuple[int, int], ...]:
    """The most probable antecedent that the category allows, if it is probable enough."""
    for option in guess.options:
        intra = option.heads[-1][0] == here
        fits = ("_intra_" not in category or intra) and ("_inter_" not in category or not intra)
        if fits:
            return option.heads if option.probability >= _NOUN else ()
    return ()


def _distance(number: int, heads: Sequence[tuple[int, int]]) -> str:
    if not heads:
        return ""
    back = number - heads[-1][0]
    return str(back) if back < 3 else "3+"


def _copied(source: str, reference: str) -> bool:
    return not reference or plain(source) == plain(reference)
