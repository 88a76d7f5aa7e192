"""What is approved and what is referred: now, and in the rounds so far.

PROTEST's matching approves; agreement with the antecedent has a say only if it is asked.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select

from proform.judge.agreement import AGREES, DISAGREES, Agreement
from proform.judge.base import Judge
from proform.judge.protest import APPROVED, Protest
from proform.model import Verdict
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Accepted
from proform.store import schema
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Suite, Target

NO_REFERENCE = "no_reference"
"""Why all of a suite is referred that has nothing to compare with."""
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


class FirstPass(NamedTuple):
    """What a machine makes of a candidate."""

    decision: str
    wrong: float | None = None
    """How probable it is that the pronoun is wrong, if agreement was asked."""


def decisions_of(
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    accepted: Sequence[Accepted],
    packs: Path | None,
    role: AgreementRole,
) -> dict[tuple[int, str], FirstPass]:
    """For each example in each system: approved, or why it is referred.

    Without a reference only agreement can approve anything.
    """
    metrics = [] if reference is None else [Protest.name]
    metrics += [] if role is AgreementRole.OFF else [Agreement.name]
    if not metrics:
        return {}
    said: dict[tuple[int, str], dict[str, Judgement]] = defaultdict(dict)

    def keep(judgement: Judgement) -> None:
        said[judgement.example or 0, judgement.system][judgement.metric] = judgement

    choices = choices_of(suite, packs)
    evaluate(suite, reference, systems, metrics, choices, accepted=accepted, sink=keep)
    return {key: _first_pass(judgements, role) for key, judgements in said.items()}


def _first_pass(said: Mapping[str, Judgement], role: AgreementRole) -> FirstPass:
    matched, agreement = said.get(Protest.name), said.get(Agreement.name)
    reason = NO_REFERENCE if matched is None else matched.reason
    if agreement is None:
        return FirstPass(reason)
    return FirstPass(decide(reason, agreement.reason, role), agreement.wrong)


def opinion(judgement: Judgement) -> float | None:
    """What a judge says of a pronoun, from 0 (wrong) to 1; None if it says nothing."""
    if judgement.wrong is not None:
        return 1 - judgement.wrong
    return {Verdict.CORRECT: 1.0, Verdict.INCORRECT: 0.0}.get(judgement.verdict)


def opinions_of(
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    packs: Path | None,
    metrics: Sequence[str | Judge],
) -> dict[str, dict[tuple[int, str], float]]:
    """Of each judge, what it says of each example in each system, as far as it says something."""
    if not metrics:
        return {}
    said: dict[str, dict[tuple[int, str], float]] = {}

    def keep(judgement: Judgement) -> None:
        theirs = said.setdefault(judgement.metric, {})
        if (value := opinion(judgement)) is not None:
            theirs[judgement.example or 0, judgement.system] = value

    evaluate(suite, reference, systems, metrics, choices_of(suite, packs), sink=keep)
    return said


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
