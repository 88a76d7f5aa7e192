"""Do annotators agree?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from proform.cli import options as common
from proform.cli.meta import options
from proform.cli.output import show
from proform.output import refuse_overwriting


def agreement(
    judgements: Annotated[
        str, Argument(metavar="JUDGEMENTS", help="A table of judgements, or a store.")
    ],
    listed: Annotated[bool, Option("--list", help="Also list the disagreements.")] = False,
    resamples: options.Resamples = 10_000,
    seed: common.Seed = 12345,
    suite: options.Suite = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Measure how far annotators agree: kappa of each two, alpha of more, by category.

    \b
    Example:
      proform meta agreement judgements.tsv --list
    """  # noqa: D301 (\\b is for the help)
    from proform.human.review import load_reviews  # noqa: PLC0415
    from proform.meta import annotators as report  # noqa: PLC0415

    refuse_overwriting([output], [Path(judgements)])
    found = report.compare_annotators(load_reviews(judgements, suite), resamples, seed)
    tables = [report.agreement(found)]
    if found.by_category:
        tables.append(report.by_category(found))
    if listed:
        tables.append(report.disagreement_table(found))
    how = f"intervals by {resamples} resamples of the pronouns, seed {seed}"
    show(tables, (*found.notes, how), style, output)
