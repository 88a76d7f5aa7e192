"""What is approved and what is referred: now, and in the rounds so far.

PROTEST's matching approves, or any judges that are named; agreement with the antecedent has a say
only if it is asked, and then tells how probable it is that a pronoun is wrong.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select

from proform.errors import ProformError
from proform.judge.agreement import DISAGREES, Agreement
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
"""Approved by agreement, though it differs from the reference, if there is one."""
FALSE_FRIEND = "disagrees_though_same"
"""Referred by agreement, though it looks as in the reference."""
APPROVED_BY = "approved:"
"""Approved by another judge, whose name follows."""

BY_REFERENCE, BY_AGREEMENT = "reference", "agreement"
"""What approves: it looks as in the reference, or it agrees with its antecedent."""


def approver(decision: str) -> str | None:
    """What approved, by the decision; None if nothing did."""
    if decision.startswith(APPROVED_BY):
        return decision.removeprefix(APPROVED_BY)
    return {APPROVED: BY_REFERENCE, DIFFERENT: BY_AGREEMENT}.get(decision)


@dataclass(frozen=True)
class Approvers:
    """The judges that approve; the first that finds a candidate right."""

    judges: Sequence[str | Judge] = (Protest.name,)
    sure: float | None = None
    """Only what they find right with at least this probability."""

    def __post_init__(self) -> None:
        if not self.judges:
            raise ProformError("nobody approves", hint="name a judge, such as protest")
        if self.sure is not None and not 0 <= self.sure <= 1:
            raise ProformError(f"sure: expected a probability from 0 to 1, found {self.sure:g}")
        if taken := {BY_REFERENCE} & set(self.names):
            raise ProformError(f"{min(taken)}: not a name for a judge", hint="choose another name")

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        each = (judge if isinstance(judge, str) else judge.name for judge in self.judges)
        return tuple(dict.fromkeys(each))

    def finds_right(self, judgement: Judgement) -> bool:
        """Is it right by one of them, and surely enough?"""
        if judgement.metric == Protest.name:
            return judgement.reason == APPROVED
        sure = self.sure is None or (judgement.probability or 0.0) >= self.sure
        return judgement.verdict is Verdict.CORRECT and sure


MATCHING = Approvers()


class AgreementRole(Enum):
    """What agreement with the antecedent does in approving."""

    OFF = "off"
    REFER = "refer"
    """What looks as in the reference and disagrees is referred."""
    APPROVE = "approve"
    """The same, and agreement approves what nothing else does."""


class FirstPass(NamedTuple):
    """What a machine makes of a candidate."""

    decision: str
    wrong: float | None = None
    """How probable it is that the pronoun is wrong, where agreement tells."""


def decisions_of(
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    accepted: Sequence[Accepted],
    packs: Path | None,
    role: AgreementRole,
    approvers: Approvers = MATCHING,
) -> dict[tuple[int, str], FirstPass]:
    """For each example in each system: approved, or why it is referred.

    Without a reference matching cannot approve anything.
    """
    metrics = [each for each in approvers.judges if each != Protest.name or reference is not None]
    if role is not AgreementRole.OFF and Agreement.name not in approvers.names:
        metrics.append(Agreement.name)
    if not metrics:
        return {}
    said: dict[tuple[int, str], dict[str, Judgement]] = defaultdict(dict)

    def keep(judgement: Judgement) -> None:
        said[judgement.example or 0, judgement.system][judgement.metric] = judgement

    choices = choices_of(suite, packs)
    evaluate(suite, reference, systems, metrics, choices, accepted=accepted, sink=keep)
    return {key: first_pass(judgements, role, approvers) for key, judgements in said.items()}


def first_pass(
    said: Mapping[str, Judgement], role: AgreementRole, approvers: Approvers
) -> FirstPass:
    """What becomes of a candidate, by what the judges say of it."""
    asked = [said[name] for name in approvers.names if name in said]
    matched, agreement = said.get(Protest.name), said.get(Agreement.name)
    last = [agreement] if agreement is not None and role is AgreementRole.APPROVE else []
    first = next(filter(approvers.finds_right, [*asked, *last]), None)
    if first is not None:
        reason = _approval(first.metric)
    elif matched is not None or not asked:
        reason = NO_REFERENCE if matched is None else matched.reason
    else:
        reason = asked[0].reason
    if agreement is None:
        return FirstPass(reason)
    if role is not AgreementRole.OFF and (reason, agreement.reason) == (APPROVED, DISAGREES):
        reason = FALSE_FRIEND
    return FirstPass(reason, agreement.wrong)


def _approval(metric: str) -> str:
    known = {Protest.name: APPROVED, Agreement.name: DIFFERENT}
    return known.get(metric, f"{APPROVED_BY}{metric}")


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
        if (value := judgement.probability) is not None:
            theirs[judgement.example or 0, judgement.system] = value

    evaluate(suite, reference, systems, metrics, choices_of(suite, packs), sink=keep)
    return said


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
