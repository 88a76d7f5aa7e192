"""Giving examples to people, and seeing how far they are."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from proform.cli import options as common
from proform.cli.aligning import tell
from proform.cli.output import show
from proform.cli.semi import options
from proform.cli.suite import options as suites
from proform.output import refuse_overwriting


def start(
    where: suites.Where,
    annotators: Annotated[
        list[str], Option("-a", "--annotators", metavar="NAME...", help="Who judges.")
    ],
    verify: options.Verify = None,
    overlap: options.Overlap = 0,
    taskset: Annotated[
        str | None, Option("--set", metavar="NAME", help="The name of the set of tasks.")
    ] = None,
    release: Annotated[
        list[str] | None,
        Option("--release", metavar="NAME...", help="Who judges no more; what is open is left."),
    ] = None,
    invite: Annotated[
        str | None,
        Option("--invite", metavar="URL", help="Print a personal link to this server for each."),
    ] = None,
    accept: options.Accept = False,
    agreement: options.Agreement = None,
    packs: common.Packs = None,
    seed: suites.RandomSeed = 1,
    suite: suites.SuiteName = None,
) -> None:
    """Approve, refer, draw what is verified, and give it all to annotators, mixed.

    Done again, it gives out what nobody has: of new systems, of people who left, more approvals.

    \b
    Example:
      proform semi start suite.db -a Ada Bob --verify 0.3 --overlap 20
      proform semi start suite.db -a Cyd --release Bob
    """  # noqa: D301 (\\b is for the help)
    from proform.semi.draw import read_verify  # noqa: PLC0415
    from proform.semi.start import Wish  # noqa: PLC0415
    from proform.semi.start import start as begin  # noqa: PLC0415
    from proform.store.access import ANNOTATOR  # noqa: PLC0415
    from proform.store.access import invite as make_link  # noqa: PLC0415
    from proform.store.answers import annotator_id  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415

    now = datetime.now(UTC)
    links = []
    with opened(where) as store, store.writing() as connection:
        state = options.load(connection, suite, packs, accept=accept, agreement=agreement)
        wish = Wish(
            tuple(annotators),
            read_verify(verify or (), state.categories),
            overlap,
            seed,
            taskset,
            tuple(release or ()),
        )
        started = begin(connection, state, wish, now, accepted=accept)
        if invite is not None:
            stored = find_suite(connection, suite)
            for name in dict.fromkeys(annotators):
                person = annotator_id(connection, name, now)
                secret = make_link(connection, stored.id, ANNOTATOR, person, now)
                links.append(f"{name}\t{invite.rstrip('/')}/enter/{secret}")
    drawn = started.drawn
    counts = f"{len(drawn.referred)} referred examples and {len(drawn.verify)} to verify"
    tell(f"{started.taskset}: {counts}")
    for task in started.tasks:
        tell(f"task {task.label}: {task.size} examples for {', '.join(task.annotators)}")
    for note in drawn.notes:
        tell(note)
    for link in links:
        typer.echo(link)


def status(
    where: suites.Where,
    accept: options.Accept = False,
    agreement: options.Agreement = None,
    packs: common.Packs = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
    suite: suites.SuiteName = None,
) -> None:
    """Say who has judged how much, what is open, and what changed since it was given out.

    \b
    Example:
      proform semi status suite.db
    """  # noqa: D301
    from proform.semi.plan_tables import status_tables  # noqa: PLC0415
    from proform.semi.status import status as find  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    with opened(where) as store, store.reading() as connection:
        state = options.load(connection, suite, packs, accept=accept, agreement=agreement)
        found = find(connection, state)
    show(status_tables(found), found.notes, style, output)
