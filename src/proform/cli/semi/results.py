"""What people and automatic approvals amount to."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from typer import Option

from proform.cli import options as common
from proform.cli.meta import options as meta
from proform.cli.output import show
from proform.cli.semi import options
from proform.cli.suite import options as suites
from proform.errors import ProformError
from proform.output import refuse_overwriting, writing

_PICTURES = {".svg": "svg", ".png": "png"}


def results(
    where: suites.Where,
    baseline: Annotated[
        str | None,
        Option("--baseline", metavar="NAME", help="Compare with this system, not the best."),
    ] = None,
    pairs: Annotated[bool, Option("--pairs", help="Compare all systems with each other.")] = False,
    plot: Annotated[
        Path | None,
        Option("--plot", metavar="FILE", help="Draw both counts of each system: .svg or .png."),
    ] = None,
    accept: options.Accept = False,
    agreement: options.Agreement = None,
    packs: common.Packs = None,
    resamples: meta.Resamples = 10_000,
    seed: common.Seed = 12345,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
    suite: suites.SuiteName = None,
) -> None:
    """Count what is right, as the paper and corrected by what was verified; compare systems.

    \b
    Example:
      proform semi results suite.db
      proform semi results suite.db --pairs -f latex -o tables.tex
      proform semi results suite.db --plot systems.svg
    """  # noqa: D301 (\\b is for the help)
    from proform.semi.results import results as count  # noqa: PLC0415
    from proform.semi.tables import result_tables  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415

    refuse_overwriting([output, plot], [Path(where)])
    kind = None if plot is None else _PICTURES.get(plot.suffix.lower())
    if plot is not None and kind is None:
        raise ProformError(f"{plot}: not a picture", hint="name it .svg or .png")
    with opened(where) as store, store.reading() as connection:
        state = options.load(connection, suite, packs, accept=accept, agreement=agreement)
    found = count(state, baseline=baseline, every_pair=pairs, seed=seed, times=resamples)
    with ExitStack() as files:  # a picture without its tables is not left
        if plot is not None and kind is not None:
            from proform.report.semi_figure import draw  # noqa: PLC0415 (matplotlib is slow)

            files.enter_context(writing(plot)).write_bytes(draw(found, kind))
        show(list(result_tables(found)), found.notes, style, output)
