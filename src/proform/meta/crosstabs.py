"""What people say of APT's cases, and of any metric's decisions by category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path

from proform.judge import describe
from proform.judge.apt import REASONS
from proform.judge.weights import CASES
from proform.meta.examples import Examples, load_examples, of_metric
from proform.meta.systems import Judges
from proform.scoring.judgements import Judgement
from proform.stats.agreement import Decisions
from proform.stats.crosstab import Crosstab, cross, share, shares
from proform.table.table import Column, Record, Table, percent, rounded
from proform.table.tables import Tables
from proform.text.judgements import Label

TOTAL = "total"

_APT = "apt"
_CASES = {reason.code: reason.words for reason in REASONS if reason.code in CASES}
_JUDGED = (Label.CORRECT.value, Label.INCORRECT.value, Label.BAD_TRANSLATION.value)


def cases(
    detail: str | PathLike[str],
    human: str,
    *,
    without_repair: str | PathLike[str] | None = None,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> Tables:
    """Count what people say of each of APT's six cases.

    >>> proform.meta.cases("detail.tsv", "judgements.tsv")["cases"].records  # doctest: +SKIP
    """
    examples = load_examples(Path(detail), Judges(human, suite, adjudicator), _APT)
    tables = [case_table(examples)]
    if without_repair is not None:
        runs = (of_metric(Path(file), _APT) for file in (detail, without_repair))
        tables.append(distribution(*runs))
    return Tables(tuple(tables), examples.notes)


def categories(
    detail: str | PathLike[str],
    human: str,
    *,
    metric: str | None = None,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> Tables:
    """Compare a metric's decisions with people's, by category.

    >>> proform.meta.categories("detail.tsv", "suite.db", metric="apt")  # doctest: +SKIP
    """
    examples = load_examples(Path(detail), Judges(human, suite, adjudicator), metric)
    return Tables((category_table(examples),), examples.notes)


def case_table(examples: Examples) -> Table:
    """APT's cases in rows, what people say in columns."""
    judged = Counter(
        (pair.decided.reason, pair.label)
        for pair in examples.pairs
        if pair.review is not None and pair.decided.reason in _CASES
    )
    kept = {*_JUDGED, Label.WRONG_ALIGNMENT.value}
    table = cross(
        [cell for cell, times in judged.items() if cell[1] in kept for _ in range(times)],
        rows=_CASES,
        columns=_JUDGED,
    )
    columns = [Column("case", show=_meaning)]
    for name in table.columns:
        columns += [
            Column(name.replace("_", " "), (name,)),
            Column("%", (f"{name}_share",), percent),
        ]
    left_out = Counter(
        pair.label if pair.decided.reason in _CASES else pair.decided.reason
        for pair in examples.pairs
        if pair.label not in kept or pair.decided.reason not in _CASES
    )
    empty = [case for case, size in zip(table.rows, table.row_totals, strict=True) if not size]
    none = f"no share of case {', '.join(empty)}: no judged pronoun is in it"
    return Table(
        "cases",
        "cases and human judgement",
        (*columns, Column(TOTAL)),
        tuple(_case_records(table)),
        (*_left_out(left_out), *([none] if empty else [])),
    )


def _meaning(case: str) -> str:
    return _CASES.get(case, case)


def _case_records(table: Crosstab) -> Iterator[Record]:
    rows = [*zip(table.rows, table.counts, strict=True), (TOTAL, table.column_totals)]
    for name, counts in rows:
        record: dict[str, object] = {"case": name}
        for column, number, part in zip(table.columns, counts, shares(counts), strict=True):
            record |= {column: number, f"{column}_share": part}
        yield record | {TOTAL: sum(counts)}


