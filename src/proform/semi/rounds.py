"""Rounds of semi-automatic evaluation: what was approved and referred, and what was given out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, select

from proform.store import schema
from proform.store.schema import add


class Decided(NamedTuple):
    """A candidate as it was when a round began: the decision, and whether people got it."""

    decision: str
    given: bool


@dataclass(frozen=True, slots=True)
class SemiRound:
    """A set of tasks, and the suite as it was."""

    taskset: str
    made: str
    settings: Mapping[str, object]
    decided: Mapping[int, Decided]
    """For the number of each candidate."""
    systems: Mapping[int, str]
    """The same; systems that were removed since included."""


def add_round(
    connection: Connection,
    taskset: int,
    settings: Mapping[str, object],
    decided: Iterable[tuple[int, Decided]],
) -> None:
    """Keep what a set of tasks (its id) was drawn by; candidates by their ids."""
    row = {"taskset": taskset, "settings": json.dumps(settings)}
    add(connection, schema.rounds, [row])
    add(
        connection,
        schema.round_candidates,
        (
            {
                "round": taskset,
                "candidate": candidate,
                "decision": one.decision,
                "given": int(one.given),
            }
            for candidate, one in decided
        ),
    )


def rounds(connection: Connection, suite: int) -> list[SemiRound]:
    """All rounds of a suite, in order."""
    table = schema.tasksets
    found = connection.execute(
        select(table.c.id, table.c.name, table.c.made, schema.rounds.c.settings)
        .join(schema.rounds)
        .where(table.c.suite == suite)
        .order_by(table.c.id)
    ).all()
    return [_round(connection, row.id, row.name, row.made, row.settings) for row in found]


def _round(connection: Connection, id_: int, name: str, made: str, settings: str) -> SemiRound:
    members, table = schema.round_candidates, schema.candidates
    rows = connection.execute(
        select(table.c.number, members.c.decision, members.c.given, schema.corpora.c.name)
        .join(members, members.c.candidate == table.c.id)
        .join(schema.corpora, schema.corpora.c.id == table.c.corpus)
        .where(members.c.round == id_)
        .order_by(table.c.number)
    ).all()
    return SemiRound(
        name,
        made,
        json.loads(settings),
        {row.number: Decided(row.decision, bool(row.given)) for row in rows},
        {row.number: row.name for row in rows},
    )


def candidate_ids(connection: Connection, suite: int) -> dict[int, int]:
    """For the number of each candidate, its id."""
    table = schema.candidates
    rows = connection.execute(select(table.c.number, table.c.id).where(table.c.suite == suite))
    return {row.number: row.id for row in rows}
