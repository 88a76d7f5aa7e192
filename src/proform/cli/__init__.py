"""The command `proform`: one file a command; it parses, calls one function, prints."""

from __future__ import annotations

from typing import Annotated

import typer

from proform import __version__
from proform.cli.apt import apt
from proform.cli.command import Command
from proform.cli.score import score

app = typer.Typer(
    name="proform",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(cls=Command)(score)
app.command(cls=Command)(apt)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"proform {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """How well does machine translation handle pronouns?"""


def main() -> None:
    """Run the command."""
    app()
