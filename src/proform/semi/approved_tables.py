"""The tables of what was approved, and of what agreement did in approving."""

from __future__ import annotations

from collections.abc import Sequence

from proform.judge.agreement import DIFFERENT, FALSE_FRIEND
from proform.semi.effect import Effect
from proform.semi.results import BY_AGREEMENT, Results, Verified
from proform.semi.tables import ends, in_percent, percentage
from proform.stats.estimate import Estimate
from proform.table.sheet import Column, Record, Sheet, or_dash, percent

_BY = (
    "by: reference, as it looks the same; agreement, as it agrees with its antecedent though it "
    "differs"
)
_EFFECTS = {
    DIFFERENT: "agrees though different: approved",
    FALSE_FRIEND: "disagrees though same: referred",
}


def verification(found: Results) -> Sheet:
    """Table 2: the approvals that people looked at, by category."""
    rows = (*found.verified, found.verified_total)
    several = any(row.by == BY_AGREEMENT for row in rows)
    note = (
        "approved: by the machine; wrong, right: of the sample that people verified; used: the "
        "share that the others count with, that of a small sample drawn to that of all"
    )
    return Sheet(
        "verification",
        "approved examples, verified",
        (
            Column("category", ("category",)),
            *([Column("by", ("by",), or_dash)] if several else []),
            Column("approved", ("approved",)),
            Column("wrong", ("wrong",)),
            Column("right", ("right",)),
            Column("total", ("total",)),
            Column("% right", ("right", "total", "share"), _right),
            Column("used %", ("used",), percent),
            Column("95% interval", ("low", "high"), in_percent),
            Column("unverified", ("unverified",)),
        ),
        tuple(map(_verified, rows)),
        (note, *([_BY] if several else [])),
        sums=(len(rows) - 1,),
    )


def agreement(found: Sequence[Effect]) -> Sheet:
    """What agreement with the antecedent changed, and how often it was right."""
    note = (
        "people: of the approved those that were verified by chance, of the referred all; "
        "% right: of the approved as much as possible should be, of the referred little"
    )
    return Sheet(
        "agreement",
        "approved and referred by agreement with the antecedent",
        (
            Column("decision", ("decision",), _EFFECTS.__getitem__),
            Column("examples", ("examples",)),
            Column("wrong", ("wrong",)),
            Column("right", ("right",)),
            Column("total", ("judged",)),
            Column("% right", ("right", "judged", "share"), _right),
            Column("95% interval", ("low", "high"), in_percent),
            Column("not judged", ("open",)),
        ),
        tuple(
            {
                "decision": one.decision,
                "examples": one.examples,
                "wrong": one.wrong,
                "right": one.right,
                "judged": one.judged,
                "share": one.share,
                **ends(one.interval),
                "open": one.open,
            }
            for one in found
        ),
        (note,),
    )


def _right(right: int, total: int, _: float | None) -> str:
    """The share, which programs get as it is, rounded as in the paper."""
    return percentage(right, total)


def _verified(row: Verified) -> Record:
    estimate = row.estimate or Estimate(None, 0)
    return {
        "category": row.category,
        "by": row.by,
        "approved": row.approved,
        "wrong": row.wrong,
        "right": row.right,
        "total": row.total,
        "share": row.share,
        "apart": row.apart,
        "used": estimate.share,
        **ends(estimate.interval),
        "unverified": row.unverified,
    }
