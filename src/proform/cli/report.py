"""`proform report`: results, pronouns and what people say, as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

import proform
from proform.cli import options
from proform.cli.aligning import tell
from proform.cli.suite.options import SuiteName


def report(
    inputs: Annotated[
        list[str],
        Argument(
            metavar="INPUT",
            help="JSON of proform score, rows of --detail, a store, human scores, judgements.",
        ),
    ],
    output: Annotated[
        Path, Option("-o", "--output", metavar="FILE", help="The page to write (HTML).")
    ],
    title: Annotated[str, Option("--title", help="The title of the page.")] = "",
    latex: Annotated[
        Path | None,
        Option("--latex", metavar="DIR", help="Also each table as a file for LaTeX."),
    ] = None,
    csv: Annotated[
        Path | None, Option("--csv", metavar="DIR", help="Also each table as a CSV file.")
    ] = None,
    suite: SuiteName = None,
    packs: options.Packs = None,
    resamples: options.Resamples = 1000,
    seed: options.Seed = 12345,
) -> None:
    """Write a page to look at, to search and to mail: one file that needs nothing else.

    \b
    Example:
      proform report scores.json detail.tsv -o report.html
      proform report suite.db human.tsv -o report.html --latex tables --csv tables
    """  # noqa: D301 (\\b is for the help)
    notes = proform.write_report(
        inputs,
        output,
        title=title,
        latex=latex,
        csv=csv,
        suite=suite,
        packs=packs,
        resamples=resamples,
        seed=seed,
    )
    for note in notes:
        tell(note)
