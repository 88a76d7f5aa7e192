"""`proform demo`: a first look, without any texts of one's own."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

import proform
from proform.cli import options
from proform.cli.console import progressing, tell
from proform.cli.options import arg, opt
from proform.demo import PAIRS


def demo(
    folder: Annotated[Path, arg("[FOLDER]", "Where to put texts and results.")] = Path("demo"),
    languages: Annotated[
        str, options.choice("-l", "--language-pair", known=PAIRS, help="Which of the demo texts.")
    ] = PAIRS[0],
    show: Annotated[bool, opt("--open", "Open the report in the browser.")] = False,
) -> None:
    """Try proform on texts that come with it: score, evaluate a suite, write a report.

    Texts in FOLDER that are there already stay as they are: change them and run it again.

    \b
    Example:
      proform demo --open
    """  # noqa: D301 (\\b is for the help)
    with progressing() as progress:
        made = proform.run_demo(folder, languages=languages, progress=progress)
    tell(*made.notes)
    typer.echo(made.to_text(), nl=False)
    if show and not webbrowser.open(made.report.resolve().as_uri()):
        tell(f"no browser found to open {made.report}")
