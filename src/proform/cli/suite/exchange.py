"""PROTEST 1.1 files in and out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.suite import options


def import_(
    file: Annotated[Path, Argument(metavar="FILE", help="A PROTEST 1.1 master file.")],
    languages: common.Languages,
    output: options.Into,
    name: options.Name = None,
    reference: Annotated[
        str | None,
        Option("--reference", metavar="NAME", help="Which translation is the reference."),
    ] = None,
) -> None:
    """Read a PROTEST master file into a store, with its judgements and tasks.

    \b
    Example:
      proform suite import protest.db -l en-fr -o suite.db
    """  # noqa: D301 (\\b is for the help)
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.protest.imports import import_master  # noqa: PLC0415
    from proform.store.protest.master import check_master, choose_reference  # noqa: PLC0415
    from proform.store.protest.rows import read_file  # noqa: PLC0415

    source, target = aligning.load_packs(languages, None)
    read = read_file(file)
    check_master(read)  # before a store is made
    choose_reference(read, reference)
    with opened(output, create=True) as store, store.writing() as connection:
        found = import_master(
            connection,
            read,
            name or file.stem,
            (source.language, target.language),
            reference,
            datetime.now(UTC),
        )
    systems = f"{found.systems} systems, {found.judgements} judgements"
    aligning.tell(f"imported {found.examples} examples, {systems}")
    if found.reference is None:
        aligning.tell("no translation is called reference: say which one with --reference NAME")
    else:
        aligning.tell(f"the reference is {found.reference!r}")


def export(
    where: options.Where,
    output: Annotated[Path, Option("-o", "--output", metavar="FILE", help="The file to write.")],
    suite: options.SuiteName = None,
) -> None:
    """Write a suite as a PROTEST 1.1 master file, which the original program opens.

    \b
    Example:
      proform suite export suite.db -o protest.db
    """  # noqa: D301
    from proform.output import refuse_overwriting  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.store.protest.exports import export_master  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    with opened(where) as store, store.reading() as connection:
        export_master(connection, find_suite(connection, suite), output)
