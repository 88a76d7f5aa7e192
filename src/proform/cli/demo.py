"""`proform demo` and `proform languages`: a first look, without any texts of one's own."""

import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import proform
from proform.cli import options
from proform.cli.console import progressing, tell
from proform.cli.options import arg, opt, table_command
from proform.demo import PAIRS


def demo(
    folder: Annotated[Path, arg("FOLDER", "Where to put texts and results.")] = Path("demo"),
    languages: Annotated[
        str, options.choice("-l", "--language-pair", known=PAIRS, help="Which of the demo texts.")
    ] = PAIRS[0],
    show: Annotated[bool, opt("--open", "Open the report in the browser.")] = False,
) -> None:
    """Try proform on texts that come with it: score, evaluate a suite, write a report.

    Texts already in FOLDER are kept: change one and run the demo again.

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


@dataclass(frozen=True, kw_only=True)
class _Languages:
    """Show what works on this machine for each language and pair, and how to improve it.

    \b
    Example:
      proform languages -f json
    """  # noqa: D301

    packs: options.Packs = None


languages = table_command("list_languages", _Languages, name="languages")
