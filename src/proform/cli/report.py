"""`proform report`: results, pronouns and what people say, as one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from proform.cli import options
from proform.cli.aligning import tell
from proform.cli.output import refuse_overwriting, writing
from proform.cli.suite.options import SuiteName
from proform.errors import ProformError

if TYPE_CHECKING:
    from proform.report.html import Page


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
    # jinja2 and numpy are slow to import: --help does without.
    from proform.report.collect import read_inputs  # noqa: PLC0415
    from proform.report.html import Page, render  # noqa: PLC0415
    from proform.report.suite import Settings  # noqa: PLC0415
    from proform.scoring.summary import Resampling  # noqa: PLC0415

    resampling = Resampling(intervals=True, paired=True, times=resamples, seed=seed)
    content = read_inputs(inputs, Settings(suite, packs, resampling))
    page = Page(content, title, resampling)
    files = _files(page, latex, csv)
    refuse_overwriting([output, *files], [Path(name) for name in inputs if "://" not in name])
    for note in content.notes:
        tell(note)
    with writing(output) as out:
        out.write(render(page))
    for path, text in files.items():
        with writing(path) as out:
            out.write(text)


def _files(page: Page, latex: Path | None, csv: Path | None) -> dict[Path, str]:
    """The tables beside the page."""
    from proform.report.html import table_files  # noqa: PLC0415

    files: dict[Path, str] = {}
    for folder, style, suffix in ((latex, "latex", ".tex"), (csv, "csv", ".csv")):
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ProformError(f"{folder}: cannot be made ({error.strerror})") from error
            for name, text in table_files(page.tables(), style, suffix).items():
                files[folder / name] = text
    return files
