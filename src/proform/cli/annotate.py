"""`proform annotate`: judging translations in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from proform import stored, web
from proform.cli import options
from proform.cli.command import Command
from proform.cli.console import tell

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def annotate() -> None:
    """People judge translations in a browser."""


@app.command(cls=Command)
def serve(
    where: options.Where,
    host: Annotated[str, Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option("--port", min=1, max=65535, help="The port.")] = 8000,
    seed: options.RandomSeed = 1,
) -> None:
    """Serve the annotation pages until interrupted.

    \b
    Example:
      proform annotate serve suite.db --port 8000
    """  # noqa: D301 (\\b is for the help)
    web.serve(where, host=host, port=port, seed=seed, tell=tell)


@app.command(cls=Command)
def invite(
    where: options.Where,
    name: Annotated[
        str | None, Argument(metavar="NAME", help="The annotator; without, a researcher.")
    ] = None,
    researcher: Annotated[
        bool, Option("--researcher", help="A link that sees everything of the suite.")
    ] = False,
    training: Annotated[
        bool, Option("--training", help="The annotator does a short training first.")
    ] = False,
    url: Annotated[
        str, Option("--url", help="The address of the server.")
    ] = "http://127.0.0.1:8000",
    suite: options.SuiteName = None,
) -> None:
    """Make a personal link, which is shown only now. Whoever has it can enter.

    \b
    Example:
      proform annotate invite suite.db Ada
      proform annotate invite suite.db Bob --training
      proform annotate invite suite.db --researcher
    """  # noqa: D301
    link = web.invite(where, name, researcher=researcher, training=training, url=url, suite=suite)
    typer.echo(link)


@app.command(cls=Command)
def backup(
    where: options.Where,
    output: Annotated[Path, Option("-o", "--output", metavar="FILE", help="The copy.")],
) -> None:
    """Copy a SQLite store, also while it is in use; of PostgreSQL, pg_dump makes copies.

    \b
    Example:
      proform annotate backup suite.db -o suite-monday.db
    """  # noqa: D301
    stored.backup(where, output)
