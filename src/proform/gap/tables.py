"""Gap filling in tables."""

from __future__ import annotations

from collections.abc import Iterator

from proform.gap.measure import (
    BAD_TRANSLATION,
    FILLED,
    OPEN,
    UNDECIDED,
    Accuracy,
    OfForm,
)
from proform.gap.results import ABSENT, UNASKED, Asked, Results
from proform.stats.agreement import Agreement
from proform.table.table import Column, Record, Table, percent, rounded, span, span_percent

OUTCOMES = (FILLED, BAD_TRANSLATION, UNDECIDED, OPEN, UNASKED, ABSENT)

_figure = rounded(3)


def gap_tables(found: Results) -> Iterator[Table]:
    """All tables."""
    yield accuracies(found)
    yield by_form(found)
    yield denominators(found)
    undecided = [case for case in found.cases if case.outcome.kind == UNDECIDED]
    if undecided:
        yield listed(found, undecided)
    if found.pairs:
        yield agreement(found)
        yield kappas(found)


def accuracies(found: Results) -> Table:
    """The scores of each system in one row."""
    note = (
        "right is where the system's own pronoun is ticked; with other: all outside of the list is "
        "one more choice; without: what only other fits is left out, and other never fits; P, R, "
        "F: micro-averages over the pronouns of the list, the recall lenient"
    )
    return Table(
        "accuracy",
        "gap filling: accuracy with other (official), without other, and micro-averages",
        (
            Column("system"),
            Column("with other", ("right",)),
            Column("of", ("n",)),
            Column("%", ("accuracy",), percent),
            Column("95% interval", ("low", "high"), span_percent),
            Column("without", ("right_without_other",)),
            Column("of", ("n_without_other",)),
            Column("%", ("accuracy_without_other",), percent),
            Column("95% interval", ("low_without_other", "high_without_other"), span_percent),
            Column("P", ("precision",), _figure),
            Column("R", ("recall",), _figure),
            Column("F", ("f",), _figure),
        ),
        tuple(
            {
                "system": one.system,
                **_accuracy(one.scores.with_other, ""),
                **_accuracy(one.scores.without_other, "_without_other"),
                "precision": one.scores.micro.precision,
                "recall": one.scores.micro.recall,
                "f": one.scores.micro.f,
            }
            for one in found.systems
        ),
        (note,),
    )


def by_form(found: Results) -> Table:
    """Precision, lenient recall and F of each pronoun."""
    return Table(
        "pronouns",
        "by pronoun",
        (
            Column("system"),
            Column("pronoun"),
            Column("said"),
            Column("right"),
            Column("P", ("precision",), _figure),
            Column("fits"),
            Column("met"),
            Column("R", ("recall",), _figure),
            Column("F", ("f",), _figure),
        ),
        tuple(
            {"system": one.system, **_form(form)}
            for one in found.systems
            for form in (*one.scores.forms, one.scores.micro)
            if form.said or form.fits
        ),
        (
            (
                "said: by the system; right: and it fits; fits: by annotators; met: and what the "
                "system says fits, be it another pronoun; not here is what was never said and "
                "never fits"
            ),
        ),
    )


def denominators(found: Results) -> Table:
    """What the scores are out of."""
    size = len(found.stored.suite.examples)
    return Table(
        "denominators",
        f"what became of {size} examples",
        (
            Column("system"),
            *(Column(name.replace("_", " "), (name,)) for name in OUTCOMES),
        ),
        tuple(
            {"system": one.system, **{name: one.outcomes[name] for name in OUTCOMES}}
            for one in found.systems
        ),
        (
            (
                "filled: what scores are out of; undecided: no form has more than half of the "
                "annotators; open: given out, and not answered; no word: none stands for the "
                "pronoun, so nothing could be hidden"
            ),
        ),
    )


def listed(found: Results, cases: list[Asked]) -> Table:
    """What annotators do not agree on."""
    return Table(
        "undecided",
        "undecided",
        (
            Column("example"),
            Column("system"),
            Column("category"),
            Column("answers"),
        ),
        tuple(
            {
                "example": case.example.number,
                "system": case.system,
                "category": case.example.category,
                "answers": "; ".join(
                    f"{name}: {', '.join(answer.said(found.gaps))}"
                    for name, answer in sorted(case.answers.items())
                ),
            }
            for case in cases
        ),
    )


def agreement(found: Results) -> Table:
    """How far two annotators say the same."""
    return Table(
        "agreement",
        "agreement of annotators",
        (
            Column("annotators", ("first", "second"), "{}, {}".format),
            Column("n"),
            Column("same"),
            Column("overlap", show=_figure),
        ),
        tuple(
            {
                "first": pair.first,
                "second": pair.second,
                "n": pair.n,
                "same": pair.same,
                "overlap": pair.overlap,
            }
            for pair in found.pairs
        ),
        ("n: answered by both; overlap: of what either ticked, the share that both did (mean)",),
    )


def kappas(found: Results) -> Table:
    """Cohen's kappa of each choice."""
    return Table(
        "kappa",
        "agreement by choice: ticked or not (Cohen's kappa)",
        (
            Column("annotators", ("first", "second"), "{}, {}".format),
            Column("choice"),
            Column("kappa", show=rounded(2)),
            Column("95% interval", ("low", "high"), span(2)),
        ),
        tuple(
            {"first": pair.first, "second": pair.second, "choice": choice, **_kappa(one)}
            for pair in found.pairs
            for choice, one in pair.kappas.items()
        ),
    )


def _accuracy(one: Accuracy, suffix: str) -> Record:
    low, high = one.interval or (None, None)
    return {
        f"right{suffix}": one.right,
        f"n{suffix}": one.size,
        f"accuracy{suffix}": one.value,
        f"low{suffix}": low,
        f"high{suffix}": high,
    }


def _form(one: OfForm) -> Record:
    return {
        "pronoun": one.form,
        "said": one.said,
        "right": one.right,
        "precision": one.precision,
        "fits": one.fits,
        "met": one.met,
        "recall": one.recall,
        "f": one.f,
    }


def _kappa(one: Agreement) -> Record:
    low, high = (None, None) if one.interval is None else one.interval[:2]
    return {"kappa": one.value, "low": low, "high": high, "why": one.why or None}