def distribution(repaired: Sequence[Judgement], basic: Sequence[Judgement]) -> Table:
    """How often each case occurs without repair and with it."""
    runs = {"basic": basic, "repaired": repaired}
    counts = {name: Counter(one.reason for one in run) for name, run in runs.items()}
    totals = {name: sum(found[case] for case in _CASES) for name, found in counts.items()}
    records = [
        {
            "case": case,
            **{name: found[case] for name, found in counts.items()},
            **{f"{name}_share": share(found[case], totals[name]) for name, found in counts.items()},
            "change": counts["repaired"][case] - counts["basic"][case],
        }
        for case in _CASES
    ]
    total = {
        "case": TOTAL,
        **totals,
        **{f"{name}_share": share(number, number) for name, number in totals.items()},
        "change": totals["repaired"] - totals["basic"],
    }
    columns = (
        Column("case", show=_meaning),
        Column("without repair", ("basic",)),
        Column("%", ("basic_share",), percent),
        Column("with repair", ("repaired",)),
        Column("%", ("repaired_share",), percent),
        Column("change", show=lambda change: f"{change:+d}"),
    )
    title = "distribution of cases, without repair and with it"
    same = {one.place for one in basic} == {one.place for one in repaired}
    notes = () if same else ("the two runs do not have the same pronouns",)
    return Table("distribution", title, columns, (*records, total), notes)


def category_table(examples: Examples) -> Table:
    """Decisions of metric and people by category, where there are judgements."""
    decisions = examples.decisions
    total = sum(decisions.values(), Decisions())
    judged = {pair.category for pair in examples.pairs if pair.review is not None}
    found = {name: one for name, one in decisions.items() if name in judged}
    apt = examples.metric == _APT
    reasons = tuple("123") if apt else tuple(sorted(total.reasons))
    columns = (
        Column("category"),
        *(Column(f"case {reason}" if apt else reason, (f"reason_{reason}",)) for reason in reasons),
        Column("right", ("human_correct",)),
        Column("wrong", ("human_incorrect",)),
        Column("differ", ("disagreements",)),
        Column("n"),
        Column("%", ("disagreement",), percent),
        *(
            Column(header, (key,), rounded(3))
            for header, key in (
                ("precision", "precision"),
                ("recall", "recall"),
                ("F", "f"),
                ("kappa", "kappa"),
            )
        ),
    )
    everything = {**found, TOTAL: total}
    records = tuple(_category(name, one, reasons) for name, one in everything.items())
    notes = [
        "right, wrong: by people; differ: where metric and people decide differently",
        *_left_out(examples.undecided, f"{examples.metric} does not decide: ", examples.metric),
        *_left_out(examples.unjudged, "people do not: "),
        *_undefined(everything),
    ]
    title = f"decisions of {examples.metric} and of people"
    return Table("categories", title, columns, records, tuple(notes))


def _category(name: str, one: Decisions, reasons: Sequence[str]) -> Record:
    return {
        "category": name,
        **{f"reason_{reason}": one.reasons.get(reason, 0) for reason in reasons},
        "human_correct": one.human_correct,
        "human_incorrect": one.human_incorrect,
        "disagreements": one.disagreements,
        "too_lenient": one.too_lenient,
        "too_strict": one.too_strict,
        "n": one.n,
        "disagreement": one.disagreement,
        "precision": one.precision,
        "recall": one.recall,
        "f": one.f,
        "kappa": one.kappa,
        "undecided": one.undecided,
        "unjudged": one.unjudged,
    }


def _undefined(found: Mapping[str, Decisions]) -> Iterator[str]:
    """Why there are dashes, a line for each reason."""
    whys: dict[tuple[str, str], list[str]] = {}
    for category, one in found.items():
        for why in dict.fromkeys(one.undefined.values()):
            measures = [measure for measure, other in one.undefined.items() if other == why]
            whys.setdefault((", ".join(measures), why), []).append(category)
    for (names, why), where in whys.items():
        yield f"no {names} of {', '.join(where)}: {why}"


def _left_out(counts: Counter[str], before: str = "", metric: str = _APT) -> Iterator[str]:
    if not counts:
        return
    each = ", ".join(
        f"{number} {_in_words(metric, reason)}" for reason, number in sorted(counts.items())
    )
    yield f"left out: {counts.total()} ({before}{each})"


def _in_words(metric: str, reason: str) -> str:
    """A case of APT by its number; other reasons as the metric puts them."""
    if metric == _APT and reason in _CASES:
        return f"case {reason}"
    description = describe(metric)
    return description.reason(reason).words if description else reason.replace("_", " ")
