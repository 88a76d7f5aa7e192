"""The tables of planning and running a semi-automatic evaluation."""

from __future__ import annotations

from collections import Counter

from proform.human.opinion import CONFLICT, DONE, NEW
from proform.semi.advice import Advice
from proform.semi.plan import Load, Plan
from proform.semi.status import Status
from proform.semi.tables import apart
from proform.stats.planning import Assumed
from proform.table.table import Column, Table, percent, rounded

_COUNTS = ("approved", "referred", "judge", "verify")


def plan_tables(found: Plan, assumed: Assumed) -> list[Table]:
    """What there is to do, and what verifying more or less would mean."""
    assuming = f"{percent(assumed.approved)}% of approvals and {percent(assumed.referred)}%"
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
        tuple(one._asdict() for one in found.efforts),
        (note,),
    )
    return [
        _loads("categories", "by category", "category", found.categories),
        _loads("systems", "by system", "system", found.systems),
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


def status_tables(found: Status) -> list[Table]:
    """How far everyone is, and the whole."""
    people = Table(
        "annotators",
        "annotators",
        (
            Column("annotator"),
            Column("assigned"),
            Column("done"),
            Column("conflict"),
            Column("open"),
            Column("an hour", ("pace",), rounded(0)),
            Column("hours left", ("hours",), rounded(1)),
            Column("last", show=lambda last: str(last)[:16]),
        ),
        tuple(
            {
                "annotator": one.annotator,
                "assigned": one.size,
                "done": one.states.get(DONE, 0),
                "conflict": one.states.get(CONFLICT, 0),
                "open": one.states.get(NEW, 0),
                "pace": one.pace,
                "hours": one.left,
                "last": one.last,
            }
            for one in found.people
        ),
    )
    whole = Table(
        "examples",
        "examples",
        (Column("", ("what",)), Column("all", ("size",)), Column("open")),
        (
            {"what": "referred", "size": found.referred, "open": found.referred_open},
            {"what": "to verify", "size": found.verify, "open": found.verify_open},
        ),
    )
    doubtful = (*found.undecided, *found.unsaid)
    return [
        *([people] if found.people else []),
        whole,
        *([apart(doubtful)] if doubtful else []),
    ]


def advice_sums(found: Advice) -> Table:
    """The same in sums: how many to judge of which category, approved or referred."""
    kinds = Counter((one.case.example.category, one.case.approved) for one in found.ranking)
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


def advice_table(found: Advice) -> Table:
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
            for one in found.ranking
        ),
    )
