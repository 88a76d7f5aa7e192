"""Pronouns that a metric and people decide differently: a block each, or a table."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.text import Text

from proform.meta.examples import Pair
from proform.meta.systems import word
from proform.scoring.judgements import Side
from proform.table.table import Column, Table

_NAMES = ("source", "reference", "candidate")


def disagreements(pairs: Sequence[Pair], *, sentences: bool = True) -> Table:
    """A row each; sentences are too long for a table on paper."""
    columns = (
        Column("system", ("system",)),
        Column("segment", ("segment",)),
        Column("word", ("position",)),
        Column("pronoun", ("pronoun",)),
        Column("category", ("category",)),
        Column("metric", ("metric",)),
        Column("reason", ("reason",)),
        Column("people", ("human",)),
        *(Column(name, (name,)) for name in ("said", "explanation", *_NAMES) if sentences),
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
