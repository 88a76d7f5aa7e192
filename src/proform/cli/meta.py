"""`proform meta`: how far can a metric be trusted?"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import proform
from proform.cli import options
from proform.cli.command import group
from proform.cli.console import tell
from proform.cli.options import arg, opt, table_command
from proform.human import MAJORITY
from proform.table.writers import WRITERS

GENERAL = ("bleu", "chrf", "ter", "meteor", "meteor-pronouns")
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
Detail = Annotated[Path, arg("DETAIL", "What a metric decided: a --detail file.")]
Judgements = Annotated[str, opt("--human JUDGEMENTS", "A table of judgements, or a store.")]
SuiteName = Annotated[str | None, opt("--suite NAME", "Which suite, if the store has several.")]
Adjudicator = Annotated[
    str | None, opt("--adjudicator NAME", "The annotator who settles disagreements.")
]
Metrics = Annotated[
    list[str] | None, opt("-m --metrics METRIC...", "Only these figures of SCORES.")
]
OneMetric = Annotated[str | None, opt("-m --metric METRIC", "Which metric, if DETAIL has several.")]


@dataclass(frozen=True, kw_only=True)
class Settled:
    """How judgements that differ are settled."""

    suite: SuiteName = None
    adjudicator: Adjudicator = None
    policy: options.Policy = MAJORITY


@dataclass(frozen=True, kw_only=True)
class Draws:
    """How often is drawn, and from which seed."""

    resamples: options.Resamples = 10_000
    seed: options.Seed = 12345


@dataclass(frozen=True)
class PairPrinting(options.Written):
    """How and where pairs are printed."""

    style: Annotated[
        str, options.choice("-f", "--format", known=("list", *WRITERS), help="The output format.")
    ] = "list"


@dataclass(frozen=True, kw_only=True)
class _Correlate(Settled, Draws):
    """Correlate metrics with human scores over systems, and show what single systems do to it.

    \b
    Example:
      proform meta correlate scores.tsv --human scores.tsv#people --plot scatter.svg
      proform meta correlate apt.json bleu.json --human suite.db
    """  # noqa: D301 (\\b is for the help)

    scores: Scores
    human: Human
    metrics: Metrics = None
    each: Annotated[bool, opt("--each", "Also show the values with each system left out.")] = False
    plot: Annotated[Path | None, opt("--plot FILE", "Draw a scatter plot: .svg or .png.")] = None


@dataclass(frozen=True, kw_only=True)
class _Compare(Settled, Draws):
    """Compare metrics, two at a time, by how well they correlate with human scores.

    \b
    Example:
      proform meta compare scores.tsv --human people -m apt bleu
    """  # noqa: D301

    scores: Scores
    human: Human
    metrics: Metrics = None
    negate: Annotated[
        list[str] | None, opt("--negate METRIC...", "Metrics where lower is better, such as TER.")
    ] = None
    measure: Annotated[
        str, options.choice("--measure", known=MEASURES, help="The correlation that is permuted.")
    ] = "pearson"


@dataclass(frozen=True, kw_only=True)
class _Grid(Settled):
    """Try weights of APT's cases 2 and 6, with repair and without, against human scores.

    \b
    Example:
      proform meta grid repaired.json basic.json --human people.tsv
      proform meta grid dev.json --human people.tsv --tune pearson --test-results test.json
    """  # noqa: D301

    results: Annotated[
        list[Path],
        arg(
            "RESULTS...",
            "JSON results of APT, with repair and without; the signatures tell which is which.",
        ),
    ]
    human: Human
    w2: Annotated[str, opt("--w2 W,...", "Weights of case 2.")] = "0,0.5,1"
    w6: Annotated[str, opt("--w6 W,...", "Weights of case 6.")] = "0,0.5,1"
    discard: options.Discard = ""
    tune: Annotated[
        str | None,
        options.choice(
            "--tune", known=MEASURES[:2], help="Choose the best setting, test it on --test-results."
        ),
    ] = None
    test_results: Annotated[
        list[Path] | None, opt("--test-results RESULTS...", "Such results for other systems.")
    ] = None
    test_human: Annotated[
        str | None, opt("--test-human WHAT", "Their human scores, if not in --human.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class _Cases(Settled):
    """Count what people say of each of APT's six cases.

    \b
    Example:
      proform meta cases detail.tsv --human judgements.tsv --without-repair basic.tsv
    """  # noqa: D301

    detail: Detail
    human: Judgements
    without_repair: Annotated[
        Path | None,
        opt(
            "--without-repair DETAIL",
            "The same run without repair: compare how the cases are distributed.",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class _Categories(Settled):
    """Compare a metric's decisions with people's, by category.

    \b
    Example:
      proform meta categories detail.tsv --human suite.db -m apt
    """  # noqa: D301

    detail: Detail
    human: Judgements
    metric: OneMetric = None


@dataclass(frozen=True, kw_only=True)
class _Judge(Settled):
    """Show how far judges can be trusted: agreement with people, calibration, favouritism.

    \b
    Example:
      proform meta judge detail.jsonl --human suite.db --plot reliability.svg
    """  # noqa: D301

    detail: Detail
    human: Judgements
    metric: OneMetric = None
    plot: Annotated[Path | None, opt("--plot FILE", "Draw the calibration plot: .svg or .png.")] = (
        None
    )


@dataclass(frozen=True, kw_only=True)
class _Agreement(Draws):
    """Measure how far annotators agree: kappa for pairs, alpha for more, by category.

    \b
    Example:
      proform meta agreement judgements.tsv --list
    """  # noqa: D301

    judgements: Annotated[str, arg("JUDGEMENTS", "A table of judgements, or a store.")]
    listed: Annotated[bool, opt("--list", "Also list the disagreements.")] = False
    suite: SuiteName = None
    adjudicator: Adjudicator = None


@dataclass(frozen=True, kw_only=True)
class _Equivalents(Settled):
    """Find pronouns that may replace each other: a list for proform score --equivalent.

    \b
    Example:
      proform meta equivalents detail.tsv --human judgements.tsv -l en-fr -o equivalent.list
    """  # noqa: D301

    detail: Detail
    human: Judgements
    part: Annotated[
        float, opt("--part", "Drop pairs that are rarer in the sample.", min=0, max=1)
    ] = 0.05
    above: Annotated[
        float, opt("--above", "Keep pairs that are correct more often.", min=0, max=1)
    ] = 0.5
    languages: Annotated[
        str | None,
        opt("-l --language-pair SRC-TGT", "The language pair, whose identical forms count as one."),
    ] = None
    identical: options.Identical = None
    packs: options.Packs = None


@dataclass(frozen=True, kw_only=True)
class _Disagreements(Settled):
    """List the pronouns that a metric and people decide differently, with their sentences.

    \b
    Example:
      proform meta disagreements detail.tsv --human judgements.tsv -c event_it
    """  # noqa: D301

    detail: Detail
    human: Judgements
    metric: OneMetric = None
    category: Annotated[str | None, opt("-c --category NAME", "Only of this category.")] = None


@dataclass(frozen=True, kw_only=True)
class _Metrics:
    """Score systems with general metrics, for comparison with pronoun metrics.

    \b
    Example:
      proform meta metrics -r talk.fr -i base.fr new.fr -l en-fr -m bleu meteor -f tsv -o bleu.tsv
    """  # noqa: D301

    reference: options.Reference
    systems: options.Systems
    languages: options.Languages
    metrics: Annotated[
        list[str] | None,
        options.choice(
            *("-m", "--metrics"),
            known=GENERAL,
            help=f"{' '.join(GENERAL)} (ter is slow); else bleu, chrf and meteor.",
            several=True,
        ),
    ] = None
    tokenized: options.Tokenized = False
    exact: Annotated[bool, opt("--exact", "METEOR: match identical words only, no stems.")] = False
    delta: Annotated[
        float | None, opt("--delta", "METEOR: the weight of content words.", min=0, max=1)
    ] = None
    function_words: Annotated[
        Path | None,
        opt("--function-words FILE", "METEOR: words that do not count as content words."),
    ] = None
    packs: options.Packs = None


@dataclass(frozen=True, kw_only=True)
class _Mqm:
    """Make MQM ratings usable: texts to score, judgements of pronouns, scores of systems.

    \b
    Example:
      proform meta mqm ted.tsv -l en-de --texts texts.tsv
      proform score -s texts.tsv -r texts.tsv -i texts.tsv -l en-de --detail apt.jsonl
      proform meta mqm ted.tsv -l en-de --detail apt.jsonl --judgements people.tsv
    """  # noqa: D301

    ratings: Annotated[Path, arg("RATINGS", "The TSV of a campaign, plain or gzip.")]
    languages: options.Languages
    reference: Annotated[
        str, opt("--reference NAME", "The human translation among the systems.")
    ] = "ref"
    texts: Annotated[
        Path | None, opt("--texts FILE", "Write source, reference and systems: .tsv.")
    ] = None
    detail: Annotated[
        Path | None, opt("--detail FILE", "What a metric decided on these texts.")
    ] = None
    judgements: Annotated[
        Path | None, opt("--judgements FILE", "Write what raters say of its pronouns: .tsv.")
    ] = None
    packs: options.Packs = None


def export(
    detail: Detail,
    output: options.NewFile,
    to: Annotated[
        str, options.choice("--to", known=("table", "mqm", "esa", "scores"), help="The format.")
    ] = "table",
    metric: OneMetric = None,
) -> None:
    """Write a judge's decisions in formats that other tools, and -m file:NAME=PATH, read.

    \b
    Example:
      proform meta export detail.jsonl -m llm --to esa -o spans.jsonl
    """  # noqa: D301
    rows = proform.meta.export(detail, output, to=to, metric=metric)
    tell(f"{rows} lines in {output}")


app = group(
    "Metrics against people: correlation, agreement, disagreements.",
    table_command("meta.correlate", _Correlate),
    table_command("meta.compare", _Compare),
    table_command("meta.grid", _Grid),
    table_command("meta.cases", _Cases),
    table_command("meta.categories", _Categories),
    table_command("meta.judge", _Judge),
    export,
    table_command("meta.agreement", _Agreement),
    table_command("meta.equivalents", _Equivalents, PairPrinting),
    table_command("meta.disagreements", _Disagreements),
    table_command("meta.metrics", _Metrics),
    table_command("meta.mqm", _Mqm),
)
