"""What is approved and what is referred: by PROTEST's matching, and by agreement if it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from proform.judge.agreement import DIFFERENT, FALSE_FRIEND, WRONG, Agreement
from proform.judge.protest import APPROVED, Protest
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Accepted
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Suite, Target

APPROVALS = frozenset({APPROVED, DIFFERENT})
"""The decisions that are approvals: as in the reference, or by agreement though it differs."""


def decisions_of(
    suite: Suite,
    reference: Target | None,
    systems: Sequence[Target],
    accepted: Sequence[Accepted],
    packs: Path | None,
    role: AgreementRole,
) -> dict[tuple[int, str], str]:
    """Of each example in each system: approved, or why it is referred."""
    if reference is None:
        return {}
    found: dict[str, dict[tuple[int, str], str]] = {Protest.name: {}, Agreement.name: {}}

    def keep(judgement: Judgement) -> None:
        key = judgement.example or 0, judgement.system
        found[judgement.metric][key] = judgement.reason

    metrics = [Protest.name] if role is AgreementRole.OFF else [Protest.name, Agreement.name]
    choices = choices_of(suite, packs)
    evaluate(suite, reference, systems, metrics, choices, accepted=accepted, sink=keep)
    agreement = found[Agreement.name]
    return {
        key: decide(matched, agreement.get(key), role)
        for key, matched in found[Protest.name].items()
    }


def decide(matched: str, agreement: str | None, role: AgreementRole) -> str:
    """What becomes of an example, by what matching and agreement say of it."""
    # Agreement may call it different, by another repair: it looks the same all the same.
    if matched == APPROVED and agreement in (FALSE_FRIEND, WRONG) and role is not AgreementRole.OFF:
        return FALSE_FRIEND
    if matched != APPROVED and agreement == DIFFERENT and role is AgreementRole.APPROVE:
        return DIFFERENT
    return matched


class AgreementRole(Enum):
    """What agreement with the antecedent does in approving."""

    OFF = "off"
    REFER = "refer"
    """What looks as in the reference and disagrees is referred."""
    APPROVE = "approve"
    """The same, and what agrees though it differs from the reference is approved."""
