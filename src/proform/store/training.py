"""Training: what annotators answer before it counts, in tables of its own.

A round is one pass through a lesson. The first answer to each item stays; who wants to try again
begins another round, and all rounds are kept.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, select

from proform.store import schema
from proform.store.answers import JUDGEMENTS, Answer, Selected
from proform.store.schema import add, stamp


@dataclass(frozen=True, slots=True)
class Tried:
    """An answer to an item: did it agree with the known one?"""

    answer: Answer
    agreed: bool


@dataclass(frozen=True, slots=True)
class TrainingRound:
    """One pass of an annotator through a lesson; answers are by the name of the item."""

    id: int
    annotator: str
    lesson: str
    size: int
    asked: bool
    """Did the researcher want it?"""
    answers: Mapping[str, Tried]

    @property
    def done(self) -> bool:
        """Is everything answered?"""
        return len(self.answers) >= self.size

    @property
    def waiting(self) -> bool:
        """Is it to be finished before anything else?"""
        return self.asked and not self.done

    @property
    def agreed(self) -> int:
        """How many answers agreed with the known ones."""
        return sum(tried.agreed for tried in self.answers.values())

    def below(self, mark: int | None) -> bool:
        """Was it asked for and is finished, with less than this right, in percent?"""
        return self.asked and self.done and 100 * self.agreed < (mark or 0) * self.size


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """How far an annotator is with the training, and how well they did."""

    name: str
    waiting: bool
    """Was a round asked for that is not finished?"""
    rounds: int
    answered: int
    """In the latest round that is finished, or else in the latest; as what follows."""
    agreed: int
    size: int

    @property
    def done(self) -> bool:
        """Was a round finished?"""
        return self.answered >= self.size


def begin(
    connection: Connection,
    suite: int,
    annotator: int,
    lesson: str,
    size: int,
    now: datetime,
    *,
    asked: bool = False,
) -> None:
    """Begin a round, unless the one they are at is such a round and is to be finished first."""
    last = current(connection, suite, annotator)
    if last and not last.done and last.size == size and (last.asked or not asked):
        return
    row = {"suite": suite, "annotator": annotator, "lesson": lesson, "size": size}
    add(connection, schema.trainings, [{**row, "asked": int(asked), "made": stamp(now)}])


def current(connection: Connection, suite: int, annotator: int) -> TrainingRound | None:
    """The round that an annotator is at, or was at last."""
    table = schema.trainings
    wanted = (table.c.suite == suite) & (table.c.annotator == annotator)
    return next(reversed(_rounds(connection, wanted)), None)


def try_item(
    connection: Connection,
    at: TrainingRound,
    item: str,
    answer: Answer,
    agreed: bool,
    now: datetime,
) -> Tried:
    """Take an answer; if there is one already, that one stays and is given back."""
    if item in at.answers:
        return at.answers[item]
    row = {"training": at.id, "item": item, "answer": _written(answer), "agreed": int(agreed)}
    add(connection, schema.training_answers, [{**row, "made": stamp(now)}])
    return Tried(answer, agreed)


def training_results(connection: Connection, suite: int) -> list[TrainingResult]:
    """How every annotator of a suite did who had any training, in the order of their numbers."""
    theirs: dict[str, list[TrainingRound]] = defaultdict(list)
    for each in _rounds(connection, schema.trainings.c.suite == suite):
        theirs[each.annotator].append(each)
    results = []
    for name, rounds in theirs.items():
        shown = next((each for each in reversed(rounds) if each.done), rounds[-1])
        sizes = len(rounds), len(shown.answers), shown.agreed, shown.size
        results.append(TrainingResult(name, rounds[-1].waiting, *sizes))
    return results


def _rounds(connection: Connection, wanted: ColumnElement[bool]) -> list[TrainingRound]:
    table, people, answers = schema.trainings, schema.annotators, schema.training_answers
    tried: dict[int, dict[str, Tried]] = defaultdict(dict)
    for row in connection.execute(select(answers).join(table).where(wanted)):
        tried[row.training][row.item] = Tried(_read(row.answer), bool(row.agreed))
    rows = connection.execute(
        select(table, people.c.name)
        .join(people)
        .where(wanted)
        .order_by(people.c.number, table.c.id)
    )
    return [
        TrainingRound(row.id, row.name, row.lesson, row.size, bool(row.asked), tried[row.id])
        for row in rows
    ]


def _written(answer: Answer) -> str:
    tokens = sorted([token.segment, token.position] for token in answer.tokens)
    said = {**JUDGEMENTS.columns(answer), "tags": sorted(answer.tags), "tokens": tokens}
    return json.dumps(said, ensure_ascii=False)


def _read(text: str) -> Answer:
    said = json.loads(text)
    tokens = frozenset(Selected(*place) for place in said["tokens"])
    return Answer(**said | {"tags": frozenset(said["tags"]), "tokens": tokens})
