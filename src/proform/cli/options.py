"""The options of the commands: names, types and help."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

from typer import Option


class Metric(Enum):
    """The metrics there are."""

    APT = "apt"
    AUTOPRF = "autoprf"
    AUTOPRF_STRICT = "autoprf-strict"
    AGREEMENT = "agreement"


class Repair(Enum):
    """How links of pronouns are mended."""

    PAPER = "paper"
    INFORMED = "informed"
    NONE = "none"


class Anchor(Enum):
    """Where the pronouns are looked for."""

    SOURCE = "source"
    REFERENCE = "reference"


class By(Enum):
    """What scores can be broken down by."""

    PRONOUN = "pronoun"
    DOCUMENT = "document"


class Format(Enum):
    """How the result is written."""

    TEXT = "text"
    JSON = "json"
    TSV = "tsv"
    CSV = "csv"
    LATEX = "latex"
    MARKDOWN = "markdown"
    HTML = "html"
    SVG = "svg"


Source = Annotated[str, Option("-s", "--source", metavar="SRC", help="The source text.")]
Reference = Annotated[
    str, Option("-r", "--reference", metavar="REF", help="A human translation of it.")
]
Systems = Annotated[
    list[str],
    Option(
        "-i",
        "--input",
        metavar="SYS...",
        help="The systems' translations, the baseline first: FILE, NAME=FILE, or FILE#NAME.",
    ),
]
Languages = Annotated[
    str, Option("-l", "--language-pair", metavar="SRC-TGT", help="Such as en-fr.")
]
AlignReference = Annotated[
    Path | None,
    Option("--align-ref", metavar="FILE", help="Word alignment of source and reference (i-j)."),
]
AlignSystems = Annotated[
    list[Path] | None,
    Option("--align-sys", metavar="FILE...", help="Of source and each system, in their order."),
]
Tokenized = Annotated[
    bool, Option("--tokenized", help="The texts are tokenised; given alignments imply it.")
]
Docs = Annotated[
    Path | None,
    Option("--docs", metavar="FILE", help="A document id a line, or the lines where they start."),
]
Metrics = Annotated[
    list[Metric],
    Option("-m", "--metrics", metavar="METRIC...", help="apt autoprf autoprf-strict agreement"),
]
Positions = Annotated[
    Path | None,
    Option("--positions", metavar="FILE", help="Only these source words: SEGMENT TOKEN, from 0."),
]
AnchorAt = Annotated[
    Anchor, Option("--anchor", help="Start from the pronouns of the source or the reference.")
]
SourcePronouns = Annotated[
    Path | None,
    Option("--source-pronouns", metavar="FILE", help="Pronouns to evaluate, one a line."),
]
TargetPronouns = Annotated[
    Path | None, Option("--target-pronouns", metavar="FILE", help="Target pronouns, one a line.")
]
Identical = Annotated[
    Path | None, Option("--identical", metavar="FILE", help="Forms that count as one: ce,c'")
]
Equivalent = Annotated[
    Path | None,
    Option("--equivalent", metavar="FILE", help="Forms that are as good: ce,il or it,ce,il,0.6"),
]
Packs = Annotated[
    Path | None,
    Option("--packs", metavar="DIR", envvar="PROFORM_PACKS", help="Language packs of your own."),
]
WeightList = Annotated[
    str, Option("--weights", metavar="W1,...,W6", help="Of APT's six cases; or apt-a, apt-b.")
]
Discard = Annotated[
    str, Option("--discard", metavar="CASES", help="APT cases to leave out, such as 5,6.")
]
RepairBy = Annotated[
    Repair, Option("--repair", help="How links of pronouns are mended: as in the paper, or better.")
]
NoRepair = Annotated[bool, Option("--no-repair", help="Take the alignment as it is.")]
OtherEqual = Annotated[
    bool, Option("--other-equal", help="Two translations that are no pronouns are identical.")
]
Confidence = Annotated[bool, Option("--confidence", help="Give 95% intervals (bootstrap).")]
IsPaired = Annotated[
    bool, Option("--paired", help="Test each system against the first (two ways).")
]
Resamples = Annotated[
    int, Option("--resamples", min=100, help="How many resamples, for intervals and tests.")
]
Seed = Annotated[int, Option("--seed", min=0, help="The seed of the resampling.")]
Jobs = Annotated[int, Option("-j", "--jobs", min=0, help="Processes; 0 is one for each core.")]
Breakdown = Annotated[
    list[By] | None, Option("--by", metavar="KIND...", help="Also by pronoun, by document.")
]
ShowMatrix = Annotated[bool, Option("--matrix", help="Show the confusion matrices.")]
Detail = Annotated[
    Path | None,
    Option("--detail", metavar="FILE", help="A row an occurrence, with evidence: .tsv or .jsonl."),
]
Style = Annotated[Format, Option("-f", "--format", help="How to print.")]
Output = Annotated[
    Path | None, Option("-o", "--output", metavar="FILE", help="Write there, not to stdout.")
]
