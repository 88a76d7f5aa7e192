"""A semi-automatic evaluation in tables, the paper's two and what is new, and in a picture."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from proform.human.conflict import UNJUDGEABLE
from proform.human.verdict import OPEN
from proform.picture import BLUE, ORANGE, picture
from proform.semi.counts import TOTAL, CorrectCount, Results
from proform.semi.decisions import APPROVED_BY, BY_REFERENCE, DIFFERENT, FALSE_FRIEND
from proform.semi.state import UNDECIDED, SemiCase
from proform.table.table import Column, Table, attributes, ends, percent, rounded, span_percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ANTECEDENTS = "antecedents"
_TAKEN = {"system", TOTAL, ANTECEDENTS, "decided"}

_BY = (
    "by: reference, as it looks the same; agreement, as it agrees with its antecedent; another "
    "judge, as it finds it right: the first of those that approve"
)
_EFFECTS = {
    DIFFERENT: "right by agreement: approved",
    FALSE_FRIEND: "disagrees though same: referred",
}
_INTERVAL = Column("95% interval", ("low", "high"), span_percent)


def result_tables(results: Results) -> Iterator[Table]:
    """All tables."""
    yield _verification(results)
    if results.effects:
        yield _agreement(results)
    yield _correct(results)
    yield _estimate(results)
    yield from results.own.tables
    if results.pairs:
        yield _comparisons(results)
    yield _denominators(results)
    if results.apart:
        yield apart(results.apart)


def _verification(results: Results) -> Table:
    """Table 2: the approvals that people looked at, by category."""
    rows = (*results.verified, results.verified_total)
    several = any(row.by not in (BY_REFERENCE, None) for row in rows)
    note = (
        "approved: by the machine; wrong, right: of the sample that people verified; used: the "
        "share that the others count with, that of a small sample drawn to that of all"
    )
    heads = ("category", *(["by"] if several else []), "approved", "wrong", "right", "total")
    columns = (
        *map(Column, heads),
        Column("% right", ("right", "total", "share"), _percentage),
        Column("used %", ("used",), percent),
        _INTERVAL,
        Column("unverified"),
    )
    notes = (note, *([_BY] if several else []))
    counts = ("category", "by", "approved", "wrong", "right", "total", "share", "apart")
    records = tuple(
        {
            **attributes(row, *counts),
            "used": row.estimate and row.estimate.share,
            **ends(row.estimate and row.estimate.interval),
            "unverified": row.unverified,
        }
        for row in rows
    )
    title = "approved examples, verified"
    return Table("verification", title, columns, records, notes, sums=(len(results.verified),))


def _agreement(results: Results) -> Table:
    note = (
        "people: of the approved those that were verified by chance, of the referred all; "
        "% right: of the approved as much as possible should be, of the referred little"
    )
    columns = (
        Column("decision", show=_effect),
        *map(Column, ("examples", "wrong", "right")),
        Column("total", ("judged",)),
        Column("% right", ("right", "judged", "share"), _percentage),
        _INTERVAL,
        Column("not judged", ("open",)),
    )
    records = tuple(
        {
            **attributes(effect, "decision", "examples", "wrong", "right", "judged", "share"),
            **ends(effect.interval),
            "open": effect.open,
        }
        for effect in results.effects
    )
    agree = all(effect.decision in _EFFECTS for effect in results.effects)
    judges = "agreement with the antecedent" if agree else "other judges"
    title = f"approved and referred by {judges}"
    return Table("agreement", title, columns, records, (note,))


def _effect(decision: str) -> str:
    name = decision.removeprefix(APPROVED_BY)
    return _EFFECTS.get(decision) or f"right by {name}: approved"


def _correct(results: Results) -> Table:
    """Table 3: examples marked correct, systems × categories."""
    keys = (*map(category_key, results.categories), TOTAL, ANTECEDENTS)
    sizes = (*results.sizes, sum(results.sizes), results.asked)
    tallies = {
        counted.system: dict(
            zip(keys, (*counted.categories, counted.total, counted.antecedents), strict=True)
        )
        for counted in results.systems
    }
    sums = {
        key: CorrectCount(*map(sum, zip(*(tally[key] for tally in tallies.values()), strict=True)))
        for key in keys
    }
    size = len(tallies)
    averages = {
        "average count": {key: _tenth(tally.correct, size) for key, tally in sums.items()},
        "average percentage": {
            key: _tenth(100 * tally.correct, tally.decided) for key, tally in sums.items()
        },
    }
    records: tuple[Mapping[str, object], ...] = (
        {"system": "examples", **dict(zip(keys, sizes, strict=True))},
        *(
            {
                "system": system,
                **{key: tally.correct for key, tally in theirs.items()},
                "decided": {key: tally.decided for key, tally in theirs.items()},
            }
            for system, theirs in tallies.items()
        ),
        *({"system": name, **average} for name, average in averages.items()),
    )
    note = (
        "people's judgements, and approvals where there is none; percentages are of what is "
        "decided either way"
    )
    columns = (
        Column("system"),
        *(
            # Without what several have in common: the table is wide.
            Column(head.removeprefix("anaphoric_").removeprefix("addressee_"), (key,))
            for head, key in zip((*results.categories, TOTAL, ANTECEDENTS), keys, strict=True)
        ),
    )
    title = "pronouns and antecedents marked as correct"
    return Table("correct", title, columns, records, (note,), sums=(0, size + 1, size + 2))


def category_key(category: str) -> str:
    """Of a category in a record, in which some names mean something else."""
    return f"{category} (category)" if category in _TAKEN else category


def _estimate(results: Results) -> Table:
    """The paper's count beside the estimate that trusts approvals only as far as verified."""
    note = (
        "of: examples that are decided; of all but those without a judgement when corrected. The "
        "interval carries the choice of examples and of what was verified"
    )
    columns = (
        Column("system"),
        Column("count"),
        Column("of", ("decided",)),
        Column("%", ("count", "decided"), _percentage),
        Column("corrected", show=rounded(1)),
        Column("of", ("judgeable",)),
        Column("%", ("share",), percent),
        Column("95% interval (%)", ("low", "high"), span_percent),
    )
    records = tuple(
        {
            "system": counted.system,
            "count": counted.total.correct,
            "decided": counted.total.decided,
            "count_share": counted.total.share,
            "corrected": counted.estimate.correct,
            "judgeable": counted.estimate.size,
            "share": counted.estimate.share,
            **ends(counted.estimate.interval),
            "standard_error": counted.estimate.error,
            "why": counted.estimate.why or None,
            "by_category": dict(zip(results.categories, counted.corrected, strict=True)),
        }
        for counted in results.systems
    )
    title = "the paper's count, and the corrected estimate"
    return Table("estimate", title, columns, records, (note,))


