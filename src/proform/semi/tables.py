"""The tables of a semi-automatic evaluation: the paper's two, and what is new beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proform.human.conflict import UNJUDGEABLE
from proform.human.verdict import OPEN
from proform.judge.agreement import DIFFERENT, FALSE_FRIEND
from proform.semi.counts import (
    BY_AGREEMENT,
    TOTAL,
    CorrectCount,
    CountedSystem,
    Effect,
    Results,
    Verified,
)
from proform.semi.state import UNDECIDED, SemiCase
from proform.stats.estimate import Estimate, ShareInterval
from proform.table.table import UNDEFINED, Column, Record, Table, percent, rounded, span_percent

EXAMPLES, AVERAGE, PERCENTAGE = "examples", "average count", "average percentage"
ANTECEDENTS = "antecedents"
_TAKEN = {"system", TOTAL, ANTECEDENTS, "decided"}

_BY = (
    "by: reference, as it looks the same; agreement, as it agrees with its antecedent though it "
    "differs"
)
_EFFECTS = {
    DIFFERENT: "agrees though different: approved",
    FALSE_FRIEND: "disagrees though same: referred",
}


def result_tables(found: Results) -> Iterator[Table]:
    """All tables."""
    yield verification(found)
    if found.effects:
        yield agreement(found.effects)
    yield correct(found)
    yield corrected(found)
    if found.pairs:
        yield comparisons(found)
    yield denominators(found)
    if found.apart:
        yield apart(found.apart)


def verification(found: Results) -> Table:
    """Table 2: the approvals that people looked at, by category."""
    rows = (*found.verified, found.verified_total)
    several = any(row.by == BY_AGREEMENT for row in rows)
    note = (
        "approved: by the machine; wrong, right: of the sample that people verified; used: the "
        "share that the others count with, that of a small sample drawn to that of all"
    )
    return Table(
        "verification",
        "approved examples, verified",
        (
            Column("category"),
            *([Column("by")] if several else []),
            Column("approved"),
            Column("wrong"),
            Column("right"),
            Column("total"),
            Column("% right", ("right", "total", "share"), _right),
            Column("used %", ("used",), percent),
            Column("95% interval", ("low", "high"), span_percent),
            Column("unverified"),
        ),
        tuple(map(_verified, rows)),
        (note, *([_BY] if several else [])),
        sums=(len(rows) - 1,),
    )


def agreement(found: Sequence[Effect]) -> Table:
    """What agreement with the antecedent changed, and how often it was right."""
    note = (
        "people: of the approved those that were verified by chance, of the referred all; "
        "% right: of the approved as much as possible should be, of the referred little"
    )
    return Table(
        "agreement",
        "approved and referred by agreement with the antecedent",
        (
            Column("decision", show=_EFFECTS.__getitem__),
            Column("examples"),
            Column("wrong"),
            Column("right"),
            Column("total", ("judged",)),
            Column("% right", ("right", "judged", "share"), _right),
            Column("95% interval", ("low", "high"), span_percent),
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


def correct(found: Results) -> Table:
    """Table 3: examples marked correct, systems × categories."""
    heads = (*found.categories, TOTAL, ANTECEDENTS)
    names = (*map(category_key, found.categories), TOTAL, ANTECEDENTS)
    sizes = (*found.sizes, sum(found.sizes), found.asked)
    by_system = [_tallies(one) for one in found.systems]
    sums = [
        CorrectCount(sum(one.correct for one in column), sum(one.decided for one in column))
        for column in zip(*by_system, strict=True)
    ]
    systems = len(found.systems)
    records: list[Record] = [
        {"system": EXAMPLES, **dict(zip(names, sizes, strict=True))},
        *(
            {
                "system": one.system,
                **dict(zip(names, (tally.correct for tally in tallies), strict=True)),
                "decided": dict(zip(names, (tally.decided for tally in tallies), strict=True)),
            }
            for one, tallies in zip(found.systems, by_system, strict=True)
        ),
        {
            "system": AVERAGE,
            **{n: tenth(tally.correct, systems) for n, tally in zip(names, sums, strict=True)},
        },
        {
            "system": PERCENTAGE,
            **{
                name: tenth(100 * tally.correct, tally.decided)
                for name, tally in zip(names, sums, strict=True)
            },
        },
    ]
    note = (
        "people's judgements, and approvals where there is none; percentages are of what is "
        "decided either way"
    )
    columns = (Column(_short(head), (name,)) for head, name in zip(heads, names, strict=True))
    title = "pronouns and antecedents marked as correct"
    return Table(
        "correct",
        title,
        (Column("system"), *columns),
        tuple(records),
        (note,),
        sums=(0, systems + 1, systems + 2),
    )


def _short(category: str) -> str:
    """Without what several have in common: the table is wide."""
    return category.removeprefix("anaphoric_").removeprefix("addressee_")


def _tallies(one: CountedSystem) -> tuple[CorrectCount, ...]:
    return (*one.categories, one.total, one.antecedents)


def category_key(category: str) -> str:
    """Of a category in a record, in which some names mean something else."""
    return f"{category} (category)" if category in _TAKEN else category


def corrected(found: Results) -> Table:
    """The paper's count beside the estimate that trusts approvals only as far as verified."""
    note = (
        "of: examples that are decided; of all but those without a judgement when corrected. The "
        "interval carries the choice of examples and of what was verified"
    )
    return Table(
        "estimate",
        "the paper's count, and the corrected estimate",
        (
            Column("system"),
            Column("count"),
            Column("of", ("decided",)),
            Column("%", ("count", "decided"), percentage),
            Column("corrected", show=rounded(1)),
            Column("of", ("judgeable",)),
            Column("%", ("share",), percent),
            Column("95% interval (%)", ("low", "high"), span_percent),
        ),
        tuple(
            {
                "system": one.system,
                "count": one.total.correct,
                "decided": one.total.decided,
                "count_share": one.total.share,
                "corrected": one.estimate.correct,
                "judgeable": one.estimate.size,
                "share": one.estimate.share,
                **ends(one.estimate.interval),
                "standard_error": one.estimate.error,
                "why": one.estimate.why or None,
                "by_category": dict(zip(found.categories, one.corrected, strict=True)),
            }
            for one in found.systems
        ),
        (note,),
    )


