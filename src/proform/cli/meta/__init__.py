"""`proform meta`: how far can a metric be trusted?"""

from __future__ import annotations

import typer

from proform.cli.command import Command
from proform.cli.meta.agreement import agreement
from proform.cli.meta.cases import cases, categories
from proform.cli.meta.compare import compare
from proform.cli.meta.correlate import correlate
from proform.cli.meta.disagreements import disagreements
from proform.cli.meta.equivalents import equivalents
from proform.cli.meta.grid import grid
from proform.cli.meta.metrics import metrics
from proform.cli.meta.mqm import mqm

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
for command in (
    correlate,
    compare,
    grid,
    cases,
    categories,
    agreement,
    equivalents,
    disagreements,
    metrics,
    mqm,
):
    app.command(cls=Command)(command)


@app.callback()
def meta() -> None:
    """Metrics against people: correlation, agreement, disagreements."""
