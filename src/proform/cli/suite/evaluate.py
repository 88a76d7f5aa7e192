"""What is surely right in each system, and what a person must look at."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.suite import options
from proform.output import refuse_overwriting, writing

if TYPE_CHECKING:
    from proform.scoring.panel import Accepted
    from proform.store.load import Stored
    from proform.suite.suite import Target


class Metric(Enum):
    """The judges that a suite can be put to."""

    PROTEST = "protest"
    APT = "apt"
    AUTOPRF = "autoprf"
    AUTOPRF_STRICT = "autoprf-strict"
    AGREEMENT = "agreement"


class By(Enum):
    """What scores can be broken down by."""

    CATEGORY = "category"
    PRONOUN = "pronoun"
    DOCUMENT = "document"


def evaluate(
    where: options.Where,
    metrics: Annotated[
        list[Metric],
        Option(
            "-m",
            "--metrics",
            metavar="METRIC...",
            help="protest apt autoprf autoprf-strict agreement",
        ),
    ] = [Metric.PROTEST],  # noqa: B006 (never changed)
    systems: Annotated[
        list[str] | None,
        Option("-i", "--systems", metavar="NAME...", help="Only these, the baseline first."),
    ] = None,
    accept: Annotated[
        bool,
        Option(
            "--accept-annotations",
            help="What annotators found right in other systems is a reference, too.",
        ),
    ] = False,
    by: Annotated[
        list[By], Option("--by", metavar="KIND...", help="By category, pronoun, document.")
    ] = [By.CATEGORY],  # noqa: B006
    weights: common.WeightList = "1,0.5,0,0,0,0",
    discard: common.Discard = "",
    repair: common.RepairBy = common.Repair.PAPER,
    no_repair: common.NoRepair = False,
    other_equal: common.OtherEqual = False,
    target_pronouns: common.TargetPronouns = None,
    packs: common.Packs = None,
    confidence: common.Confidence = False,
    paired: common.IsPaired = False,
    resamples: common.Resamples = 1000,
    seed: common.Seed = 12345,
    matrix: common.ShowMatrix = False,
    detail: common.Detail = None,
    style: common.Style = common.Format.TEXT,
    output: common.Output = None,
    suite: options.SuiteName = None,
) -> None:
    """Evaluate all systems of a suite: approved or referred to a person, by category.

    \b
    Example:
      proform suite evaluate suite.db
      proform suite evaluate suite.db -m protest apt --confidence --detail all.tsv -f json
    """  # noqa: D301 (\\b is for the help)
    from proform.judge.weights import Weights  # noqa: PLC0415
    from proform.scoring.score import judgement_sink  # noqa: PLC0415
    from proform.scoring.summary import Resampling  # noqa: PLC0415
    from proform.suite.evaluate import choices_of  # noqa: PLC0415
    from proform.suite.evaluate import evaluate as run  # noqa: PLC0415
    from proform.text.lists import read_list  # noqa: PLC0415

    refuse_overwriting([detail, output], [Path(where)])
    stored, reference, targets, accepted = _loaded(where, suite, systems or [], accept=accept)
    aligning.check_packs(packs)
    choices = choices_of(
        stored.suite,
        packs,
        target_pronouns=read_list(target_pronouns) if target_pronouns else (),
        repair="none" if no_repair else repair.value,
        other_equal=other_equal,
        weights=Weights.parse(weights, discard),
    )
    resampling = Resampling(confidence, paired, resamples, seed)
    with writing(output) as out, judgement_sink(detail) as sink:
        chosen = [metric.value for metric in metrics]
        result = run(stored.suite, reference, targets, chosen, choices, resampling, accepted, sink)
        if style is not common.Format.TEXT:  # which has them in it
            for note in result.notes:
                aligning.tell(note)
        kinds = [kind.value for kind in by]
        out.write(result.to_text(style.value, by=kinds, matrix=matrix, terminal=out.is_terminal))


def _loaded(
    where: str, suite: str | None, wanted: list[str], *, accept: bool
) -> tuple[Stored, Target, list[Target], list[Accepted]]:
    from proform.errors import ProformError  # noqa: PLC0415
    from proform.human.accepted import accepted_of  # noqa: PLC0415
    from proform.human.review import reviews  # noqa: PLC0415
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import (  # noqa: PLC0415
        SYSTEM,
        candidates,
        find_suite,
        find_target,
        load_target,
        reference_of,
        targets,
    )

    with opened(where) as store, store.reading() as connection:
        stored = find_suite(connection, suite)
        reference = reference_of(connection, stored)
        if reference is None:
            raise ProformError(f"the suite {stored.suite.name!r} has no reference to compare with")
        corpora = [corpus for corpus in targets(connection, stored) if corpus.side == SYSTEM]
        if wanted:
            corpora = [find_target(connection, stored, name) for name in dict.fromkeys(wanted)]
        if not corpora:
            hint = "add one with proform suite add-system"
            raise ProformError(f"the suite {stored.suite.name!r} has no system yet", hint=hint)
        loaded = [load_target(connection, stored, corpus) for corpus in corpora]
        accepted = []
        if accept:
            everyone = {
                corpus.name: load_target(connection, stored, corpus)
                for corpus in targets(connection, stored)
            }
            reviewed = reviews(connection, stored)
            where_from = candidates(connection, stored)
            accepted = accepted_of(stored.suite, everyone, reviewed, where_from)
    return stored, reference, loaded, accepted
