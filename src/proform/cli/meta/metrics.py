"""General metrics beside those of pronouns."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

from typer import Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.output import show
from proform.output import refuse_overwriting


class General(Enum):
    """The metrics there are."""

    BLEU = "bleu"
    CHRF = "chrf"
    TER = "ter"
    METEOR = "meteor"
    METEOR_PRONOUNS = "meteor-pronouns"


def metrics(
    reference: common.Reference,
    systems: common.Systems,
    languages: common.Languages,
    wanted: Annotated[
        list[General],
        Option(
            "-m",
            "--metrics",
            metavar="METRIC...",
            help="bleu chrf ter meteor meteor-pronouns (ter is slow)",
        ),
    ] = [General.BLEU, General.CHRF, General.METEOR],  # noqa: B006 (never changed)
    tokenized: common.Tokenized = False,
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
    packs: common.Packs = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Score systems by general metrics, to compare those of pronouns with.

    \b
    Example:
      proform meta metrics -r talk.fr -i base.fr new.fr -l en-fr -m bleu meteor -f tsv -o bleu.tsv
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.metrics import (  # noqa: PLC0415
        Matching,
        score_beside,
        scored_systems,
    )
    from proform.text.column import Role  # noqa: PLC0415
    from proform.text.lists import read_list  # noqa: PLC0415
    from proform.text.texts import open_systems, open_text  # noqa: PLC0415

    _, pack = aligning.load_packs(languages, packs)
    text = open_text(reference, Role.REFERENCE)
    texts = [one for argument in systems for one in open_systems(argument, pack.language)]
    refuse_overwriting([output], [text.path, *(one.path for one in texts), function_words])
    words = read_list(function_words) if function_words else None
    matching = Matching(not exact, delta, words)
    names = [metric.value for metric in wanted]
    found = score_beside(text, texts, names, pack, matching, tokenized=tokenized)
    show([scored_systems(found)], (), style, output)
