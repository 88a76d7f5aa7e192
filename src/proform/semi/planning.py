"""What judgements cost and what they are worth: a plan before a round, advice on the next hour."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection

from proform.errors import ProformError
from proform.human.verdict import OPEN
from proform.semi.batches import Drawn, Verify, check_dealt, draw, held_by_anyone, read_verify
from proform.semi.counts import cells_of
from proform.semi.proxies import WidthPlan
from proform.semi.state import ApprovalGroup, SemiCase, State
from proform.stats.cells import Array, fit
from proform.stats.planning import ASSUMED, Assumed, Outlook, PlanStep, outlook, steps
from proform.store.suites import find_suite
from proform.table.table import Column, Table, percent, rounded
from proform.table.tables import Tabular

SHARES = (0.1, 0.2, 0.3, 0.5, 1.0)

LEAST = 0.001
"""An hour that narrows intervals by less, as a share, is not worth it."""


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
    """Judgements per person and hour."""
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
    about: tuple[str, ...]
    width: WidthPlan | None = None
    """What a wished width takes, if one was asked for."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know about it."""
        return (*self.about, *(self.width.notes if self.width else ()))

    @property
    def tables(self) -> tuple[Table, ...]:
        """What there is to do, and what verifying more or less would mean."""
        approved, referred = map(percent, self.assumed)
        note = (
            "width: of the 95% intervals, in points, on average, when all is judged; where nothing "
            f"is judged yet, {approved}% of approvals and {referred}% of referrals are taken to be "
            "right"
        )
        columns = (
            Column("verified", ("verify",)),
            Column("more", ("verified",)),
            Column("judgements"),
            Column("hours", show=rounded(1)),
            Column("width, system", ("total",), percent),
            Column("width, difference", ("difference",), percent),
        )
        title = "what verifying approvals costs, and brings"
        efforts = tuple(effort._asdict() for effort in self.efforts)
        return (
            _load_table("categories", "category", self.categories),
            _load_table("systems", "system", self.systems),
            Table("verification", title, columns, efforts, (note,)),
            *([self.width.table] if self.width and self.width.rows else []),
        )


def _load_table(name: str, header: str, loads: tuple[Load, ...]) -> Table:
    columns = (
        Column(header, ("name",)),
        Column("approved"),
        Column("referred"),
        Column("to judge", ("judge",)),
        Column("to verify", ("verify",)),
    )
    total = Load("total", *map(sum, zip(*(load[1:] for load in loads), strict=True)))
    records = tuple(load._asdict() for load in (*loads, total))
    return Table(name, f"by {header}", columns, records, sums=(len(loads),))


def load_plan(connection: Connection, state: State, asked: Asked) -> Plan:
    """What a round would be now, with the state of the same connection."""
    held = held_by_anyone(connection, find_suite(connection, state.suite.name).id)
    wanted = read_verify(asked.verify, state.categories)
    drawn = draw(state, held, wanted, Random(asked.seed))  # noqa: S311 (not for secrets)
    if drawn.cases:
        check_dealt(len(drawn.cases), asked.annotators, asked.overlap)
    twice = min(asked.overlap, len(drawn.cases)) * (asked.annotators - 1)
    judgements = len(drawn.cases) + twice
    fitted = fit(cells_of(state))
    totals = outlook(fitted, asked.assumed)
    pairs = outlook(fitted, asked.assumed, differences=True) if len(state.systems) > 1 else None
    # Every row is drawn as a round would be, so that the same share means the same everywhere.
    rounds = {"as planned": drawn}
    for share in SHARES:
        rng = Random(asked.seed)  # noqa: S311
        rounds[f"{share:.0%}"] = draw(state, held, Verify(share), rng)
    # Approvals that somebody is to verify already.
    given = [case for case in state.cases if state.rounds and case.approved and case.drawn]
    efforts = []
    for verify, each in rounds.items():
        mine = {case.number for case in each.verify}
        waiting = (case for case in given if case.pronoun == OPEN and case.number not in mine)
        then = totals.verified + _by_group(state, (*waiting, *each.verify))
        size = len(drawn.referred) + len(each.verify) + twice
        widths = _width(totals, then), None if pairs is None else _width(pairs, then)
        efforts.append(Effort(verify, len(each.verify), size, size / asked.pace, *widths))
    hours, people = judgements / asked.pace, asked.annotators
    shared = f", {hours / people:.1f} for each of {people}" if people > 1 else ""
    effort = f"{judgements} judgements, {hours:.1f} hours at {asked.pace:g} an hour{shared}"
    used = {case.example.category for case in state.cases if case.approved}
    empty = [category for category in state.categories if category not in used]
    unapproved = f"nothing is approved in {', '.join(empty)}: people judge all of it"
    return Plan(
        tuple(_loads(state, drawn, state.categories, lambda case: case.example.category)),
        tuple(_loads(state, drawn, state.systems, lambda case: case.system)),
        tuple(efforts),
        judgements,
        hours / people,
        asked.assumed,
        (effort, *state.notes, *drawn.notes, *([unapproved] if empty else [])),
    )


def _width(begun: Outlook, verified: Array) -> float:
    """With all referred examples judged, and so many approvals verified."""
    return float(replace(begun, judged=begun.referred, verified=verified).widths.mean())


