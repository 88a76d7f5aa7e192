"""`proform meta metrics` and `proform meta mqm`: what metrics of pronouns are compared with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

import proform
from proform.cli import options

GENERAL = ("bleu", "chrf", "ter", "meteor", "meteor-pronouns")


def metrics(
    reference: options.Reference,
    systems: options.Systems,
    languages: options.Languages,
    printing: options.Written,
    wanted: Annotated[
        list[str],
        options.choice(
            "-m",
            "--metrics",
            known=GENERAL,
            help=f"{' '.join(GENERAL)} (ter is slow)",
            several=True,
        ),
    ] = ["bleu", "chrf", "meteor"],  # noqa: B006 (never changed)
    tokenized: options.Tokenized = False,
    exact: Annotated[
        bool, Option("--exact", help="METEOR: only words that are the same, no stems.")
    ] = False,
    delta: Annotated[
        float | None,
        Option("--delta", min=0, max=1, help="METEOR: the weight of content words."),
    ] = None,
    function_words: Annotated[
        Path | None,
        Option("--function-words", metavar="FILE", help="METEOR: words that are no content words."),
    ] = None,
    packs: options.Packs = None,
) -> None:
    """Score systems by general metrics, to compare those of pronouns with.

    \b
    Example:
      proform meta metrics -r talk.fr -i base.fr new.fr -l en-fr -m bleu meteor -f tsv -o bleu.tsv
    """  # noqa: D301 (\\b is for the help)
    scores = proform.meta.metrics(
        reference,
        systems,
        languages,
        metrics=wanted,
        tokenized=tokenized,
        exact=exact,
        delta=delta,
        function_words=function_words,
        packs=packs,
        outputs=[printing.output],
    )
    printing.write(scores)


def mqm(
    ratings: Annotated[
        Path, Argument(metavar="RATINGS", help="The TSV of a campaign, plain or gzip.")
    ],
    languages: options.Languages,
    printing: options.Written,
    reference: Annotated[
        str, Option("--reference", metavar="NAME", help="The human translation among the systems.")
    ] = "ref",
    texts: Annotated[
        Path | None,
        Option("--texts", metavar="FILE", help="Write source, reference and systems: .tsv."),
    ] = None,
    detail: Annotated[
        Path | None,
        Option("--detail", metavar="FILE", help="What a metric decided on these texts."),
    ] = None,
    judgements: Annotated[
        Path | None,
        Option("--judgements", metavar="FILE", help="Write what raters say of its pronouns: .tsv."),
    ] = None,
    packs: options.Packs = None,
) -> None:
    """Make MQM ratings usable: texts to score, judgements of pronouns, scores of systems.

    \b
    Example:
      proform meta mqm ted.tsv -l en-de --texts texts.tsv
      proform score -s texts.tsv -r texts.tsv -i texts.tsv -l en-de --detail apt.jsonl
      proform meta mqm ted.tsv -l en-de --detail apt.jsonl --judgements people.tsv
    """  # noqa: D301
    printing.spare(ratings, detail, texts, judgements)
    rated = proform.meta.mqm(
        ratings,
        languages,
        reference=reference,
        texts=texts,
        detail=detail,
        judgements=judgements,
        packs=packs,
    )
    printing.write(rated)
