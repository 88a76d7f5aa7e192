"""Do annotators agree? In pairs and all together, over all pronouns and by category."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from numpy.random import default_rng

from proform.errors import ProformError
from proform.read.judgements import Label, Opinion, Place
from proform.score.meta.examples import UNKNOWN, in_order
from proform.stats.agreement import Agreement, alpha, disagreements, kappa

QUESTIONS: dict[str, Callable[[Opinion], Label | None]] = {
    "pronoun": lambda opinion: opinion.pronoun,
    "antecedent": lambda opinion: opinion.antecedent,
}
"""What annotators are asked, and what they say; None if they are not."""

Answers = Mapping[Place, Mapping[str, Label]]
"""What each annotator says of each pronoun."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """How far some annotators agree on one question."""

    question: str
    category: str | None
    annotators: tuple[str, ...]
    measure: str
    unjudged: bool
    """Is unjudged an answer like the others?"""
    differ: int
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class Disagreed:
    """A pronoun on which annotators do not agree."""

    place: Place
    question: str
    category: str
    labels: Mapping[str, Label]


@dataclass(frozen=True, slots=True)
class Annotators:
    """All that can be said of the agreement of some annotators."""

    names: tuple[str, ...]
    agreed: tuple[Agreed, ...]
    by_category: tuple[Agreed, ...]
    disagreed: tuple[Disagreed, ...]
    notes: tuple[str, ...]


def compare_annotators(opinions: Sequence[Opinion], times: int, seed: int) -> Annotators:
    """Cohen's kappa for each two, Krippendorff's alpha for more, by category where it is known."""
    names = tuple(dict.fromkeys(one.annotator for one in opinions))
    if len(names) < 2:
        raise ProformError(f"{names[0]} is the only annotator: there is nobody to agree with")
    categories = {one.place: one.category or UNKNOWN for one in opinions}
    agreed: list[Agreed] = []
    divided: list[Agreed] = []
    disagreed: list[Disagreed] = []
    for question in QUESTIONS:
        answers = _answers(opinions, question)
        agreed += _agreed(question, None, names, answers, times, seed)
        for category in in_order(set(categories.values())):
            part = {place: said for place, said in answers.items() if categories[place] == category}
            if part and set(categories.values()) != {UNKNOWN}:
                divided += _agreed(question, category, names, part, times, seed)
        disagreed += [
            Disagreed(place, question, categories[place], said)
            for place, said in answers.items()
            if len({_judgement(label) for label in said.values()}) > 1
        ]
    if not agreed:
        raise ProformError("no pronoun has judgements of two annotators")
    notes = tuple(_notes(opinions, names))
    return Annotators(names, tuple(agreed), tuple(divided), tuple(disagreed), notes)


def _answers(opinions: Iterable[Opinion], question: str) -> Answers:
    found: dict[Place, dict[str, Label]] = {}
    for one in opinions:
        label = QUESTIONS[question](one)
        if label is not None:
            found.setdefault(one.place, {})[one.annotator] = label
    return {place: said for place, said in found.items() if len(said) > 1}


def _agreed(
    question: str,
    category: str | None,
    names: Sequence[str],
    answers: Answers,
    times: int,
    seed: int,
) -> Iterator[Agreed]:
    for pair in combinations(names, 2):
        shared = [said for said in answers.values() if set(pair) <= set(said)]
        first, second = ([_judgement(said[name]) for said in shared] for name in pair)
        for unjudged in (True, False) if shared else ():
            agreement = kappa(first, second, default_rng(seed), times, unjudged=unjudged)
            differ = len(disagreements([first, second], unjudged=False))
            if unjudged:
                differ = len(disagreements([first, second]))
            yield Agreed(question, category, pair, "kappa", unjudged, differ, agreement)
    people = tuple(name for name in names if any(name in said for said in answers.values()))
    if len(people) > 2:
        given = [
            [_judgement(said.get(name, Label.UNJUDGED)) for said in answers.values()]
            for name in people
        ]
        differ = len(disagreements(given, unjudged=False))
        agreement = alpha(given, default_rng(seed), times)
        yield Agreed(question, category, people, "alpha", False, differ, agreement)


def _judgement(label: Label) -> str | None:
    """Bad translations and wrong alignments have no judgement: the guidelines forbid one."""
    return label.value if label in (Label.CORRECT, Label.INCORRECT) else None


def _notes(opinions: Sequence[Opinion], names: Sequence[str]) -> Iterator[str]:
    people: dict[Place, list[str]] = {}
    for one in opinions:
        people.setdefault(one.place, []).append(one.annotator)
    alone = [found[0] for found in people.values() if len(found) == 1]
    if alone:
        each = ", ".join(f"{name} {alone.count(name)}" for name in names if name in alone)
        yield f"left out: {len(alone)} pronouns that one annotator only was given ({each})"
