"""Before people begin, or go on: how much there is to judge, and what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection

from proform.human.verdict import OPEN
from proform.semi.batches import held_by_anyone
from proform.semi.counts import cells_of
from proform.semi.draw import Drawn, check_dealt, draw, read_verify
from proform.semi.state import SemiCase, State
from proform.stats.cells import Array, fit
from proform.stats.planning import ASSUMED, Assumed, Outlook, outlook
from proform.store.load import find_suite
from proform.table.table import Column, Table, percent, rounded
from proform.table.tables import Tabular

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
class Asked:
    """What a plan is asked for: as words, what is verified, and what people can do."""

    verify: tuple[str, ...] = ()
    annotators: int = 1
    overlap: int = 0
    pace: float = 60
    """Judgements of a person in an hour."""
    assumed: Assumed = ASSUMED
    seed: int = 1


@dataclass(frozen=True)
class Plan(Tabular):
    """What a round would be."""

    categories: tuple[Load, ...]
    systems: tuple[Load, ...]
    efforts: tuple[Effort, ...]
    judgements: int
    hours: float
    """Of each person."""
    assumed: Assumed
    notes: tuple[str, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """What there is to do, and what verifying more or less would mean."""
        return tuple(plan_tables(self))


def load_plan(connection: Connection, state: State, asked: Asked) -> Plan:
    """What a round would be now, with the state of the same connection."""
    held = held_by_anyone(connection, find_suite(connection, state.suite.name).id)
    wanted = read_verify(asked.verify, state.categories)
    drawn = draw(state, held, wanted, Random(asked.seed))  # noqa: S311 (not for secrets)
    if drawn.cases:
        check_dealt(len(drawn.cases), asked.annotators, asked.overlap)
    return plan_of(state, drawn, asked)


def plan_of(state: State, drawn: Drawn, asked: Asked) -> Plan:
    """What giving out what was drawn would mean."""
    twice = min(asked.overlap, len(drawn.cases)) * (asked.annotators - 1)
    judgements = len(drawn.cases) + twice
    fitted = fit(cells_of(state))
    totals = outlook(fitted, asked.assumed)
    pairs = outlook(fitted, asked.assumed, differences=True) if len(state.systems) > 1 else None
    coming = totals.verified + _by_group(state, _waiting(state, drawn))
    wished = coming + _by_group(state, drawn.verify)
    chosen = [("as planned", wished)]
    chosen += [(f"{share:.0%}", np.ceil(share * totals.verifiable)) for share in SHARES]
    efforts = []
    for name, verified in chosen:
        more = int(np.maximum(verified - coming, 0).sum())
        count = len(drawn.referred) + more + twice
        then = np.maximum(verified, coming)
        difference = None if pairs is None else _width(pairs, then)
        efforts.append(
            Effort(name, more, count, count / asked.pace, _width(totals, then), difference)
        )
    return Plan(
        tuple(_load(name, _of_category(state.cases, name), drawn) for name in state.categories),
        tuple(_load(name, _of_system(state.cases, name), drawn) for name in state.systems),
        tuple(efforts),
        judgements,
        judgements / asked.pace / asked.annotators,
        asked.assumed,
        (_effort(judgements, asked), *state.notes, *drawn.notes, *_unapproved(state)),
    )


def _effort(judgements: int, asked: Asked) -> str:
    hours, people = judgements / asked.pace, asked.annotators
    each = f", {hours / people:.1f} for each of {people}" if people > 1 else ""
    return f"{judgements} judgements, {hours:.1f} hours at {asked.pace:g} an hour{each}"


def _unapproved(state: State) -> list[str]:
    used = {case.example.category for case in state.cases if case.approved}
    empty = [category for category in state.categories if category not in used]
    return [f"nothing is approved in {', '.join(empty)}: people judge all of it"] if empty else []


def _width(begun: Outlook, verified: Array) -> float:
    """With all referred examples judged, and so many approvals verified."""
    now = replace(begun, judged=begun.referred, verified=verified)
    return float(now.widths.mean())


def _waiting(state: State, drawn: Drawn) -> list[SemiCase]:
    """Approvals that somebody is to verify already."""
    if not state.rounds:
        return []
    mine = {case.number for case in drawn.verify}
    return [
        case
        for case in state.cases
        if case.approved and case.drawn and case.pronoun == OPEN and case.number not in mine
    ]


def _by_group(state: State, cases: Iterable[SemiCase]) -> Array:
    counted = Counter(case.group for case in cases)
    return np.array([counted[group] for group in state.groups], dtype=np.float64)


def _of_category(cases: Sequence[SemiCase], name: str) -> list[SemiCase]:
    return [case for case in cases if case.example.category == name]


def _of_system(cases: Sequence[SemiCase], name: str) -> list[SemiCase]:
    return [case for case in cases if case.system == name]


def _load(name: str, cases: Sequence[SemiCase], drawn: Drawn) -> Load:
    numbers = {case.number for case in cases}
    approved = sum(case.approved for case in cases)
    return Load(
        name,
        approved,
        len(cases) - approved,
        sum(case.number in numbers for case in drawn.referred),
        sum(case.number in numbers for case in drawn.verify),
    )


_COUNTS = ("approved", "referred", "judge", "verify")


def plan_tables(plan: Plan) -> list[Table]:
    """What there is to do, and what verifying more or less would mean."""
    assuming = (
        f"{percent(plan.assumed.approved)}% of approvals and {percent(plan.assumed.referred)}%"
    )
    note = (
        "width: of the 95% intervals, in points, on average, when all is judged; where nothing is "
        f"judged yet, {assuming} of referrals are taken to be right"
    )
    efforts = Table(
        "verification",
        "what verifying approvals costs, and brings",
        (
            Column("verified", ("verify",)),
            Column("more", ("verified",)),
            Column("judgements"),
            Column("hours", show=rounded(1)),
            Column("width, system", ("total",), percent),
            Column("width, difference", ("difference",), percent),
        ),
        tuple(effort._asdict() for effort in plan.efforts),
        (note,),
    )
    return [
        _loads("categories", "by category", "category", plan.categories),
        _loads("systems", "by system", "system", plan.systems),
        efforts,
    ]


def _loads(name: str, title: str, header: str, loads: tuple[Load, ...]) -> Table:
    columns = (
        Column(header, ("name",)),
        Column("approved"),
        Column("referred"),
        Column("to judge", ("judge",)),
        Column("to verify", ("verify",)),
    )
    sums = {key: sum(getattr(one, key) for one in loads) for key in _COUNTS}
    records = (*(one._asdict() for one in loads), {"name": "total", **sums})
    return Table(name, title, columns, records, sums=(len(loads),))
