"""One pass over a corpus with any number of judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b

import numpy as np

from proform.find.occurrence import Finder, Hit
from proform.judge.base import Judge
from proform.model import Judgement, Occurrence, Segment, Translation
from proform.read.corpus import Block, Corpus, Translated
from proform.read.pharaoh import Links
from proform.score.result import Report
from proform.score.summary import Resampling, Tallied, summarise
from proform.score.tally import Tally

Observer = Callable[[str, str, Judgement, Segment, Translation], None]
"""Told of every judgement: metric, system, judgement, and the texts it is about."""


def score(
    corpus: Corpus,
    judges: Sequence[Judge],
    settings: Mapping[str, str],
    resampling: Resampling,
    observe: Observer | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Judge every occurrence of every system, and give the scores.

    `settings` are what the signature says beside the judges' own: languages, hash of lists.
    """
    run = _Run(corpus, judges, resampling, observe)
    warnings: list[str] = []
    for block in corpus.blocks(warnings.append):
        run.add(block)
        if progress is not None:
            progress(len(block.source))
    for judge in judges:
        judge.finder.check(run.segments)
    return summarise(run.tallied(), judges, settings, resampling, warnings)


class _Hash:
    """The hash of an alignment: of its links, however they were written."""

    def __init__(self) -> None:
        self._links = blake2b(digest_size=8)
        self._counts = blake2b(digest_size=8)

    def add(self, links: Links) -> None:
        pairs = np.column_stack([links.sources, links.targets]).astype("<i8")
        self._links.update(pairs.tobytes())
        self._counts.update(np.diff(links.bounds).astype("<i8").tobytes())

    def digest(self) -> bytes:
        return self._links.digest() + self._counts.digest()


class _Run:
    def __init__(
        self,
        corpus: Corpus,
        judges: Sequence[Judge],
        resampling: Resampling,
        observe: Observer | None,
    ) -> None:
        self.segments = 0
        self._documents = corpus.documents
        self._names = [system.name for system in corpus.systems]
        self._observe = observe
        by_segment = resampling.wanted and corpus.documents is None
        self._tallies = {
            (judge.name, name): Tally(judge, by_segment=by_segment)
            for judge in judges
            for name in self._names
        }
        # Judges that look for the same pronouns in the same text share the search.
        self._searches: dict[tuple[bool, Finder], list[Judge]] = {}
        for judge in judges:
            self._searches.setdefault((judge.anchored, judge.finder), []).append(judge)
        self._reference_hash = _Hash()
        self._system_hashes = [_Hash() for _ in self._names]

    def add(self, block: Block) -> None:
        self._reference_hash.add(block.reference.links)
        for digest, system in zip(self._system_hashes, block.systems, strict=True):
            digest.add(system.links)
        for (anchored, finder), judges in self._searches.items():
            lines = block.reference.lines if anchored else block.source
            for index, line in enumerate(lines):
                if hits := finder.find(block.start + index, line):
                    self._judge(self._segment(block, index), hits, judges)
        self.segments += len(block.source)

    def tallied(self) -> Tallied:
        return Tallied(
            tuple(self._names),
            self._tallies,
            self._reference_hash.digest(),
            [system.digest() for system in self._system_hashes],
            self.segments,
            by_document=self._documents is not None,
        )

    def _segment(self, block: Block, index: int) -> Segment:
        number = block.start + index
        return Segment(
            number,
            None if self._documents is None else self._documents.at(number),
            _tokens(block.source[index]),
            _translation(block.reference, index),
            [_translation(system, index) for system in block.systems],
        )

    def _judge(self, segment: Segment, hits: Sequence[Hit], judges: Sequence[Judge]) -> None:
        occurrences = [Occurrence(segment.number, *hit, segment.document) for hit in hits]
        for judge in judges:
            taken = [
                (occurrence, judge.reference(occurrence, segment))
                for occurrence in occurrences
                if judge.takes(occurrence)
            ]
            for name, translation in zip(self._names, segment.candidates, strict=True):
                judgements = [
                    judge.judge(
                        occurrence, reference, judge.candidate(occurrence, segment, translation)
                    )
                    for occurrence, reference in taken
                ]
                self._tallies[judge.name, name].add(judgements)
                if self._observe is not None:
                    for judgement in judgements:
                        self._observe(judge.name, name, judgement, segment, translation)


def _translation(translated: Translated, index: int) -> Translation:
    return Translation(_tokens(translated.lines[index]), translated.links.alignment(index))


def _tokens(line: str) -> Sequence[str]:
    return line.split(" ") if line else ()
