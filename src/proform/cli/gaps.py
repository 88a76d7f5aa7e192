"""`proform gaps`: the pronoun is hidden, and people tick whatever fits."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from proform.cli import options as common
from proform.cli.aligning import tell
from proform.cli.command import Command
from proform.cli.meta import options as meta
from proform.cli.output import show
from proform.cli.suite import options
from proform.errors import ProformError
from proform.output import refuse_overwriting, writing

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def gaps() -> None:
    """Gap filling: the pronoun is hidden, and people tick whatever fits."""


@app.command(cls=Command)
def scores(
    where: options.Where,
    resamples: meta.Resamples = 1000,
    seed: common.Seed = 12345,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
    suite: options.SuiteName = None,
) -> None:
    """Say how often a system's own pronoun is one that people ticked, and how far they agree.

    \b
    Example:
      proform gaps scores suite.db
      proform gaps scores suite.db -f latex -o gaps.tex
    """  # noqa: D301 (\\b is for the help)
    from proform.gap.results import gap_results  # noqa: PLC0415
    from proform.gap.tables import gap_tables  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    with opened(where) as store, store.reading() as connection:
        found = gap_results(connection, find_suite(connection, suite), seed, resamples)
    if not found.systems:
        raise ProformError("no system of the suite is part of its gap filling any more")
    show(list(gap_tables(found)), (), style, output)


@app.command(cls=Command)
def export(
    where: options.Where,
    taskset: Annotated[
        str | None, Option("--set", metavar="NAME", help="The set of tasks, with --annotator.")
    ] = None,
    annotator: Annotated[
        str | None,
        Option("-a", "--annotator", metavar="NAME", help="Whose tasks; without, all answers."),
    ] = None,
    output: common.Output = None,
    seed: options.RandomSeed = 1,
    suite: options.SuiteName = None,
) -> None:
    """Write a table of gaps for an annotator to fill, or the answers of all (TSV).

    \b
    Example:
      proform gaps export suite.db --set june -a Ada -o ada.tsv
      proform gaps export suite.db -o answers.tsv
    """  # noqa: D301
    from proform.gap.answers import find_gaps  # noqa: PLC0415
    from proform.gap.export import answer_table, fill_table  # noqa: PLC0415
    from proform.gap.forms import BAD  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.table.writers import as_tsv  # noqa: PLC0415

    if (taskset is None) is not (annotator is None):
        raise ProformError("give --set and --annotator together, or neither")
    refuse_overwriting([output], [Path(where)])
    if taskset is None or annotator is None:
        with opened(where) as store, store.reading() as connection:
            stored = find_suite(connection, suite)
            find_gaps(connection, stored)
            table = answer_table(connection, stored)
    else:
        with opened(where) as store, store.writing() as connection:
            stored = find_suite(connection, suite)
            table = fill_table(connection, stored, taskset, annotator, seed, datetime.now(UTC))
            choices = ", ".join((*find_gaps(connection, stored).choices, BAD))
        tell(f"{len(table.records)} examples for {annotator}; in the column forms: {choices}")
    with writing(output) as out:
        out.write(as_tsv([table]))


@app.command("import", cls=Command)
def import_(
    where: options.Where,
    file: Annotated[Path, Argument(metavar="FILE", help="A table: .tsv, .csv or .jsonl.")],
    suite: options.SuiteName = None,
) -> None:
    """Take answers from a table. What they replace is kept.

    \b
    Example:
      proform gaps import suite.db ada.tsv
    """  # noqa: D301
    from proform.gap.export import read_answers  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415

    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, suite)
        found, empty, unasked = read_answers(connection, stored, file, datetime.now(UTC))
    counts = f"{found.added} new, {found.replaced} replaced, {found.unchanged} unchanged"
    tell(f"{file.name} brought {counts}; {empty} rows are not filled")
    if unasked:
        tell(f"answers to gaps that their annotator was not given: {unasked}; they count")
