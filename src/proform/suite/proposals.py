"""Examples of plain text with a category and an antecedent that nobody has checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from proform.analysis.antecedents import Known
from proform.analysis.source import SUBJECT, analyse, mention_of
from proform.judge.choices import Choices
from proform.language.forms import fold
from proform.model import Antecedent, Antecedents, Category, Example
from proform.pronoun.categories import EVENT, PLEONASTIC
from proform.suite.suite import Suite
from proform.suite.table import UNCATEGORISED

PROPOSED = "category and antecedent are proposed, not checked"
"""The note of such an example."""


def with_proposals(suite: Suite, choices: Choices, categories: Sequence[Category]) -> Suite:
    """The same suite with categories and antecedents, as probable as they are.

    What nothing is known of is uncategorised, and so not asked for its antecedent.
    """
    known = choices.resolver.resolve(suite.texts())
    there = {category.name for category in categories}
    examples = tuple(_proposed(example, suite, known, there) for example in suite.examples)
    used = {example.category for example in examples}
    every = (*categories, Category(UNCATEGORISED, agrees=False))
    return replace(suite, categories=tuple(c for c in every if c.name in used), examples=examples)


def _proposed(
    example: Example, suite: Suite, known: Mapping[int, Known], there: set[str]
) -> Example:
    about = known.get(example.segment)
    guess = None if about is None else about.antecedents.get(example.position)
    if about is None or guess is None:
        return replace(example, category=UNCATEGORISED, note=PROPOSED)
    heads = _heads(guess)
    category = (
        max(_NOTHING, key=lambda name: guess.nothing.get(name, 0.0))
        if not heads
        else "_".join(_parts(example, suite, about, heads))
    )
    if category not in there or fold(example.token) != category.rpartition("_")[2]:
        return replace(example, category=UNCATEGORISED, note=PROPOSED)
    antecedents = tuple(Antecedent(segment, head, head, head) for segment, head in heads)
    return replace(example, category=category, antecedents=antecedents, note=PROPOSED)


_NOTHING = (PLEONASTIC, EVENT)


def _heads(guess: Antecedents) -> tuple[tuple[int, int], ...]:
    """Where the most probable antecedent stands, unless there being none is more probable."""
    best = max(guess.options, key=lambda option: option.probability, default=None)
    nothing = sum(guess.nothing.get(name, 0.0) for name in _NOTHING)
    return () if best is None or best.probability < nothing else tuple(best.heads)


def _parts(
    example: Example, suite: Suite, about: Known, heads: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """The parts of the name of an anaphoric category."""
    yield "anaphoric"
    yield "intra" if heads[-1][0] == example.segment else "inter"
    pronoun = fold(example.token)
    if pronoun == "it":
        sentence = analyse(example.segment, suite.words(example.segment), about.tags)
        role = mention_of(example.segment, sentence, example.position).role
        yield "subject" if role == SUBJECT else "non-subject"
    yield pronoun
