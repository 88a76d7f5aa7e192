"""Challenge sets in a store: what they ask, what systems wrote, and how they scored versions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.model import Challenge, Version
from proform.store import schema
from proform.store.schema import add, add_numbered, check_name, stamp
from proform.suite.suite import Output, Suite, Target

_SET = "challenge_set"


@dataclass(frozen=True, slots=True)
class StoredScoring:
    """A system that scored the versions of a set."""

    id: int
    name: str
    higher: bool
    """Are higher scores better?"""
    origin: str


def set_of(connection: Connection, suite: int) -> str:
    """The format of the challenge set that a suite is; else empty."""
    table = schema.properties
    wanted = select(table.c.value).where(table.c.suite == suite, table.c.key == _SET)
    return connection.scalar(wanted) or ""


def add_challenges(connection: Connection, suite_id: int, suite: Suite, ids: Sequence[int]) -> None:
    """Write what a set asks of each example."""
    if not suite.challenges:
        return
    add(connection, schema.properties, [{"suite": suite_id, "key": _SET, "value": suite.set}])
    pairs = [
        (id_, suite.challenges[example.number])
        for example, id_ in zip(suite.examples, ids, strict=True)
        if example.number in suite.challenges
    ]
    add(
        connection,
        schema.challenges,
        (
            {
                "example": id_,
                "first": asked.first,
                "place": asked.place,
                "expected": _listed(asked.expected),
                "excluded": _listed(asked.excluded),
                "correct": _listed(asked.right),
                "distance": asked.distance,
                "intrasegmental": None
                if asked.intrasegmental is None
                else int(asked.intrasegmental),
                "rule": asked.rule,
                "kind": asked.kind,
                "pair": asked.pair,
            }
            for id_, asked in pairs
        ),
    )
    add(
        connection,
        schema.versions,
        (
            {
                "example": id_,
                "number": number,
                "text": _listed(version.sentences),
                "form": version.form,
                "kind": version.kind,
            }
            for id_, asked in pairs
            for number, version in enumerate(asked.versions, 1)
        ),
    )


def load_challenges(connection: Connection, suite: int) -> dict[int, Challenge]:
    """What a set asks of each example, by its number."""
    table, examples, wrong = schema.challenges, schema.examples, schema.versions
    versions: dict[int, list[Version]] = {}
    for row in connection.execute(
        select(examples.c.number.label("of"), wrong.c.text, wrong.c.form, wrong.c.kind)
        .select_from(wrong.join(examples))
        .where(examples.c.suite == suite)
        .order_by(wrong.c.example, wrong.c.number)
    ):
        version = Version(tuple(json.loads(row.text)), row.form, row.kind)
        versions.setdefault(row.of, []).append(version)
    rows = connection.execute(
        select(examples.c.number, table)
        .select_from(table.join(examples))
        .where(examples.c.suite == suite)
        .order_by(examples.c.number)
    )
    return {
        row.number: Challenge(
            row.first,
            tuple(json.loads(row.expected)),
            tuple(json.loads(row.excluded)),
            tuple(json.loads(row.correct)),
            tuple(versions.get(row.number, ())),
            row.distance,
            None if row.intrasegmental is None else bool(row.intrasegmental),
            row.rule,
            row.kind,
            row.pair,
            row.place,
        )
        for row in rows
    }


def add_outputs(
    connection: Connection, corpus: int, target: Target, ids: Mapping[int, int]
) -> None:
    """Write what a system wrote for each example."""
    rows = (
        {
            "corpus": corpus,
            "example": ids[number],
            "raw": output.raw,
            "own": output.own,
            "lost": output.lost,
            "remark": output.remark,
        }
        for number, output in target.outputs.items()
    )
    add(connection, schema.outputs, rows)


def load_outputs(connection: Connection, corpus: int) -> dict[int, Output]:
    """What a system wrote for each example, by its number."""
    table, examples = schema.outputs, schema.examples
    rows = connection.execute(
        select(examples.c.number, table.c.raw, table.c.own, table.c.lost, table.c.remark)
        .select_from(table.join(examples))
        .where(table.c.corpus == corpus)
        .order_by(examples.c.number)
    )
    return {row.number: Output(row.raw, row.own, row.lost, row.remark) for row in rows}


def scorings(connection: Connection, suite: int) -> list[StoredScoring]:
    """Who scored the versions of a set, in the order in which they came."""
    table = schema.scorings
    rows = connection.execute(
        select(table).where(table.c.suite == suite, table.c.retired.is_(None)).order_by(table.c.id)
    )
    return [StoredScoring(row.id, row.name, bool(row.higher), row.origin) for row in rows]


def check_new_scores(connection: Connection, suite: int, name: str) -> None:
    """Complain about scores that the suite has already."""
    check_name("a system", name)
    if name in [scoring.name for scoring in scorings(connection, suite)]:
        hint = "remove them first (proform suite remove-scores), or use another name"
        raise ProformError(f"the suite has scores of {name!r} already", hint=hint)


def add_scores(
    connection: Connection,
    suite: int,
    ids: Mapping[int, int],
    scored: Target,
    *,
    higher: bool,
    origin: str,
    now: datetime,
) -> None:
    """Write the scores of the versions of all examples, as they were given."""
    check_new_scores(connection, suite, scored.name)
    row = {
        "suite": suite,
        "name": scored.name,
        "higher": int(higher),
        "origin": origin,
        "added": stamp(now),
        "retired": None,
    }
    (id_,) = add_numbered(connection, schema.scorings, [row])
    rows: Iterable[dict[str, object]] = (
        {"scoring": id_, "example": ids[number], "given": json.dumps(scores)}
        for number, scores in scored.scores.items()
    )
    add(connection, schema.scores, rows)


def load_scores(connection: Connection, scoring: StoredScoring) -> dict[int, tuple[float, ...]]:
    """The scores of each example, by its number; more is better."""
    table, examples = schema.scores, schema.examples
    sign = 1.0 if scoring.higher else -1.0
    rows = connection.execute(
        select(examples.c.number, table.c.given)
        .select_from(table.join(examples))
        .where(table.c.scoring == scoring.id)
        .order_by(examples.c.number)
    )
    return {row.number: tuple(sign * score for score in json.loads(row.given)) for row in rows}


def retire_scores(connection: Connection, suite: int, name: str, now: datetime) -> None:
    """Take the scores of a system out of the suite; they stay in the store."""
    table = schema.scorings
    for scoring in scorings(connection, suite):
        if scoring.name == name:
            gone = table.update().where(table.c.id == scoring.id).values(retired=stamp(now))
            connection.execute(gone)
            return
    names = ", ".join(repr(each.name) for each in scorings(connection, suite)) or "none"
    raise ProformError(f"no scores of {name!r} in the suite", hint=f"there are {names}")


def _listed(texts: Sequence[str]) -> str:
    return json.dumps(texts, ensure_ascii=False)
