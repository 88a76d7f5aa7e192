"""A suite as a researcher sees it: every candidate, and what was said of it so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection

from proform.model import Example
from proform.store.access import Visitor
from proform.store.answers import Answer, Said, latest
from proform.store.review import (
    ANTECEDENT,
    NOTHING,
    PRONOUN,
    Cell,
    Reviewed,
    counts,
    review,
)
from proform.suite.suite import Target
from proform.web.annotate.protocol import Correctness
from proform.web.app import Site
from proform.web.cases import Loaded

ASKING = Correctness()


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
    reviewed: Reviewed

    @property
    def system(self) -> str:
        """The name of the translation."""
        return self.target.name

    @property
    def conflicting(self) -> tuple[Said, ...]:
        """The answers that contradict themselves."""
        return tuple(one for one in self.said if state(one.answer) == "conflict")


@dataclass(frozen=True)
class Standing:
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
        """Where annotators disagree, or did when it was settled."""
        return [
            entry
            for entry in self.entries
            if entry.reviewed.disagreed or entry.reviewed.adjudication is not None
        ]

    def of(self, example: int) -> list[Entry]:
        """One example, by its number, in all translations."""
        return [entry for entry in self.entries if entry.example.number == example]

    def counts(self, part: str = PRONOUN) -> dict[Cell, Counter[str]]:
        """How candidates were judged, by system and category."""
        cells = (
            (entry.number, (entry.system, entry.example.category))
            for entry in self.entries
            if entry.agrees or part != ANTECEDENT
        )
        return counts({entry.number: entry.reviewed for entry in self.entries}, cells, part)


def state(answer: Answer | None) -> str:
    """Is an answer new, done or in conflict?"""
    return ASKING.state(answer)


def standing(connection: Connection, site: Site, who: Visitor) -> Standing:
    """The suite of a researcher, as it stands now."""
    loaded = site.shelf.get(connection, who.suite)
    said = latest(connection, who.suite)
    reviewed = review(said)
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
            reviewed.get(number, NOTHING),
        )
        for _, _, number, id_ in placed
        for example, corpus in [loaded.candidates[id_]]
    )
    return Standing(loaded, said, tuple(entries))
