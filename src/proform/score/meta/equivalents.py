"""Which pronouns may replace each other, by what people said of a metric's pronouns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proform.errors import ProformError
from proform.judge.compare import Comparison
from proform.lexicon.split import fold
from proform.model import OTHER, Verdict
from proform.score.meta.examples import Examples
from proform.stats.equivalence import Judged, Pair, estimate

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
