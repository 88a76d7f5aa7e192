"""Making a suite: from an annotated corpus, from a table, from plain text."""

from pathlib import Path
from typing import Annotated

import proform
from proform import stored
from proform.cli import options
from proform.cli.console import progressing, tell
from proform.cli.options import arg, opt


def build(
    languages: Annotated[
        str, opt("-l --languages --language-pair SRC-TGT", "The language pair, such as en-fr.")
    ],
    output: options.Into,
    alignment: options.Aligning,
    form: options.Printed,
    parcor: Annotated[
        list[Path] | None, opt("--parcor DIR...", "Folders of ParCor or ParCorFull (MMAX2).")
    ] = None,
    corefud: Annotated[
        list[Path] | None,
        opt("--corefud FILE...", "CoNLL-U with coreference as in CorefUD, or folders of it."),
    ] = None,
    reference: Annotated[
        str | None,
        opt("-r --reference REF", "A translation of the CorefUD sentences, one line each."),
    ] = None,
    per_category: Annotated[
        list[str] | None,
        opt(
            "--per-category N...",
            "How many examples: N of each category, or CATEGORY=N. By default as in the papers.",
        ),
    ] = None,
    seed: options.RandomSeed = 1,
    name: options.Name = None,
    align_ref: options.AlignReference = None,
    packs: options.Packs = None,
) -> None:
    """Build a suite from a corpus with coreference annotation.

    Says what was available, what was picked, and what was left out and why.

    \b
    Example:
      proform suite build --parcor ParCorFull/TED --languages en-fr -o suite.db
      proform suite build --corefud GUM/dev --languages en-fr -o suite.db
    """  # noqa: D301 (\\b is for the help)
    with progressing() as progress:
        built = proform.build_suite(
            parcor or (),
            languages,
            output,
            corefud=corefud or (),
            reference=reference,
            per_category=per_category,
            seed=seed,
            name=name,
            align_ref=align_ref,
            packs=packs,
            progress=progress,
            **vars(alignment),
        )
    tell(*built.notes)
    form.show(built)


def from_table(
    table: Annotated[Path, arg("TABLE", "Examples: .tsv or .jsonl.")],
    source: options.Source,
    reference: options.Reference,
    languages: options.Languages,
    output: options.Into,
    alignment: options.Aligning,
    docs: options.Docs = None,
    name: options.Name = None,
    categories: Annotated[
        Path | None, opt("--categories FILE", "Categories of your own (TOML).")
    ] = None,
    align_ref: options.AlignReference = None,
    tokenized: options.Tokenized = False,
    packs: options.Packs = None,
) -> None:
    """Make a suite from a table of examples that people wrote or corrected.

    \b
    Example:
      proform suite from-table examples.tsv -s talk.en -r talk.fr -l en-fr -o suite.db
    """  # noqa: D301
    with progressing() as progress:
        suite, notes = proform.suite_from_table(
            table,
            source,
            reference,
            languages,
            output,
            documents=docs,
            name=name,
            categories=categories,
            align_ref=align_ref,
            packs=packs,
            tokenized=tokenized,
            progress=progress,
            **vars(alignment),
        )
    value = suite.value
    tell(*notes, f"{len(value.examples)} examples in {len(value.source)} segments")


def find(
    source: options.Source,
    languages: options.Languages,
    docs: options.Docs = None,
    source_pronouns: options.SourcePronouns = None,
    tokenized: options.Tokenized = False,
    packs: options.Packs = None,
    output: options.Output = None,
) -> None:
    """Propose examples: every pronoun of a text, as a table to categorise.

    \b
    Example:
      proform suite find -s talk.en -l en-fr -o examples.tsv
    """  # noqa: D301
    suite = proform.find_examples(
        source,
        languages,
        documents=docs,
        source_pronouns=source_pronouns,
        tokenized=tokenized,
        packs=packs,
        outputs=[output],
    )
    stored.write_examples(suite, output)


def texts(
    store: options.InStore,
    output: Annotated[Path, opt("-o --output DIR", "The folder to write to.")],
) -> None:
    """Write the texts to translate: source, reference and document ids, one line per segment.

    Put your translations beside them, then add all with proform suite add-system STORE DIR.

    \b
    Example:
      proform suite texts suite.db -o texts
      proform suite add-system suite.db texts
    """  # noqa: D301
    tell(*(f"wrote {path}" for path in store.open().write_texts(output)))


def table(store: options.InStore, output: options.Output = None) -> None:
    """Write the examples of a suite as a table that from-table reads.

    \b
    Example:
      proform suite table suite.db -o examples.tsv
    """  # noqa: D301
    store.open().write_examples(output)
