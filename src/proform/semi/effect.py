"""What agreement changed in approving, and whether people find that it was right to."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from proform.human.opinion import RIGHT, WRONG
from proform.human.verdict import OPEN
from proform.judge.agreement import DIFFERENT, FALSE_FRIEND
from proform.semi.approval import Role
from proform.semi.state import State
from proform.stats.crosstab import share
from proform.stats.estimate import Interval, clustered

_CHANGED = {Role.OFF: (), Role.REFER: (FALSE_FRIEND,), Role.APPROVE: (DIFFERENT, FALSE_FRIEND)}


class Effect(NamedTuple):
    """The examples that agreement approved or referred, and what people say of them."""

    decision: str
    examples: int
    wrong: int
    right: int
    open: int
    interval: Interval | None
    """Of the share that is right; the unit is the example in all systems."""

    @property
    def judged(self) -> int:
        """Those that people judged; of approvals, by chance."""
        return self.wrong + self.right

    @property
    def share(self) -> float | None:
        """What part of them is right."""
        return share(self.right, self.judged)


def effects(state: State) -> tuple[Effect, ...]:
    """Of all that agreement does in this state."""
    return tuple(_effect(state, decision) for decision in _CHANGED[state.role])


def _effect(state: State, decision: str) -> Effect:
    cases = [case for case in state.cases if case.decision == decision]
    # What was verified by choice says nothing of the other approvals.
    looked = [case for case in cases if case.judged and (case.drawn or not case.approved)]
    sizes = Counter(case.example.number for case in looked)
    right = Counter(case.example.number for case in looked if case.pronoun == RIGHT)
    return Effect(
        decision,
        len(cases),
        sum(case.pronoun == WRONG for case in looked),
        right.total(),
        sum(case.pronoun == OPEN for case in cases),
        clustered(np.array([right[one] for one in sizes]), np.array(list(sizes.values()))),
    )
