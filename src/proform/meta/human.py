"""What people say, from a table or a store, and what it amounts to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from proform.errors import ProformError
from proform.model import Verdict
from proform.stats.crosstab import share
from proform.store.answers import Answer, latest
from proform.store.database import opened
from proform.store.load import candidates, find_suite
from proform.text.judgements import Label, Opinion, Place, read_opinions

UNDECIDED = "undecided"
"""What people say if they do not agree and nobody settles it."""

_TAGS = {label.value: label for label in (Label.BAD_TRANSLATION, Label.WRONG_ALIGNMENT)}
_ANSWERS = {"ok": Label.CORRECT, "bad": Label.INCORRECT}
_VERDICTS = {Label.CORRECT: Verdict.CORRECT, Label.INCORRECT: Verdict.INCORRECT}
_SQLITE = b"SQLite format 3\0"
_THREE = 3


@dataclass(frozen=True, slots=True)
class Settled:
    """What people say of one pronoun; without a label they do not agree."""

    label: Label | None
    opinions: tuple[Opinion, ...]

    @property
    def verdict(self) -> Verdict:
        """Correct, incorrect, or no judgement."""
        return Verdict.UNDECIDED if self.label is None else as_verdict(self.label)

    @property
    def name(self) -> str:
        """The label in a word."""
        return UNDECIDED if self.label is None else self.label.value

    @property
    def category(self) -> str | None:
        """The category, if somebody names it."""
        return next((one.category for one in self.opinions if one.category), None)


def as_verdict(label: Label) -> Verdict:
    """What a label says of the pronoun."""
    return _VERDICTS.get(label, Verdict.UNDECIDED)


def is_store(where: str) -> bool:
    """Is it a database, and not a table?"""
    if "://" in where:
        return True
    path = Path(where)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def load_opinions(where: str, suite: str | None = None) -> list[Opinion]:
    """The judgements in a table or a store, in the order they were made."""
    if not is_store(where):
        if not Path(where).is_file():
            hint = "expected a table of judgements (.tsv, .csv, .jsonl), or a store"
            raise ProformError(f"{where}: there is no such file", hint=hint)
        return list(read_opinions(Path(where)))
    found = list(_stored(where, suite))
    if not found:
        raise ProformError(f"{where}: nobody has judged anything in this store")
    return found


def _stored(where: str, name: str | None) -> Iterator[Opinion]:
    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, name)
        owners = candidates(connection, stored)
        said = latest(connection, stored.id)
    suite = stored.suite
    examples = {example.number: example for example in suite.examples}
    for one in sorted(said, key=lambda one: one.made):
        if one.candidate not in owners:
            continue  # of a system that was taken out
        number, system = owners[one.candidate]
        example = examples[number]
        asked = example.category in suite.agreeing
        yield Opinion(
            Place(system, example.segment, example.position),
            one.annotator,
            _pronoun(one.answer),
            _ANSWERS.get(one.answer.antecedent or "", Label.UNJUDGED) if asked else None,
            example.category,
        )


def _pronoun(answer: Answer) -> Label:
    for tag, label in _TAGS.items():
        if tag in answer.tags:
            return label
    return _ANSWERS.get(answer.pronoun or "", Label.UNJUDGED)


def settle(opinions: Iterable[Opinion], adjudicator: str | None = None) -> dict[Place, Settled]:
    """One judgement of each pronoun.

    The adjudicator's, if one is named; else that of most annotators; where two do not agree, a
    third prevails; else there is none. Who did not judge has no say.
    """
    by_place: dict[Place, list[Opinion]] = {}
    people: set[str] = set()
    for one in opinions:
        by_place.setdefault(one.place, []).append(one)
        people.add(one.annotator)
    if adjudicator is not None and adjudicator not in people:
        there = ", ".join(sorted(people))
        raise ProformError(f"no annotator {adjudicator!r}", hint=f"there are {there}")
    return {
        place: Settled(_settled(found, adjudicator), tuple(found))
        for place, found in by_place.items()
    }


def _settled(opinions: list[Opinion], adjudicator: str | None) -> Label | None:
    judged = [one for one in opinions if one.pronoun is not Label.UNJUDGED]
    for one in judged:
        if one.annotator == adjudicator:
            return one.pronoun
    if not judged:
        return Label.UNJUDGED
    label, times = Counter(one.pronoun for one in judged).most_common(1)[0]
    if 2 * times > len(judged):
        return label
    return judged[-1].pronoun if len(judged) == _THREE else None


def shares(settled: Mapping[Place, Settled]) -> dict[str, float | None]:
    """Of each system, the share of correct pronouns among those that are judged."""
    right: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    for place, one in settled.items():
        judged[place.system] += one.verdict is not Verdict.UNDECIDED
        right[place.system] += one.verdict is Verdict.CORRECT
    return {system: share(right[system], judged[system]) for system in judged}


def left_out(settled: Mapping[Place, Settled]) -> Counter[str]:
    """How many pronouns have no judgement, for each reason."""
    return Counter(one.name for one in settled.values() if one.verdict is Verdict.UNDECIDED)
