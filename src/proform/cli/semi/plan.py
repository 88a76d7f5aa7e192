"""What there is to judge, and where to go on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from proform.cli import options as common
from proform.cli.output import show
from proform.cli.semi import options
from proform.cli.suite import options as suites
from proform.output import refuse_overwriting


def plan(
    where: suites.Where,
    verify: options.Verify = None,
    annotators: Annotated[
        int, Option("-n", "--annotators", min=1, help="How many people judge.")
    ] = 1,
    overlap: options.Overlap = 0,
    pace: options.Pace = 60,
    assume: options.Assume = (0.85, 0.5),
    accept: options.Accept = False,
    agreement: options.Agreement = None,
    packs: common.Packs = None,
    seed: suites.RandomSeed = 1,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
    suite: suites.SuiteName = None,
) -> None:
    """Say what would be approved and referred, what it takes to judge, and for which precision.

    \b
    Example:
      proform semi plan suite.db --verify 0.3 -n 2 --pace 60
      proform semi plan suite.db --verify 20 event_it=40
    """  # noqa: D301 (\\b is for the help)
    from proform.semi.plan import Asked, load_plan  # noqa: PLC0415
    from proform.semi.plan_tables import plan_tables  # noqa: PLC0415
    from proform.stats.planning import Assumed  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    assumed = Assumed(*assume)
    asked = Asked(tuple(verify or ()), annotators, overlap, pace, assumed, seed)
    with opened(where) as store, store.reading() as connection:
        state = options.load(connection, suite, packs, accept=accept, agreement=agreement)
        found = load_plan(connection, state, asked)
    show(plan_tables(found, assumed), found.notes, style, output)


def next_(
    where: suites.Where,
    hours: Annotated[float, Option("--hours", min=0.01, max=1000, help="So many hours.")] = 1,
    pace: options.Pace = 60,
    width: Annotated[
        float | None,
        Option("--width", min=0.1, help="The width wished for, in points, of all intervals."),
    ] = None,
    differences: Annotated[
        bool, Option("--differences", help="Of differences between systems, not of systems.")
    ] = False,
    assume: options.Assume = (0.85, 0.5),
    accept: options.Accept = False,
    agreement: options.Agreement = None,
    packs: common.Packs = None,
    seed: suites.RandomSeed = 1,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
    suite: suites.SuiteName = None,
) -> None:
    """Rank the examples whose judgement would narrow the intervals most; say when to stop.

    \b
    Example:
      proform semi next suite.db --pace 60
      proform semi next suite.db --width 10 --differences
    """  # noqa: D301
    from random import Random  # noqa: PLC0415

    from proform.semi.advice import advise  # noqa: PLC0415
    from proform.semi.plan_tables import advice_sums, advice_table  # noqa: PLC0415
    from proform.stats.planning import Assumed  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    with opened(where) as store, store.reading() as connection:
        state = options.load(connection, suite, packs, accept=accept, agreement=agreement)
    found = advise(
        state,
        max(round(hours * pace), 1),
        Random(seed),  # noqa: S311 (not for secrets)
        width=None if width is None else width / 100,
        differences=differences,
        assumed=Assumed(*assume),
    )
    show([advice_sums(found), advice_table(found)], (*found.notes, *state.notes), style, output)
