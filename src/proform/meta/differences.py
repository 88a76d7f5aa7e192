"""Pronouns that a metric and people decide differently: a block each, or a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from os import PathLike
from pathlib import Path

from rich.console import Console
from rich.text import Text

from proform.meta.examples import DecisionPair, load_examples, of_category
from proform.meta.systems import Judges, word
from proform.scoring.judgements import Side
from proform.table.table import Column, Table
from proform.table.tables import Tabular, written

_NAMES = ("source", "reference", "candidate")
_NARROW = ("latex", "html", "svg")
"""Formats that have no room for sentences."""


@dataclass(frozen=True)
class Differences(Tabular):
    """The pronouns that a metric and people decide differently."""

    pairs: tuple[DecisionPair, ...]
    notes: tuple[str, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """One table, with the sentences."""
        return (difference_table(self.pairs),)

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """As text, a block for each pronoun; on paper and in pictures, without the sentences."""
        if style == "text":
            return as_blocks(self.pairs, self.notes, terminal=terminal)
        table = difference_table(self.pairs, sentences=style not in _NARROW)
        return written(style, [table], self.notes, terminal=terminal)


def disagreements(
    detail: str | PathLike[str],
    human: str,
    *,
    metric: str | None = None,
    category: str | None = None,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> Differences:
    """List the pronouns that a metric and people decide differently, with their sentences.

    >>> proform.meta.disagreements("detail.tsv", "judgements.tsv").pairs  # doctest: +SKIP
    """
    examples = load_examples(Path(detail), Judges(human, suite, adjudicator), metric)
    both = [pair for pair in of_category(examples.pairs, category) if pair.decides]
    differing = tuple(pair for pair in both if pair.differs)
    notes = (*examples.notes, f"{len(differing)} of {len(both)} that both decide")
    return Differences(differing, notes)


def difference_table(pairs: Sequence[DecisionPair], *, sentences: bool = True) -> Table:
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


def as_blocks(pairs: Sequence[DecisionPair], notes: Sequence[str], *, terminal: bool) -> str:
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


def _sentences(pair: DecisionPair) -> tuple[Side, Side, Side]:
    judgement = pair.decided
    here = () if judgement.anchored else (judgement.position,)
    return Side(judgement.source, here), judgement.reference, judgement.candidate


def _said(pair: DecisionPair) -> str:
    opinions = pair.review.opinions if pair.review else ()
    return ", ".join(f"{one.annotator}: {word(one.pronoun, one.reason)}" for one in opinions)


def _marked(name: str, sentence: Side) -> Text:
    line = Text.assemble((f"  {name:<10}", "cyan"))
    for position, token in enumerate(sentence.words):
        meant = position in sentence.positions
        line.append(" ")
        line.append(f"[{token}]" if meant else token, style="bold" if meant else "")
    return line
