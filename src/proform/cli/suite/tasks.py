"""Tasks for annotators, and PROTEST 1.1 files in and out."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from proform import gap, stored
from proform.cli import options
from proform.cli.console import tell
from proform.cli.options import arg, opt

TaskSet = Annotated[str, opt("--set NAME", "The set of tasks.")]
Annotator = Annotated[str, opt("-a --annotator NAME", "The annotator.")]


def import_(
    file: Annotated[Path, arg("FILE", "A PROTEST 1.1 master file.")],
    languages: options.Languages,
    output: options.Into,
    name: options.Name = None,
    reference: Annotated[
        str | None, opt("--reference NAME", "Which translation is the reference.")
    ] = None,
) -> None:
    """Read a PROTEST master file into a store, with its judgements and tasks.

    \b
    Example:
      proform suite import protest.db -l en-fr -o suite.db
    """  # noqa: D301 (\\b is for the help)
    _, imported = stored.import_suite(file, languages, output, name=name, reference=reference)
    systems = f"{imported.systems} systems, {imported.judgements} judgements"
    tell(
        f"imported {imported.examples} examples, {systems}",
        "no translation is called reference: say which one with --reference NAME"
        if imported.reference is None
        else f"the reference is {imported.reference!r}",
    )


def export(store: options.InStore, output: options.NewFile) -> None:
    """Write a suite as a PROTEST 1.1 master file, which the original program opens.

    \b
    Example:
      proform suite export suite.db -o protest.db
    """  # noqa: D301
    stored.export_suite(store.open(), output)


def define_tasks(
    store: options.InStore,
    taskset: TaskSet,
    tasks: Annotated[int, opt("-n --tasks", "How many tasks.", min=0)],
    shared: Annotated[
        int, opt("--iaa", "About this many examples that every annotator judges.", min=0)
    ] = 0,
    systems: Annotated[list[str], opt("-i --systems NAME...", "Only of these translations.")] = [],  # noqa: B006 (never changed)
    categories: Annotated[
        list[str], opt("-c --categories NAME...", "Only of these categories.")
    ] = [],  # noqa: B006
    protocol: Annotated[
        str,
        options.choice(
            "--protocol",
            known=("correctness", "gap"),
            help="Is the pronoun right, or which would fit its gap?",
        ),
    ] = "correctness",
    controls: Annotated[int, opt("--controls", "Control examples per task.", min=0)] = 0,
    once: Annotated[bool, opt("--once", "Judge identical translations only once.")] = False,
    packs: options.Packs = None,
    seed: options.RandomSeed = 1,
) -> None:
    """Split what is to be judged into tasks, at random and evenly.

    \b
    Example:
      proform suite define-tasks suite.db --set june -n 3 --iaa 100 -i base new
      proform suite define-tasks suite.db --set july -n 2 --protocol gap
    """  # noqa: D301
    which: dict[str, Any] = {
        "shared": shared,
        "systems": systems,
        "categories": categories,
        "seed": seed,
        "controls": controls,
        "once": once,
    }
    suite, hidden = store.open(), []
    if protocol == "gap":
        drawn = gap.define_tasks(suite, taskset, tasks, packs=packs, **which)
        made, left_out = drawn.tasks, drawn.left_out
        if left_out:
            hidden = [f"{left_out} examples have no word for the pronoun, so nothing to hide"]
    else:
        made = stored.define_tasks(suite, taskset, tasks, **which)
    tell(*(f"task {task.label}: {task.size} examples" for task in made), *hidden)


def assign_task(
    store: options.InStore,
    label: Annotated[str, arg("TASK", "Its label: 1, 2, … or IAA.")],
    taskset: TaskSet,
    annotator: Annotator,
) -> None:
    """Give a task to an annotator; the agreement (IAA) set comes with it.

    \b
    Example:
      proform suite assign-task suite.db 1 --set june -a Ada
    """  # noqa: D301
    task = stored.assign_task(store.open(), taskset, label, annotator)
    tell(_holders(task))


def unassign_task(
    store: options.InStore,
    label: Annotated[str, arg("TASK", "Its label: 1, 2, … or IAA.")],
    taskset: TaskSet,
    annotator: Annotator,
) -> None:
    """Take a task away from an annotator, whose judgements are kept.

    \b
    Example:
      proform suite unassign-task suite.db 1 --set june -a Ada
    """  # noqa: D301
    task = stored.unassign_task(store.open(), taskset, label, annotator)
    tell(_holders(task))


def _holders(task: "stored.Task") -> str:
    people = ", ".join(task.annotators) or "nobody"
    return f"task {task.label} of {task.taskset} ({task.size} examples) is for {people}"


def export_batch(
    store: options.InStore,
    taskset: TaskSet,
    annotator: Annotator,
    output: options.NewFile,
    seed: options.RandomSeed = 1,
) -> None:
    """Write what an annotator is to judge as a PROTEST batch, without the names of systems.

    \b
    Example:
      proform suite export-batch suite.db --set june -a Ada -o ada.db
    """  # noqa: D301
    size = stored.export_batch(store.open(), taskset, annotator, output, seed=seed)
    tell(f"{size} examples for {annotator}")


def merge_batch(
    store: options.InStore,
    file: Annotated[Path, arg("FILE", "A batch that an annotator returned.")],
    withdrawn: Annotated[
        str | None,
        options.choice(
            "--withdrawn",
            known=stored.WITHDRAWN,
            help="Judgements missing from the file: withdraw them here too, or keep them?",
        ),
    ] = None,
    dry_run: Annotated[bool, opt("--dry-run", "Only check, and say what would change.")] = False,
) -> None:
    """Check a batch that an annotator returned, and merge it. Replaced judgements are kept.

    \b
    Example:
      proform suite merge-batch suite.db ada.db --dry-run
      proform suite merge-batch suite.db ada.db
    """  # noqa: D301
    suite = store.where if store.suite is None else store.open()
    if withdrawn is None and not dry_run and sys.stdin.isatty():
        gone = stored.merge_batch(suite, file, dry_run=True).withdrawn
        if gone:
            question = f"{len(gone)} judgements are gone from the file. Take them back here too?"
            withdrawn = stored.WITHDRAWN[not typer.confirm(question, err=True)]
    batch = stored.merge_batch(suite, file, withdrawn=withdrawn, dry_run=dry_run)
    effect, verb = batch.effect, "would bring" if dry_run else "brought"
    counts = f"{effect.added} new, {effect.replaced} replaced, {effect.unchanged} unchanged"
    tell(f"{batch.annotator}'s batch of {batch.candidates} {verb} {counts}")
    if batch.withdrawn:
        kept = "kept" if withdrawn == stored.KEEP else "withdrawn"
        became = "--withdrawn decides" if dry_run else f"they were {kept} here"
        tell(f"{len(batch.withdrawn)} judgements are gone from the file: {became}")
