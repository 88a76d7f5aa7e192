"""Before people begin, or go on: how much there is to judge, and what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from proform.score.semi.draw import Drawn
from proform.score.semi.results import cells_of
from proform.score.semi.state import Case, State
from proform.stats.cells import Array, fit
from proform.stats.planning import ASSUMED, Assumed, Outlook, outlook

SHARES = (0.1, 0.2, 0.3, 0.5, 1.0)


class Load(NamedTuple):
    """What a category or a system has for people to do."""

    name: str
    approved: int
    referred: int
    judge: int
    """Referred examples that are to be given out."""
    verify: int


class Effort(NamedTuple):
    """What it costs to verify so much, and how wide intervals of shares are then, on average."""

    verify: str
    verified: int
    judgements: int
    hours: float
    total: float
    difference: float | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a round would be."""

    categories: tuple[Load, ...]
    systems: tuple[Load, ...]
    efforts: tuple[Effort, ...]
    judgements: int
    hours: float
    """Of each person."""
    notes: tuple[str, ...]


def plan(
    state: State,
    drawn: Drawn,
    *,
    annotators: int = 1,
    overlap: int = 0,
    pace: float = 60,
    assumed: Assumed = ASSUMED,
) -> Plan:
    """What giving out what was drawn would mean, at a pace of examples an hour."""
    twice = min(overlap, len(drawn.cases)) * (annotators - 1)
    judgements = len(drawn.cases) + twice
    fitted = fit(cells_of(state))
    totals = outlook(fitted, assumed)
    pairs = outlook(fitted, assumed, differences=True) if len(state.systems) > 1 else None
    mine = Counter(case.example.category for case in drawn.verify)
    wished = totals.verified + np.array([mine[category] for category in state.categories])
    chosen = [("as planned", wished)]
    chosen += [(f"{share:.0%}", np.ceil(share * totals.verifiable)) for share in SHARES]
    efforts = []
    for name, verified in chosen:
        more = int(np.maximum(verified - totals.verified, 0).sum())
        count = len(drawn.referred) + more + twice
        difference = None if pairs is None else _width(pairs, verified)
        efforts.append(
            Effort(name, more, count, count / pace, _width(totals, verified), difference)
        )
    return Plan(
        tuple(_load(name, _of_category(state.cases, name), drawn) for name in state.categories),
        tuple(_load(name, _of_system(state.cases, name), drawn) for name in state.systems),
        tuple(efforts),
        judgements,
        judgements / pace / annotators,
        (*state.notes, *drawn.notes, *_unapproved(state)),
    )


def _unapproved(state: State) -> list[str]:
    used = {case.example.category for case in state.cases if case.approved}
    empty = [category for category in state.categories if category not in used]
    return [f"nothing is approved in {', '.join(empty)}: people judge all of it"] if empty else []


def _width(begun: Outlook, verified: Array) -> float:
    """With all referred examples judged, and so many approvals verified."""
    now = replace(begun, judged=begun.referred, verified=np.maximum(verified, begun.verified))
    return float(now.widths.mean())


def _of_category(cases: Sequence[Case], name: str) -> list[Case]:
    return [case for case in cases if case.example.category == name]


def _of_system(cases: Sequence[Case], name: str) -> list[Case]:
    return [case for case in cases if case.system == name]


def _load(name: str, cases: Sequence[Case], drawn: Drawn) -> Load:
    numbers = {case.number for case in cases}
    approved = sum(case.approved for case in cases)
    return Load(
        name,
        approved,
        len(cases) - approved,
        sum(case.number in numbers for case in drawn.referred),
        sum(case.number in numbers for case in drawn.verify),
    )
