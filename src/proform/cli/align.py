"""`proform align`, `cache` and `read-output`: links, models, and output cut into sentences."""

from pathlib import Path
from typing import Annotated

import typer

import proform
from proform import alignment as library
from proform.cli import options
from proform.cli.command import Commands, add, bundled
from proform.cli.console import progressing, tell
from proform.cli.options import arg, opt
from proform.errors import ProformError
from proform.output import writing

app = typer.Typer(cls=Commands, invoke_without_command=True, rich_markup_mode=None)

Target = Annotated[str, opt("-t --target TGT", "Its translation.")]


@app.callback()
@bundled
def align(
    context: typer.Context,
    alignment: options.Aligning,
    source: Annotated[str | None, opt("-s --source SRC", "The source.")] = None,
    target: Annotated[str | None, opt("-t --target TGT", "Its translation.")] = None,
    languages: Annotated[
        str | None, opt("-l --language-pair SRC-TGT", "The language pair, such as en-fr.")
    ] = None,
    tokenized: options.Tokenized = False,
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
        raise ProformError("no texts to align", hint="give -s SRC, -t TGT and -l, such as -l en-fr")
    with progressing() as progress:
        links = proform.align(
            source,
            target,
            languages,
            packs=packs,
            outputs=[output],
            tokenized=tokenized,
            progress=progress,
            **vars(alignment),
        )
    tell(*links.notes)
    with writing(output) as out:
        out.write(links.to_text())


def train(
    source: options.Source,
    target: Target,
    languages: options.Languages,
    output: Annotated[Path, opt("-o --output FILE", "The model to write.")],
    tokenized: options.Tokenized = False,
    starter: options.Starter = True,
    packs: options.Packs = None,
) -> None:
    """Train a model on a parallel text and save it, for --model.

    \b
    Example:
      proform align train -s europarl.en -t europarl.fr -l en-fr -o en-fr.model
    """  # noqa: D301
    with progressing() as progress:
        notes = proform.train_aligner(
            source,
            target,
            languages,
            output,
            packs=packs,
            tokenized=tokenized,
            starter=starter,
            progress=progress,
        )
    tell(*notes)


def evaluate(
    gold: Annotated[Path, opt("--gold FILE", "Gold links: i-j sure, ipj possible.")],
    source: options.Source,
    target: Target,
    languages: options.Languages,
    alignment: options.Aligning,
    form: options.Printed,
    links: Annotated[
        Path | None, opt("--align FILE", "Links to evaluate, instead of aligning.")
    ] = None,
    first: Annotated[
        int, opt("--gold-from", "The number of the first word in the gold.", min=0, max=1)
    ] = 1,
    tokenized: Annotated[
        bool, opt("--tokenized", "The background or model is tokenised too.")
    ] = False,
    packs: options.Packs = None,
) -> None:
    """Compare links with a gold standard, for all words and for pronouns, with and without repair.

    The texts are tokenised like the gold standard; a background is raw text unless
    --tokenized is given.

    \b
    Example:
      proform align evaluate --gold test.gold -s test.en -t test.fr -l en-fr
    """  # noqa: D301
    with progressing() as progress:
        quality = proform.evaluate_links(
            gold,
            source,
            target,
            languages,
            links=links,
            first=first,
            packs=packs,
            tokenized=tokenized,
            progress=progress,
            **vars(alignment),
        )
    tell(*quality.notes)
    form.show(quality)


def cache(clear: Annotated[bool, opt("--clear", "Remove everything in it.")] = False) -> None:
    """Show where alignments and models are kept, how many and how large, or remove them.

    The folder is PROFORM_CACHE, or proform in the user's cache directory.

    \b
    Example:
      proform cache --clear
    """  # noqa: D301
    kept = library.Cache()
    if clear:
        typer.echo(f"removed {kept.clear()} alignments and models")
    entries, size = kept.size()
    typer.echo(f"{kept.folder}: {entries} alignments and models, {size / 1e6:.1f} MB")


add(app, train, evaluate)


def read_output(
    file: Annotated[Path, arg("FILE", "The system's output, however it is split into lines.")],
    source: options.Source,
    form: options.Written,
    reference: Annotated[
        Path | None, opt("-r --reference REF", "A translation to learn word pairs from.")
    ] = None,
    languages: Annotated[
        str | None,
        opt("-l --language-pair SRC-TGT", "The language pair, to start from its starter model."),
    ] = None,
    docs: options.Docs = None,
) -> None:
    """Cut the output of a system to the sentences of its source, one per line.

    Sentences may be merged, split, dropped, repeated or moved, and a language model's remarks may
    stand around them. What is not found is an empty line, and is listed.

    \b
    Example:
      proform read-output out.txt -s talk.en -l en-fr -o out.fr
    """  # noqa: D301
    read = proform.resegment(
        source,
        file,
        reference=reference,
        languages=languages,
        documents=docs,
        outputs=[form.output],
    )
    with writing(form.output) as out:
        out.write(read.to_text(form.style, terminal=out.is_terminal))
    tell(*read.notes)
