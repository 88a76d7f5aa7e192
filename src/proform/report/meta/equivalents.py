"""Equivalent pronouns: as a list that APT reads, and as a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from proform.report.sheet import Column, Sheet, or_dash, rounded
from proform.score.meta.equivalents import Found
from proform.stats.equivalence import Pair

_DIGITS = 4


def as_list(found: Found) -> str:
    """A line a pair: source, reference, candidate, probability."""
    return "".join(
        f"{pair.source},{pair.reference},{pair.candidate},{round(pair.probability, _DIGITS):g}\n"
        for pair in found.kept
    )


def equivalents(found: Found) -> Sheet:
    """All pairs, those that are dropped with the reason."""
    rows: list[tuple[Pair, str | None]] = [(pair, None) for pair in found.kept]
    return Sheet(
        "equivalents",
        f"equivalent pronouns, from {found.sample} judgements",
        (
            Column("source", ("source",)),
            Column("reference", ("reference",)),
            Column("candidate", ("candidate",)),
            Column("n", ("n",)),
            Column("correct", ("correct",)),
            Column("p", ("probability",), rounded(3)),
            Column("dropped", ("dropped",), or_dash),
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
