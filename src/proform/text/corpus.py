"""Texts and alignments side by side, checked against each other as they stream by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from proform.errors import InputError, ProformError
from proform.text.documents import Documents
from proform.text.lines import (
    STDIN,
    Column,
    UnevenError,
    in_step,
    joined,
    part,
    size_of,
    tidy_lines,
)
from proform.text.links import Integers, Links, parse_links, word_counts
from proform.text.series import Text, check_step, located


class RawBlock(NamedTuple):
    """A run of segments of all files, still to be parsed: texts, and the alignments of them."""

    start: int
    texts: Sequence[Column]
    links: Sequence[bytes]

    def tail(self, size: int) -> RawBlock:
        """The last segments, or all if there are not so many."""
        last = slice(-size, None)
        texts = [part(column, last) for column in self.texts]
        links = [joined(part(column, last)) for column in self.links]
        return RawBlock(self.start + max(size_of(self.links[0]) - size, 0), texts, links)


class Translated(NamedTuple):
    """A run of segments of one translation."""

    lines: list[str]
    links: Links


@dataclass(frozen=True, slots=True)
class Slips:
    """Links one or two words behind the end of the source: the first, and in how many segments.

    A source that was tokenised anew after it was aligned has such links, in a few segments; so have
    the data of published results. They are dropped with a warning. Too many of them, or a link that
    is further out or outside the translation, are an error.
    """

    first: InputError | None = None
    segments: int = 0

    def __add__(self, other: Slips) -> Slips:
        return Slips(self.first or other.first, self.segments + other.segments)

    def warning(self, segments: int) -> str | None:
        """What to tell the user after so many segments, if anything; an error if there are many."""
        if self.first is None:
            return None
        if self.segments > 0.01 * segments:
            raise self.first
        number = f"{self.segments} of {segments} segments"
        return f"{self.first.what}; such links in {number} are left out: {self.first.hint}"


class Block(NamedTuple):
    """A run of segments of everything; `start` is the number of the first."""

    start: int
    source: list[str]
    translations: list[Translated]
    """The reference, the systems, then further references."""
    slips: list[Slips]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A source, a reference and systems, each translation with its alignment to the source."""

    source: Text
    reference: Text
    systems: Sequence[Text]
    documents: Documents | None
    links: Sequence[Text] = ()
    """The alignments: of the reference, of the systems, then of further references."""
    more: Sequence[Text] = ()
    """Further references."""

    @property
    def texts(self) -> Sequence[Text]:
        """All of them: source, reference, systems, further references."""
        return (self.source, self.reference, *self.systems, *self.more)

    def check_files(self) -> None:
        """Complain of what would only go wrong later, or unnoticed."""
        if len(self.links) != 1 + len(self.systems) + len(self.more):
            what = f"align_sys: {len(self.links) - 1} given, {len(self.systems)} expected"
            raise ProformError(what, hint="one for each system, in the same order")
        if self.paths().count(STDIN) > 1:
            raise ProformError("standard input (-) can be only one of the inputs")

    def paths(self) -> list[Path]:
        """All files: the texts, then the alignments of the translations."""
        return [text.path for text in (*self.texts, *self.links)]

    def size(self) -> int | None:
        """How many segments there are, by the links of the last system; None if that is unknown.

        Links are in plain files, so that counting their lines costs little.
        """
        if STDIN in self.paths():
            return None
        return sum(map(size_of, self.links[-1].blocks()))

    def raw_blocks(self) -> Iterator[RawBlock]:
        """All segments, from the first to the last, still to be parsed."""
        texts = [text.blocks() for text in self.texts]
        links = [text.blocks() for text in self.links]
        start = self.source.start
        try:
            for size, columns in in_step(self.paths(), [*texts, *links], start):
                aligned = [joined(column) for column in columns[len(texts) :]]
                yield RawBlock(start, columns[: len(texts)], aligned)
                start += size
        except UnevenError:
            check_step([text for text in (*self.texts, *self.links) if not text.is_blank])
            raise
        if self.documents is not None and self.source.stop is None:
            self.documents.check(start)

    def part(self, start: int, stop: int | None) -> Corpus:
        """Some of its segments, which keep their numbers."""
        return Corpus(
            self.source.part(start, stop),
            self.reference.part(start, stop),
            [system.part(start, stop) for system in self.systems],
            self.documents,
            [links.part(start, stop) for links in self.links],
            [text.part(start, stop) for text in self.more],
        )

    def parse(self, raw: RawBlock) -> Block:
        """Decode the texts, parse the links, and check one against the other."""
        try:
            return self._parse(raw)
        except InputError as error:
            raise located(error, (*self.texts, *self.links)) from error.__cause__

    def _parse(self, raw: RawBlock) -> Block:
        paths, line = self.paths(), raw.start + 1
        texts = zip(paths, raw.texts, strict=False)
        lines = [tidy_lines(path, line, column) for path, column in texts]
        lengths = [word_counts(column) for column in lines]
        translations, slips = [], []
        for index, (path, column) in enumerate(zip(paths[len(lines) :], raw.links, strict=True), 1):
            parsed = parse_links(path, line, column)
            inside, slipped = _inside(path, paths[index], line, parsed, lengths[0], lengths[index])
            translations.append(Translated(lines[index], inside))
            slips.append(slipped)
        return Block(raw.start, lines[0], translations, slips)


def _inside(
    path: Path, text: Path, start: int, links: Links, sources: Integers, targets: Integers
) -> tuple[Links, Slips]:
    """The links to words that are there, and what had to be dropped."""
    beyond = links.overshoot(sources, targets)
    if not beyond.any():
        return links, Slips()
    errors: dict[int, InputError] = {}
    for link in np.flatnonzero(beyond).tolist():
        segment = links.segment_of(link)
        error = links.outside(link, (sources, targets), text, path, start)
        if beyond[link] > 2 or links.targets[link] >= targets[segment]:
            raise error
        errors.setdefault(segment, error)
    return links.kept(beyond == 0), Slips(next(iter(errors.values())), len(errors))
