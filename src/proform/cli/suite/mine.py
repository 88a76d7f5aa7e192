"""Mining a suite: from a corpus of any size, in one go or in parts."""

from pathlib import Path
from typing import Annotated, Any

import typer

import proform
from proform.cli import options
from proform.cli.console import progressing, tell
from proform.cli.options import arg, opt


def mine(
    corpus: Annotated[
        str, arg("CORPUS", "A file, folder, pattern or URL: the source, or both languages.")
    ],
    languages: options.Languages,
    output: Annotated[
        str, opt("-o --output STORE", "The store; with --shard, the file of the part.")
    ],
    alignment: options.Aligning,
    workers: options.Workers,
    form: options.Printed,
    reference: Annotated[
        str | None, opt("-r --reference REF", "The translation, if it is in other files.")
    ] = None,
    docs: options.Docs = None,
    want: Annotated[
        Path | None,
        opt("--want FILE", "How many examples (TOML): event_it = 30, or a table of forms."),
    ] = None,
    sure: Annotated[
        float, opt("--sure", "How probable a category has to be.", min=0.01, max=1.0)
    ] = 0.9,
    antecedents: options.Antecedents = None,
    shard: Annotated[
        str | None, opt("--shard K/N", "Mine the Kth of N parts; merge-mined makes one suite.")
    ] = None,
    seed: options.RandomSeed = 1,
    name: options.Name = None,
    align_ref: options.AlignReference = None,
    tokenized: options.Tokenized = False,
    packs: options.Packs = None,
) -> None:
    """Mine a suite from a corpus of any size: a balanced sample of its pronouns, with context.

    Says what was seen, kept and left out. Categories and antecedents are proposed, not checked.

    \b
    Example:
      proform suite mine 'web/*.parquet' -l en-fr -o suite.db
      proform suite mine news.en.gz -r news.fr.gz -l en-fr --shard 3/64 -o part.3
      proform suite mine 'web/*.parquet' -l en-fr --cluster local:4 -o suite.db
    """  # noqa: D301 (\\b is for the help)
    if shard is not None and name is not None:
        raise typer.BadParameter("--name is for proform suite merge-mined")
    with progressing() as progress:
        settings: dict[str, Any] = {
            "reference": reference,
            "documents": docs,
            "want": want,
            "sure": sure,
            "antecedents": antecedents,
            "seed": seed,
            "align_ref": align_ref,
            "tokenized": tokenized,
            "packs": packs,
            "progress": progress,
            **vars(alignment),
            **vars(workers),
        }
        if shard is not None:
            for option in ("cluster", "shards", "parts"):
                if settings.pop(option) is not None:
                    what = f"--shard is one part, and --{option} is for all of them"
                    raise typer.BadParameter(what)
            proform.mine_shard(shard, output, corpus, languages, **settings)
            return
        mined = proform.mine(corpus, languages, output, name=name, **settings)
    tell(*(mined.notes if form.style != "text" else ()))
    form.show(mined)


def merge_mined(
    parts: Annotated[list[Path], arg("PART...", "The files of `proform suite mine --shard`.")],
    output: options.Into,
    form: options.Printed,
    name: options.Name = None,
    skip_missing: Annotated[
        bool, opt("--skip-missing", "Go on without parts that are missing or broken, and say so.")
    ] = False,
) -> None:
    """Make one suite of the parts of a corpus: exactly that of mining it in one go.

    \b
    Example:
      proform suite merge-mined part.1 part.2 part.3 -o suite.db
    """  # noqa: D301
    with progressing() as progress:
        mined = proform.merge_mined(
            parts, output, name=name, skip_missing=skip_missing, progress=progress
        )
    tell(*(mined.notes if form.style != "text" else ()))
    form.show(mined)
