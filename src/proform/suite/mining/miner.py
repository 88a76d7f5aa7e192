"""Finds pronouns in whole documents: their categories, antecedents, and what translates them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from proform.model import Alignment, Antecedents, Segment, Translation
from proform.pronoun.categories import EVENT, PLEONASTIC, WORDS
from proform.pronoun.renderings import Renderer, expected
from proform.suite.mining.reservoir import Find, FindCell, MinedSample, key_of, plain
from proform.suite.suite import parse, words
from proform.text.corpus import Corpus
from proform.text.documents import Documents
from proform.text.lines import Column, in_step, tidy_lines

RUN = 100
"""Without document ids, so many segments are taken for one document."""
LONGEST = 5000
"""A longer document is read in pieces of so many segments, as if each were one."""
_CHUNK = 2048
_WORDS = range(4, 61)
"""How many words the sentence of an example has."""
_NOUN = 0.5
"""How probable the antecedent has to be, whatever the category is."""
_NOTHING = (PLEONASTIC, EVENT)
_EMPTY = Translation((), Alignment((), ()))


class Run(NamedTuple):
    """The segments of a document, from the first to before the last."""

    document: str
    first: int
    end: int


class Chunk(NamedTuple):
    """Whole documents, still to be cut into words."""

    start: int
    source: Sequence[str]
    reference: Sequence[str]
    links: Sequence[str]
    runs: Sequence[Run]


def chunks(corpus: Corpus) -> Iterator[Chunk]:
    """A corpus, or a part of it that begins with a document."""
    start, stop = corpus.source.start, corpus.source.stop
    runs, columns = list[Run](), [list[str](), list[str](), list[str]()]
    starts = _starts(corpus.documents, start, stop)
    name, first = next(starts, ("", start))
    after = next(starts, None)
    done = start

    def upto(end: int) -> Chunk:
        size = end - start
        source, reference, links = ([*column[:size]] for column in columns)
        for column in columns:
            del column[:size]
        return Chunk(start, source, reference, links, runs)

    for block in in_lines(corpus):
        for column, lines in zip(columns, block, strict=True):
            column.extend(lines)
        done += len(block[0])
        while after is not None and after[1] <= done:
            runs.append(Run(name, first, after[1]))
            (name, first), after = after, next(starts, None)
            if first - start >= _CHUNK:
                yield upto(first)
                runs, start = [], first
    if done > first:
        runs.append(Run(name, first, done))
    if runs:
        yield upto(done)


def _starts(documents: Documents | None, start: int, stop: int | None) -> Iterator[tuple[str, int]]:
    """Where documents begin, or pieces of long ones, from a segment on; without ids for ever."""
    if documents is None:
        while stop is None or start < stop:
            yield str(start), start
            start += RUN
        return
    ends = (*documents.starts[1:], None)
    for name, first, end in zip(documents.ids, documents.starts, ends, strict=True):
        if first >= start and (stop is None or first < stop):
            piece = first
            while end is None or piece < end:
                yield name, piece
                piece += LONGEST


def in_lines(corpus: Corpus) -> Iterator[list[list[str]]]:
    """Lines of source, reference and links, in step; none of what there is not."""
    texts = [corpus.source, *([] if corpus.reference.is_blank else [corpus.reference])]
    texts += corpus.links
    start = corpus.source.start
    streams: list[Iterator[Column]] = [text.blocks() for text in texts]
    for size, columns in in_step([text.path for text in texts], streams, start):
        lines = [
            tidy_lines(text.path, start + 1, column)
            for text, column in zip(texts, columns, strict=True)
        ]
        yield [*lines, *([[]] * (3 - len(lines)))]
        start += size
    if corpus.documents is not None and corpus.source.stop is None:
        corpus.documents.check(start)


class _Hit(NamedTuple):
    """A pronoun with a category, before its translation is looked at."""

    find: Find
    form: str
    category: str
    distance: str


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

    @cached_property
    def _renderer(self) -> tuple[Renderer, Comparison, Mapping[str, frozenset[str]]]:
        choices, comparison = self.choices, Comparison(self.choices.compared)
        likely = {
            form: frozenset(map(comparison.head, forms))
            for form, forms in expected(choices.source, choices.target).items()
        }
        return choices.renderer(), comparison, likely

    def mine(self, chunk: Chunk) -> MinedSample:
        """A sample of whole documents."""
        sample = MinedSample(self.sizes, len(chunk.source), len(chunk.runs))
        hits: list[_Hit] = []
        lines: dict[int, str] = {}
        for run in chunk.runs:
            raw = chunk.source[run.first - chunk.start : run.end - chunk.start]
            cut = self.tokenizers.source
            own = dict(enumerate(raw if cut is None else map(cut.line, raw), run.first))
            hits += self._document(run, own, sample.left_out)
            lines |= own
        hits = list(self._translated(hits, lines, chunk, sample.left_out))
        forms = self._forms(hits, lines, chunk)
        best: dict[tuple[str, FindCell], tuple[Find, int]] = {}
        for hit, form in zip(hits, forms, strict=True):
            if form is None:
                sample.left_out["no usual pronoun in the reference"] += 1
                continue
            cell = FindCell(hit.category, hit.distance, form)
            sample.seen[cell] += 1
            place = f"{hit.find.document} {hit.find.first}", cell
            if place not in best or hit.find.key < best[place][0].key:
                best[place] = hit.find, 1
        for (_, cell), (find, times) in best.items():
            sample.offer(cell, find, times)
        return sample

    def _document(
        self, run: Run, lines: Mapping[int, str], left_out: Counter[str]
    ) -> Iterator[_Hit]:
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
                run.document, words(line), [place for place, *_ in places.get(number, ())]
            )
            for number, line in lines.items()
        }
        known = self.choices.resolver.resolve(texts)
        for number, found in places.items():
            segment = _segment(run, number, texts, known)
            for place, (position, token, form) in enumerate(found):
                hit_or_why = self._categorised(segment, position, form)
                if isinstance(hit_or_why, str):
                    left_out[hit_or_why] += 1
                    continue
                category, probability, heads = hit_or_why
                sentence = plain(lines[number])
                find = Find(
                    key_of(self.seed, sentence, place),
                    number,
                    position,
                    token,
                    run.document,
                    run.first,
                    run.end - 1,
                    probability,
                    heads,
                    segment.antecedents[position].annotated,
                    sentence,
                )
                yield _Hit(find, form, category, _distance(number, heads))

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
        self,
        hits: Sequence[_Hit],
        lines: Mapping[int, str],
        chunk: Chunk,
        left_out: Counter[str],
    ) -> Iterator[_Hit]:
        """Those in sentences of usual length that are translated at all."""
        for hit in hits:
            number = hit.find.segment
            if lines[number].count(" ") + 1 not in _WORDS:
                left_out["sentence too short or too long"] += 1
            elif chunk.reference and _copied(
                chunk.source[number - chunk.start], chunk.reference[number - chunk.start]
            ):
                left_out["not translated"] += 1
            else:
                yield hit

    def _forms(
        self, hits: Sequence[_Hit], lines: Mapping[int, str], chunk: Chunk
    ) -> list[str | None]:
        """What the reference has for each, if that is a usual translation of the pronoun."""
        if not chunk.reference:
            return [hit.form for hit in hits]
        numbers = list(dict.fromkeys(hit.find.segment for hit in hits))
        cut = self.tokenizers.target
        raw = [chunk.reference[number - chunk.start] for number in numbers]
        targets = [words(line) for line in (raw if cut is None else map(cut.line, raw))]
        sources = [words(lines[number]) for number in numbers]
        pairs = [Pair(*sides) for sides in zip(sources, targets, strict=True)]
        if self.aligner is None:
            linked = [
                self._given(number, chunk.links[number - chunk.start], pair)
                for number, pair in zip(numbers, pairs, strict=True)
            ]
        else:
            linked = self.aligner.align(pairs) if pairs else []
        into = {
            number: (pair.source, Translation(pair.target, links))
            for number, pair, links in zip(numbers, pairs, linked, strict=True)
        }
        return [self._form(hit, *into[hit.find.segment]) for hit in hits]

    def _form(self, hit: _Hit, source: Sequence[str], into: Translation) -> str | None:
        renderer, comparison, likely = self._renderer
        segment = Segment(hit.find.segment, None, source, into, ())
        forms = renderer.render(hit.find.position, fold(hit.find.token), segment, into).forms
        form = comparison.head(forms[0]) if forms else ""
        return form if form in likely.get(hit.form, ()) else None

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
    run: Run, number: int, texts: Mapping[int, SourceText], known: Mapping[int, Known]
) -> Segment:
    """A segment with those in reach before it."""
    before = [
        Segment(n, run.document, texts[n].words, _EMPTY, (), tags=known[n].tags)
        for n in range(max(run.first, number - BACK), number)
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
