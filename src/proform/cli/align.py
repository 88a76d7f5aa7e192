"""`proform align`: word alignments, models for them, and how good they are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from proform.cli import aligning, options
from proform.cli.command import Command, Group
from proform.errors import ProformError
from proform.output import refuse_overwriting, writing

if TYPE_CHECKING:
    from proform.text.texts import Text

app = typer.Typer(cls=Group, invoke_without_command=True, rich_markup_mode=None)

Source = Annotated[str, Option("-s", "--source", metavar="SRC", help="The source text.")]
Target = Annotated[str, Option("-t", "--target", metavar="TGT", help="Its translation.")]


@app.callback()
def align(
    context: typer.Context,
    source: Annotated[
        str | None, Option("-s", "--source", metavar="SRC", help="The source.")
    ] = None,
    target: Annotated[
        str | None, Option("-t", "--target", metavar="TGT", help="Its translation.")
    ] = None,
    languages: Annotated[
        str | None, Option("-l", "--language-pair", metavar="SRC-TGT", help="Such as en-fr.")
    ] = None,
    tokenized: options.Tokenized = False,
    background: aligning.Background = None,
    model: aligning.Model = None,
    aligner: aligning.Aligner = None,
    heuristic: aligning.Symmetrise = aligning.Heuristic.GROW_DIAG,
    seed: aligning.AlignSeed = 1,
    packs: options.Packs = None,
    output: options.Output = None,
) -> None:
    """Align two texts word by word, and write Pharaoh lines: i-j pairs, counted from 0.

    \b
    Example:
      proform align -s talk.en -t talk.fr -l en-fr --background news.en news.fr -o talk.align
    """  # noqa: D301 (\\b is for the help)
    if context.invoked_subcommand is not None:
        return
    if source is None or target is None or languages is None:
        raise ProformError("what to align?", hint="give -s SRC, -t TGT and -l, such as -l en-fr")
    from proform.alignment.pipeline import align_pair  # noqa: PLC0415 (slow to import)

    method = aligning.alignment_method(
        aligning.load_packs(languages, packs),
        tokenized=tokenized,
        background=background,
        model=model,
        aligner=aligner,
        heuristic=heuristic,
        seed=seed,
    )
    texts = method.tokenizers.cut(*_texts(source, target))
    refuse_overwriting([output], [text.path for text in texts])
    path = align_pair(method, *texts)
    aligning.tell_notes(method)
    with writing(output) as out:
        out.write(path.read_text(encoding="ascii"))


def _texts(source: str, target: str) -> tuple[Text, Text]:
    from proform.text.column import Role  # noqa: PLC0415
    from proform.text.texts import open_text  # noqa: PLC0415

    return open_text(source, Role.SOURCE), open_text(target, Role.REFERENCE)


@app.command(cls=Command)
def train(
    source: Source,
    target: Target,
    languages: options.Languages,
    output: Annotated[Path, Option("-o", "--output", metavar="DIR", help="The model to write.")],
    tokenized: options.Tokenized = False,
    seed: aligning.AlignSeed = 1,
    packs: options.Packs = None,
) -> None:
    """Train a model on a parallel text and save it, for --model.

    \b
    Example:
      proform align train -s europarl.en -t europarl.fr -l en-fr -o en-fr.model
    """  # noqa: D301
    from proform.alignment.models import check_new, save_model  # noqa: PLC0415
    from proform.alignment.pipeline import read_pairs  # noqa: PLC0415

    check_new(output)
    both = aligning.load_packs(languages, packs)
    method = aligning.alignment_method(both, tokenized=tokenized, seed=seed)
    pairs = read_pairs(*method.tokenizers.cut(*_texts(source, target)))
    tokenizer = method.tokenizers.signature
    with aligning.progressing() as progress:
        progress.say(f"training on {len(pairs)} pairs, both directions at once")
        save_model(output, pairs, languages.lower(), tokenizer, method.settings, progress.share)


@app.command(cls=Command)
def evaluate(
    gold: Annotated[
        Path, Option("--gold", metavar="FILE", help="Gold links: i-j sure, ipj possible.")
    ],
    source: Source,
    target: Target,
    languages: options.Languages,
    links: Annotated[
        Path | None, Option("--align", metavar="FILE", help="Links to judge, instead of aligning.")
    ] = None,
    first: Annotated[
        int, Option("--gold-from", min=0, max=1, help="The number of the first word in the gold.")
    ] = 1,
    tokenized: Annotated[
        bool, Option("--tokenized", help="The background or model is tokenised too.")
    ] = False,
    background: aligning.Background = None,
    model: aligning.Model = None,
    aligner: aligning.Aligner = None,
    heuristic: aligning.Symmetrise = aligning.Heuristic.GROW_DIAG,
    seed: aligning.AlignSeed = 1,
    packs: options.Packs = None,
    style: Annotated[aligning.Style, Option("-f", "--format", help="How to print.")] = (
        aligning.Style.TEXT
    ),
) -> None:
    """Measure links against gold, on all words and on pronouns, with and without repair.

    The texts are tokenised, as the gold is; a background is raw text, unless --tokenized says
    otherwise.

    \b
    Example:
      proform align evaluate --gold test.gold -s test.en -t test.fr -l en-fr
    """  # noqa: D301
    from proform.alignment.quality import as_json, quality_table  # noqa: PLC0415
    from proform.scoring.quality import evaluate_links  # noqa: PLC0415
    from proform.table.writers import as_text  # noqa: PLC0415

    both = aligning.load_packs(languages, packs)
    method = aligning.alignment_method(
        both,
        tokenized=tokenized,
        background=background,
        model=model,
        aligner=aligner,
        heuristic=heuristic,
        seed=seed,
    )
    texts = _texts(source, target)
    result = evaluate_links(method, both, texts, gold, first, links)
    aligning.tell_notes(method)
    sys.stdout.write(
        as_json(result) if style is aligning.Style.JSON else as_text([quality_table(result)])
    )
