"""APT's settings against human scores."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from proform.cli import options as common
from proform.cli.meta import options
from proform.cli.output import show
from proform.errors import ProformError
from proform.output import refuse_overwriting


class Tune(Enum):
    """What a setting is chosen by."""

    PEARSON = "pearson"
    SPEARMAN = "spearman"


def grid(
    results: Annotated[
        list[Path],
        Argument(
            metavar="RESULTS...",
            help="The JSON of APT, with repair and without: their signatures tell which.",
        ),
    ],
    human: options.Human,
    w2: Annotated[str, Option("--w2", metavar="W,...", help="Weights of case 2.")] = "0,0.5,1",
    w6: Annotated[str, Option("--w6", metavar="W,...", help="Weights of case 6.")] = "0,0.5,1",
    discard: common.Discard = "",
    tune: Annotated[
        Tune | None, Option("--tune", help="Choose the best setting, test it on --test-results.")
    ] = None,
    test_results: Annotated[
        list[Path] | None,
        Option("--test-results", metavar="RESULTS...", help="The same of other systems."),
    ] = None,
    test_human: Annotated[
        str | None,
        Option("--test-human", metavar="WHAT", help="Their human scores, if not in --human."),
    ] = None,
    suite: options.Suite = None,
    adjudicator: options.Adjudicator = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
) -> None:
    """Try weights of APT's cases 2 and 6, with repair and without, against human scores.

    \b
    Example:
      proform meta grid repaired.json basic.json --human people.tsv
      proform meta grid dev.json --human people.tsv --tune pearson --test-results test.json
    """  # noqa: D301 (\\b is for the help)
    from proform.meta.settings import (  # noqa: PLC0415
        load_counts,
        settings,
        tuning,
    )
    from proform.meta.systems import Judges  # noqa: PLC0415
    from proform.stats.weights import grid as tried  # noqa: PLC0415
    from proform.stats.weights import tune as tuned  # noqa: PLC0415

    if (tune is None) != (not test_results):
        hint = "a setting is tested on other systems than it was chosen on"
        raise ProformError("--tune and --test-results go together", hint=hint)
    refuse_overwriting([output], [*results, *(test_results or ())])
    weights, discarded = (_weights(w2), _weights(w6)), _discarded(discard)
    judges = Judges(human, suite, adjudicator)
    counts = load_counts(results, judges)
    tables = [settings(tried(counts.sample, *weights, discarded))]
    notes = [*counts.notes]
    if tune is not None:
        others = load_counts(test_results or [], Judges(test_human or human, suite, adjudicator))
        if not set(counts.sample.counts) <= set(others.sample.counts):
            raise ProformError("the runs to test on must be with repair and without, as the others")
        found = tuned(counts.sample, others.sample, tune.value, *weights, discarded)
        if found is None:
            raise ProformError("no setting has a correlation, so there is none to choose")
        tables.append(tuning(found, tune.value))
        notes += others.notes
        both = [system for system in others.systems if system in counts.systems]
        if both:
            notes.append(f"in both sets, so the test is too kind: {', '.join(both)}")
    show(tables, list(dict.fromkeys(notes)), style, output)


def _weights(text: str) -> tuple[float, ...]:
    try:
        found = tuple(dict.fromkeys(float(field) for field in text.split(",")))
    except ValueError:
        raise ProformError(f"not weights: {text!r}", hint="such as 0,0.5,1") from None
    if not all(0 <= weight <= 1 for weight in found):
        raise ProformError(f"a weight is not between 0 and 1: {text!r}")
    return found


def _discarded(text: str) -> frozenset[int]:
    from proform.judge.weights import Weights  # noqa: PLC0415

    return Weights.parse("apt-b", text).discarded
