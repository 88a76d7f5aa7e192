"""The options that the commands of meta-evaluation share."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option


class Measure(Enum):
    """Coefficients of correlation."""

    PEARSON = "pearson"
    SPEARMAN = "spearman"
    KENDALL = "kendall"


Scores = Annotated[
    list[Path],
    Argument(
        metavar="SCORES...",
        help="Tables with a column system and figures (.tsv, .csv), or results (.json).",
    ),
]
Human = Annotated[
    str,
    Option(
        "--human",
        metavar="WHAT",
        help="Human scores: FILE, FILE#COLUMN, a column of SCORES, judgements, or a store.",
    ),
]
Detail = Annotated[
    Path, Argument(metavar="DETAIL", help="What a metric decided: a file of --detail.")
]
Judgements = Annotated[
    str,
    Option("--human", metavar="JUDGEMENTS", help="A table of judgements, or a store."),
]
Suite = Annotated[
    str | None, Option("--suite", metavar="NAME", help="Which suite of a store, if it has several.")
]
Adjudicator = Annotated[
    str | None,
    Option("--adjudicator", metavar="NAME", help="The annotator who settles disagreements."),
]
Metrics = Annotated[
    list[str] | None,
    Option("-m", "--metrics", metavar="METRIC...", help="Only these figures of SCORES."),
]
Negate = Annotated[
    list[str] | None,
    Option("--negate", metavar="METRIC...", help="Metrics where less is better, such as TER."),
]
OneMetric = Annotated[
    str | None,
    Option("-m", "--metric", metavar="METRIC", help="Which metric, if DETAIL has several."),
]
Resamples = Annotated[
    int, Option("--resamples", min=100, help="How many resamples, for intervals and tests.")
]
