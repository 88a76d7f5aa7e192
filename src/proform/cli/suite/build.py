"""Making a suite: from an annotated corpus, from a table, from plain text."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

from typer import Argument, Option

from proform.cli import aligning
from proform.cli import options as common
from proform.cli.suite import options
from proform.cli.suite.options import Style
from proform.errors import ProformError
from proform.output import refuse_overwriting, writing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from proform.suite.suite import Document, Suite, Target
    from proform.text.tokens import Tokenizer

SourceText = Annotated[str, Option("-s", "--source", metavar="SRC", help="The source text.")]


def build(
    parcor: Annotated[
        list[Path],
        Option("--parcor", metavar="DIR...", help="Folders of ParCor or ParCorFull (MMAX2)."),
    ],
    languages: Annotated[
        str,
        Option("-l", "--languages", "--language-pair", metavar="SRC-TGT", help="Such as en-fr."),
    ],
    output: options.Into,
    per_category: Annotated[
        list[str] | None,
        Option(
            "--per-category",
            metavar="N...",
            help="How many examples: N of each, or CATEGORY=N. Else as in the papers.",
        ),
    ] = None,
    seed: options.RandomSeed = 1,
    name: options.Name = None,
    align_reference: common.AlignReference = None,
    background: aligning.Background = None,
    model: aligning.Model = None,
    aligner: aligning.Aligner = None,
    heuristic: aligning.Symmetrise = aligning.Heuristic.GROW_DIAG,
    align_seed: aligning.AlignSeed = 1,
    packs: common.Packs = None,
    style: options.AsStyle = Style.TEXT,
) -> None:
    """Build a suite from a corpus with coreference annotation.

    Says what was available, what was picked, and what was left out and why.

    \b
    Example:
      proform suite build --parcor ParCorFull/TED --languages en-fr -o suite.db
    """  # noqa: D301 (\\b is for the help)
    from proform.store.load import REFERENCE  # noqa: PLC0415
    from proform.suite.build import build_suite  # noqa: PLC0415
    from proform.suite.selection import as_json, as_text  # noqa: PLC0415

    _check_new(output, name or languages.lower())
    both = aligning.load_packs(languages, packs)
    method = aligning.alignment_method(
        both,
        background=background,
        model=model,
        aligner=aligner,
        heuristic=heuristic,
        seed=align_seed,
    )
    built = build_suite(
        parcor,
        both,
        name or languages.lower(),
        _sizes(per_category or ()),
        seed,
        method,
        REFERENCE,
        align_reference,
    )
    aligning.tell_notes(method)
    _save(output, built.suite, built.reference)
    out = sys.stdout
    out.write(as_json(built) if style is Style.JSON else as_text(built, out.isatty()))


def from_table(
    table: Annotated[Path, Argument(metavar="TABLE", help="Examples: .tsv or .jsonl.")],
    source: SourceText,
    reference: common.Reference,
    languages: common.Languages,
    output: options.Into,
    docs: common.Docs = None,
    name: options.Name = None,
    categories: options.Categories = None,
    align_reference: common.AlignReference = None,
    tokenized: common.Tokenized = False,
    background: aligning.Background = None,
    model: aligning.Model = None,
    aligner: aligning.Aligner = None,
    heuristic: aligning.Symmetrise = aligning.Heuristic.GROW_DIAG,
    align_seed: aligning.AlignSeed = 1,
    packs: common.Packs = None,
) -> None:
    """Make a suite of a table of examples, which people wrote or corrected.

    \b
    Example:
      proform suite from-table examples.tsv -s talk.en -r talk.fr -l en-fr -o suite.db
    """  # noqa: D301
    from proform.model import Category  # noqa: PLC0415
    from proform.store.load import REFERENCE  # noqa: PLC0415
    from proform.suite.categories import load_categories  # noqa: PLC0415
    from proform.suite.link import link_reference, read_lines  # noqa: PLC0415
    from proform.suite.suite import Suite  # noqa: PLC0415
    from proform.suite.table import UNCATEGORISED, read_examples  # noqa: PLC0415
    from proform.text.column import Role  # noqa: PLC0415
    from proform.text.texts import open_text  # noqa: PLC0415

    _check_new(output, name or languages.lower())
    both = aligning.load_packs(languages, packs)
    method = aligning.alignment_method(
        both,
        tokenized=tokenized or align_reference is not None,
        background=background,
        model=model,
        aligner=aligner,
        heuristic=heuristic,
        seed=align_seed,
    )
    lines, documents = _source(source, docs, method.tokenizers.source)
    known = (*load_categories(categories).categories, Category(UNCATEGORISED, agrees=False))
    suite = Suite(
        name or languages.lower(),
        both[0].language,
        both[1].language,
        lines,
        documents,
        known,
        read_examples(table, lines, known),
    )
    text = open_text(reference, Role.REFERENCE)
    translated = read_lines(text, method.tokenizers.target, len(lines))
    linked = link_reference(method, suite, REFERENCE, translated, align_reference)
    aligning.tell_notes(method)
    _save(output, suite, linked)
    aligning.tell(f"{len(suite.examples)} examples in {len(lines)} segments")


def find(
    source: SourceText,
    languages: common.Languages,
    docs: common.Docs = None,
    pronouns: common.SourcePronouns = None,
    tokenized: common.Tokenized = False,
    packs: common.Packs = None,
    output: common.Output = None,
) -> None:
    """Propose examples: every pronoun of a text, as a table to categorise.

    \b
    Example:
      proform suite find -s talk.en -l en-fr -o examples.tsv
    """  # noqa: D301
    from proform.judge.choices import Choices  # noqa: PLC0415
    from proform.suite.suite import Suite  # noqa: PLC0415
    from proform.suite.table import UNCATEGORISED, propose  # noqa: PLC0415
    from proform.text.lists import read_list  # noqa: PLC0415
    from proform.text.tokens import Tokenizer  # noqa: PLC0415

    refuse_overwriting([output], [Path(source), docs, pronouns])
    both = aligning.load_packs(languages, packs)
    listed = read_list(pronouns) if pronouns else ()
    finder = Choices(both[0], both[1], listed).source_finder
    lines, documents = _source(source, docs, None if tokenized else Tokenizer(both[0]))
    examples = propose(lines, finder, UNCATEGORISED)
    languages_of = (both[0].language, both[1].language)
    _write(output, Suite("", *languages_of, lines, documents, (), examples), {UNCATEGORISED: ""})


def table(
    where: options.Where, output: common.Output = None, suite: options.SuiteName = None
) -> None:
    """Write the examples of a suite as a table, which from-table reads.

    \b
    Example:
      proform suite table suite.db -o examples.tsv
    """  # noqa: D301
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import find_suite  # noqa: PLC0415

    refuse_overwriting([output], [Path(where)])
    with opened(where) as store, store.reading() as connection:
        _write(output, find_suite(connection, suite).suite, {})


def _sizes(wanted: Iterable[str]) -> dict[str | None, int]:
    """`N` for every category, `CATEGORY=N` for one."""
    sizes: dict[str | None, int] = {}
    for argument in wanted:
        name, _, number = argument.rpartition("=")
        if not (number.isascii() and number.isdigit()):
            hint = "a number, or CATEGORY=NUMBER"
            raise ProformError(f"--per-category: not a number in {argument!r}", hint=hint)
        sizes[name or None] = int(number)
    return sizes


def _source(
    source: str, docs: Path | None, tokenizer: Tokenizer | None
) -> tuple[tuple[str, ...], tuple[Document, ...]]:
    from proform.suite.link import read_lines  # noqa: PLC0415
    from proform.suite.suite import Document  # noqa: PLC0415
    from proform.text.column import Role  # noqa: PLC0415
    from proform.text.documents import read_documents  # noqa: PLC0415
    from proform.text.texts import open_text  # noqa: PLC0415

    text = open_text(source, Role.SOURCE)
    lines = read_lines(text, tokenizer)
    found = read_documents(docs) if docs else text.documents()
    if found is None:
        return tuple(lines), ()
    found.check(len(lines))
    ends = (*(start - 1 for start in found.starts[1:]), len(lines) - 1)
    runs = zip(found.ids, found.starts, ends, strict=True)
    return tuple(lines), tuple(Document(*run) for run in runs)


def _write(output: Path | None, suite: Suite, renamed: dict[str, str]) -> None:
    """The table of a suite's examples, as TSV or JSONL; some categories under another name."""
    import json  # noqa: PLC0415

    from proform.suite.table import COLUMNS, table_rows  # noqa: PLC0415
    from proform.table.writers import tsv_line  # noqa: PLC0415

    as_json = output is not None and output.suffix.lower() == ".jsonl"
    with writing(output) as out:
        if not as_json:
            out.write(tsv_line(COLUMNS))
        for row in table_rows(suite, suite.examples):
            cells = row | {"category": renamed.get(row["category"], row["category"])}
            json_line = json.dumps(cells, ensure_ascii=False) + "\n"
            out.write(json_line if as_json else tsv_line(cells.values()))


def _check_new(output: str, name: str) -> None:
    """Complain of a suite that is there already before all the work, not after it."""
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.suites import check_suite_name  # noqa: PLC0415

    if "://" in output or Path(output).exists():
        with opened(output, create=True) as store, store.reading() as connection:
            check_suite_name(connection, name)


def _save(output: str, suite: Suite, reference: Target) -> None:
    from proform.store.database import opened  # noqa: PLC0415
    from proform.store.load import REFERENCE  # noqa: PLC0415
    from proform.store.suites import add_target, save_suite  # noqa: PLC0415

    now = datetime.now(UTC)
    with opened(output, create=True) as store, store.writing() as connection:
        stored = save_suite(connection, suite, str(uuid4()), now)
        add_target(connection, stored, reference, REFERENCE, now)
