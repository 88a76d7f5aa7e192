"""Where to spend the next hour: which examples narrow the intervals most, and when to stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from proform.errors import ProformError
from proform.human.verdict import OPEN
from proform.semi.counts import cells_of
from proform.semi.state import ApprovalGroup, SemiCase, State
from proform.stats.cells import fit
from proform.stats.planning import ASSUMED, Assumed, PlanStep, outlook, steps
from proform.table.table import Column, Table, rounded
from proform.table.tables import Tabular


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
    """Judgements until all intervals are as narrow as wished; None if none was wished for."""
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
        return (*_notes(self), *self.about)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Where to spend the judgements in sums, and example by example."""
        return advice_sums(self), advice_table(self)


def _notes(found: Advice) -> Iterator[str]:
    (mean, then), (widest, narrower) = found.widths, found.widest
    now = f"intervals are {100 * mean:.1f} points wide on average, {100 * widest:.1f} at most"
    after = f"{100 * then:.1f} and {100 * narrower:.1f}"
    yield f"{now}; {after} after these {len(found.ranking)} judgements"
    if found.needed is not None and not found.reachable:
        least = f"with all judgements that help, the widest is {100 * found.floor:.1f}"
        yield f"the width wished for cannot be reached: {least}; only more examples narrow it"
    elif found.needed:
        yield f"{found.needed} judgements bring all intervals to the width wished for"
    if found.stop:
        yield f"stop: {found.stop}"
    else:
        yield f"go on: {found.left} examples can still be judged"


LEAST = 0.001
"""An hour that narrows intervals by less, as a share, is not worth it."""


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
        raise ProformError("there is one system only, and so no difference to narrow")
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
        stop = "all intervals are as narrow as wished"
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


def _examples(state: State, made: Sequence[PlanStep], variance: float, rng: Random) -> list[Worth]:
    """An example for each step: of approvals, first those that nobody verified in any system."""
    looked = Counter(
        case.example.number for case in state.cases if case.approved and case.pronoun != OPEN
    )
    waiting = [case for case in state.cases if case.pronoun == OPEN]
    rng.shuffle(waiting)
    found = []
    for step in made:
        category = state.categories[step.category]
        group = ApprovalGroup(bool(step.kind), category) if step.system is None else None
        fitting = [
            case
            for case in waiting
            if case.group == group
            and case.example.category == category
            and (step.system is None or case.system == state.systems[step.system])
        ]
        case = min(fitting, key=lambda one: looked[one.example.number])
        waiting.remove(case)
        looked[case.example.number] += case.approved
        found.append(Worth(case, step.gain / variance))
    return found


def advice_sums(advice: Advice) -> Table:
    """The same in sums: how many to judge of which category, approved or referred."""
    kinds = Counter((one.case.example.category, one.case.approved) for one in advice.ranking)
    return Table(
        "spend",
        "where to spend them",
        (
            Column("category"),
            Column("verify approvals", ("verify",)),
            Column("judge referrals", ("judge",)),
        ),
        tuple(
            {
                "category": category,
                "verify": kinds[category, True],
                "judge": kinds[category, False],
            }
            for category in dict.fromkeys(category for category, _ in kinds)
        ),
    )


def advice_table(advice: Advice) -> Table:
    """The examples to judge next, the best first."""
    return Table(
        "next",
        "worth judging next",
        (
            Column("example"),
            Column("system"),
            Column("category"),
            Column("decision"),
            Column("variance, %", ("gain",), lambda gain: rounded(2)(-100 * gain)),
        ),
        tuple(
            {
                "example": one.case.example.number,
                "system": one.case.system,
                "category": one.case.example.category,
                "decision": one.case.decision,
                "gain": one.gain,
                "candidate": one.case.number,
            }
            for one in advice.ranking
        ),
    )
