"""Looking at what is in a store."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from typer import Argument

from proform.cli.suite import options
from proform.cli.suite.options import Style
from proform.errors import ProformError

if TYPE_CHECKING:
    from proform.human.contents import Contents
    from proform.report.example import ExampleView
    from proform.scoring.judgements import Judgement


def list_(where: options.Where, style: options.AsStyle = Style.TEXT) -> None:
    """List the suites of a store: examples, systems, judgements, tasks.

    \b
    Example:
      proform suite list suite.db
    """  # noqa: D301 (\\b is for the help)
    from proform.human.contents import contents, contents_tables  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.table.writers import as_text  # noqa: PLC0415

    with opened(where) as store, store.reading() as connection:
        found = contents(connection)
    if style is Style.JSON:
        sys.stdout.write(json.dumps(_json(found), ensure_ascii=False, indent=1) + "\n")
        return
    tables = [table for one in found for table in contents_tables(one)]
    notes = () if found else ("no suite in this store",)
    sys.stdout.write(as_text(tables, notes, sys.stdout.isatty()))


def show(
    where: options.Where,
    example: Annotated[int, Argument(metavar="EXAMPLE", help="Its number.")],
    style: options.AsStyle = Style.TEXT,
    suite: options.SuiteName = None,
) -> None:
    """Show one example: source, reference and all systems, pronoun and antecedent marked.

    \b
    Example:
      proform suite show suite.db 17
    """  # noqa: D301
    from proform.report.example import as_json, as_text  # noqa: PLC0415

    shown = _shown(where, suite, example)
    if style is Style.JSON:
        sys.stdout.write(as_json(shown))
    else:
        sys.stdout.write(as_text(shown, terminal=sys.stdout.isatty()))


def _shown(where: str, name: str | None, number: int) -> ExampleView:
    from proform.human.review import reviews  # noqa: PLC0415
    from proform.report.example import ExampleView  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import (  # noqa: PLC0415
        candidates,
        find_suite,
        load_target,
        reference_of,
        targets,
    )
    from proform.suite.evaluate import evaluate  # noqa: PLC0415

    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, name)
        chosen = [example for example in stored.suite.examples if example.number == number]
        if not chosen:
            numbers = [example.number for example in stored.suite.examples]
            hint = f"they are numbered from {min(numbers)} to {max(numbers)}" if numbers else None
            raise ProformError(f"no example {number} in the suite", hint=hint)
        reference = reference_of(connection, stored)
        loaded = [load_target(connection, stored, c) for c in targets(connection, stored)]
        owners = candidates(connection, stored)
        said = {
            owners[candidate][1]: review
            for candidate, review in reviews(connection, stored).items()
            if owners[candidate][0] == number
        }
    decided: dict[str, str] = {}
    if reference is not None:
        systems = [target for target in loaded if target.name != reference.name]
        only = replace(stored.suite, examples=tuple(chosen))

        def keep(judgement: Judgement) -> None:
            decided[judgement.system] = judgement.explanation

        evaluate(only, reference, systems, ["protest"], sink=keep)
    return ExampleView(stored.suite, chosen[0], loaded, decided, said)


def _json(found: list[Contents]) -> list[dict[str, object]]:
    return [
        {
            "suite": one.name,
            "languages": one.languages,
            "key": one.key,
            "segments": one.segments,
            "categories": dict(one.categories),
            "translations": [system._asdict() for system in one.systems],
            "tasks": [
                {
                    "taskset": task.taskset,
                    "protocol": task.protocol,
                    "label": task.label,
                    "size": task.size,
                    "annotators": list(task.annotators),
                }
                for task in one.tasks
            ],
        }
        for one in found
    ]
