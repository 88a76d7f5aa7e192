"""Tasks for annotators, and their batches as PROTEST files."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.suite import options
from proform.output import refuse_overwriting

TaskSet = Annotated[str, Option("--set", metavar="NAME", help="The set of tasks.")]
Annotator = Annotated[str, Option("-a", "--annotator", metavar="NAME", help="The annotator.")]


class Protocol(Enum):
    """What annotators are asked."""

    CORRECTNESS = "correctness"
    GAP = "gap"


def define_tasks(
    where: options.Where,
    taskset: TaskSet,
    tasks: Annotated[int, Option("-n", "--tasks", min=0, help="How many tasks.")],
    shared: Annotated[
        int, Option("--iaa", min=0, help="About so many examples for every annotator.")
    ] = 0,
    systems: Annotated[
        list[str] | None,
        Option("-i", "--systems", metavar="NAME...", help="Only of these translations."),
    ] = None,
    categories: Annotated[
        list[str] | None,
        Option("-c", "--categories", metavar="NAME...", help="Only of these categories."),
    ] = None,
    protocol: Annotated[
        Protocol, Option("--protocol", help="Is the pronoun right, or which would fit its gap?")
    ] = Protocol.CORRECTNESS,
    packs: common.Packs = None,
    seed: options.RandomSeed = 1,
    suite: options.SuiteName = None,
) -> None:
    """Split what is to be judged into tasks, at random and evenly.

    \b
    Example:
      proform suite define-tasks suite.db --set june -n 3 --iaa 100 -i base new
      proform suite define-tasks suite.db --set july -n 2 --protocol gap
    """  # noqa: D301 (\\b is for the help)
    from proform.gap.answers import define_gap_tasks  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.store.tasks import define_tasks as define  # noqa: PLC0415

    aligning.check_packs(packs)
    left_out = 0
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, suite)
        size = (taskset, tasks, shared, seed, datetime.now(UTC))
        chosen = (systems or (), categories or ())
        if protocol is Protocol.GAP:
            drawn = define_gap_tasks(connection, stored, *size, *chosen, packs)
            made, left_out = list(drawn.tasks), drawn.left_out
        else:
            made = define(connection, stored, *size, *chosen)
    for task in made:
        aligning.tell(f"task {task.label}: {task.size} examples")
    if left_out:
        aligning.tell(f"{left_out} examples have no word for the pronoun, so nothing to hide")


def assign_task(
    where: options.Where,
    label: Annotated[str, Argument(metavar="TASK", help="Its label: 1, 2, … or IAA.")],
    taskset: TaskSet,
    annotator: Annotator,
    suite: options.SuiteName = None,
) -> None:
    """Give a task to an annotator; the agreement (IAA) set comes with it.

    \b
    Example:
      proform suite assign-task suite.db 1 --set june -a Ada
    """  # noqa: D301
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.store.tasks import assign  # noqa: PLC0415

    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, suite)
        assign(connection, stored, taskset, label, annotator, datetime.now(UTC))


def export_batch(
    where: options.Where,
    taskset: TaskSet,
    annotator: Annotator,
    output: Annotated[Path, Option("-o", "--output", metavar="FILE", help="The file to write.")],
    seed: options.RandomSeed = 1,
    suite: options.SuiteName = None,
) -> None:
    """Write what an annotator is to judge as a PROTEST batch, without the names of systems.

    \b
    Example:
      proform suite export-batch suite.db --set june -a Ada -o ada.db
    """  # noqa: D301
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.store.protest.batches import make_batch  # noqa: PLC0415
    from proform.store.protest.exports import export_batch as export  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    with opened(where) as store, store.writing() as connection:
        stored = find_suite(connection, suite)
        batch = make_batch(connection, stored, annotator, taskset, seed, datetime.now(UTC))
        export(connection, stored, batch, output)
    aligning.tell(f"{len(batch.candidates)} examples for {annotator}")


def merge_batch(
    where: options.Where,
    file: Annotated[Path, Argument(metavar="FILE", help="A batch that came back.")],
    dry_run: Annotated[
        bool, Option("--dry-run", help="Only check, and say what it brings.")
    ] = False,
    suite: options.SuiteName = None,
) -> None:
    """Check a batch that an annotator returned, and merge it. Replaced judgements are kept.

    \b
    Example:
      proform suite merge-batch suite.db ada.db --dry-run
      proform suite merge-batch suite.db ada.db
    """  # noqa: D301
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415
    from proform.store.protest.merge import check_batch  # noqa: PLC0415
    from proform.store.protest.merge import merge_batch as merge  # noqa: PLC0415
    from proform.store.protest.rows import read_file  # noqa: PLC0415

    read = read_file(file)
    with opened(where) as store, store.writing() as connection:
        checked = check_batch(connection, find_suite(connection, suite), read)
        if not dry_run:
            merge(connection, checked, datetime.now(UTC), file.name)
    effect = checked.effect
    verb = "would bring" if dry_run else "brought"
    counts = f"{effect.added} new, {effect.replaced} replaced, {effect.unchanged} unchanged"
    aligning.tell(f"{checked.annotator}'s batch of {checked.candidates} {verb} {counts}")
