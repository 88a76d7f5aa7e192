"""`proform score`, `merge`, `report` and `apt`: scores, and pages of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

import proform
from proform import released
from proform.cli import options
from proform.cli.console import progressing, tell
from proform.cli.gate import Gate
from proform.cli.judge import AskingOptions
from proform.cli.options import arg, metrics_option, opt
from proform.judge import PREFIX
from proform.output import Writer, writing
from proform.scoring import BREAKDOWNS

if TYPE_CHECKING:
    from proform.scoring.result import Result

LLM = "llm"
"""The metric that asks a language model."""

Breakdowns = Annotated[
    list[str],
    options.choice(
        "--by",
        known=BREAKDOWNS,
        help="Also break scores down by pronoun, by document or, where known, by category.",
        several=True,
        panel=options.OUTPUT,
    ),
]


@dataclass(frozen=True)
class _Pronouns:
    """Which pronouns are evaluated, and which forms are as good as others."""

    heading: ClassVar = "Pronouns and lists"

    positions: Annotated[
        Path | None,
        opt("--positions FILE", "Only these source words: SEGMENT TOKEN, counted from 0."),
    ] = None
    anchor: options.AnchorAt = "source"
    source_pronouns: options.SourcePronouns = None
    identical: options.Identical = None
    equivalent: Annotated[
        Path | None,
        opt("--equivalent FILE", "Forms that are equally good, such as ce,il or it,ce,il,0.6"),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Scoring(options.Workers, options.Aligning, options.Judging, _Pronouns, options.Intervals):
    """What is scored and how: the arguments of `proform.score`, by their names."""

    source: options.Source
    reference: Annotated[
        str | None, opt("-r --reference REF", "A human translation; not needed for agreement.")
    ] = None
    more_references: Annotated[
        list[str] | None,
        opt(
            "--more-references REF...", "Further human translations, used as evidence by agreement."
        ),
    ] = None
    systems: options.Systems
    languages: options.Languages
    align_ref: options.AlignReference = None
    align_sys: Annotated[
        list[Path] | None,
        opt(
            "--align-sys FILE...",
            "Word alignments of the source with each system, in the order of the systems.",
        ),
    ] = None
    tokenized: options.Tokenized = False
    alignments: Annotated[
        int,
        opt(
            "--alignments", "Align with this many seeds and report how far the scores move.", min=1
        ),
    ] = 1
    documents: options.Docs = None
    resegment: Annotated[
        bool, opt("--resegment", "The systems' lines differ from the source's: find the sentences.")
    ] = False
    antecedents: options.Antecedents = None
    source_tagger: options.SourceTagger = None
    detail: options.Detail = None


def score(
    scoring: Scoring,
    output: options.Written,
    gate: Gate,
    asked: AskingOptions,
    metrics: Annotated[list[str], metrics_option(LLM)] = ["apt"],  # noqa: B006 (never changed)
    by: Breakdowns = [],  # noqa: B006
    matrix: options.ShowMatrix = False,
    shard: Annotated[
        str | None,
        opt(
            "--shard K/N",
            "Judge the Kth of N parts of the corpus; proform merge adds them up.",
            rich_help_panel=options.Workers.heading,
        ),
    ] = None,
    llm: Annotated[
        str | None,
        opt(
            "--llm NAME",
            "With -m llm: the model to ask for whatever --answers lacks.",
            rich_help_panel=AskingOptions.heading,
        ),
    ] = None,
) -> None:
    """Score how well systems translate pronouns, with a reference or without.

    \b
    Example:
      proform score -s talk.en -r talk.fr -i base.fr new.fr -l en-fr \\
        --align-ref talk.align --align-sys base.align new.align \\
        --docs talk.docs --confidence --paired --by pronoun
      proform score -s talk.en -i base.fr new.fr -l en-fr -m agreement
    """  # noqa: D301 (\\b is for the help)
    named = metrics
    if LLM in metrics:
        metrics = _answered(scoring, asked, llm, metrics)
    if shard is not None:
        if matrix or gate != Gate():
            what = "--matrix, --fail-under and --baseline are for proform merge"
            raise typer.BadParameter(what)
        _score_shard(shard, scoring, output.output, metrics, by)
        return
    gate.check(named)
    with writing(output.output) as out:
        with progressing() as progress:
            result = proform.score(
                metrics=metrics,
                categories="category" in by,
                judgements=gate.paired,
                outputs=[output.output],
                progress=progress,
                **scoring.settings,
            )
        result = gate.compare(result, scoring.resamples, scoring.seed)
        _show(result, output, out, by=by, matrix=matrix)
    gate.close(result, metrics)


def _answered(
    scoring: Scoring, asked: AskingOptions, llm: str | None, metrics: list[str]
) -> list[str]:
    """The metrics with the model's answers as a judge; what is missing is asked first."""
    if asked.answers is None:
        raise typer.BadParameter("-m llm needs --answers FILE, where answers are kept")
    if llm is not None:
        texts = scoring.settings | {"detail": None, "confidence": False, "paired": False}
        for name in _OF_ONE_RUN:
            texts.pop(name)
        questions = proform.ask.questions_of_texts(**texts)
        asked.ask(asked.asking(questions, llm, asked.answers))
    return [f"{PREFIX}{LLM}={asked.answers}" if name == LLM else name for name in metrics]


