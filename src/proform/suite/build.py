"""A suite from an annotated corpus: aligned to see what is expected, then picked in balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from proform.alignment.pipeline import Method
from proform.errors import InputError, ProformError
from proform.judge.choices import Choices
from proform.judge.compare import Comparison
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import NONE, Example, Segment, Translation
from proform.suite.candidates import Unused, find_candidates
from proform.suite.categories import Catalogue, load_categories
from proform.suite.link import link_reference
from proform.suite.suite import Document, Suite, Target, parse, place, words
from proform.text.mmax import Project, find_projects, read_project
from proform.text.texts import Text


@dataclass(frozen=True, slots=True)
class Built:
    """A suite with its reference, and where it came from."""

    suite: Suite
    reference: Target
    selection: Selection
    corpus: Parcor


def build(
    folders: Sequence[Path],
    packs: tuple[Pack, Pack],
    name: str,
    sizes: Mapping[str | None, int],
    seed: int,
    method: Method,
    reference: str,
    links: Text | None,
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
    linked = link_reference(method, everything, reference, translated, links)
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
        self._comparison = Comparison(choices.compared)
        self._suite = suite
        self._reference = reference

    def form(self, example: Example) -> str:
        number = example.segment
        links = self._reference.links or ()
        into = Translation(words(self._reference.lines[number]), parse(links[number]))
        segment = Segment(number, None, self._suite.words(number), into, ())
        found = self._renderer.render(example.position, fold(example.token), segment, into)
        return self._comparison.head(found.forms[0]) if found.forms else NONE


@dataclass(frozen=True, slots=True)
class ParallelText:
    """A document and its translation: the words of each sentence."""

    name: str
    source: tuple[tuple[str, ...], ...]
    target: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Parcor:
    """What a corpus has for a language pair; segments are counted over all documents."""

    documents: tuple[ParallelText, ...]
    left_out: Mapping[str, str]
    """Other documents, and why they are not among these."""
    candidates: tuple[Example, ...]
    """In the order of the text; their numbers are 0."""
    unused: Counter[Unused]


def read_parcor(directories: Iterable[Path], source: str, target: str, pack: Pack) -> Parcor:
    """Read the documents that two languages have, and the pronouns of the source.

    A directory is a part of a corpus or holds several; the pack is that of the source. The
    annotation of the target is not needed, so not looked at.
    """
    if pack.phrase is None:
        what = f"no rule for the heads of noun phrases in {pack.name}"
        raise ProformError(what, hint="a language pack has it in its table [phrase]")
    documents: list[ParallelText] = []
    left_out: dict[str, str] = {}
    found: list[Example | Unused] = []
    start = 0
    for name, here, there in _places(directories, source, target):
        try:
            text, translation = _pair(here, there, source, target)
        except ProformError as error:
            left_out[name] = str(error)
            continue
        documents.append(ParallelText(name, text.sentences, translation.sentences))
        found += find_candidates(text, pack, pack.phrase, start)
        start += len(text.starts)
    if not documents:
        name, why = next(iter(left_out.items()))
        what = f"no document in both {source} and {target} ({name}: {why})"
        raise ProformError(what, hint="other parts of the corpus may have some")
    return Parcor(
        tuple(documents),
        left_out,
        tuple(example for example in found if isinstance(example, Example)),
        Counter(reason for reason in found if isinstance(reason, Unused)),
    )


def _places(
    directories: Iterable[Path], source: str, target: str
) -> Iterator[tuple[str, Path | None, Path | None]]:
    """Each document by its name, and where it is in the two languages."""
    seen: set[str] = set()
    for directory in directories:
        here, there = find_projects(directory, source), find_projects(directory, target)
        if not here and not there:
            what = f"no .mmax file in {source} or {target}"
            hint = "expected folders such as EN and DE, or folders with such folders"
            raise InputError(directory, None, what, hint=hint)
        for name in sorted({*here, *there}):
            if name in seen:
                raise InputError(directory, None, f"{name} is in another of the folders, too")
            seen.add(name)
            yield name, here.get(name), there.get(name)


def _pair(
    here: Path | None, there: Path | None, source: str, target: str
) -> tuple[Project, Project]:
    if here is None or there is None:
        raise ProformError(f"not there in {source if here is None else target}")
    text, translation = read_project(here), read_project(there, mentions=False)
    lengths = len(text.starts), len(translation.starts)
    if lengths[0] != lengths[1]:
        raise ProformError(f"{lengths[0]} sentences in {source}, {lengths[1]} in {target}")
    return text, translation


@dataclass(frozen=True, slots=True)
class Share:
    """What became of one category; the counts of the expected forms add up to the totals."""

    category: str
    wanted: int
    available: Mapping[str, int]
    """By expected form, as are those that were picked."""
    picked: Mapping[str, int]

    @property
    def missing(self) -> int:
        """How many more were wanted than the corpus has."""
        return max(self.wanted - sum(self.available.values()), 0)

    @property
    def surplus(self) -> int:
        """How many were left out because no more were wanted."""
        return sum(self.available.values()) - sum(self.picked.values())


@dataclass(frozen=True, slots=True)
class Selection:
    """The examples of a suite, the candidates that were left out, and the counts."""

    examples: tuple[Example, ...]
    left_out: tuple[Example, ...]
    shares: tuple[Share, ...]


def select(
    candidates: Iterable[Example],
    expected: Callable[[Example], str],
    sizes: Mapping[str, int],
    rng: Generator,
) -> Selection:
    """Pick as many examples of each category as wanted, as far as there are.

    Within a category the expected forms (of the reference) take turns, the rarest first, until
    none is left of a form; who comes first is drawn. Numbered from 1 in the order of the text.
    """
    ordered = sorted(candidates, key=lambda example: (example.segment, example.position))
    places: dict[str, dict[str, list[int]]] = {category: {} for category in sizes}
    for k, example in enumerate(ordered):
        by_form = places.setdefault(example.category, {})
        by_form.setdefault(expected(example), []).append(k)
    picked: set[int] = set()
    shares = []
    for category, by_form in places.items():
        wanted = sizes.get(category, 0)
        turns = _turns(by_form, rng)[:wanted]
        picked.update(k for _, k in turns)
        available = {form: len(by_form[form]) for form in sorted(by_form)}
        counts = Counter(form for form, _ in turns)
        shares.append(Share(category, wanted, available, {f: counts[f] for f in available}))
    return Selection(
        tuple(replace(ordered[k], number=n) for n, k in enumerate(sorted(picked), 1)),
        tuple(example for k, example in enumerate(ordered) if k not in picked),
        tuple(shares),
    )


def _turns(by_form: Mapping[str, Sequence[int]], rng: Generator) -> list[tuple[str, int]]:
    """All of them with their forms, in the order in which they are picked."""
    rarest = sorted(by_form, key=lambda form: (len(by_form[form]), form))
    queues = [(form, [int(k) for k in rng.permutation(by_form[form])]) for form in rarest]
    rounds = max((len(queue) for _, queue in queues), default=0)
    return [(form, queue[k]) for k in range(rounds) for form, queue in queues if k < len(queue)]
