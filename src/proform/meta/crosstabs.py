"""What people say of APT's cases, and of any metric's decisions by category."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Unpack

from proform.judge import describe
from proform.judge.apt import REASONS
from proform.judge.weights import CASES
from proform.meta.examples import Examples, Judges, Settling, in_order, load_examples, of_metric
from proform.model import Verdict
from proform.output import File, needed_path
from proform.scoring.judgements import Judgement
from proform.stats.agreement import Comparative, Decisions, by_category
from proform.stats.crosstab import cross, share, shares
from proform.table.table import Column, Record, Table, attributes, percent, rounded
from proform.table.tables import Tables
from proform.text.judgements import Label

TOTAL = "total"

_APT = "apt"
_CASES = {reason.code: reason.words for reason in REASONS if reason.code in CASES}
_JUDGED = (Label.CORRECT.value, Label.INCORRECT.value, Label.BAD_TRANSLATION.value)
_MEASURED = (
    *("human_correct", "human_incorrect", "disagreements", "too_lenient", "too_strict", "n"),
    *("disagreement", "precision", "recall", "f", "kappa", "undecided", "unjudged"),
)
_CASE = Column("case", show=lambda case: str(_CASES.get(case, case)))


def cases(
    detail: File, human: str, *, without_repair: File | None = None, **settling: Unpack[Settling]
) -> Tables:
    """Count what people say of each of APT's six cases.

    >>> proform.meta.cases("detail.tsv", "judgements.tsv")["cases"].records  # doctest: +SKIP
    """
    examples = load_examples(needed_path("detail", detail), Judges(human, **settling), _APT)
    tables = [_case_table(examples)]
    if without_repair is not None:
        runs = (
            of_metric(needed_path("without_repair", file), _APT)
            for file in (detail, without_repair)
        )
        tables.append(_distribution(*runs))
    return Tables(tuple(tables), examples.notes)


def categories(
    detail: File, human: str, *, metric: str | None = None, **settling: Unpack[Settling]
) -> Tables:
    """Compare a metric's decisions with people's, by category.

    >>> proform.meta.categories("detail.tsv", "suite.db", metric="apt")  # doctest: +SKIP
    """
    examples = load_examples(needed_path("detail", detail), Judges(human, **settling), metric)
    return Tables((_category_table(examples),), examples.notes)


def _case_table(examples: Examples) -> Table:
    kept = {*_JUDGED, Label.WRONG_ALIGNMENT.value}
    judged = []
    left_out: Counter[str] = Counter()
    for pair in examples.pairs:
        reason, label = pair.decided.reason, pair.label
        if reason in _CASES and label in kept:
            judged.append((reason, label))
        else:
            left_out[label if reason in _CASES else reason] += 1
    table = cross(judged, rows=_CASES, columns=_JUDGED)
    columns = [_CASE]
    for name in table.columns:
        columns += [
            Column(name.replace("_", " "), (name,)),
            Column("%", (f"{name}_share",), percent),
        ]
    records: list[Record] = []
    rows = [*zip(table.rows, table.counts, strict=True), (TOTAL, table.column_totals)]
    for case, counts in rows:
        record: dict[str, object] = {"case": case}
        for column, number, part in zip(table.columns, counts, shares(counts), strict=True):
            record |= {column: number, f"{column}_share": part}
        records.append(record | {TOTAL: sum(counts)})
    empty = [case for case, size in zip(table.rows, table.row_totals, strict=True) if not size]
    none = f"no share of case {', '.join(empty)}: no judged pronoun is in it"
    return Table(
        "cases",
        "cases and human judgement",
        (*columns, Column(TOTAL)),
        tuple(records),
        (*_left_out(left_out), *([none] if empty else [])),
    )


def _distribution(repaired: Sequence[Judgement], basic: Sequence[Judgement]) -> Table:
    runs = {"basic": basic, "repaired": repaired}
    counts = {name: Counter(row.reason for row in run) for name, run in runs.items()}
    totals = {name: sum(reasons[case] for case in _CASES) for name, reasons in counts.items()}
    rows = {case: {name: reasons[case] for name, reasons in counts.items()} for case in _CASES}
    records = tuple(
        {
            "case": case,
            **row,
            **{f"{name}_share": share(number, totals[name]) for name, number in row.items()},
            "change": row["repaired"] - row["basic"],
        }
        for case, row in {**rows, TOTAL: totals}.items()
    )
    columns = (
        _CASE,
        Column("without repair", ("basic",)),
        Column("%", ("basic_share",), percent),
        Column("with repair", ("repaired",)),
        Column("%", ("repaired_share",), percent),
        Column("change", show="{:+d}".format),
    )
    title = "distribution of cases, without repair and with it"
    same = {row.place for row in basic} == {row.place for row in repaired}
    notes = () if same else ("the two runs do not have the same pronouns",)
    return Table("distribution", title, columns, records, notes)


def _category_table(examples: Examples) -> Table:
    metric, pairs = examples.metric, examples.pairs
    decisions = by_category(
        Comparative(pair.category, pair.decided.verdict, pair.decided.reason, pair.human)
        for pair in pairs
    )
    total = sum(decisions.values(), Decisions())
    judged = in_order({pair.category for pair in pairs if pair.review is not None})
    everything = {**{name: decisions[name] for name in judged}, TOTAL: total}
    reasons = tuple("123") if metric == _APT else tuple(sorted(total.reasons))
    before = "case " if metric == _APT else ""
    columns = (
        Column("category"),
        *(Column(f"{before}{reason}", (f"reason_{reason}",)) for reason in reasons),
        Column("right", ("human_correct",)),
        Column("wrong", ("human_incorrect",)),
        Column("differ", ("disagreements",)),
        Column("n"),
        Column("%", ("disagreement",), percent),
        Column("precision", show=rounded(3)),
        Column("recall", show=rounded(3)),
        Column("F", ("f",), rounded(3)),
        Column("kappa", show=rounded(3)),
    )
    undecided, unjudged = Counter[str](), Counter[str]()
    for pair in pairs:
        if pair.decided.verdict is Verdict.UNDECIDED:
            undecided[pair.decided.reason] += 1
        elif pair.human is Verdict.UNDECIDED:
            unjudged[pair.label] += 1
    return Table(
        "categories",
        f"decisions of {metric} and of people",
        columns,
        tuple(
            {
                "category": name,
                **{f"reason_{reason}": decided.reasons.get(reason, 0) for reason in reasons},
                **attributes(decided, *_MEASURED),
            }
            for name, decided in everything.items()
        ),
        (
            "right, wrong: by people; differ: where metric and people decide differently",
            *_left_out(undecided, f"{metric} does not decide: ", metric),
            *_left_out(unjudged, "people do not: "),
            *_undefined(everything),
        ),
    )


def _undefined(decisions: Mapping[str, Decisions]) -> Iterator[str]:
    """Why there are dashes, a line for each reason."""
    whys: dict[tuple[str, str], list[str]] = {}
    for category, decided in decisions.items():
        for why in dict.fromkeys(decided.undefined.values()):
            measures = [measure for measure, other in decided.undefined.items() if other == why]
            whys.setdefault((", ".join(measures), why), []).append(category)
    for (names, why), where in whys.items():
        yield f"no {names} of {', '.join(where)}: {why}"


def _left_out(counts: Counter[str], before: str = "", metric: str = _APT) -> Iterator[str]:
    if counts:
        words = (f"{counts[reason]} {_in_words(metric, reason)}" for reason in sorted(counts))
        yield f"left out: {counts.total()} ({before}{', '.join(words)})"


def _in_words(metric: str, reason: str) -> str:
    """A case of APT by its number; other reasons as the metric puts them."""
    if metric == _APT and reason in _CASES:
        return f"case {reason}"
    description = describe(metric)
    return description.reason(reason).words if description else reason.replace("_", " ")
