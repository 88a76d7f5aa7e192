"""A corpus in chunks of whole documents, read as it streams by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proform.text.corpus import Corpus
from proform.text.documents import Documents
from proform.text.lines import Column, in_step, tidy_lines

RUN = 100
"""Without document ids, so many segments are taken for one document."""
LONGEST = 5000
"""A longer document is read in pieces of so many segments, as if each were one."""
_CHUNK = 2048


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
