"""`proform semi`: approve what is surely right, let people judge the rest."""

from __future__ import annotations

import typer

from proform.cli.command import Command
from proform.cli.semi.plan import next_, plan
from proform.cli.semi.results import results
from proform.cli.semi.start import start, status

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
for command in (plan, start, status, results, next_):
    app.command(command.__name__.rstrip("_"), cls=Command)(command)


@app.callback()
def semi() -> None:
    """Semi-automatic evaluation: approve, refer, verify, count."""
