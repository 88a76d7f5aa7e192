"""A suite as a researcher sees it: every candidate, and what was said of it so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection

from proform.human.opinion import ANTECEDENT, CONFLICT, PRONOUN, Opinion
from proform.human.review import Review, reviewed
from proform.model import Example
from proform.store.access import Visitor
from proform.store.answers import Said, latest
from proform.suite.suite import Target
from proform.web.annotate.answers import Correctness
from proform.web.app import Site
from proform.web.cases import Loaded

ASKING = Correctness()

TIMES = 1000
"""Resamples for an interval."""


@dataclass(frozen=True)
class Entry:
    """A candidate: one example in one translation."""

    id: int
    number: int
    example: Example
    target: Target
    agrees: bool
    """Is the antecedent asked for?"""
    said: tuple[Said, ...]
    """The last answer of everyone, finished or not."""
    review: Review

    @property
    def system(self) -> str:
        """The name of the translation."""
        return self.target.name

    @property
    def conflicting(self) -> frozenset[str]:
        """Whose answers are in conflict."""
        return frozenset(one.annotator for one in self.review.opinions if one.state == CONFLICT)

    def opinion(self, annotator: str) -> Opinion:
        """What someone says who has answered."""
        return next(one for one in self.review.opinions if one.annotator == annotator)


@dataclass(frozen=True)
class Snapshot:
    """All candidates, ordered by example and by system."""

    loaded: Loaded
    latest: Sequence[Said]
    entries: tuple[Entry, ...]

    @property
    def systems(self) -> list[str]:
        """The translations: the reference, then the systems as they came."""
        return [corpus.name for corpus in self.loaded.corpora.values()]

    @cached_property
    def categories(self) -> list[str]:
        """Those that have examples, in the order of the suite."""
        used = {entry.example.category for entry in self.entries}
        return [one.name for one in self.loaded.stored.suite.categories if one.name in used]

    @property
    def agreeing(self) -> list[str]:
        """Those of them in which the antecedent is asked for."""
        return [name for name in self.categories if name in self.loaded.stored.suite.agreeing]

    @cached_property
    def tags(self) -> list[str]:
        """All tags that are in use now."""
        return sorted({tag for one in self.latest for tag in one.answer.tags})

    @property
    def disagreements(self) -> list[Entry]:
        """What is to be settled, or was: annotators differ, or an answer contradicts itself."""
        return [
            entry
            for entry in self.entries
            if entry.review.contested or entry.review.contradictory or entry.review.adjudication
        ]

    @cached_property
    def reviews(self) -> dict[int, Review]:
        """What people say, by the number of the candidate."""
        return {entry.number: entry.review for entry in self.entries}

    def of(self, example: int) -> list[Entry]:
        """One example, by its number, in all translations."""
        return [entry for entry in self.entries if entry.example.number == example]

    def counts(self, question: str = PRONOUN) -> dict[tuple[str, str], Counter[str]]:
        """How many candidates of each system and category have each kind of verdict."""
        found: dict[tuple[str, str], Counter[str]] = {}
        for entry in self.entries:
            if entry.agrees or question != ANTECEDENT:
                cell = found.setdefault((entry.system, entry.example.category), Counter())
                cell[entry.review.verdict(question).kind] += 1
        return found


def take_snapshot(connection: Connection, site: Site, who: Visitor) -> Snapshot:
    """The suite of a researcher, as it stands now."""
    loaded = site.shelf.get(connection, who.suite)
    said = latest(connection, who.suite)
    examples = {number: loaded.candidates[id_][0] for number, id_ in loaded.numbers.items()}
    categories = {number: example.category for number, example in examples.items()}
    found = reviewed(said, categories, loaded.stored.suite.agreeing)
    by_candidate: dict[int, list[Said]] = {}
    for one in said:
        by_candidate.setdefault(one.candidate, []).append(one)
    order = {corpus: place for place, corpus in enumerate(loaded.corpora)}
    placed = sorted(
        (example.number, order[corpus], number, id_)
        for number, id_ in loaded.numbers.items()
        for example, corpus in [loaded.candidates[id_]]
    )
    entries = (
        Entry(
            id_,
            number,
            example,
            loaded.targets[corpus],
            example.category in loaded.stored.suite.agreeing,
            tuple(by_candidate.get(number, ())),
            found[number],
        )
        for _, _, number, id_ in placed
        for example, corpus in [loaded.candidates[id_]]
    )
    return Snapshot(loaded, said, tuple(entries))
