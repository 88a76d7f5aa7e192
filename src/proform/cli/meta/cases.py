"""APT's cases and categories of pronouns beside human judgement."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from proform.cli import options as common
from proform.cli.meta import options
from proform.cli.output import show
from proform.output import refuse_overwriting


def cases(
    detail: options.Detail,
    human: options.Judgements,
    without: Annotated[
        Path | None,
        Option(
            "--without-repair",
            metavar="DETAIL",
            help="The same run without repair: compare how the cases are distributed.",
        ),
    ] = None,
    suite: options.Suite = None,
    adjudicator: options.Adjudicator = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Count what people say of each of APT's six cases.

    \b
    Example:
      proform meta cases detail.tsv --human judgements.tsv --without-repair basic.tsv
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.example_tables import cases as crossed  # noqa: PLC0415
    from proform.meta.example_tables import distribution  # noqa: PLC0415
    from proform.meta.examples import load_examples, of_metric  # noqa: PLC0415
    from proform.meta.systems import Judges  # noqa: PLC0415

    refuse_overwriting([output], [detail, Path(human), without])
    examples = load_examples(detail, Judges(human, suite, adjudicator), "apt")
    tables = [crossed(examples)]
    if without is not None:
        tables.append(distribution(of_metric(detail, "apt"), of_metric(without, "apt")))
    show(tables, examples.notes, style, output)


def categories(
    detail: options.Detail,
    human: options.Judgements,
    metric: options.OneMetric = None,
    suite: options.Suite = None,
    adjudicator: options.Adjudicator = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Compare a metric's decisions with people's, by category.

    \b
    Example:
      proform meta categories detail.tsv --human suite.db -m apt
    """  # noqa: D301
    from proform.meta.example_tables import categories as divided  # noqa: PLC0415
    from proform.meta.examples import load_examples  # noqa: PLC0415
    from proform.meta.systems import Judges  # noqa: PLC0415

    refuse_overwriting([output], [detail, Path(human)])
    examples = load_examples(detail, Judges(human, suite, adjudicator), metric)
    show([divided(examples)], examples.notes, style, output)
