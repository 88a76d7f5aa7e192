"""Cases, categories and single pronouns beside human judgements, as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO

from rich.console import Console
from rich.text import Text

from proform.judge.apt import MEANINGS, NOT_SOURCE
from proform.meta.examples import Examples, Pair
from proform.meta.systems import word
from proform.scoring.judgements import Judgement, Side
from proform.stats.crosstab import Crosstab, cross, share, shares
from proform.stats.decision import Decisions
from proform.table.table import Column, Record, Table, percent, rounded
from proform.text.judgements import Label

TOTAL = "total"

_NAMES = ("source", "reference", "candidate")

_CASES = {str(case): f"{case} {meaning}" for case, meaning in MEANINGS.items()}
_JUDGED = (Label.CORRECT.value, Label.INCORRECT.value, Label.BAD_TRANSLATION.value)


def cases(examples: Examples) -> Table:
    """APT's cases in rows, what people say in columns."""
    judged = Counter(
        (pair.decided.reason, pair.label)
        for pair in examples.pairs
        if pair.review is not None and pair.decided.reason in _CASES
    )
    kept = {*_JUDGED, Label.WRONG_ALIGNMENT.value}
    found = cross(
        [cell for cell, times in judged.items() if cell[1] in kept for _ in range(times)],
        rows=_CASES,
        columns=_JUDGED,
    )
    columns = [Column("case", show=_meaning)]
    for name in found.columns:
        columns += [
            Column(name.replace("_", " "), (name,)),
            Column("%", (f"{name}_share",), percent),
        ]
    left_out = Counter(
        pair.label if pair.decided.reason in _CASES else pair.decided.reason
        for pair in examples.pairs
        if pair.label not in kept or pair.decided.reason not in _CASES
    )
    empty = [case for case, size in zip(found.rows, found.row_totals, strict=True) if not size]
    none = f"no share of case {', '.join(empty)}: no judged pronoun is in it"
    return Table(
        "cases",
        "cases and human judgement",
        (*columns, Column(TOTAL)),
        tuple(_case_records(found)),
        (*_left_out(left_out), *([none] if empty else [])),
    )


def _meaning(case: str) -> str:
    return _CASES.get(case, case)


def _case_records(found: Crosstab) -> Iterator[Record]:
    rows = [*zip(found.rows, found.counts, strict=True), (TOTAL, found.column_totals)]
    for name, counts in rows:
        record: dict[str, object] = {"case": name}
        for column, number, part in zip(found.columns, counts, shares(counts), strict=True):
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


def categories(examples: Examples) -> Table:
    """Decisions of metric and people by category, where there are judgements."""
    decisions = examples.decisions
    total = sum(decisions.values(), Decisions())
    judged = {pair.category for pair in examples.pairs if pair.review is not None}
    found = {name: one for name, one in decisions.items() if name in judged}
    apt = examples.metric == "apt"
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
        *_left_out(examples.undecided, f"{examples.metric} does not decide: "),
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


def _left_out(counts: Counter[str], before: str = "") -> Iterator[str]:
    if not counts:
        return
    each = ", ".join(f"{number} {_reason(reason)}" for reason, number in sorted(counts.items()))
    yield f"left out: {counts.total()} ({before}{each})"


def _reason(reason: str) -> str:
    if reason == NOT_SOURCE:
        return "not in the source"
    return f"case {reason}" if reason in _CASES else reason.replace("_", " ")


def disagreements(pairs: Sequence[Pair], *, sentences: bool = True) -> Table:
    """A row each; sentences are too long for a table on paper."""
    columns = (
        Column("system"),
        Column("segment"),
        Column("word", ("position",)),
        Column("pronoun"),
        Column("category"),
        Column("metric"),
        Column("reason"),
        Column("people", ("human",)),
        *(Column(name) for name in ("said", "explanation", *_NAMES) if sentences),
    )
    return Table(
        "disagreements",
        f"{len(pairs)} pronouns that metric and people decide differently",
        columns,
        tuple(
            {
                "system": pair.decided.place.system,
                "segment": pair.decided.place.segment,
                "position": pair.decided.place.position,
                "pronoun": pair.decided.pronoun,
                "category": pair.category,
                "metric": pair.decided.verdict.value,
                "reason": pair.decided.reason,
                "human": pair.human.value,
                "said": _said(pair),
                "explanation": pair.decided.explanation,
                **{
                    name: " ".join(sentence.words)
                    for name, sentence in zip(_NAMES, _sentences(pair), strict=True)
                },
            }
            for pair in pairs
        ),
    )


def as_blocks(pairs: Sequence[Pair], notes: Sequence[str], *, terminal: bool) -> str:
    """For people: the pronoun in [brackets], below it who says what."""
    out = StringIO()
    width = Console().width if terminal else 100
    console = Console(file=out, width=width, force_terminal=terminal)
    for number, pair in enumerate(pairs, 1):
        place = pair.decided.place
        where = f"segment {place.segment}, word {place.position}"
        title = f"{number}. {place.system}, {where}: {pair.category}"
        console.print(Text(title, style="bold"), soft_wrap=True)
        for name, sentence in zip(_NAMES, _sentences(pair), strict=True):
            console.print(_marked(name, sentence), soft_wrap=True)
        metric = f"{pair.decided.metric}: {pair.decided.verdict.value}. {pair.decided.explanation}"
        for line in (metric, f"people: {pair.human.value} ({_said(pair)})"):
            console.print(Text(f"  {line}"), soft_wrap=True)
        console.print()
    for note in notes:
        console.print(Text(note, style="dim"), soft_wrap=True)
    return out.getvalue()


def _sentences(pair: Pair) -> tuple[Side, Side, Side]:
    judgement = pair.decided
    here = () if judgement.anchored else (judgement.position,)
    return Side(judgement.source, here), judgement.reference, judgement.candidate


def _said(pair: Pair) -> str:
    opinions = pair.review.opinions if pair.review else ()
    return ", ".join(f"{one.annotator}: {word(one.pronoun, one.reason)}" for one in opinions)


def _marked(name: str, sentence: Side) -> Text:
    line = Text.assemble((f"  {name:<10}", "cyan"))
    for position, token in enumerate(sentence.words):
        meant = position in sentence.positions
        line.append(" ")
        line.append(f"[{token}]" if meant else token, style="bold" if meant else "")
    return line
