"""Suites made and stored: from an annotated corpus, from a table, from plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Unpack
from uuid import uuid4

from proform.alignment.pipeline import AlignmentOptions, method_of
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Category
from proform.store.database import opened
from proform.store.load import REFERENCE
from proform.store.suites import add_target, check_suite_name, save_suite
from proform.stored.suites import StoredSuite
from proform.suite.build import Built, build
from proform.suite.categories import load_categories
from proform.suite.link import link_reference, read_lines
from proform.suite.suite import Document, Suite, Target
from proform.suite.table import UNCATEGORISED, propose, read_examples
from proform.text.column import Role
from proform.text.documents import read_documents
from proform.text.lists import read_list
from proform.text.texts import Given, Text, open_text, plain_text
from proform.text.tokens import Tokenizer

File = str | PathLike[str]


def build_suite(
    parcor: Sequence[File],
    languages: str,
    output: File,
    *,
    sizes: Mapping[str | None, int] | None = None,
    seed: int = 1,
    name: str | None = None,
    align_ref: File | None = None,
    packs: File | None = None,
    **options: Unpack[AlignmentOptions],
) -> tuple[StoredSuite, Built]:
    """Build a suite from folders of a corpus with coreference annotation, and store it.

    `sizes` say how many examples of a category, under None of all others; without them, as in the
    papers. What was available, picked and left out is returned beside the suite.
    """
    both = load_packs(languages, _path(packs))
    called = name or languages.lower()
    _check_new(output, called)
    method = method_of(both, **options)
    folders = [Path(folder) for folder in parcor]
    links = None if align_ref is None else plain_text(Path(align_ref))
    built = build(folders, both, called, sizes or {}, seed, method, REFERENCE, links)
    return _save(output, built.suite, built.reference), built


def suite_from_table(
    table: File,
    source: Given,
    reference: Given,
    languages: str,
    output: File,
    *,
    documents: File | None = None,
    name: str | None = None,
    categories: File | None = None,
    align_ref: File | None = None,
    packs: File | None = None,
    **options: Unpack[AlignmentOptions],
) -> tuple[StoredSuite, tuple[str, ...]]:
    """Make and store a suite of a table of examples, which people wrote or corrected.

    What is returned beside the suite is worth a look.
    """
    both = load_packs(languages, _path(packs))
    called = name or languages.lower()
    _check_new(output, called)
    options["tokenized"] = options.get("tokenized", False) or align_ref is not None
    method = method_of(both, **options)
    lines, parts = _source(open_text(source, Role.SOURCE), documents, method.tokenizers.source)
    catalogue = load_categories(_path(categories))
    known = (*catalogue.categories, Category(UNCATEGORISED, agrees=False))
    examples = read_examples(Path(table), lines, known)
    suite = Suite(called, both[0].language, both[1].language, lines, parts, known, examples)
    text = open_text(reference, Role.REFERENCE)
    translated = read_lines(text, method.tokenizers.target, len(lines))
    links = None if align_ref is None else plain_text(Path(align_ref))
    linked = link_reference(method, suite, REFERENCE, translated, links)
    return _save(output, suite, linked), tuple(dict.fromkeys(method.notes))


def find_examples(
    source: Given,
    languages: str,
    *,
    documents: File | None = None,
    source_pronouns: File | Sequence[str] | None = None,
    tokenized: bool = False,
    packs: File | None = None,
) -> Suite:
    """Propose examples: every pronoun of a text, still to be put into categories."""
    both = load_packs(languages, _path(packs))
    listed = source_pronouns
    if isinstance(listed, str | PathLike):
        listed = read_list(Path(listed))
    finder = Choices(both[0], both[1], listed or ()).source_finder
    tokenizer = None if tokenized else Tokenizer(both[0])
    lines, parts = _source(open_text(source, Role.SOURCE), documents, tokenizer)
    examples = propose(lines, finder, UNCATEGORISED)
    return Suite("", both[0].language, both[1].language, lines, parts, (), examples)


def _source(
    text: Text, documents: File | None, tokenizer: Tokenizer | None
) -> tuple[tuple[str, ...], tuple[Document, ...]]:
    lines = read_lines(text, tokenizer)
    runs = text.documents() if documents is None else read_documents(Path(documents))
    if runs is None:
        return tuple(lines), ()
    runs.check(len(lines))
    ends = (*(start - 1 for start in runs.starts[1:]), len(lines) - 1)
    return tuple(lines), tuple(
        Document(*run) for run in zip(runs.ids, runs.starts, ends, strict=True)
    )


def _check_new(output: File, name: str) -> None:
    """Complain of a suite that is there already before all the work, not after it."""
    if "://" in str(output) or Path(output).exists():
        with opened(str(output), create=True) as store, store.reading() as connection:
            check_suite_name(connection, name)


def _save(output: File, suite: Suite, reference: Target) -> StoredSuite:
    now = datetime.now(UTC)
    with opened(str(output), create=True) as store, store.writing() as connection:
        stored = save_suite(connection, suite, str(uuid4()), now)
        add_target(connection, stored, reference, REFERENCE, now)
    return StoredSuite(str(output), suite.name)


def _path(file: File | None) -> Path | None:
    return None if file is None else Path(file)
