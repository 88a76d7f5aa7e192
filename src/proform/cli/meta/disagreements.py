"""Where metric and people disagree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from proform.cli import options as common
from proform.cli.meta import options
from proform.cli.output import show
from proform.output import refuse_overwriting, writing


def disagreements(
    detail: options.Detail,
    human: options.Judgements,
    metric: options.OneMetric = None,
    category: Annotated[
        str | None, Option("-c", "--category", metavar="NAME", help="Only of this category.")
    ] = None,
    suite: options.Suite = None,
    adjudicator: options.Adjudicator = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """List the pronouns that a metric and people decide differently, with their sentences.

    \b
    Example:
      proform meta disagreements detail.tsv --human judgements.tsv -c event_it
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.example_tables import as_blocks  # noqa: PLC0415
    from proform.meta.example_tables import disagreements as listed  # noqa: PLC0415
    from proform.meta.examples import load_examples, of_category  # noqa: PLC0415
    from proform.meta.systems import Judges  # noqa: PLC0415

    refuse_overwriting([output], [detail, Path(human)])
    examples = load_examples(detail, Judges(human, suite, adjudicator), metric)
    pairs = of_category(examples.pairs, category)
    both = [pair for pair in pairs if pair.decides]
    differing = [pair for pair in both if pair.differs]
    notes = (*examples.notes, f"{len(differing)} of {len(both)} that both decide")
    if style is common.Format.TEXT:
        with writing(output) as out:
            out.write(as_blocks(differing, notes, terminal=out.is_terminal))
    else:
        paper = (common.Format.LATEX, common.Format.HTML, common.Format.SVG)
        show([listed(differing, sentences=style not in paper)], notes, style, output)
