"""Suites from an annotated corpus, picked in balance, and translations linked to suites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.random import Generator

from proform.alignment.base import Pair
from proform.alignment.method import Method, tokenised
from proform.alignment.pipeline import align_lines, pair_lines, prepare
from proform.errors import InputError, ProformError
from proform.judge.choices import Choices
from proform.judge.compare import Comparison
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import NONE, Example, Segment, Translation
from proform.suite.categories import Catalogue, load_categories
from proform.suite.parcor import AnnotatedCorpus
from proform.suite.suite import Suite, Target, parse, place, words
from proform.text.links import read_links
from proform.text.series import Text
from proform.text.tokens import Tokenizer


@dataclass(frozen=True, slots=True)
class Built:
    """A suite with its reference, and where it came from."""

    suite: Suite
    reference: Target | None
    selection: Selection
    corpus: AnnotatedCorpus


def build(
    corpus: AnnotatedCorpus,
    packs: tuple[Pack, Pack],
    name: str,
    sizes: Mapping[str | None, int],
    seed: int,
    method: Method,
    reference: str,
    links: Text | None,
) -> Built:
    """Align an annotated corpus, and pick examples balanced over the reference's pronouns.

    Without a translation they are balanced over the source's. `sizes` are those of categories,
    under None that of all others; empty, those of the papers.
    """
    source, target = (pack.language for pack in packs)
    catalogue = load_categories()
    wanted = _wanted(catalogue, f"{source}-{target}", sizes)
    documents, categories = corpus.documents, catalogue.categories
    suite = Suite(name, source, target, corpus.source, documents, categories, ())
    linked: Target | None = None
    expected: Callable[[Example], str] = _form
    if corpus.target:
        linked = link_reference(method, suite, reference, corpus.target, links)
        expected = _expected(packs, suite, linked)
    selection = select(corpus.candidates, expected, wanted, np.random.default_rng(seed))
    suite = replace(suite, examples=selection.examples)
    translated = None if linked is None else placed(method, suite, linked)
    return Built(suite.checked(), translated, selection, corpus)


def _form(example: Example) -> str:
    return fold(example.token)


def _wanted(catalogue: Catalogue, pair: str, sizes: Mapping[str | None, int]) -> dict[str, int]:
    known = [category.name for category in catalogue.categories]
    for name in sizes:
        if name is not None and name not in known:
            raise ProformError(f"no category {name!r}", hint=f"there are {', '.join(known)}")
    usual = catalogue.wanted(pair)
    return {name: sizes.get(name, sizes.get(None, usual.get(name, 0))) for name in known}


def _expected(
    packs: tuple[Pack, Pack], suite: Suite, reference: Target
) -> Callable[[Example], str]:
    """What the reference has for a pronoun: its first pronoun there, OTHER or NONE."""
    choices = Choices(*packs)
    renderer, comparison = choices.renderer(), Comparison(choices.compared)
    links = reference.links or ()

    def form(example: Example) -> str:
        number = example.segment
        into = Translation(words(reference.lines[number]), parse(links[number]))
        segment = Segment(number, None, suite.words(number), into, ())
        forms = renderer.render(example.position, fold(example.token), segment, into).forms
        return comparison.head(forms[0]) if forms else NONE

    return form


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
    """The examples of a suite, and what became of each category."""

    examples: tuple[Example, ...]
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
    examples = (replace(ordered[k], number=n) for n, k in enumerate(sorted(picked), 1))
    return Selection(tuple(examples), tuple(shares))


def _turns(by_form: Mapping[str, Sequence[int]], rng: Generator) -> list[tuple[str, int]]:
    """All of them with their forms, in the order in which they are picked."""
    rarest = sorted(by_form, key=lambda form: (len(by_form[form]), form))
    queues = [(form, [int(k) for k in rng.permutation(by_form[form])]) for form in rarest]
    rounds = max((len(queue) for _, queue in queues), default=0)
    return [(form, queue[k]) for k in range(rounds) for form, queue in queues if k < len(queue)]


def read_lines(text: Text, tokenizer: Tokenizer | None, length: int | None = None) -> list[str]:
    """The lines of a text, cut into words; as many as the source has, if that is known."""
    lines = list(chain.from_iterable(tokenised(text, tokenizer).decoded()))
    if length is not None and len(lines) == length + 1 and not lines[-1]:
        lines.pop()  # one blank line too many is no difference, as in `proform score`
    if length is not None and len(lines) != length:
        what, where = f"{len(lines)} lines, but the source has {length}", min(len(lines), length)
        raise InputError(text.path, where + 1, what, hint="one line for each source segment")
    for number, line in enumerate(lines):
        if "\x00" in line:
            what = f"a NUL character in segment {number}, which no database keeps"
            raise InputError(text.path, None, what, hint="segments are counted from 0")
    return lines


def link_reference(
    method: Method, suite: Suite, name: str, lines: Sequence[str], links: Text | None
) -> Target:
    """The reference, with what stands for each example, by given links or by aligning."""
    if links is not None:
        return _linked(method, suite, name, lines, links)
    aligner = prepare(method, lambda: pair_lines(suite.source, lines))
    aligned = align_lines(method, aligner, suite.source, lines, name)
    return placed(method, suite, Target(name, lines, aligned, how=aligner.signature))


def link_systems(
    method: Method,
    suite: Suite,
    reference: Target | None,
    texts: Sequence[tuple[Text, Text | None]],
) -> list[Target]:
    """Systems, with what stands for each example, by the links given for a text or by aligning.

    Alignment is learnt from the reference; if there is none, from these systems.
    """
    source, size = _needed(suite), len(suite.source)
    plain = {
        text.name: read_lines(text, method.tokenizers.target, size)
        for text, links in texts
        if links is None
    }

    def basis() -> list[Pair]:
        known = list(plain.values()) if reference is None else [reference.lines]
        pairs = [pair for lines in known for pair in zip(source, lines, strict=True)]
        if suite.challenges:
            pairs = [pair for pair in pairs if all(pair)]
        return pair_lines([line for line, _ in pairs], [line for _, line in pairs])

    aligner = prepare(method, basis) if plain else None
    linked = []
    for text, links in texts:
        if links is not None:
            lines = read_lines(text, None, size)
            linked.append(_linked(method, suite, text.name, lines, links))
        elif aligner is not None:
            lines = plain[text.name]
            matched = [line if here else "" for line, here in zip(lines, source, strict=True)]
            aligned = align_lines(method, aligner, source, matched, text.name)
            target = Target(text.name, lines, aligned, how=aligner.signature)
            linked.append(placed(method, suite, target))
    return linked


def _needed(suite: Suite) -> Sequence[str]:
    """The source; of a challenge set, only the segments with pronouns and antecedents.

    The others are context, several to an example, and nobody asks for their links.
    """
    if not suite.challenges:
        return suite.source
    wanted = {example.segment for example in suite.examples}
    wanted |= {noun.segment for example in suite.examples for noun in example.antecedents}
    for example in suite.examples:
        if not example.antecedents and suite.set in ("contrapro", "discevalmt"):
            wanted |= set(range(suite.challenges[example.number].first, example.segment))
    return [line if n in wanted else "" for n, line in enumerate(suite.source)]


def _linked(method: Method, suite: Suite, name: str, lines: Sequence[str], text: Text) -> Target:
    links = read_links(text.path, text.blocks(), suite.source, lines)
    return placed(method, suite, Target(name, lines, links, how="given"))


def placed(method: Method, suite: Suite, target: Target) -> Target:
    """Where the examples stand, by the links as the judges would mend them."""
    # Without a list of pronouns there is nothing to mend by.
    known = all(pack.inventory for pack in method.packs)
    choices = Choices(*method.packs, as_published=method.as_published)
    return place(suite, target, choices.renderer() if known else None)
