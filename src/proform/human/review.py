"""All that people say of a candidate, from a store or a table, and how it is settled."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human import MAJORITY
from proform.human.opinion import PRONOUN, QUESTIONS, RIGHT, Opinion, opinion_of, opinion_of_row
from proform.human.verdict import HumanVerdict, decide
from proform.model import Example, Rendering, Step
from proform.scoring.panel import Accepted
from proform.stats.crosstab import share
from proform.store.answers import (
    ADJUDICATOR,
    PROTEST_RESEARCHER,
    Answer,
    Said,
    Selected,
    annotator_id,
    latest,
    save,
)
from proform.store.database import is_store
from proform.store.ledger import Outdated, Saved
from proform.store.suites import Stored, candidates, reading_suite
from proform.store.twins import twins
from proform.suite.suite import Spot, Suite, Target
from proform.text.judgements import Place, judgement_rows

_NONE: Mapping[int, int] = {}
_SEVERAL = 3
"""Of fewer annotators there is no clear majority."""


@dataclass(frozen=True, slots=True)
class Majority:
    """An answer that more than half give: so many `of` those who judged."""

    answer: Answer
    times: int
    of: int

    @property
    def clear(self) -> bool:
        """Do two of three say so, or more?"""
        return self.of >= _SEVERAL and 3 * self.times >= 2 * self.of

    @property
    def settling(self) -> Answer:
        """The same for the adjudicator, with the reason in its remarks."""
        return replace(self.answer, remarks=f"majority: {self.times} of {self.of}")


@dataclass(frozen=True, slots=True)
class Review:
    """All that people say of one candidate, and what it comes to."""

    opinions: tuple[Opinion, ...] = ()
    """The last one of everybody who has answered."""
    category: str | None = None
    policy: str = MAJORITY

    @property
    def annotators(self) -> tuple[Opinion, ...]:
        """The opinions that are compared: without the adjudicator's."""
        return tuple(opinion for opinion in self.opinions if not opinion.adjudicates)

    @property
    def judges(self) -> tuple[Opinion, ...]:
        """Those among them who have seen this very translation, and not one that is identical."""
        return tuple(opinion for opinion in self.annotators if opinion.through is None)

    @property
    def through(self) -> int | None:
        """The number of the translation that was judged in place of this one, if nobody saw it."""
        known = {opinion.through for opinion in self.opinions}
        return known.pop() if len(known) == 1 else None

    @property
    def adjudication(self) -> Opinion | None:
        """The opinion that settles it, unless it was withdrawn."""
        settling = [each for each in self.opinions if each.adjudicates and not each.silent]
        return max(settling, key=lambda each: (each.made, each.annotator), default=None)

    def verdict(self, question: str = PRONOUN) -> HumanVerdict:
        """What counts as the reply to a question."""
        return decide(self.opinions, question, self.policy)

    @property
    def contested(self) -> bool:
        """Do annotators differ on any question, or did they when it was settled?"""
        return any(self.verdict(question).contested for question in QUESTIONS)

    @property
    def majority(self) -> Majority | None:
        """What most annotators say of everything that is asked, in the words of one of them."""
        heard = [opinion for opinion in self.annotators if opinion.vote(PRONOUN) is not None]
        asked = [q for q in QUESTIONS if any(each.vote(q) is not None for each in heard)]
        most = {question: decide(heard, question).outcome for question in asked}
        agreeing = [each for each in heard if all(each.vote(q) == most[q] for q in asked)]
        if not agreeing:
            return None
        last = max(agreeing, key=lambda each: (each.made, each.annotator))
        return Majority(last.answer, len(agreeing), len(heard))

    @property
    def clear(self) -> bool:
        """Is it a matter that the majority of at least three settles, none of whom is confused?"""
        most = self.majority
        return self.unsettled and most is not None and most.clear and not self.contradictory

    @property
    def contradictory(self) -> tuple[Opinion, ...]:
        """The opinions that contradict themselves, settled or not."""
        return tuple(opinion for opinion in self.opinions if opinion.contradictory)

    @property
    def unsettled(self) -> bool:
        """Is there something to settle, which nobody has settled?"""
        return any(self.verdict(question).unsettled for question in QUESTIONS)

    @property
    def outdated(self) -> bool:
        """Has an annotator changed their mind since it was settled?"""
        settled = self.adjudication
        return settled is not None and any(
            opinion.made > settled.made for opinion in self.annotators if not opinion.silent
        )

    @property
    def accepted(self) -> Answer | None:
        """The answer whose words stand for a right translation; None if the verdict is another.

        It is the adjudicator's, or else the last of those who find everything right that is asked;
        where no one person does, of those who find the pronoun right.
        """
        asked = [q for q in QUESTIONS if any(each.on(q) is not None for each in self.opinions)]
        if not asked or any(self.verdict(question).outcome != RIGHT for question in asked):
            return None

        def rank(opinion: Opinion) -> tuple[bool, bool, str, str]:
            everything = all(opinion.on(question) == RIGHT for question in asked)
            return everything, opinion.adjudicates, opinion.made, opinion.annotator

        right = [opinion for opinion in self.opinions if opinion.pronoun == RIGHT]
        return max(right, key=rank).answer


