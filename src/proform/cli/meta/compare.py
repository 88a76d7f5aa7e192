"""Is one metric better than another?"""

from __future__ import annotations

from typing import Annotated

from typer import Option

from proform.cli import options as common
from proform.cli.meta import options
from proform.cli.output import show
from proform.errors import ProformError
from proform.output import refuse_overwriting


def compare(
    scores: options.Scores,
    human: options.Human,
    metrics: options.Metrics = None,
    negate: options.Negate = None,
    measure: Annotated[
        options.Measure, Option("--measure", help="The correlation that is permuted.")
    ] = options.Measure.PEARSON,
    resamples: options.Resamples = 10_000,
    seed: common.Seed = 12345,
    suite: options.Suite = None,
    adjudicator: options.Adjudicator = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Compare metrics by how well they go with human scores, two at a time.

    \b
    Example:
      proform meta compare scores.tsv --human people -m apt bleu
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.correlation import compare_all, comparisons  # noqa: PLC0415
    from proform.meta.systems import Judges, load_study, split  # noqa: PLC0415

    refuse_overwriting([output], [*scores, split(human)[0]])
    judges = Judges(human, suite, adjudicator)
    study = load_study(scores, judges, metrics or (), negate or ())
    if len(study.metrics) < 2:
        raise ProformError("one metric only: there is nothing to compare it with")
    found = compare_all(study, measure.value, resamples, seed)
    how = f"{resamples} permutations, seed {seed}; p is two-sided"
    show([comparisons(found, measure.value)], (*study.notes, how), style, output)
