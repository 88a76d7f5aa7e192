"""`proform gaps`: the pronoun is hidden, and people tick whatever fits."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import proform
from proform.cli import options
from proform.cli.command import group
from proform.cli.console import tell
from proform.cli.options import arg, opt, table_command
from proform.output import refuse_overwriting, writing


@dataclass(frozen=True)
class _Scores:
    """Show how often a system's own pronoun is one that people ticked, and how far they agree.

    \b
    Example:
      proform gaps scores suite.db
      proform gaps scores suite.db -f latex -o gaps.tex
    """  # noqa: D301 (\\b is for the help)

    where: options.Where
    resamples: options.Resamples = 1000
    seed: options.Seed = 12345
    suite: options.SuiteName = None


def export(
    where: options.Where,
    taskset: Annotated[str | None, opt("--set NAME", "The set of tasks, with --annotator.")] = None,
    annotator: Annotated[
        str | None, opt("-a --annotator NAME", "Whose tasks; by default the answers of all.")
    ] = None,
    output: options.Output = None,
    seed: options.RandomSeed = 1,
    suite: options.SuiteName = None,
) -> None:
    """Write a table of gaps for an annotator to fill, or the answers of all (TSV).

    \b
    Example:
      proform gaps export suite.db --set june -a Ada -o ada.tsv
      proform gaps export suite.db -o answers.tsv
    """  # noqa: D301
    refuse_overwriting([output], [Path(where)])
    sheet = proform.gap.export(where, taskset=taskset, annotator=annotator, seed=seed, suite=suite)
    tell(*sheet.notes)
    with writing(output) as out:
        out.write(sheet.to_text("tsv"))


def import_(
    where: options.Where,
    file: Annotated[Path, arg("FILE", "A table: .tsv, .csv or .jsonl.")],
    suite: options.SuiteName = None,
) -> None:
    """Read answers from a table. Answers that they replace are kept.

    \b
    Example:
      proform gaps import suite.db ada.tsv
    """  # noqa: D301
    tell(*proform.gap.import_(where, file, suite=suite).notes)


app = group(
    "Gap filling: the pronoun is hidden, and people tick whatever fits.",
    *(table_command("gap.results", _Scores, name="scores"), export, import_),
)