NOTHING = Review()


def reviewed(
    said: Iterable[Said],
    categories: Mapping[int, str],
    agreeing: Collection[str],
    policy: str = MAJORITY,
    twins: Mapping[int, int] = _NONE,
) -> dict[int, Review]:
    """What the last answers to some candidates say; `categories` are those of the candidates.

    Of `twins`, identical translations, only one is judged: what is said of it counts for the rest.
    """
    opinions: dict[int, list[Opinion]] = {number: [] for number in categories}
    for last in said:
        if last.candidate in opinions and last.annotator != PROTEST_RESEARCHER:
            agrees = categories[last.candidate] in agreeing
            opinion = opinion_of(last.annotator, last.answer, last.made, agrees=agrees)
            opinions[last.candidate].append(opinion)
    for number, judged in twins.items():
        if number in opinions:
            own = {opinion.annotator for opinion in opinions[number]}
            others = [each for each in opinions.get(judged, ()) if each.annotator not in own]
            opinions[number] += [_taken_over(each, judged) for each in others]
    return {
        number: Review(tuple(opinions[number]), category, policy)
        for number, category in categories.items()
    }


def _taken_over(opinion: Opinion, judged: int) -> Opinion:
    """The same of an identical translation; the words selected are those of the other one."""
    answer = replace(opinion.answer, tokens=frozenset())
    return replace(opinion, answer=answer, through=judged)


def reviews(connection: Connection, stored: Stored, policy: str = MAJORITY) -> dict[int, Review]:
    """What people say of every candidate of a suite, by its number."""
    named = {example.number: example.category for example in stored.suite.examples}
    owners = candidates(connection, stored)
    categories = {number: named[example] for number, (example, _) in owners.items()}
    same = twins(connection, stored.id)
    said = latest(connection, stored.id)
    return reviewed(said, categories, stored.suite.agreeing, policy, same)


def stored_verdicts(
    connection: Connection, stored: Stored, policy: str = MAJORITY, question: str = PRONOUN
) -> dict[tuple[int, str], HumanVerdict]:
    """The verdict on each example, by its number, in each translation of a suite."""
    owners = candidates(connection, stored)
    heard = reviews(connection, stored, policy)
    return {owners[number]: review.verdict(question) for number, review in heard.items()}


def load_reviews(
    where: str, suite: str | None = None, adjudicator: str | None = None, policy: str = MAJORITY
) -> dict[Place, Review]:
    """What people say in a table or a store; who is named as adjudicator prevails as well."""
    heard = _of_store(where, suite, policy) if is_store(where) else _of_table(where, policy)
    if adjudicator is None:
        return heard
    people = {opinion.annotator for review in heard.values() for opinion in review.opinions}
    if adjudicator not in people:
        hint = f"there are {', '.join(sorted(people))}"
        raise ProformError(f"no annotator {adjudicator!r}", hint=hint)

    def settling(opinion: Opinion) -> Opinion:
        adjudicates = opinion.adjudicates or opinion.annotator == adjudicator
        return replace(opinion, adjudicates=adjudicates)

    return {
        place: replace(review, opinions=tuple(map(settling, review.opinions)))
        for place, review in heard.items()
    }


