"""A suite from an annotated corpus: aligned to see what is expected, then picked in balance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from proform.errors import ProformError
from proform.lexicon.pack import Pack
from proform.lexicon.split import fold
from proform.model import NONE, Example, Segment, Translation
from proform.score.aligned import Method, Voice
from proform.score.linked import link_reference
from proform.score.setup import Choices
from proform.suite.categories import Catalogue, load_categories
from proform.suite.parcor import Parcor, read_parcor
from proform.suite.select import Selection, select
from proform.suite.suite import Document, Suite, Target, parse, place, words


@dataclass(frozen=True, slots=True)
class Built:
    """A suite with its reference, and where it came from."""

    suite: Suite
    reference: Target
    selection: Selection
    corpus: Parcor


def build_suite(
    folders: Sequence[Path],
    packs: tuple[Pack, Pack],
    name: str,
    sizes: Mapping[str | None, int],
    seed: int,
    method: Method,
    reference: str,
    links: Path | None,
    voice: Voice,
) -> Built:
    """Read the corpus, align it, and pick examples balanced over the reference's pronouns.

    `sizes` are those of categories, under None that of all others; empty, those of the papers.
    """
    source, target = (pack.language for pack in packs)
    catalogue = load_categories()
    wanted = _wanted(catalogue, f"{source}-{target}", sizes)
    corpus = read_parcor(folders, source, target, packs[0])
    lines = [" ".join(sentence) for document in corpus.documents for sentence in document.source]
    translated = [
        " ".join(sentence) for document in corpus.documents for sentence in document.target
    ]
    everything = Suite(
        name,
        source,
        target,
        tuple(lines),
        tuple(_documents(corpus)),
        catalogue.categories,
        (),
    )
    linked = link_reference(method, everything, reference, translated, links, voice)
    expected = _Expected(packs, everything, linked)
    rng = np.random.default_rng(seed)
    selection = select(corpus.candidates, expected.form, wanted, rng)
    suite = Suite(
        name,
        source,
        target,
        everything.source,
        everything.documents,
        catalogue.categories,
        selection.examples,
    )
    return Built(suite.checked(), place(suite, linked), selection, corpus)


def _wanted(catalogue: Catalogue, pair: str, sizes: Mapping[str | None, int]) -> dict[str, int]:
    known = [category.name for category in catalogue.categories]
    for name in sizes:
        if name is not None and name not in known:
            raise ProformError(f"no category {name!r}", hint=f"there are {', '.join(known)}")
    usual = catalogue.wanted(pair)
    rest = sizes.get(None)
    return {name: sizes.get(name, usual.get(name, 0) if rest is None else rest) for name in known}


def _documents(corpus: Parcor) -> list[Document]:
    documents: list[Document] = []
    start = 0
    for document in corpus.documents:
        documents.append(Document(document.name, start, start + len(document.source) - 1))
        start += len(document.source)
    return documents


class _Expected:
    """What the reference has for a pronoun: its first pronoun there, OTHER or NONE."""

    def __init__(self, packs: tuple[Pack, Pack], suite: Suite, reference: Target) -> None:
        choices = Choices(*packs, repair="informed")
        self._renderer = choices.renderer()
        self._comparison = choices.comparison()
        self._suite = suite
        self._reference = reference

    def form(self, example: Example) -> str:
        number = example.segment
        links = self._reference.links or ()
        into = Translation(words(self._reference.lines[number]), parse(links[number]))
        segment = Segment(number, None, self._suite.words(number), into, ())
        found = self._renderer.render(example.position, fold(example.token), segment, into)
        return self._comparison.head(found.forms[0]) if found.forms else NONE
