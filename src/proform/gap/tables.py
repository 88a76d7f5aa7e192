"""Gap filling in tables."""

from __future__ import annotations

from collections.abc import Iterator

from proform.gap.evaluation import ABSENT, UNASKED, GapCase, GapResults
from proform.gap.measure import (
    BAD_TRANSLATION,
    FILLED,
    OPEN,
    UNDECIDED,
    Accuracy,
    OfForm,
)
from proform.stats.agreement import Reliability
from proform.table.table import Column, Record, Table, percent, rounded, span, span_percent

OUTCOMES = (FILLED, BAD_TRANSLATION, UNDECIDED, OPEN, UNASKED, ABSENT)

_figure = rounded(3)


def gap_tables(results: GapResults) -> Iterator[Table]:
    """All tables."""
    yield accuracies(results)
    yield by_form(results)
    yield denominators(results)
    undecided = [case for case in results.cases if case.outcome.kind == UNDECIDED]
    if undecided:
        yield listed(results, undecided)
    if results.pairs:
        yield agreement(results)
        yield kappas(results)


def accuracies(results: GapResults) -> Table:
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
                "system": scored.system,
                **_accuracy(scored.scores.with_other, ""),
                **_accuracy(scored.scores.without_other, "_without_other"),
                "precision": scored.scores.micro.precision,
                "recall": scored.scores.micro.recall,
                "f": scored.scores.micro.f,
            }
            for scored in results.systems
        ),
        (note,),
    )


def by_form(results: GapResults) -> Table:
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
            {"system": scored.system, **_form(form)}
            for scored in results.systems
            for form in (*scored.scores.forms, scored.scores.micro)
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


def denominators(results: GapResults) -> Table:
    """What the scores are out of."""
    size = len(results.stored.suite.examples)
    return Table(
        "denominators",
        f"what became of {size} examples",
        (
            Column("system"),
            *(Column(name.replace("_", " "), (name,)) for name in OUTCOMES),
        ),
        tuple(
            {"system": scored.system, **{name: scored.outcomes[name] for name in OUTCOMES}}
            for scored in results.systems
        ),
        (
            (
                "filled: what scores are out of; undecided: no form has more than half of the "
                "annotators; open: given out, and not answered; no word: none stands for the "
                "pronoun, so nothing could be hidden"
            ),
        ),
    )


def listed(results: GapResults, cases: list[GapCase]) -> Table:
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
                    f"{name}: {', '.join(answer.said(results.gaps))}"
                    for name, answer in sorted(case.answers.items())
                ),
            }
            for case in cases
        ),
    )


def agreement(results: GapResults) -> Table:
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
            for pair in results.pairs
        ),
        ("n: answered by both; overlap: of what either ticked, the share that both did (mean)",),
    )


def kappas(results: GapResults) -> Table:
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
            {"first": pair.first, "second": pair.second, "choice": choice, **_kappa(agreed)}
            for pair in results.pairs
            for choice, agreed in pair.kappas.items()
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


def _kappa(one: Reliability) -> Record:
    low, high = (None, None) if one.interval is None else one.interval[:2]
    return {"kappa": one.value, "low": low, "high": high, "why": one.why or None}
