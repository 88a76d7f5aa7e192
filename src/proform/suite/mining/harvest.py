"""A suite of what was picked: the segments around each pronoun are fetched from the corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from proform.alignment.base import Aligner
from proform.alignment.method import Method
from proform.alignment.pipeline import align_lines
from proform.errors import ProformError
from proform.model import Antecedent, Category, Example
from proform.suite.build import placed
from proform.suite.mining.chunks import in_lines
from proform.suite.mining.reservoir import Find, FindCell
from proform.suite.proposals import PROPOSED
from proform.suite.suite import Document, Suite, Target
from proform.text.corpus import Corpus

BEFORE, AFTER = 20, 5
"""So many segments around a pronoun belong to its example, as far as its document has them."""
ANNOTATED = "category and antecedent are annotated"


class _Window(NamedTuple):
    """Segments of the corpus, both ends included."""

    document: str
    first: int
    last: int
    whole: bool
    """Is it all of its document?"""


def harvest(
    name: str,
    corpus: Corpus,
    finds: Sequence[tuple[FindCell, Find]],
    categories: Sequence[Category],
    method: Method,
    aligner: Aligner | None,
) -> tuple[Suite, Target | None]:
    """The suite and its reference, if the corpus has one; the corpus is read once for it."""
    windows = _windows([find for _, find in finds])
    wanted = [n for window in windows for n in range(window.first, window.last + 1)]
    lines = _fetch(corpus, wanted)
    cut = method.tokenizers
    source = [line if cut.source is None else cut.source.line(line) for line in lines[0]]
    places = {number: place for place, number in enumerate(wanted)}
    used = {cell.category for cell, _ in finds}
    suite = Suite(
        *(name, method.packs[0].language, method.packs[1].language, tuple(source)),
        tuple(_documents(windows, places)),
        tuple(category for category in categories if category.name in used),
        tuple(_example(n, cell, find, places) for n, (cell, find) in enumerate(finds, 1)),
    ).checked()
    if corpus.reference.is_blank:
        return suite, None
    target = [line if cut.target is None else cut.target.line(line) for line in lines[1]]
    if aligner is None:
        linked = Target("reference", target, lines[2], how="given")
    else:
        links = align_lines(method, aligner, source, target, "the reference")
        linked = Target("reference", target, links, how=aligner.signature)
    return suite, placed(method, suite, linked)


def _windows(finds: Sequence[Find]) -> list[_Window]:
    """What stands around each; those of one document that meet are one."""
    windows: list[_Window] = []
    for find in finds:
        first = max(find.first, find.segment - BEFORE)
        last = min(find.last, find.segment + AFTER)
        before = windows[-1] if windows else None
        if before and before.document == find.document and first <= before.last + 1:
            first = before.first
            windows.pop()
        windows.append(
            _Window(find.document, first, last, (first, last) == (find.first, find.last))
        )
    return windows


def _documents(windows: Sequence[_Window], places: Mapping[int, int]) -> list[Document]:
    """Documents, and parts of them with the number of their first segment in the corpus."""
    return [
        Document(
            window.document if window.whole else f"{window.document}:{window.first}",
            places[window.first],
            places[window.last],
        )
        for window in windows
    ]


def _fetch(corpus: Corpus, wanted: Sequence[int]) -> list[list[str]]:
    """Some segments of source, reference and links."""
    fetched: list[list[str]] = [[], [], []]
    start, rest = 0, iter(wanted)
    number = next(rest, None)
    for block in in_lines(corpus):
        while number is not None and number < start + len(block[0]):
            for lines, column in zip(fetched, block, strict=True):
                lines.extend(column[number - start : number - start + 1])
            number = next(rest, None)
        start += len(block[0])
        if number is None:
            return fetched
    if number is not None:
        what = f"segment {number} is not in the corpus any more"
        raise ProformError(what, hint="has it changed since it was mined?")
    return fetched


def _example(number: int, cell: FindCell, find: Find, places: Mapping[int, int]) -> Example:
    nouns = tuple(Antecedent(places[s], head, head, head) for s, head in find.heads)
    note = ANNOTATED if find.annotated else f"{PROPOSED} ({find.probability:.2f})"
    return Example(
        number, places[find.segment], find.position, find.token, cell.category, nouns, note
    )
