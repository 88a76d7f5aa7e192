"""Which pronouns may replace each other, by what people said of a metric's pronouns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proform.errors import ProformError
from proform.judge.compare import Comparison
from proform.language.forms import fold
from proform.meta.examples import Examples
from proform.model import OTHER, Verdict
from proform.stats.equivalence import Judged, Pair, estimate
from proform.table.table import Column, Table, rounded

_IDENTICAL = "1"


@dataclass(frozen=True, slots=True)
class Found:
    """Pairs of forms, and why those that are not kept are dropped."""

    sample: int
    kept: tuple[Pair, ...]
    dropped: tuple[tuple[Pair, str], ...]
    rare: int
    """How many of those dropped are too rare; they come last."""


def find_equivalents(
    examples: Examples,
    comparison: Comparison,
    part: float,
    above: float,
    form: Callable[[str], str] = fold,
) -> Found:
    """Estimate p(correct | candidate, reference) on all that was judged.

    `comparison` knows which forms count as one, `form` makes one of a source word.
    """
    if examples.metric != "apt":
        raise ProformError(f"the decisions are {examples.metric}'s, not APT's")
    found = estimate(_judged(examples, comparison, form), part=part, above=above)
    if not found.sample:
        raise ProformError("no pronoun of cases 1 to 3 is judged, so there is nothing to count")
    pronouns = [pair for pair in found.kept if OTHER not in pair]
    dropped = [(pair, "no listed pronoun") for pair in found.kept if OTHER in pair]
    dropped += [(pair, f"not correct in more than {above:.0%}") for pair in found.improbable]
    dropped += [(pair, f"less than {part:.0%} of the sample") for pair in found.rare]
    return Found(found.sample, tuple(pronouns), tuple(dropped), len(found.rare))


def _judged(
    examples: Examples, comparison: Comparison, form: Callable[[str], str]
) -> Iterator[Judged]:
    for pair in examples.pairs:
        decided = pair.decided
        compared = decided.verdict is not Verdict.UNDECIDED
        if not compared or pair.human is Verdict.UNDECIDED:
            continue
        reference, candidate = (
            comparison.head(side.forms[0] if side.forms else OTHER)
            for side in (decided.reference, decided.candidate)
        )
        if decided.reason == _IDENTICAL:
            candidate = reference
        correct = pair.human is Verdict.CORRECT
        yield Judged(form(decided.pronoun), reference, candidate, correct)


_DIGITS = 4


def as_list(found: Found) -> str:
    """A line a pair: source, reference, candidate, probability."""
    return "".join(
        f"{pair.source},{pair.reference},{pair.candidate},{round(pair.probability, _DIGITS):g}\n"
        for pair in found.kept
    )


def equivalents(found: Found) -> Table:
    """All pairs, those that are dropped with the reason."""
    rows: list[tuple[Pair, str | None]] = [(pair, None) for pair in found.kept]
    return Table(
        "equivalents",
        f"equivalent pronouns, from {found.sample} judgements",
        (
            Column("source"),
            Column("reference"),
            Column("candidate"),
            Column("n"),
            Column("correct"),
            Column("p", ("probability",), rounded(3)),
            Column("dropped"),
        ),
        tuple(
            {
                "source": pair.source,
                "reference": pair.reference,
                "candidate": pair.candidate,
                "n": pair.times,
                "correct": pair.correct,
                "probability": pair.probability,
                "dropped": why,
            }
            for pair, why in (*rows, *found.dropped)
        ),
        () if found.kept else ("no pair is frequent and correct often enough",),
    )


def dropped(found: Found) -> Iterator[str]:
    """What is not in the list, and why."""
    if not found.kept:
        yield "no pair is frequent and correct often enough: the list is empty"
    frequent = len(found.dropped) - found.rare
    for pair, why in found.dropped[:frequent]:
        how = f"{pair.correct} of {pair.times} correct"
        yield f"dropped {pair.source},{pair.reference},{pair.candidate}: {how} ({why})"
    if found.rare:
        yield f"dropped {found.rare} rare pairs ({found.dropped[-1][1]}); -f text lists them"
