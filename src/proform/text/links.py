"""Word alignments as Moses and Pharaoh write them: `i-j` pairs, one line per segment, from 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from proform.errors import InputError
from proform.model import Alignment
from proform.text.lines import Column, joined, token_lines

Integers = NDArray[np.int64]

_PAIR = re.compile(rb"[0-9]{1,9}-[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a run of segments, as columns; those of segment k are bounds[k] to bounds[k+1].

    Columns because a corpus has some thirty links for each one that is ever looked up: checking
    all of them in numpy costs less than making one object of each.
    """

    sources: Integers
    targets: Integers
    bounds: Integers

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def alignments(self, segments: Iterable[int]) -> Iterator[Alignment]:
        """The links of some segments."""
        columns = self.sources, self.targets, self.bounds
        sources, targets, bounds = (column.tolist() for column in columns)
        for segment in segments:
            start, end = bounds[segment], bounds[segment + 1]
            yield Alignment(sources[start:end], targets[start:end])

    def overshoot(self, source_lengths: Integers, target_lengths: Integers) -> Integers:
        """How many words behind the end each link points, on the worse side; 0 if inside."""
        counts = np.diff(self.bounds)
        beyond = np.maximum(
            self.sources - np.repeat(source_lengths, counts),
            self.targets - np.repeat(target_lengths, counts),
        )
        return (beyond + 1).clip(min=0)

    def segment_of(self, link: int) -> int:
        """The segment that a link belongs to."""
        return int(np.searchsorted(self.bounds, link, side="right")) - 1

    def outside(
        self, link: int, lengths: Sequence[Integers], text: object, path: Path, start: int = 1
    ) -> InputError:
        """What to say of a link to a word that is not there; `start` is the first line's number."""
        segment = self.segment_of(link)
        sizes = f"{lengths[0][segment]} source words, {lengths[1][segment]} in {text}"
        pair = f"{self.sources[link]}-{self.targets[link]}"
        what = f"the link {pair} is outside the segment ({sizes})"
        hint = "is it the alignment of these texts, tokenised the same way, counted from 0?"
        return InputError(path, start + segment, what, hint=hint)

    def kept(self, keep: NDArray[np.bool_]) -> Links:
        """Only the links for which `keep` is true."""
        before = np.concatenate(([0], np.cumsum(keep)))
        return Links(self.sources[keep], self.targets[keep], before[self.bounds])


def parse_links(path: Path, start: int, block: bytes) -> Links:
    """The links of a block of lines; `start` is the number of its first line, for the error."""
    if (links := _parse(block)) is not None:
        return links
    for number, line in enumerate(block.split(b"\n"), start):
        for pair in line.split():
            if not _PAIR.fullmatch(pair):
                what = f"expected `i-j`, found {pair.decode(errors='replace')!r}"
                hint = "alignments are Moses/Pharaoh pairs, counted from 0"
                raise InputError(path, number, what, hint=hint)
    raise AssertionError("the block parser and the line parser disagree")


def read_links(
    path: Path, blocks: Iterable[Column], sources: Sequence[str], targets: Sequence[str]
) -> list[str]:
    """The lines of a text of links between these lines, checked against them."""
    block = b"".join(map(joined, blocks))
    if block.count(b"\n") == len(sources) + 1 and block.endswith(b"\n\n"):
        block = block[:-1]  # one blank line too many is no difference
    links = parse_links(path, 1, block)
    if len(links) != len(sources):
        line = min(len(links), len(sources)) + 1
        raise InputError(path, line, f"{len(links)} lines, but the text has {len(sources)}")
    lengths = word_counts(sources), word_counts(targets)
    for link in np.flatnonzero(links.overshoot(*lengths))[:1].tolist():
        raise links.outside(link, lengths, "the translation", path)
    return block.decode().split("\n")[:-1]


def word_counts(lines: Sequence[str]) -> Integers:
    """How many words each line has: only a blank separates them, no other white space."""
    blanks = np.fromiter(map(str.count, lines, repeat(" ")), np.int64, len(lines))
    return blanks + np.fromiter(map(bool, lines), np.int64, len(lines))


def _parse(block: bytes) -> Links | None:
    """All numbers of a block at once; None if anything in it is not a pair."""
    data = np.frombuffer(block, np.uint8)
    digits = data - ord("0")  # wraps around for what is below "0"
    ends = np.flatnonzero(digits > 9)
    marks = data[ends]
    lengths = np.diff(ends, prepend=-1) - 1
    dash = np.flatnonzero(marks == ord("-"))
    longest = int(lengths.max(initial=0))
    well_formed = (
        np.isin(marks, np.frombuffer(b"- \t\r\n\v\f", np.uint8)).all()
        and longest <= 9
        # A link is a number, a dash, a number; and there are no numbers beside.
        and lengths[dash].all()
        and lengths[dash + 1].all()
        and not (marks[dash + 1] == ord("-")).any()
        and np.count_nonzero(lengths) == 2 * len(dash)
    )
    if not well_formed:
        return None
    values = np.zeros(len(ends), np.int64)
    for place in range(longest):
        long = np.flatnonzero(lengths > place)
        values[long] += digits[ends[long] - 1 - place].astype(np.int64) * 10**place
    newlines = np.flatnonzero(marks == ord("\n"))
    bounds = np.concatenate(([0], np.searchsorted(dash, newlines)))
    return Links(values[dash], values[dash + 1], bounds)


_LINK = re.compile(r"([0-9]{1,9})([-p])([0-9]{1,9})")


def read_gold(path: Path, first: int) -> Iterator[list[tuple[int, int, bool]]]:
    """The gold links of each segment: source, target, whether sure; words count from `first`."""
    for number, line in enumerate(token_lines(path), 1):
        links = []
        for text in line.split(" ") if line else ():
            match = _LINK.fullmatch(text)
            if match is None or min(int(match[1]), int(match[3])) < first:
                hint = f"gold links are `i-j` (sure) or `ipj` (possible), counted from {first}"
                raise InputError(path, number, f"expected a gold link, found {text!r}", hint=hint)
            links.append((int(match[1]) - first, int(match[3]) - first, match[2] == "-"))
        yield links
