"""Suites of pairs of sentences, translated word by word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proform.model import Antecedent, Example
from proform.suite.categories import load_categories
from proform.suite.suite import Document, Suite, Target, place


class Pair(NamedTuple):
    """Two sentences; the second begins with the pronoun, the first has its antecedent, if any."""

    category: str
    source: tuple[str, str]
    head: int | None = None


def suite_of(languages: str, pairs: Sequence[Pair]) -> Suite:
    """An example for each pair, numbered from 1."""
    source, target = languages.split("-")
    examples = []
    for number, pair in enumerate(pairs):
        line = 2 * number
        heads = () if pair.head is None else (Antecedent(line, pair.head, pair.head, pair.head),)
        form = pair.source[1].split()[0]
        examples.append(Example(number + 1, line + 1, 0, form, pair.category, heads))
    known = {category.name: category for category in load_categories().categories}
    names = dict.fromkeys(pair.category for pair in pairs)
    lines = tuple(line for pair in pairs for line in pair.source)
    documents = tuple(Document(f"pair {n + 1}", 2 * n, 2 * n + 1) for n in range(len(pairs)))
    categories = tuple(known[name] for name in names)
    return Suite("sentences", source, target, lines, documents, categories, tuple(examples))


def target_of(suite: Suite, name: str, lines: Sequence[str]) -> Target:
    """A translation, word by word."""
    links = []
    for source, line in zip(suite.source, lines, strict=True):
        places = range(min(len(source.split()), len(line.split())))
        links.append(" ".join(f"{place}-{place}" for place in places))
    return place(suite, Target(name, list(lines), links, how="by hand"))