def comparisons(found: Results) -> Table:
    """Is one system better than another?"""
    records: list[Record] = []
    for pair in found.pairs:
        known = pair.compared
        records.append(
            {
                "first": pair.first,
                "second": pair.second,
                "difference": None if known is None else known.difference,
                **ends(None if known is None else known.interval),
                "p": None if known is None else known.p,
                "p_holm": pair.holm,
                "p_randomisation": None if known is None else known.randomisation,
            }
        )
    return Table(
        "comparisons",
        "paired comparison of the corrected estimates, in points",
        (
            Column("systems", ("first", "second"), "{} – {}".format),
            Column("difference", show=_points),
            Column("95% interval", ("low", "high"), span_percent),
            Column("p", show=rounded(4)),
            Column("p (Holm)", ("p_holm",), rounded(4)),
            Column("p (swaps)", ("p_randomisation",), rounded(4)),
        ),
        tuple(records),
    )


def denominators(found: Results) -> Table:
    """What the counts are made of."""
    reasons = (*UNJUDGEABLE, UNDECIDED)
    counts = ("judged", "approved", *reasons, "open")
    return Table(
        "denominators",
        f"what became of {sum(found.sizes)} examples",
        (Column("system"), *(Column(n.replace("_", " "), (n,)) for n in counts)),
        tuple(
            {
                "system": one.system,
                "judged": one.judged,
                "approved": one.approved,
                **{reason: one.apart[reason] for reason in reasons},
                "open": one.open,
            }
            for one in found.systems
        ),
        ("approved: and not judged by people; open: referred, and not judged yet",),
    )


def apart(cases: Sequence[SemiCase]) -> Table:
    """Examples that people looked at and that have no judgement."""
    return Table(
        "apart",
        "looked at, without a judgement",
        (
            Column("example"),
            Column("system"),
            Column("category"),
            Column("why"),
            Column("annotators"),
        ),
        tuple(
            {
                "example": case.example.number,
                "system": case.system,
                "category": case.example.category,
                "why": _why(case),
                "annotators": ", ".join(case.annotators),
                "candidate": case.number,
            }
            for case in cases
        ),
    )


def _points(value: float | None) -> str:
    return rounded(1, signed=True)(None if value is None else 100 * value)


def tenth(part: int, whole: int) -> float | None:
    """A quotient of counts to one decimal, halves up as in the paper; exact, as floats are not."""
    return (20 * part + whole) // (2 * whole) / 10 if whole else None


def percentage(part: int, whole: int) -> str:
    """A part in percent."""
    value = tenth(100 * part, whole)
    return UNDEFINED if value is None else f"{value:.1f}"


def ends(interval: ShareInterval | None) -> Record:
    """The two ends of an interval, as a record has them."""
    low, high = (None, None) if interval is None else interval
    return {"low": low, "high": high}


def _why(case: SemiCase) -> str:
    if case.pronoun != OPEN:
        return case.pronoun
    return "contradictory" if case.contradictory else "not judged"