def _comparisons(results: Results) -> Table:
    columns = (
        Column("systems", ("first", "second"), "{} – {}".format),
        Column("difference", show=lambda share: rounded(1, signed=True)(100 * share)),
        _INTERVAL,
        Column("p", show=rounded(4)),
        Column("p (Holm)", ("p_holm",), rounded(4)),
        Column("p (swaps)", ("p_randomisation",), rounded(4)),
    )
    records = tuple(
        {
            "first": first,
            "second": second,
            "difference": compared and compared.difference,
            **ends(compared and compared.interval),
            "p": compared and compared.p,
            "p_holm": holm,
            "p_randomisation": compared and compared.randomisation,
        }
        for first, second, compared, holm in results.pairs
    )
    title = "paired comparison of the corrected estimates, in points"
    return Table("comparisons", title, columns, records)


def _denominators(results: Results) -> Table:
    reasons = (*UNJUDGEABLE, UNDECIDED)
    names = ("system", "judged", "approved", *reasons, "open")
    records = tuple(
        {
            **attributes(counted, "system", "judged", "approved"),
            **{reason: counted.apart[reason] for reason in reasons},
            "open": counted.open,
        }
        for counted in results.systems
    )
    columns = tuple(Column(name.replace("_", " "), (name,)) for name in names)
    title = f"what became of {sum(results.sizes)} examples"
    note = "approved: and not judged by people; open: referred, and not judged yet"
    return Table("denominators", title, columns, records, (note,))


def apart(cases: Sequence[SemiCase]) -> Table:
    """Examples that people looked at and that have no judgement."""
    records = tuple(
        {
            "example": case.example.number,
            "system": case.system,
            "category": case.example.category,
            "why": _why(case),
            "annotators": ", ".join(case.annotators),
            "candidate": case.number,
        }
        for case in cases
    )
    columns = tuple(map(Column, ("example", "system", "category", "why", "annotators")))
    return Table("apart", "looked at, without a judgement", columns, records)


def _why(case: SemiCase) -> str:
    if case.pronoun != OPEN:
        return case.pronoun
    return "contradictory" if case.contradictory else "not judged"


def _tenth(part: int, whole: int) -> float | None:
    """A quotient of counts to one decimal, halves up as in the paper; exact, as floats are not."""
    return (20 * part + whole) // (2 * whole) / 10 if whole else None


def _percentage(part: int, whole: int, _: float | None = None) -> str:
    """The share, which programs get as it is, rounded as in the paper."""
    return rounded(1)(_tenth(100 * part, whole))


def draw(results: Results, kind: str) -> bytes:
    """Both counts of every system, the best on top, as SVG or PNG."""
    systems = results.systems

    def paint(figure: "Figure") -> None:
        axes = figure.subplots()
        for row, counted in enumerate(systems):
            if counted.estimate.interval is not None:
                low, high = counted.estimate.interval
                axes.plot([100 * low, 100 * high], [row, row], color=BLUE, linewidth=1.6)
        names = [counted.system for counted in systems]
        corrected = [counted.estimate.share for counted in systems]
        paper = [counted.total.share for counted in systems]
        for label, face, edge, shares in (
            ("corrected, with 95% interval", BLUE, BLUE, corrected),
            ("the paper's count", "white", ORANGE, paper),
        ):
            across, down = 100 * np.array(shares, float), np.arange(len(shares))
            axes.scatter(across, down, s=26, facecolor=face, edgecolor=edge, label=label, zorder=3)
        axes.set_yticks(range(len(systems)), names, parse_math=False)
        axes.set_ylim(len(systems) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x", color="#e4e4e4", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel("examples that are right, %")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, fontsize=8)

    return picture((7.2, 1.3 + 0.28 * len(systems)), kind, paint)
