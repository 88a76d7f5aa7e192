"""Which pronouns may replace each other, by what people said of a metric's pronouns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from proform.errors import ProformError
from proform.judge.compare import Comparison, Lists
from proform.language.forms import fold
from proform.language.pack import load_packs
from proform.meta.examples import Examples, load_examples
from proform.meta.systems import Judges
from proform.model import OTHER, Verdict
from proform.pronoun.occurrences import Pronouns
from proform.stats.crosstab import FormPair, JudgedForms, estimate
from proform.table.table import Column, Table, rounded
from proform.table.tables import Tabular
from proform.text.lists import read_groups

_IDENTICAL = "1"

LIST = "list"
"""The format that `proform score --equivalent` reads."""


@dataclass(frozen=True)
class EquivalentPairs(Tabular):
    """Pairs of forms, and why those that are not kept are dropped."""

    sample: int
    kept: tuple[FormPair, ...]
    dropped: tuple[tuple[FormPair, str], ...]
    rare: int
    """How many of those dropped are too rare; they come last."""
    notes: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """All pairs, those that are dropped with the reason."""
        return (pair_table(self),)

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """In any format of tables, or as a `list` for `proform score --equivalent`."""
        return as_list(self) if style == LIST else super().to_text(style, terminal=terminal)

    def remarks(self, style: str) -> tuple[str, ...]:
        """Of a list, what is not in it."""
        return (*self.notes, *_dropped(self)) if style == LIST else super().remarks(style)


def equivalents(
    detail: str | PathLike[str],
    human: str,
    *,
    part: float = 0.05,
    above: float = 0.5,
    languages: str | None = None,
    identical: str | PathLike[str] | None = None,
    packs: str | PathLike[str] | None = None,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> EquivalentPairs:
    """Find pronouns that may replace each other, by what people say of APT's decisions.

    >>> pairs = proform.meta.equivalents("detail.tsv", "judgements.tsv")  # doctest: +SKIP
    >>> pairs.to_text("list")  # doctest: +SKIP
    """
    examples = load_examples(Path(detail), Judges(human, suite, adjudicator), "apt")
    comparison, form = _forms(languages, identical, None if packs is None else Path(packs))
    return find_equivalents(examples, comparison, part, above, form)


def _forms(
    languages: str | None, identical: str | PathLike[str] | None, packs: Path | None
) -> tuple[Comparison, Callable[[str], str]]:
    """Which target forms count as one, and which form a source word has."""
    groups = [] if identical is None else read_groups(Path(identical))
    form: Callable[[str], str] = fold
    if languages is not None:
        source, target = load_packs(languages, packs)
        groups = groups or list(target.identical)
        pronouns = Pronouns((*source.pronouns, *source.inventory), source.splitter)

        def form(word: str) -> str:
            return pronouns[word] or fold(word)

    return Comparison(Lists(tuple(tuple(map(fold, group)) for group in groups))), form


def find_equivalents(
    examples: Examples,
    comparison: Comparison,
    part: float,
    above: float,
    form: Callable[[str], str] = fold,
) -> EquivalentPairs:
    """Estimate p(correct | candidate, reference) on all that was judged.

    `comparison` knows which forms count as one, `form` makes one of a source word.
    """
    if examples.metric != "apt":
        raise ProformError(f"the decisions are {examples.metric}'s, not APT's")
    pairs = estimate(_judged(examples, comparison, form), part=part, above=above)
    if not pairs.sample:
        raise ProformError("no pronoun of cases 1 to 3 is judged, so there is nothing to count")
    kept = tuple(pair for pair in pairs.kept if OTHER not in pair)
    dropped = [(pair, "no listed pronoun") for pair in pairs.kept if OTHER in pair]
    dropped += [(pair, f"not correct in more than {above:.0%}") for pair in pairs.improbable]
    dropped += [(pair, f"less than {part:.0%} of the sample") for pair in pairs.rare]
    return EquivalentPairs(pairs.sample, kept, tuple(dropped), len(pairs.rare), examples.notes)


def _judged(
    examples: Examples, comparison: Comparison, form: Callable[[str], str]
) -> Iterator[JudgedForms]:
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
        yield JudgedForms(form(decided.pronoun), reference, candidate, correct)


_DIGITS = 4


def as_list(pairs: EquivalentPairs) -> str:
    """A line a pair: source, reference, candidate, probability."""
    return "".join(
        f"{pair.source},{pair.reference},{pair.candidate},{round(pair.probability, _DIGITS):g}\n"
        for pair in pairs.kept
    )


def pair_table(pairs: EquivalentPairs) -> Table:
    """All pairs, those that are dropped with the reason."""
    rows: list[tuple[FormPair, str | None]] = [(pair, None) for pair in pairs.kept]
    return Table(
        "equivalents",
        f"equivalent pronouns, from {pairs.sample} judgements",
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
            for pair, why in (*rows, *pairs.dropped)
        ),
        () if pairs.kept else ("no pair is frequent and correct often enough",),
    )


def _dropped(pairs: EquivalentPairs) -> Iterator[str]:
    """What is not in the list, and why."""
    if not pairs.kept:
        yield "no pair is frequent and correct often enough: the list is empty"
    frequent = len(pairs.dropped) - pairs.rare
    for pair, why in pairs.dropped[:frequent]:
        how = f"{pair.correct} of {pair.times} correct"
        yield f"dropped {pair.source},{pair.reference},{pair.candidate}: {how} ({why})"
    if pairs.rare:
        yield f"dropped {pairs.rare} rare pairs ({pairs.dropped[-1][1]}); -f text lists them"
