"""A suite as a researcher sees it: every candidate, what was said of it, what matching says."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Connection, func, select

from proform.human.opinion import ANTECEDENT, CONFLICT, QUESTIONS
from proform.human.review import Review, reviewed
from proform.model import Example
from proform.scoring.judgements import Judgement
from proform.store import schema
from proform.store.access import Visitor
from proform.store.answers import Said, latest
from proform.store.suites import REFERENCE
from proform.store.twins import twins
from proform.suite.evaluate import evaluate
from proform.suite.suite import Suite, Target
from proform.web.app import Researching, Site, TheSite
from proform.web.cases import Loaded

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


@dataclass(frozen=True)
class Snapshot:
    """All candidates, ordered by example and by system."""

    loaded: Loaded
    latest: Sequence[Said]
    entries: tuple[Entry, ...]

    @property
    def suite(self) -> Suite:
        """The suite they are of."""
        return self.loaded.stored.suite

    @property
    def systems(self) -> list[str]:
        """The translations: the reference, then the systems as they came."""
        return [corpus.name for corpus in self.loaded.corpora.values()]

    @cached_property
    def categories(self) -> list[str]:
        """Those that have examples, in the order of the suite."""
        used = {entry.example.category for entry in self.entries}
        return [category.name for category in self.suite.categories if category.name in used]

    def asked(self, question: str) -> list[str]:
        """The categories in which a question is asked."""
        everywhere = question != ANTECEDENT
        return [name for name in self.categories if everywhere or name in self.suite.agreeing]

    @cached_property
    def tags(self) -> list[str]:
        """All tags that are in use now."""
        return sorted({tag for said in self.latest for tag in said.answer.tags})

    @cached_property
    def disagreements(self) -> list[Entry]:
        """What is to be settled, or was: annotators differ, or an answer contradicts itself."""
        return [
            entry
            for entry in self.entries
            if entry.review.through is None
            and (entry.review.contested or entry.review.contradictory or entry.review.adjudication)
        ]

    @cached_property
    def open(self) -> list[Entry]:
        """What is still to be settled."""
        return [entry for entry in self.disagreements if entry.review.unsettled]

    @cached_property
    def reviews(self) -> dict[int, Review]:
        """What people say, by the number of the candidate."""
        return {entry.number: entry.review for entry in self.entries}

    def of(self, example: int) -> list[Entry]:
        """One example, by its number, in all translations."""
        return [entry for entry in self.entries if entry.example.number == example]

    @cached_property
    def counts(self) -> dict[str, dict[tuple[str, str], Counter[str]]]:
        """For each question, how many of each system and category have each kind of verdict."""
        counts: dict[str, dict[tuple[str, str], Counter[str]]] = {}
        for question in QUESTIONS:
            cells = counts[question] = {
                (system, category): Counter[str]()
                for system in self.systems
                for category in self.asked(question)
            }
            for entry in self.entries:
                if (cell := cells.get((entry.system, entry.example.category))) is not None:
                    cell[entry.review.verdict(question).kind] += 1
        return counts


def take_snapshot(connection: Connection, site: Site, who: Visitor) -> Snapshot:
    """The suite of a researcher as it stands now; it is made anew when somebody has answered."""
    loaded = site.shelf.get(connection, who.suite)
    answers, candidates = schema.judgements.c, schema.candidates.c
    members = select(candidates.id).where(candidates.suite == who.suite)
    # Answers are only ever added.
    changed = select(func.count(), func.max(answers.id)).where(answers.candidate.in_(members))
    once = select(func.count()).select_from(schema.twins)
    state = *connection.execute(changed).one(), connection.scalar(once) or 0
    known: tuple[tuple[int, ...], Snapshot] | None = loaded.memo.get("snapshot")
    if known is None or known[0] != state:
        known = loaded.memo["snapshot"] = state, _snapshot(connection, loaded)
    return known[1]


def _snapshot(connection: Connection, loaded: Loaded) -> Snapshot:
    agreeing, said = loaded.stored.suite.agreeing, latest(connection, loaded.stored.id)
    placed = {number: loaded.candidates[id_] for number, id_ in loaded.numbers.items()}
    categories = {number: example.category for number, (example, _) in placed.items()}
    same = twins(connection, loaded.stored.id)
    reviews = reviewed(said, categories, agreeing, twins=same)
    by_candidate: dict[int, list[Said]] = {number: [] for number in placed}
    for answer in said:
        by_candidate.setdefault(answer.candidate, []).append(answer)
    order = {corpus: place for place, corpus in enumerate(loaded.corpora)}
    entries = (
        Entry(
            loaded.numbers[number],
            number,
            example,
            loaded.targets[corpus],
            example.category in agreeing,
            tuple(by_candidate[number]),
            reviews[number],
        )
        for number, (example, corpus) in sorted(
            placed.items(), key=lambda item: (item[1][0].number, order[item[1][1]], item[0])
        )
    )
    return Snapshot(loaded, said, tuple(entries))


def _seen(site: TheSite, who: Researching) -> Snapshot:
    with site.store.reading() as connection:
        return take_snapshot(connection, site, who)


Seen = Annotated[Snapshot, Depends(_seen)]
"""The snapshot, for a page that needs nothing else of the store."""


def matches(loaded: Loaded) -> dict[tuple[str, int], Judgement]:
    """What automatic matching says, by system and example; nothing without a reference.

    It is evaluated once and remembered for as long as the suite does not change.
    """
    if "matches" not in loaded.memo:
        judgements = _matches(loaded)
        loaded.memo["matches"] = {(one.system, one.example or 0): one for one in judgements}
    remembered: dict[tuple[str, int], Judgement] = loaded.memo["matches"]
    return remembered


def _matches(loaded: Loaded) -> list[Judgement]:
    sides = [(loaded.corpora[id_].side, target) for id_, target in loaded.targets.items()]
    references = [target for side, target in sides if side == REFERENCE]
    systems = [target for side, target in sides if side != REFERENCE]
    suite, decided = loaded.stored.suite, list[Judgement]()
    if references and systems and suite.examples:
        evaluate(suite, references[0], systems, ["protest"], sink=decided.append)
    return decided
