"""`proform suite`: test suites of categorised pronouns."""

from __future__ import annotations

import typer

from proform.cli.bundles import bundled
from proform.cli.command import Command
from proform.cli.suite import build, systems, tasks

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
for command in (
    build.build,
    build.from_table,
    build.find,
    build.table,
    systems.add_system,
    systems.remove_system,
    systems.list_,
    systems.show,
    systems.evaluate,
    tasks.import_,
    tasks.export,
    tasks.define_tasks,
    tasks.assign_task,
    tasks.export_batch,
    tasks.merge_batch,
):
    name = command.__name__.rstrip("_").replace("_", "-")
    app.command(name, cls=Command)(bundled(command))


@app.callback()
def suite() -> None:
    """Test suites: build, store, evaluate, exchange with PROTEST."""
