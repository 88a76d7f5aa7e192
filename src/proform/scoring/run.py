"""One pass over a corpus with any number of judges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from proform.analysis.antecedents import Known, Resolution, Resolver, SourceText, informed
from proform.analysis.categories import propose
from proform.judge.base import Judge
from proform.judge.choices import Choices
from proform.model import Occurrence, Segment, Translation
from proform.parallel import Meter, Progress, Watch, in_order
from proform.pronoun.occurrences import Finder
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Panel, Settlement, Sink, read_source
from proform.scoring.result import Result
from proform.scoring.summary import Resampling, Tallied, summarise
from proform.scoring.tally import Tally
from proform.text.corpus import Block, Corpus, RawBlock, Slips, Translated
from proform.text.lines import tidy_lines
from proform.text.links import Links

_STEP = 64
"""So many segments are judged before somebody is told."""


@dataclass(slots=True)
class PassSums:
    """What a pass over a corpus, or over a part of it, leaves: everything in it adds up."""

    systems: tuple[str, ...]
    tallies: dict[tuple[str, str], Tally]
    hashes: list[int]
    """Of the alignments: of the reference, then of the systems."""
    slips: list[Slips]
    segments: int = 0

    @classmethod
    def nothing(cls, panel: Panel, texts: int) -> PassSums:
        """Before the first segment."""
        hashes, slips = [0] * texts, [Slips() for _ in range(texts)]
        return cls(tuple(panel.systems), panel.tallies(), hashes, slips)

    def add(self, other: PassSums) -> None:
        """What comes after it."""
        for key, tally in other.tallies.items():
            self.tallies[key].merge(tally)
        self.hashes = [mine + new for mine, new in zip(self.hashes, other.hashes, strict=True)]
        self.slips = [mine + new for mine, new in zip(self.slips, other.slips, strict=True)]
        self.segments += other.segments


def count(
    corpus: Corpus,
    judges: Sequence[Judge],
    choices: Choices,
    sink: Sink | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    *,
    by_segment: bool = False,
) -> PassSums:
    """Judge every occurrence of every system, and keep the sums.

    `choices` tell where the pronouns are, for judges that have no finder of their own. `progress`
    is told how far it is. Segments are kept apart if they will be resampled.
    """
    systems = [system.name for system in corpus.systems]
    proposer = choices.resolver if choices.categories else None
    panel = Panel(judges, systems, by_segment=by_segment, proposer=proposer)
    finders = [judge.finder or choices.source_finder for judge in judges]
    meter = _meter(corpus, panel, progress or Progress())
    examiner = _Examiner(corpus, panel, finders, meter, observed=sink is not None)
    blocks = examiner.informed(_with_leads(corpus.raw_blocks(), panel.looks_back))
    counted = PassSums.nothing(panel, len(corpus.links))
    settling = None if sink is None else Settlement(judges, sink)
    for part in in_order(examiner.examine, blocks, jobs):
        counted.add(part.counted)
        if settling is not None:
            for judgement in part.judgements:
                settling.take(judgement)
        meter.add(part.uncounted)
    if settling is not None:
        settling.finish(counted.tallies)
    if corpus.source.stop is None:
        for finder in finders:
            finder.check(corpus.source.start + counted.segments)
    return counted


def conclude(
    counted: PassSums,
    judges: Sequence[Judge],
    settings: Mapping[str, str],
    resampling: Resampling,
    documents: str | None,
    watch: Watch | None = None,
) -> Result:
    """From sums to scores.

    `settings` are what the signature says beside the judges' own: languages, hash of lists;
    `documents` is the hash of the documents, if they are known. `watch` is told how far the
    resampling is.
    """
    segments = counted.segments
    warnings = [warning for slip in counted.slips if (warning := slip.warning(segments))]
    first, *others = ((total % 2**64).to_bytes(8, "big") for total in counted.hashes)
    size = len(counted.systems)
    reference, systems = b"".join((first, *others[size:])), others[:size]
    tallied = Tallied(counted.systems, counted.tallies, reference, systems, segments, documents)
    return summarise(tallied, judges, settings, resampling, warnings, watch)


def _meter(corpus: Corpus, panel: Panel, progress: Progress) -> Meter:
    """Counts segments as they are judged and, if a judge asks what pronouns refer to, read."""
    total = corpus.size() if progress.watched else None
    passes = 1 if panel.resolver is None else 2
    return Meter(progress, "judging", None if total is None else total * passes)


@dataclass(frozen=True, slots=True)
class _Part:
    """What one block leaves behind."""

    counted: PassSums
    judgements: list[Judgement]
    uncounted: int
    """So many segments the meter does not know of, since they were judged in another process."""


class _Led(NamedTuple):
    """A block; if a judge looks back, the segments before it, and what is known of the source."""

    leads: Sequence[RawBlock]
    block: RawBlock
    known: Mapping[int, Known] = {}


def _with_leads(blocks: Iterable[RawBlock], size: int) -> Iterator[_Led]:
    leads: list[RawBlock] = []
    for block in blocks:
        yield _Led(leads, block)
        leads = [*leads, block.tail(size)][-size:] if size else []


class _Examiner:
    """Judges what is in a block; knows of others only what leads up to it.

    So it may work on any core.
    """

    def __init__(
        self,
        corpus: Corpus,
        panel: Panel,
        finders: Sequence[Finder],
        meter: Meter,
        *,
        observed: bool,
    ) -> None:
        self._meter = meter
        self._corpus = corpus
        self._panel = panel
        self._observed = observed
        # Judges that look for the same pronouns in the same text share the search.
        self._searches: dict[tuple[bool, Finder], list[Judge]] = {}
        for judge, finder in zip(panel.judges, finders, strict=True):
            self._searches.setdefault((judge.anchored, finder), []).append(judge)

    def informed(self, blocks: Iterable[_Led]) -> Iterator[_Led]:
        """Each block with what is known of its source, which is read in order, once for all."""
        resolver, documents = self._panel.resolver, self._corpus.documents
        if resolver is None:
            yield from blocks
            return
        finders = [finder for anchored, finder in self._searches if not anchored]
        resolution, known = Resolution(resolver), dict[int, Known]()
        for led in blocks:
            first, column = led.block.start, led.block.texts[0]
            lines = tidy_lines(self._corpus.source.path, first + 1, column)
            texts = {}
            for number, line in enumerate(lines, first):
                document = None if documents is None else documents.at(number)
                hits = (hit.position for finder in finders for hit in finder.find(number, line))
                texts[number] = SourceText(document, _tokens(line), tuple(hits))
            back = first - self._panel.looks_back
            known = {number: source for number, source in known.items() if number >= back}
            known |= read_source(resolution, texts, self._meter)
            yield led._replace(known=known)

    def examine(self, led: _Led) -> _Part:
        """Judge every occurrence in a block."""
        block = self._corpus.parse(led.block)
        leads = [self._corpus.parse(lead) for lead in led.leads]
        tallies, judgements = self._panel.tallies(), list[Judgement]()
        sink = judgements.append if self._observed else None
        counted, size, proposer = 0, len(block.source), self._panel.proposer
        for search, ((anchored, finder), judges) in enumerate(self._searches.items()):
            lines = block.translations[0].lines if anchored else block.source
            pronouns = {
                index: hits
                for index, line in enumerate(lines)
                if (hits := finder.find(block.start + index, line))
            }
            segments = self._segments(block, pronouns)
            if self._panel.looks_back:
                segments = self._after([*leads, block], list(segments), led.known)
            for segment, hits in zip(segments, pronouns.values(), strict=True):
                occurrences = [Occurrence(segment.number, *hit, segment.document) for hit in hits]
                if proposer is not None and not anchored:
                    occurrences = [_categorised(each, segment, proposer) for each in occurrences]
                self._panel.judge(segment, occurrences, judges, tallies, sink=sink)
                done = (search * size + segment.number - block.start) // len(self._searches)
                if done - counted >= _STEP:
                    counted += self._meter.add(done - counted)
        hashes = [_hash(block.start, translated.links) for translated in block.translations]
        sums = PassSums(tuple(self._panel.systems), tallies, hashes, block.slips, size)
        return _Part(sums, judgements, size - counted)

    def _segments(self, block: Block, indices: Collection[int]) -> Iterator[Segment]:
        documents = self._corpus.documents
        translations = [_translations(translated, indices) for translated in block.translations]
        size = len(self._corpus.systems)
        for index, reference, *others in zip(indices, *translations, strict=True):
            number = block.start + index
            document = None if documents is None else documents.at(number)
            place = number, document, _tokens(block.source[index])
            yield Segment(*place, reference, others[:size], more=others[size:])

    def _after(
        self,
        blocks: Sequence[Block],
        segments: Sequence[Segment],
        sources: Mapping[int, Known],
    ) -> Iterator[Segment]:
        """The segments with those before them in their document, and what is known of them."""
        back = self._panel.looks_back
        wanted = {segment.number - step for segment in segments for step in range(1, back + 1)}
        known: dict[int, Segment] = {}
        for part in blocks:
            last = part.start + len(part.source)
            inside = sorted(n - part.start for n in wanted if part.start <= n < last)
            known |= {text.number: informed(text, sources) for text in self._segments(part, inside)}
        for segment in segments:
            numbers = range(segment.number - back, segment.number)
            before = (known[number] for number in numbers if number in known)
            same = tuple(text for text in before if text.document == segment.document)
            yield replace(informed(segment, sources), before=same)


def _categorised(occurrence: Occurrence, segment: Segment, proposer: Resolver) -> Occurrence:
    categories = propose(segment, occurrence.position, occurrence.form, proposer.kinds)
    return occurrence._replace(proposed=categories)


def _translations(translated: Translated, indices: Collection[int]) -> Iterator[Translation]:
    alignments = translated.links.alignments(indices)
    for index, alignment in zip(indices, alignments, strict=True):
        yield Translation(_tokens(translated.lines[index]), alignment)


def _tokens(line: str) -> Sequence[str]:
    return line.split(" ") if line else ()


def _hash(start: int, links: Links) -> int:
    """The hash of links, in whatever order they were written: a sum of hashes of each.

    So the hashes of blocks, whatever their size, add up to that of the text.
    """
    segments = np.repeat(
        np.arange(start, start + len(links), dtype=np.uint64), np.diff(links.bounds)
    )
    keys = segments * np.uint64(0x9E3779B97F4A7C15)
    keys += (links.sources << 32 | links.targets).astype(np.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):  # splitmix64
        keys = (keys ^ (keys >> np.uint64(shift))) * np.uint64(factor)
    return int((keys ^ (keys >> np.uint64(31))).sum(dtype=np.uint64))
