"""Ratings of the WMT MQM campaigns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.output import show
from proform.errors import ProformError
from proform.output import refuse_overwriting, writing

if TYPE_CHECKING:
    from proform.meta.mqm import Campaign
    from proform.text.judgements import JudgementRow


def mqm(
    ratings: Annotated[
        Path, Argument(metavar="RATINGS", help="The TSV of a campaign, plain or gzip.")
    ],
    languages: common.Languages,
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
    packs: common.Packs = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Make MQM ratings usable: texts to score, judgements of pronouns, scores of systems.

    \b
    Example:
      proform meta mqm ted.tsv -l en-de --texts texts.tsv
      proform score -s texts.tsv -r texts.tsv -i texts.tsv -l en-de --detail apt.jsonl
      proform meta mqm ted.tsv -l en-de --detail apt.jsonl --judgements people.tsv
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.mqm import (  # noqa: PLC0415
        opinions,
        rated_systems,
        read_campaign,
    )
    from proform.scoring.judgements import read_judgements  # noqa: PLC0415
    from proform.text.tokens import Tokenizer  # noqa: PLC0415

    refuse_overwriting([texts, judgements, output], [ratings, detail])
    if judgements is not None and detail is None:
        raise ProformError("--judgements are of the pronouns in a --detail file: give one")
    campaign = read_campaign(ratings, reference)
    said: list[JudgementRow] = []
    if detail is not None:
        _, pack = aligning.load_packs(languages, packs)
        said = list(opinions(campaign, list(read_judgements(detail)), Tokenizer(pack)))
    if texts is not None:
        _write_texts(texts, campaign)
    if judgements is not None:
        _write_judgements(judgements, said)
    show([rated_systems(campaign, said)], (), style, output)


def _write_texts(path: Path, campaign: Campaign) -> None:
    with writing(path) as out:
        rows = campaign.texts()
        for number, row in enumerate(rows):
            if number == 0:
                out.write("\t".join(row) + "\n")
            out.write("\t".join(row.values()) + "\n")


def _write_judgements(path: Path, said: list[JudgementRow]) -> None:
    with writing(path) as out:
        out.write("system\tsegment\tposition\tannotator\tjudgement\n")
        for row in said:
            cells = (*row.place, row.annotator, row.pronoun.value)
            out.write("\t".join(map(str, cells)) + "\n")