_OF_ONE_RUN = {
    "alignments": 1,
    "cluster": None,
    "shards": None,
    "parts": None,
}


def _score_shard(
    shard: str, scoring: Scoring, path: Path | None, metrics: list[str], by: list[str]
) -> None:
    if path is None:
        raise typer.BadParameter("--shard needs a file to write to: -o part.3")
    settings = scoring.settings
    for name, usual in _OF_ONE_RUN.items():
        if settings.pop(name) != usual:
            option = name.replace("_", "-")
            raise typer.BadParameter(f"--shard is one part, and --{option} is for all of them")
    with progressing() as progress:
        proform.score_shard(
            *(shard, path),
            metrics=metrics,
            categories="category" in by,
            progress=progress,
            **settings,
        )


def merge(
    parts: Annotated[list[Path], arg("PART", "The files of `proform score --shard`.")],
    output: options.Written,
    gate: Gate,
    by: Breakdowns = [],  # noqa: B006
    matrix: options.ShowMatrix = False,
    skip_missing: Annotated[
        bool, opt("--skip-missing", "Continue without missing or broken parts, and say so.")
    ] = False,
) -> None:
    """Add up the parts of a corpus: exactly the result of scoring it in one run.

    \b
    Example:
      proform merge part.1 part.2 part.3 -f json -o result.json
    """  # noqa: D301
    output.spare(parts)
    result = proform.merge(parts, skip_missing=skip_missing)
    metrics = list(result.descriptions)
    gate.check(metrics)
    usual = options.Intervals()  # there are no rows to resample
    result = gate.compare(result, usual.resamples, usual.seed)
    with writing(output.output) as out:
        _show(result, output, out, by=by, matrix=matrix)
    gate.close(result, metrics)


def _show(
    result: Result, output: options.Written, out: Writer, *, by: list[str], matrix: bool
) -> None:
    output.tell(result.notes)
    out.write(result.to_text(output.style, by=by, matrix=matrix, terminal=out.is_terminal))


def report(
    inputs: Annotated[
        list[str],
        arg("INPUT", "JSON from proform score, --detail files, a store, human scores, judgements."),
    ],
    output: Annotated[Path, opt("-o --output FILE", "The page to write (HTML).")],
    title: Annotated[str, opt("--title", "The title of the page.")] = "",
    latex: Annotated[
        Path | None, opt("--latex DIR", "Also write each table as a LaTeX file.")
    ] = None,
    csv: Annotated[Path | None, opt("--csv DIR", "Also write each table as a CSV file.")] = None,
    suite: options.SuiteName = None,
    packs: options.Packs = None,
    resamples: options.Resamples = 1000,
    seed: options.Seed = 12345,
) -> None:
    """Write an HTML report to read, search and share: one self-contained file.

    \b
    Example:
      proform report scores.json detail.tsv -o report.html
      proform report suite.db human.tsv -o report.html --latex tables --csv tables
    """  # noqa: D301
    with progressing() as progress:
        notes = proform.write_report(
            inputs,
            output,
            title=title,
            latex=latex,
            csv=csv,
            suite=suite,
            packs=packs,
            resamples=resamples,
            seed=seed,
            progress=progress,
        )
    tell(*notes)


def apt(
    config: Annotated[
        Path, arg("CONFIG", "The script's INI file; paths in it mean what they mean there.")
    ],
) -> None:
    """Score as the APT authors' published script does, from its own configuration file.

    Writes OUT.score and OUT.detail, where OUT is the output_file of the configuration.

    \b
    Example:
      proform apt data_es-en/config_1
    """  # noqa: D301
    first_line, files = released.run_script(config)
    typer.echo(first_line)
    tell(f"wrote {' and '.join(map(str, files))}")
