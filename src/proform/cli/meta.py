"""`proform meta`: how far can a metric be trusted?"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import proform
from proform.cli import options
from proform.cli.command import group
from proform.cli.metrics import metrics, mqm
from proform.cli.options import arg, opt
from proform.human import MAJORITY
from proform.table.writers import WRITERS

MEASURES = ("pearson", "spearman", "kendall")

Scores = Annotated[
    list[Path],
    arg("SCORES...", "Tables with a column system and figures (.tsv, .csv), or results (.json)."),
]
Human = Annotated[
    str,
    opt(
        "--human WHAT",
        "Human scores: FILE, FILE#COLUMN, a column of SCORES, judgements, or a store.",
    ),
]
Detail = Annotated[Path, arg("DETAIL", "What a metric decided: a file of --detail.")]
Judgements = Annotated[str, opt("--human JUDGEMENTS", "A table of judgements, or a store.")]
SuiteName = Annotated[str | None, opt("--suite NAME", "Which suite of a store, if it has several.")]
Metrics = Annotated[
    list[str] | None, opt("-m --metrics METRIC...", "Only these figures of SCORES.")
]
OneMetric = Annotated[str | None, opt("-m --metric METRIC", "Which metric, if DETAIL has several.")]


@dataclass(frozen=True)
class Settled:
    """How judgements that differ are settled."""

    suite: SuiteName = None
    adjudicator: Annotated[
        str | None, opt("--adjudicator NAME", "The annotator who settles disagreements.")
    ] = None
    policy: options.Policy = MAJORITY


@dataclass(frozen=True)
class PairPrinting(options.Written):
    """How and where pairs are printed."""

    style: Annotated[
        str, options.choice("-f", "--format", known=("list", *WRITERS), help="How to print.")
    ] = "list"


@dataclass(frozen=True)
class Draws:
    """How often is drawn, and from which seed."""

    resamples: options.Resamples = 10_000
    seed: options.Seed = 12345


def correlate(
    scores: Scores,
    human: Human,
    drawing: Draws,
    people: Settled,
    printing: options.Written,
    metrics: Metrics = None,
    each: Annotated[bool, opt("--each", "Also show the values with each system left out.")] = False,
    plot: Annotated[Path | None, opt("--plot FILE", "Draw a scatter plot: .svg or .png.")] = None,
) -> None:
    """Correlate metrics with human scores over systems, and see what single systems do to it.

    \b
    Example:
      proform meta correlate scores.tsv --human scores.tsv#people --plot scatter.svg
      proform meta correlate apt.json bleu.json --human suite.db
    """  # noqa: D301 (\\b is for the help)
    printing.spare(*scores, _file(human), plot=plot)
    correlated = proform.meta.correlate(
        scores, human, metrics=metrics or (), each=each, **asdict(drawing), **asdict(people)
    )
    printing.draw(correlated, plot)


def compare(
    scores: Scores,
    human: Human,
    drawing: Draws,
    people: Settled,
    printing: options.Written,
    metrics: Metrics = None,
    negate: Annotated[
        list[str] | None, opt("--negate METRIC...", "Metrics where less is better, such as TER.")
    ] = None,
    measure: Annotated[
        str, options.choice("--measure", known=MEASURES, help="The correlation that is permuted.")
    ] = "pearson",
) -> None:
    """Compare metrics by how well they go with human scores, two at a time.

    \b
    Example:
      proform meta compare scores.tsv --human people -m apt bleu
    """  # noqa: D301
    printing.spare(*scores, _file(human))
    compared = proform.meta.compare(
        scores,
        human,
        metrics=metrics or (),
        negate=negate or (),
        measure=measure,
        **asdict(drawing),
        **asdict(people),
    )
    printing.write(compared)


def grid(
    results: Annotated[
        list[Path],
        arg("RESULTS...", "The JSON of APT, with repair and without: their signatures tell which."),
    ],
    human: Human,
    people: Settled,
    printing: options.Written,
    w2: Annotated[str, opt("--w2 W,...", "Weights of case 2.")] = "0,0.5,1",
    w6: Annotated[str, opt("--w6 W,...", "Weights of case 6.")] = "0,0.5,1",
    discard: options.Discard = "",
    tune: Annotated[
        str | None,
        options.choice(
            "--tune", known=MEASURES[:2], help="Choose the best setting, test it on --test-results."
        ),
    ] = None,
    test_results: Annotated[
        list[Path] | None, opt("--test-results RESULTS...", "The same of other systems.")
    ] = None,
    test_human: Annotated[
        str | None, opt("--test-human WHAT", "Their human scores, if not in --human.")
    ] = None,
) -> None:
    """Try weights of APT's cases 2 and 6, with repair and without, against human scores.

    \b
    Example:
      proform meta grid repaired.json basic.json --human people.tsv
      proform meta grid dev.json --human people.tsv --tune pearson --test-results test.json
    """  # noqa: D301
    printing.spare(*results, *(test_results or ()))
    tried = proform.meta.grid(
        results,
        human,
        w2=w2,
        w6=w6,
        discard=discard,
        tune=tune,
        test_results=test_results or (),
        test_human=test_human,
        **asdict(people),
    )
    printing.write(tried)


def cases(
    detail: Detail,
    human: Judgements,
    people: Settled,
    printing: options.Written,
    without: Annotated[
        Path | None,
        opt(
            "--without-repair DETAIL",
            "The same run without repair: compare how the cases are distributed.",
        ),
    ] = None,
) -> None:
    """Count what people say of each of APT's six cases.

    \b
    Example:
      proform meta cases detail.tsv --human judgements.tsv --without-repair basic.tsv
    """  # noqa: D301
    printing.spare(detail, human, without)
    printing.write(proform.meta.cases(detail, human, without_repair=without, **asdict(people)))


def categories(
    detail: Detail,
    human: Judgements,
    people: Settled,
    printing: options.Written,
    metric: OneMetric = None,
) -> None:
    """Compare a metric's decisions with people's, by category.

    \b
    Example:
      proform meta categories detail.tsv --human suite.db -m apt
    """  # noqa: D301
    printing.spare(detail, human)
    printing.write(proform.meta.categories(detail, human, metric=metric, **asdict(people)))


def agreement(
    judgements: Annotated[str, arg("JUDGEMENTS", "A table of judgements, or a store.")],
    drawing: Draws,
    printing: options.Written,
    listed: Annotated[bool, opt("--list", "Also list the disagreements.")] = False,
    suite: SuiteName = None,
) -> None:
    """Measure how far annotators agree: kappa of each two, alpha of more, by category.

    \b
    Example:
      proform meta agreement judgements.tsv --list
    """  # noqa: D301
    printing.spare(judgements)
    printing.write(
        proform.meta.agreement(judgements, listed=listed, suite=suite, **asdict(drawing))
    )


def equivalents(
    detail: Detail,
    human: Judgements,
    people: Settled,
    printing: PairPrinting,
    part: Annotated[
        float, opt("--part", "Drop pairs that are rarer in the sample.", min=0, max=1)
    ] = 0.05,
    above: Annotated[
        float, opt("--above", "Keep pairs that are correct more often.", min=0, max=1)
    ] = 0.5,
    languages: Annotated[
        str | None, opt("-l --language-pair SRC-TGT", "Whose identical forms are one.")
    ] = None,
    identical: options.Identical = None,
    packs: options.Packs = None,
) -> None:
    """Find pronouns that may replace each other: a list for proform score --equivalent.

    \b
    Example:
      proform meta equivalents detail.tsv --human judgements.tsv -l en-fr -o equivalent.list
    """  # noqa: D301
    printing.spare(detail, human, identical)
    pairs = proform.meta.equivalents(
        detail,
        human,
        part=part,
        above=above,
        languages=languages,
        identical=identical,
        packs=packs,
        **asdict(people),
    )
    printing.write(pairs)


def disagreements(
    detail: Detail,
    human: Judgements,
    people: Settled,
    printing: options.Written,
    metric: OneMetric = None,
    category: Annotated[str | None, opt("-c --category NAME", "Only of this category.")] = None,
) -> None:
    """List the pronouns that a metric and people decide differently, with their sentences.

    \b
    Example:
      proform meta disagreements detail.tsv --human judgements.tsv -c event_it
    """  # noqa: D301
    printing.spare(detail, human)
    printing.write(
        proform.meta.disagreements(
            detail, human, metric=metric, category=category, **asdict(people)
        )
    )


def _file(human: str) -> Path:
    """The file of FILE#COLUMN."""
    file, mark, _ = human.rpartition("#")
    return Path(human if not mark or Path(human).is_file() else file)


app = group(
    "Metrics against people: correlation, agreement, disagreements.",
    *(correlate, compare, grid, cases, categories),
    *(agreement, equivalents, disagreements, metrics, mqm),
)
