"""Texts and alignments side by side, checked against each other as they stream by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from proform.errors import InputError, ProformError
from proform.read.documents import Documents
from proform.read.lines import STDIN
from proform.read.pharaoh import Integers, Links, link_blocks
from proform.read.step import in_step
from proform.read.text import Text


@dataclass(frozen=True, slots=True)
class Translated:
    """A run of segments of one translation."""

    lines: list[str]
    links: Links


@dataclass(frozen=True, slots=True)
class Block:
    """A run of segments of everything; `start` is the number of the first."""

    start: int
    source: list[str]
    reference: Translated
    systems: list[Translated]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A source, a reference and systems, each translation with its alignment to the source."""

    source: Text
    reference: Text
    reference_links: Path
    systems: Sequence[Text]
    system_links: Sequence[Path]
    documents: Documents | None

    def check_names(self) -> None:
        """Complain of what would only go wrong later, or unnoticed."""
        names = [system.name for system in self.systems]
        for name in names:
            if names.count(name) > 1:
                hint = "give each one a name of its own, as in -i a=out/first.fr b=out/second.fr"
                raise ProformError(f"the system {name!r} is there twice", hint=hint)
        if len(self.system_links) != len(self.systems):
            what = f"{len(self.systems)} systems but {len(self.system_links)} alignments of systems"
            raise ProformError(what, hint="--align-sys takes one file a system, in the same order")
        if self.paths().count(STDIN) > 1:
            raise ProformError("standard input (-) can be only one of the inputs")

    def blocks(self, warn: Callable[[str], None]) -> Iterator[Block]:
        """All segments, from the first to the last; tells `warn` what is odd but can be borne."""
        paths = self.paths()
        texts = [self.source.blocks(), self.reference.blocks()]
        texts += [system.blocks() for system in self.systems]
        files = (self.reference_links, *self.system_links)
        links = [link_blocks(path) for path in files]
        checks = [_RangeCheck(*pair) for pair in zip(files, paths[1:], strict=False)]
        start = 0
        for block in in_step(paths, [*texts, *links]):
            lines = [column for column in block if isinstance(column, list)]
            lengths = [_token_counts(column) for column in lines]
            aligned = [
                check.inside(start, column, lengths[0], length)
                for check, column, length in zip(
                    checks, (c for c in block if isinstance(c, Links)), lengths[1:], strict=True
                )
            ]
            reference, *systems = map(Translated, lines[1:], aligned)
            yield Block(start, lines[0], reference, systems)
            start += len(lines[0])
        for check in checks:
            check.close(start, warn)
        if self.documents is not None:
            self.documents.check(start)

    def paths(self) -> list[Path]:
        """All files, texts first."""
        texts = (self.source, self.reference, *self.systems)
        return [*(text.path for text in texts), self.reference_links, *self.system_links]


def _token_counts(lines: list[str]) -> Integers:
    return np.array([line.count(" ") + 1 if line else 0 for line in lines], np.int64)


class _RangeCheck:
    """Links to words that are not there.

    A source that was tokenised anew after it was aligned has, in a few segments, a link one or two
    words behind its end. The data of published results are like that. So such links are dropped
    with a warning; any other, or too many of them, is an error.
    """

    _SLIP = 2
    _SHARE = 0.01

    def __init__(self, path: Path, text: Path) -> None:
        self._path = path
        self._text = text
        self._first: InputError | None = None
        self._segments = 0

    def inside(self, start: int, links: Links, sources: Integers, targets: Integers) -> Links:
        beyond = links.overshoot(sources, targets)
        if not beyond.any():
            return links
        outside = np.flatnonzero(beyond)
        segments = [links.segment_of(link) for link in outside.tolist()]
        for link, segment in zip(outside.tolist(), segments, strict=True):
            error = self._error(start, links, link, int(sources[segment]), int(targets[segment]))
            if beyond[link] > self._SLIP or links.targets[link] >= targets[segment]:
                raise error
            self._first = self._first or error
        self._segments += len(set(segments))
        return links.kept(beyond == 0)

    def close(self, segments: int, warn: Callable[[str], None]) -> None:
        if self._first is None:
            return
        if self._segments > self._SHARE * segments:
            raise self._first
        number = f"{self._segments} of {segments} segments"
        warn(f"{self._first.what}; such links in {number} are left out: {self._first.hint}")

    def _error(self, start: int, links: Links, link: int, sources: int, targets: int) -> InputError:
        pair = f"{links.sources[link]}-{links.targets[link]}"
        sizes = f"{sources} source words, {targets} in {self._text}"
        what = f"the link {pair} is outside the segment ({sizes})"
        hint = "is it the alignment of these texts, tokenised the same way, counted from 0?"
        return InputError(self._path, start + links.segment_of(link) + 1, what, hint=hint)