def _of_store(where: str, name: str | None, policy: str) -> dict[Place, Review]:
    with reading_suite(where, name) as (connection, stored):
        owners = candidates(connection, stored)
        heard = reviews(connection, stored, policy)
    examples = {example.number: example for example in stored.suite.examples}
    answered = {}
    for number, review in heard.items():
        example, system = examples[owners[number][0]], owners[number][1]
        if review.opinions:
            answered[Place(system, example.segment, example.position)] = review
    if not answered:
        raise ProformError(f"{where}: nobody has judged anything in this store")
    return answered


def _of_table(where: str, policy: str) -> dict[Place, Review]:
    path = Path(where)
    if not path.is_file():
        hint = "expected a table of judgements (.tsv, .csv, .jsonl), or a store"
        raise ProformError(f"{where}: there is no such file", hint=hint)
    heard: dict[Place, Review] = {}
    for row in judgement_rows(path):
        known = heard.get(row.place, NOTHING)
        opinions = (*known.opinions, opinion_of_row(row))
        heard[row.place] = Review(opinions, known.category or row.category, policy)
    return heard


def states(reviews: Mapping[int, Review]) -> dict[tuple[str, int], str]:
    """How far everybody is with each candidate they have answered: `new`, `done`, `conflict`."""
    return {
        (opinion.annotator, number): opinion.state
        for number, review in reviews.items()
        for opinion in review.opinions
    }


def shares(reviews: Mapping[Place, Review]) -> dict[str, float | None]:
    """Of each system, the share of right pronouns among those that are right or wrong."""
    decided: dict[str, list[bool]] = {place.system: [] for place in reviews}
    for place, review in reviews.items():
        if (verdict := review.verdict()).decided:
            decided[place.system].append(verdict.outcome == RIGHT)
    return {system: share(sum(right), len(right)) for system, right in decided.items()}


def accepted_of(
    suite: Suite,
    targets: Mapping[str, Target],
    reviewed: Mapping[int, Review],
    candidates: Mapping[int, tuple[int, str]],
) -> list[Accepted]:
    """What counts as right of the judged candidates, as far as words were selected there."""
    examples = {example.number: example for example in suite.examples}
    accepted = []
    for candidate, review in reviewed.items():
        number, system = candidates.get(candidate, (0, ""))
        answer = review.accepted
        if answer is not None and system in targets:
            rendering = _rendering(targets[system], examples[number], answer.tokens)
            if rendering is not None:
                accepted.append(Accepted(number, system, rendering))
    return accepted


def _rendering(target: Target, example: Example, tokens: frozenset[Selected]) -> Rendering | None:
    selected = {Spot(token.segment, token.position) for token in tokens}
    placed = target.placed[example.number]
    spots = [spot for spot in placed.pronoun if spot in selected]
    if not spots:
        return None
    positions = tuple(spot.position for spot in spots)
    words = target.words(spots)
    forms = tuple(word.lower() for word in words)
    antecedents = tuple(
        target.words(spot for spot in part if spot in selected) for part in placed.antecedents
    )
    return Rendering(positions, words, forms, Step.ACCEPTED, positions, antecedents)


def adjudicate(
    connection: Connection,
    candidate: int,
    review: Review,
    answer: Answer,
    base: int,
    change: str,
    now: datetime,
) -> Saved | Outdated[Answer]:
    """Settle a candidate (its id) for good; as in `save`, in view of revision `base`."""
    if not (review.contested or review.contradictory or review.adjudication):
        raise ProformError("there is nothing to settle: the annotators do not disagree")
    person = annotator_id(connection, ADJUDICATOR, now)
    return save(connection, candidate, person, answer, base, change, now)
