"""`proform score`, `proform report` and `proform apt`: scores, and pages of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import proform
from proform import released
from proform.cli import options
from proform.cli.console import progressing, tell
from proform.cli.gate import Gate
from proform.cli.options import arg, opt
from proform.output import writing
from proform.scoring import BREAKDOWNS


@dataclass(frozen=True, kw_only=True)
class Scoring(options.Aligning, options.Judging, options.Intervals):
    """What is scored and how: the arguments of `proform.score`, by their names."""

    source: options.Source
    reference: Annotated[
        str | None, opt("-r --reference REF", "A human translation of it; agreement needs none.")
    ] = None
    systems: options.Systems
    languages: options.Languages
    align_ref: options.AlignReference = None
    align_sys: Annotated[
        list[Path] | None, opt("--align-sys FILE...", "Of source and each system, in their order.")
    ] = None
    tokenized: options.Tokenized = False
    alignments: Annotated[
        int, opt("--alignments", "Align with this many seeds; report how far scores move.", min=1)
    ] = 1
    documents: options.Docs = None
    positions: Annotated[
        Path | None, opt("--positions FILE", "Only these source words: SEGMENT TOKEN, from 0.")
    ] = None
    anchor: options.AnchorAt = "source"
    source_pronouns: options.SourcePronouns = None
    identical: options.Identical = None
    equivalent: Annotated[
        Path | None, opt("--equivalent FILE", "Forms that are equally good: ce,il or it,ce,il,0.6")
    ] = None
    jobs: Annotated[int, opt("-j --jobs", "Processes; 0 is one for each core.", min=0)] = 0
    detail: options.Detail = None


def score(
    scoring: Scoring,
    output: options.Written,
    gate: Gate,
    metrics: options.Metrics = ["apt"],  # noqa: B006 (never changed)
    by: Annotated[
        list[str],
        options.choice(
            "--by", known=BREAKDOWNS, help="Also by pronoun, by document.", several=True
        ),
    ] = [],  # noqa: B006
    matrix: options.ShowMatrix = False,
) -> None:
    """Score how well systems translate pronouns, against a reference.

    \b
    Example:
      proform score -s talk.en -r talk.fr -i base.fr new.fr -l en-fr \\
        --align-ref talk.align --align-sys base.align new.align \\
        --docs talk.docs --confidence --paired --by pronoun
      proform score -s talk.en -i base.fr new.fr -l en-fr -m agreement
    """  # noqa: D301 (\\b is for the help)
    gate.check(metrics)
    with writing(output.output) as out:
        with progressing() as progress:
            result = proform.score(
                metrics=metrics,
                judgements=False,
                outputs=[output.output],
                progress=progress,
                **scoring.settings,
            )
        result = gate.compare(result)
        output.tell(result.notes)
        out.write(result.to_text(output.style, by=by, matrix=matrix, terminal=out.is_terminal))
    gate.close(result, metrics)


def report(
    inputs: Annotated[
        list[str],
        arg("INPUT", "JSON of proform score, rows of --detail, a store, human scores, judgements."),
    ],
    output: Annotated[Path, opt("-o --output FILE", "The page to write (HTML).")],
    title: Annotated[str, opt("--title", "The title of the page.")] = "",
    latex: Annotated[
        Path | None, opt("--latex DIR", "Also each table as a file for LaTeX.")
    ] = None,
    csv: Annotated[Path | None, opt("--csv DIR", "Also each table as a CSV file.")] = None,
    suite: options.SuiteName = None,
    packs: options.Packs = None,
    resamples: options.Resamples = 1000,
    seed: options.Seed = 12345,
) -> None:
    """Write a page to look at, to search and to mail: one file that needs nothing else.

    \b
    Example:
      proform report scores.json detail.tsv -o report.html
      proform report suite.db human.tsv -o report.html --latex tables --csv tables
    """  # noqa: D301
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
    )
    tell(*notes)


def apt(
    config: Annotated[Path, arg("CONFIG", "The script's INI file; its paths are as there.")],
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
