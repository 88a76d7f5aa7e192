"""Metrics against human scores, system by system."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from proform.cli import options as common
from proform.cli.meta import options
from proform.cli.output import show
from proform.errors import ProformError
from proform.output import refuse_overwriting, writing

_PICTURES = {".svg": "svg", ".png": "png"}


def correlate(
    scores: options.Scores,
    human: options.Human,
    metrics: options.Metrics = None,
    each: Annotated[
        bool, Option("--each", help="Also show the values with each system left out.")
    ] = False,
    plot: Annotated[
        Path | None, Option("--plot", metavar="FILE", help="Draw a scatter plot: .svg or .png.")
    ] = None,
    resamples: options.Resamples = 10_000,
    seed: common.Seed = 12345,
    suite: options.Suite = None,
    adjudicator: options.Adjudicator = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Correlate metrics with human scores over systems, and see what single systems do to it.

    \b
    Example:
      proform meta correlate scores.tsv --human scores.tsv#people --plot scatter.svg
      proform meta correlate apt.json bleu.json --human suite.db
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.correlation import (  # noqa: PLC0415
        correlate_all,
        correlations,
        influence_table,
    )
    from proform.meta.systems import Judges, load_study, split  # noqa: PLC0415

    refuse_overwriting([output, plot], [*scores, split(human)[0]])
    kind = None if plot is None else _PICTURES.get(plot.suffix.lower())
    if plot is not None and kind is None:
        raise ProformError(f"{plot}: not a picture", hint="name it .svg or .png")
    study = load_study(scores, Judges(human, suite, adjudicator), metrics or ())
    found = correlate_all(study, resamples, seed)
    if plot is not None and kind is not None:
        from proform.report.scatter import draw  # noqa: PLC0415 (matplotlib is slow)

        with writing(plot) as file:
            file.write_bytes(draw(found, study.human, kind))
    how = f"intervals by {resamples} resamples of the systems, seed {seed}; p is two-sided"
    tables = [correlations(found, study.human)]
    show([*tables, influence_table(found)] if each else tables, (*study.notes, how), style, output)
