"""What is approved and what is referred: now, and in the rounds so far.

PROTEST's matching approves; agreement with the antecedent has a say only if it is asked.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select

from proform.judge.agreement import AGREES, DISAGREES, Agreement
from proform.judge.protest import APPROVED, Protest
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Accepted
from proform.store import schema
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Suite, Target

DIFFERENT = "agrees_though_different"
"""Approved by agreement, though it differs from the reference."""
FALSE_FRIEND = "disagrees_though_same"
"""Referred by agreement, though it looks as in the reference."""
APPROVALS = frozenset({APPROVED, DIFFERENT})
"""The decisions that are approvals: as in the reference, or by agreement though it differs."""


class AgreementRole(Enum):
    """What agreement with the antecedent does in approving."""

    OFF = "off"
    REFER = "refer"
    """What looks as in the reference and disagrees is referred."""
    APPROVE = "approve"
    """The same, and what agrees though it differs from the reference is approved."""


def decisions_of(
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    accepted: Sequence[Accepted],
    packs: Path | None,
    role: AgreementRole,
) -> dict[tuple[int, str], str]:
    """For each example in each system: approved, or why it is referred."""
    if reference is None:
        return {}
    reasons: dict[str, dict[tuple[int, str], str]] = {Protest.name: {}, Agreement.name: {}}

    def keep(judgement: Judgement) -> None:
        key = judgement.example or 0, judgement.system
        reasons[judgement.metric][key] = judgement.reason

    metrics = [Protest.name] if role is AgreementRole.OFF else list(reasons)
    choices = choices_of(suite, packs)
    evaluate(suite, reference, systems, metrics, choices, accepted=accepted, sink=keep)
    return {
        key: decide(matched, reasons[Agreement.name].get(key), role)
        for key, matched in reasons[Protest.name].items()
    }


def decide(matched: str, agreement: str | None, role: AgreementRole) -> str:
    """What becomes of an example, by what matching and agreement say of it."""
    if matched == APPROVED and agreement == DISAGREES and role is not AgreementRole.OFF:
        return FALSE_FRIEND
    if matched != APPROVED and agreement == AGREES and role is AgreementRole.APPROVE:
        return DIFFERENT
    return matched


class Decided(NamedTuple):
    """A candidate as it was when a round began."""

    decision: str
    given: bool
    """Did people get it?"""
    system: str
    """Which may have been removed since."""


@dataclass(frozen=True, slots=True)
class SemiRound:
    """A set of tasks, and the suite as it was; candidates by their numbers."""

    taskset: str
    settings: Mapping[str, object]
    decided: Mapping[int, Decided]


def rounds(connection: Connection, suite: int) -> list[SemiRound]:
    """All rounds of a suite, in order."""
    sets, members, table = schema.tasksets, schema.round_candidates, schema.candidates
    began = connection.execute(
        select(sets.c.id, sets.c.name, schema.rounds.c.settings)
        .join(schema.rounds)
        .where(sets.c.suite == suite)
        .order_by(sets.c.id)
    ).all()
    made = []
    for id_, name, settings in began:
        rows = connection.execute(
            select(table.c.number, members.c.decision, members.c.given, schema.corpora.c.name)
            .join(members, members.c.candidate == table.c.id)
            .join(schema.corpora, schema.corpora.c.id == table.c.corpus)
            .where(members.c.round == id_)
            .order_by(table.c.number)
        )
        decided = {n: Decided(decision, bool(given), system) for n, decision, given, system in rows}
        made.append(SemiRound(name, json.loads(settings), decided))
    return made


def candidate_ids(connection: Connection, suite: int) -> dict[int, int]:
    """For the number of each candidate, its id."""
    table = schema.candidates
    rows = connection.execute(select(table.c.number, table.c.id).where(table.c.suite == suite))
    return {row.number: row.id for row in rows}