def _by_group(state: State, cases: Iterable[SemiCase]) -> Array:
    counted = Counter(case.group for case in cases)
    return np.array([counted[group] for group in state.groups], dtype=np.float64)


def _loads(
    state: State, drawn: Drawn, names: Sequence[str], name_of: Callable[[SemiCase], str]
) -> Iterator[Load]:
    every = Counter(map(name_of, state.cases))
    approved = Counter(name_of(case) for case in state.cases if case.approved)
    judge, verify = Counter(map(name_of, drawn.referred)), Counter(map(name_of, drawn.verify))
    for name in names:
        referred = every[name] - approved[name]
        yield Load(name, approved[name], referred, judge[name], verify[name])


class Worth(NamedTuple):
    """An example to judge, and by what part that would lower the mean variance."""

    case: SemiCase
    gain: float


@dataclass(frozen=True)
class Advice(Tabular):
    """Where to spend the next judgements, and whether to spend them at all."""

    ranking: tuple[Worth, ...]
    widths: tuple[float, float]
    """The mean width of intervals now, and after these."""
    widest: tuple[float, float]
    needed: int | None
    """Judgements until all intervals are as narrow as you want; None if none was wished for."""
    reachable: bool
    left: int
    floor: float
    """The width of the widest interval when no more judgement helps."""
    stop: str
    """Why to stop; empty if it is worth going on."""
    about: tuple[str, ...] = ()
    """Notes on the state that the advice is of."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The same in words."""
        return (*self._said(), *self.about)

    def _said(self) -> Iterator[str]:
        (mean, then), (widest, narrower) = self.widths, self.widest
        now = f"intervals are {100 * mean:.1f} points wide on average, {100 * widest:.1f} at most"
        after = f"{100 * then:.1f} and {100 * narrower:.1f}"
        yield f"{now}; {after} after these {len(self.ranking)} judgements"
        if self.needed is not None and not self.reachable:
            least = f"with all judgements that help, the widest is {100 * self.floor:.1f}"
            yield f"the width you want cannot be reached: {least}; only more examples narrow it"
        elif self.needed:
            yield f"{self.needed} judgements bring all intervals to the width you want"
        go_on = f"go on: {self.left} examples can still be judged"
        yield f"stop: {self.stop}" if self.stop else go_on

    @property
    def tables(self) -> tuple[Table, ...]:
        """Where to spend the judgements in sums, and example by example, the best first."""
        kinds = Counter((case.example.category, case.approved) for case, _ in self.ranking)
        sums = tuple(
            {"category": name, "verify": kinds[name, True], "judge": kinds[name, False]}
            for name in dict.fromkeys(category for category, _ in kinds)
        )
        examples = tuple(
            {
                "example": case.example.number,
                "system": case.system,
                "category": case.example.category,
                "decision": case.decision,
                "gain": gain,
                "candidate": case.number,
            }
            for case, gain in self.ranking
        )
        kind = (Column("verify approvals", ("verify",)), Column("judge referrals", ("judge",)))
        gain = Column("variance, %", ("gain",), lambda gain: rounded(2)(-100 * gain))
        heads = map(Column, ("example", "system", "category", "decision"))
        return (
            Table("spend", "where to spend them", (Column("category"), *kind), sums),
            Table("next", "worth judging next", (*heads, gain), examples),
        )


def advise(
    state: State,
    judgements: int,
    rng: Random,
    *,
    width: float | None = None,
    differences: bool = False,
    assumed: Assumed = ASSUMED,
) -> Advice:
    """The next judgements to make, and what they lead to; `width` is of the widest interval."""
    if differences and len(state.systems) < 2:
        raise ProformError("there is only one system, so there is no difference to narrow")
    begun = outlook(fit(cells_of(state)), assumed, differences=differences)
    after, made = steps(begun, most=judgements)
    best, every = steps(begun)
    needed, reachable = None, True
    if width is not None:
        reached, until = steps(begun, width=width)
        needed, reachable = len(until), reached.widest <= width
    before, then = float(begun.widths.mean()), float(after.widths.mean())
    stop = ""
    if width is not None and begun.widest <= width:
        stop = "all intervals are as narrow as you want"
    elif not every:
        stop = "no judgement narrows the intervals any more"
    elif before - then < LEAST:
        stop = f"an hour narrows the intervals by {100 * (before - then):.2f} points only"
    return Advice(
        tuple(_examples(state, made, float(begun.variances.mean()), rng)),
        (before, then),
        (begun.widest, after.widest),
        needed,
        reachable,
        begun.left,
        best.widest,
        stop,
    )


def _examples(
    state: State, made: Sequence[PlanStep], variance: float, rng: Random
) -> Iterator[Worth]:
    """An example for each step: of approvals, first those that nobody verified in any system."""
    looked = Counter(
        case.example.number for case in state.cases if case.approved and case.pronoun != OPEN
    )
    waiting = [case for case in state.cases if case.pronoun == OPEN]
    rng.shuffle(waiting)
    for step in made:
        category = state.categories[step.category]
        group = ApprovalGroup(state.kinds[step.kind], category) if step.system is None else None
        fitting = [
            case
            for case in waiting
            if case.group == group
            and case.example.category == category
            and (step.system is None or case.system == state.systems[step.system])
        ]
        case = min(fitting, key=lambda case: looked[case.example.number])
        waiting.remove(case)
        looked[case.example.number] += case.approved
        yield Worth(case, step.gain / variance)
