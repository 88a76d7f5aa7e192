"""`proform annotate`: judging translations in a browser."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from proform.cli.aligning import tell
from proform.cli.command import Command
from proform.cli.suite import options

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
    from proform.store.database import opened  # noqa: PLC0415
    from proform.web.serve import LOOPBACK  # noqa: PLC0415
    from proform.web.serve import serve as run  # noqa: PLC0415

    if host not in LOOPBACK:
        tell(
            f"listening on {host}: everyone who reaches this machine can reach the pages, and "
            "without HTTPS can read what is sent, personal links included; see docs/deploy.md"
        )
    with opened(where) as store:
        tell(f"http://{host}:{port}/ (stop with Ctrl-C)")
        run(store, host, port, seed)


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
    from proform.errors import ProformError  # noqa: PLC0415
    from proform.store.access import ANNOTATOR, RESEARCHER  # noqa: PLC0415
    from proform.store.access import invite as make  # noqa: PLC0415
    from proform.store.answers import annotator_id, check_annotator  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.web.guide.lesson import ask_training  # noqa: PLC0415

    if (name is None) is not researcher:
        raise ProformError("give the NAME of an annotator, or --researcher")
    if training and researcher:
        raise ProformError("--training is for annotators")
    if name is not None:
        check_annotator(name)
    now = datetime.now(UTC)
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, suite)
        person = None if name is None else annotator_id(connection, name, now)
        role = RESEARCHER if researcher else ANNOTATOR
        secret = make(connection, stored.id, role, person, now)
        if training and person is not None:
            ask_training(connection, stored.id, person, now)
    typer.echo(f"{url.rstrip('/')}/enter/{secret}")


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
    from proform.output import refuse_overwriting  # noqa: PLC0415
    from proform.store.database import copy_store, opened  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    with opened(where) as store:
        copy_store(store, output)
