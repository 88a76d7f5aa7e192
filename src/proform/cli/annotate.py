"""`proform annotate`: judging translations in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from proform import stored, web
from proform.cli import options
from proform.cli.command import group
from proform.cli.console import tell
from proform.cli.options import arg, opt


def serve(
    where: options.Where,
    host: Annotated[str, opt("--host", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, opt("--port", "The port.", min=1, max=65535)] = 8000,
    seed: options.RandomSeed = 1,
) -> None:
    """Serve the annotation pages until interrupted.

    \b
    Example:
      proform annotate serve suite.db --port 8000
    """  # noqa: D301 (\\b is for the help)
    web.serve(where, host=host, port=port, seed=seed, tell=tell)


def invite(
    where: options.Where,
    name: Annotated[str | None, arg("NAME", "The annotator; without, a researcher.")] = None,
    researcher: Annotated[
        bool, opt("--researcher", "A link that sees everything of the suite.")
    ] = False,
    training: Annotated[
        bool, opt("--training", "The annotator does a short training first.")
    ] = False,
    url: Annotated[str, opt("--url", "The address of the server.")] = "http://127.0.0.1:8000",
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


def backup(
    where: options.Where, output: Annotated[Path, opt("-o --output FILE", "The copy.")]
) -> None:
    """Copy a SQLite store, also while it is in use; of PostgreSQL, pg_dump makes copies.

    \b
    Example:
      proform annotate backup suite.db -o suite-monday.db
    """  # noqa: D301
    stored.backup(where, output)


app = group("People judge translations in a browser.", serve, invite, backup)
