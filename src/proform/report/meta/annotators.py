"""Agreement of annotators, as sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proform.report.sheet import Column, Record, Sheet, or_dash, rounded, span
from proform.score.meta.annotators import Agreed, Annotators

_COLUMNS = (
    Column("annotators", ("annotators",), lambda names: names),
    Column("of", ("question",)),
    Column("measure", ("measure",)),
    Column("unjudged", ("unjudged",), lambda own: "a class" if own else "left out"),
    Column("n", ("n",)),
    Column("differ", ("differ",)),
    Column("value", ("value",), rounded(3)),
    Column("95% interval", ("low", "high"), span(3)),
)


def agreement(found: Annotators) -> Sheet:
    """Each two annotators, and all together."""
    title = "agreement of annotators: Cohen's kappa, Krippendorff's alpha"
    notes = tuple(_undefined(found.agreed))
    return Sheet("agreement", title, _COLUMNS, tuple(map(_record, found.agreed)), notes)


def by_category(found: Annotators) -> Sheet:
    """The same for each category; of more than two annotators, all together only."""
    several = len(found.names) > 2
    kept = [one for one in found.by_category if one.measure == "alpha" or not several]
    return Sheet(
        "by_category",
        "the same by category",
        (Column("category", ("category",)), *_COLUMNS),
        tuple(map(_record, kept)),
        tuple(_undefined(kept)),
    )


def disagreements(found: Annotators) -> Sheet:
    """The pronouns on which annotators do not agree, and what each one says."""
    records = tuple(
        {
            "system": one.place.system,
            "segment": one.place.segment,
            "position": one.place.position,
            "category": one.category,
            "question": one.question,
            **{f"by_{name}": _label(one.labels.get(name)) for name in found.names},
        }
        for one in found.disagreed
    )
    columns = (
        Column("system", ("system",)),
        Column("segment", ("segment",)),
        Column("word", ("position",)),
        Column("category", ("category",)),
        Column("of", ("question",)),
        *(Column(name, (f"by_{name}",), or_dash) for name in found.names),
    )
    gaps = any(set(found.names) - set(one.labels) for one in found.disagreed)
    notes = ("–: the annotator was not given this one",) if gaps else ()
    return Sheet("disagreements", f"{len(records)} disagreements", columns, records, notes)


def _label(label: object) -> object:
    return getattr(label, "value", None)


def _record(one: Agreed) -> Record:
    interval = one.agreement.interval
    return {
        "category": one.category,
        "annotators": " – ".join(one.annotators),
        "question": one.question,
        "measure": one.measure,
        "unjudged": one.unjudged,
        "n": one.agreement.n,
        "left_out": one.agreement.left_out,
        "differ": one.differ,
        "value": one.agreement.value,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }


def _undefined(found: Sequence[Agreed]) -> Iterator[str]:
    whys: dict[str, list[str]] = {}
    for one in found:
        if one.agreement.why:
            where = f"{one.category}, {one.question}" if one.category else one.question
            names = whys.setdefault(one.agreement.why, [])
            if where not in names:
                names.append(where)
    for why, places in whys.items():
        yield f"no value where {why}: {'; '.join(places)}"
