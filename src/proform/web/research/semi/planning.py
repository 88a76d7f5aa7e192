"""What there is to judge, and where to go on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from sqlalchemy import Connection

from proform.errors import ProformError
from proform.semi.advice import advise
from proform.semi.plan import Asked, load_plan
from proform.semi.plan_tables import advice_sums, advice_table, plan_tables
from proform.semi.state import load_state
from proform.web.app import Researching, TheSite
from proform.web.research.semi.showing import page, role, shown, within

router = APIRouter()

MANY = 1_000_000
LARGEST = 2**31 - 1
"""Of a seed, which a database keeps."""

_HOURS = 1000


@dataclass(frozen=True, slots=True)
class Planning:
    """The options of a plan; `verify` is written as for the command."""

    verify: str = "30%"
    annotators: int = 2
    overlap: int = 0
    pace: float = 60
    seed: int = 1
    accept: bool = False
    agreement: str = ""

    @property
    def asked(self) -> Asked:
        """The same, checked."""
        within("annotators", self.annotators, 1, 1000)
        within("overlap", self.overlap, 0, MANY)
        within("pace", self.pace, 0.1, MANY)
        within("seed", self.seed, 0, LARGEST)
        words = tuple(self.verify.split())
        return Asked(words, self.annotators, self.overlap, self.pace, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Spending:
    """The options of advice; without a width, none is wished for."""

    hours: float = 1
    pace: float = 60
    width: str = ""
    differences: bool = False
    seed: int = 1
    accept: bool = False
    agreement: str = ""

    @property
    def judgements(self) -> int:
        """How many can be made."""
        within("hours", self.hours, 0.01, _HOURS)
        within("pace", self.pace, 0.1, MANY)
        return max(round(self.hours * self.pace), 1)

    @property
    def share(self) -> float | None:
        """The width wished for, as a share."""
        if not self.width.strip():
            return None
        try:
            points = float(self.width)
        except ValueError:
            raise ProformError(f"width: {self.width!r} is not a number") from None
        within("width", points, 0.1, 100)
        return points / 100


@router.get("/research/semi/plan")
def plan(
    request: Request, site: TheSite, who: Researching, wanted: Annotated[Planning, Depends()]
) -> Response:
    """What would be approved and referred, what it takes, and how precise it would be."""

    def make(connection: Connection, suite: str) -> dict[str, Any]:
        asked = wanted.asked
        does = role(wanted.agreement)
        state = load_state(connection, suite, accept=wanted.accept, role=does)
        planned = load_plan(connection, state, asked)
        effort, *notes = planned.notes
        sheets = shown(plan_tables(planned, asked.assumed))
        return {"effort": effort, "notes": notes, "tables": sheets, "some": planned.judgements}

    go = {key: value for key, value in asdict(wanted).items() if value is not False}
    return page(request, site, who, "plan", make, wanted=wanted, go=go)


@router.get("/research/semi/next")
def next_(
    request: Request, site: TheSite, who: Researching, wanted: Annotated[Spending, Depends()]
) -> Response:
    """Which examples narrow the intervals most, and whether to go on at all."""

    def make(connection: Connection, suite: str) -> dict[str, Any]:
        judgements, width = wanted.judgements, wanted.share
        does = role(wanted.agreement)
        state = load_state(connection, suite, accept=wanted.accept, role=does)
        rng = Random(wanted.seed)  # noqa: S311 (not for secrets)
        found = advise(state, judgements, rng, width=width, differences=wanted.differences)
        *said, last = found.notes
        return {
            "stop": bool(found.stop),
            "last": last,
            "notes": (*said, *state.notes),
            "tables": shown([advice_sums(found), advice_table(found)]) if found.ranking else [],
        }

    return page(request, site, who, "next", make, wanted=wanted)
