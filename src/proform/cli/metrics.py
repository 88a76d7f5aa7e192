"""`proform meta metrics` and `proform meta mqm`: what metrics of pronouns are compared with."""

from pathlib import Path
from typing import Annotated

import proform
from proform.cli import options
from proform.cli.options import arg, opt

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
        bool, opt("--exact", "METEOR: only words that are the same, no stems.")
    ] = False,
    delta: Annotated[
        float | None, opt("--delta", "METEOR: the weight of content words.", min=0, max=1)
    ] = None,
    function_words: Annotated[
        Path | None, opt("--function-words FILE", "METEOR: words that are no content words.")
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
    ratings: Annotated[Path, arg("RATINGS", "The TSV of a campaign, plain or gzip.")],
    languages: options.Languages,
    printing: options.Written,
    reference: Annotated[
        str, opt("--reference NAME", "The human translation among the systems.")
    ] = "ref",
    texts: Annotated[
        Path | None, opt("--texts FILE", "Write source, reference and systems: .tsv.")
    ] = None,
    detail: Annotated[
        Path | None, opt("--detail FILE", "What a metric decided on these texts.")
    ] = None,
    judgements: Annotated[
        Path | None, opt("--judgements FILE", "Write what raters say of its pronouns: .tsv.")
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
