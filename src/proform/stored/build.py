"""Suites made and stored: from an annotated corpus, from a table, from plain text."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Unpack
from uuid import uuid4

from proform.alignment.method import AlignmentOptions, method_of
from proform.errors import ProformError, check_known
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import Category
from proform.output import File, as_path, file_path, needed_path, refuse_overwriting
from proform.scoring.inputs import read_forms
from proform.store.database import opened
from proform.store.suites import REFERENCE, add_target, check_suite_name, save_suite
from proform.stored.suites import StoredSuite
from proform.suite.build import Built, build, link_reference, read_lines
from proform.suite.categories import load_categories
from proform.suite.corefud import read_corefud
from proform.suite.parcor import read_parcor
from proform.suite.suite import Document, Suite, Target
from proform.suite.table import UNCATEGORISED, propose, read_examples
from proform.table.table import Column, Table
from proform.table.writers import WRITERS
from proform.text.documents import read_documents
from proform.text.formats import Role
from proform.text.series import Text
from proform.text.texts import Given, open_text, plain_text
from proform.text.tokens import Tokenizer


@dataclass(frozen=True, slots=True)
class BuiltSuite:
    """A suite that was built, what was available, picked and left out, and what to look at."""

    suite: StoredSuite
    built: Built
    notes: tuple[str, ...] = ()

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """What was available, picked and left out, in a format of tables; JSON has more."""
        check_known("style", style, WRITERS)
        if style == "json":
            return json.dumps(self._record(), ensure_ascii=False, indent=1) + "\n"
        corpus = self.built.corpus
        notes = [f"left out {name}: {reason}" for name, reason in corpus.left_out.items()]
        notes += [
            f"{share.category}: {share.missing} fewer than wanted, no more in the corpus"
            for share in self.built.selection.shares
            if share.missing
        ]
        unused = Table(
            "unused",
            "pronouns that are not candidates",
            (Column("reason"), Column("n")),
            tuple({"reason": why.value, "n": n} for why, n in corpus.unused.most_common()),
        )
        return WRITERS[style]([self._picked(), unused], notes, terminal)

    def __str__(self) -> str:
        return self.to_text()

    def _picked(self) -> Table:
        suite, corpus, shares = self.built.suite, self.built.corpus, self.built.selection.shares
        sizes = [
            (share.wanted, sum(share.available.values()), sum(share.picked.values()))
            for share in shares
        ]
        totals = tuple(map(sum, zip(*sizes, strict=True)))
        columns = ("category", "wanted", "available", "picked")
        whose = "the source's" if self.built.reference is None else "the reference's"
        names = [*(share.category for share in shares), "total"]
        rows = zip(names, [*sizes, totals], strict=True)
        return Table(
            "categories",
            f"{suite.name} ({suite.languages}): {len(corpus.documents)} documents, "
            f"{len(suite.source)} segments",
            tuple(map(Column, columns)),
            tuple(dict(zip(columns, (name, *size), strict=True)) for name, size in rows),
            tuple(
                f"{share.category}, by {whose} pronoun: {_forms(share.picked)}"
                for share in shares
                if any(share.picked.values())
            ),
            sums=(len(shares),),
        )

    def _record(self) -> dict[str, object]:
        suite, corpus = self.built.suite, self.built.corpus
        shown = ("category", "wanted", "available", "picked", "missing", "surplus")
        return {
            "suite": suite.name,
            "languages": suite.languages,
            "documents": [document.name for document in corpus.documents],
            "segments": len(suite.source),
            "left_out_documents": dict(corpus.left_out),
            "categories": [
                {key: getattr(share, key) for key in shown} for share in self.built.selection.shares
            ],
            "unused": {reason.value: n for reason, n in corpus.unused.most_common()},
        }


def build_suite(
    parcor: Sequence[File],
    languages: str,
    output: File,
    *,
    per_category: Mapping[str, int] | Sequence[str] | int | None = None,
    seed: int = 1,
    name: str | None = None,
    corefud: Sequence[File] = (),
    reference: Given | None = None,
    align_ref: File | None = None,
    packs: File | None = None,
    **options: Unpack[AlignmentOptions],
) -> BuiltSuite:
    """Build a suite from a corpus with coreference annotation, and store it.

    `parcor` are folders of ParCor, which have both languages; `corefud` are files of CoNLL-U with
    coreference, to which `reference` is a translation of their sentences, a line each. Without it
    the suite has none: people, agreement and language models need none.

    `per_category` says how many examples: a number of each category, a number for some by their
    names, or what the command takes (`["10", "event_it=40"]`); without it, as in the papers.

    >>> built = proform.build_suite(["ParCorFull/TED"], "en-fr", "suite.db")  # doctest: +SKIP
    >>> built.suite.systems  # doctest: +SKIP
    []
    """
    sizes = _sizes(per_category)
    both = load_packs(languages, file_path("packs", packs))
    called = name or languages.lower()
    check_new(output, called)
    method = method_of(both, **options)
    if bool(parcor) == bool(corefud):
        raise ProformError("parcor and corefud: expected one of them", hint="make a suite of each")
    if parcor and reference is not None:
        raise ProformError("reference: the corpus has the translation itself")
    corpus = (
        read_corefud([Path(file) for file in corefud], both[0])
        if corefud
        else read_parcor([Path(folder) for folder in parcor], both)
    )
    if reference is not None:
        text = open_text(reference, Role.REFERENCE)
        lines = read_lines(text, method.tokenizers.target, len(corpus.source))
        corpus = replace(corpus, target=tuple(lines))
    links = None if align_ref is None else plain_text(Path(align_ref))
    if links is not None and not corpus.target:
        raise ProformError("align_ref: there is no reference", hint="give the translation, too")
    built = build(corpus, both, called, sizes, seed, method, REFERENCE, links)
    saved = save(output, built.suite, built.reference)
    return BuiltSuite(saved, built, tuple(dict.fromkeys(method.notes)))


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

    >>> suite, notes = proform.suite_from_table(  # doctest: +SKIP
    ...     "examples.tsv", "talk.en", "talk.fr", "en-fr", "suite.db")
    """
    both = load_packs(languages, file_path("packs", packs))
    called = name or languages.lower()
    check_new(output, called)
    options["tokenized"] = options.get("tokenized", False) or align_ref is not None
    method = method_of(both, **options)
    lines, parts = read_source(open_text(source, Role.SOURCE), documents, method.tokenizers.source)
    catalogue = load_categories(as_path(categories))
    known = (*catalogue.categories, Category(UNCATEGORISED, agrees=False))
    examples = read_examples(needed_path("table", table), lines, known)
    suite = Suite(called, both[0].language, both[1].language, lines, parts, known, examples)
    text = open_text(reference, Role.REFERENCE)
    translated = read_lines(text, method.tokenizers.target, len(lines))
    links = None if align_ref is None else plain_text(Path(align_ref))
    linked = link_reference(method, suite, REFERENCE, translated, links)
    return save(output, suite, linked), tuple(dict.fromkeys(method.notes))


def find_examples(
    source: Given,
    languages: str,
    *,
    documents: File | None = None,
    source_pronouns: File | Sequence[str] | None = None,
    tokenized: bool = False,
    packs: File | None = None,
    outputs: Sequence[File | None] = (),
) -> Suite:
    """Propose examples: every pronoun of a text, still to be put into categories.

    >>> proform.find_examples(["It is red ."], "en-fr").examples[0].token
    'It'
    """
    both = load_packs(languages, file_path("packs", packs))
    inputs = [as_path(given) for given in (source, documents, source_pronouns)]
    refuse_overwriting([as_path(output) for output in outputs], inputs)
    text = open_text(source, Role.SOURCE)
    listed = read_forms("source_pronouns", source_pronouns)
    finder = Choices(both[0], both[1], listed).source_finder
    tokenizer = None if tokenized else Tokenizer(both[0])
    lines, parts = read_source(text, documents, tokenizer)
    examples = propose(lines, finder, "")
    return Suite("", both[0].language, both[1].language, lines, parts, (), examples)


def _sizes(wanted: Mapping[str, int] | Sequence[str] | int | None) -> dict[str | None, int]:
    """How many of each category; under None, of those that are not named."""
    if wanted is None or isinstance(wanted, int):
        return {} if wanted is None else {None: wanted}
    if isinstance(wanted, Mapping):
        return dict(wanted.items())
    sizes: dict[str | None, int] = {}
    for argument in wanted:
        name, _, number = argument.rpartition("=")
        if not (number.isascii() and number.isdigit()):
            hint = "a number, or CATEGORY=NUMBER"
            raise ProformError(f"per_category: not a number in {argument!r}", hint=hint)
        sizes[name or None] = int(number)
    return sizes


def read_source(
    text: Text, documents: File | None, tokenizer: Tokenizer | None
) -> tuple[tuple[str, ...], tuple[Document, ...]]:
    """The lines of a source text, cut into words, and its documents."""
    lines = read_lines(text, tokenizer)
    runs = text.documents() if documents is None else read_documents(Path(documents))
    if runs is None:
        return tuple(lines), ()
    runs.check(len(lines))
    ends = (*(start - 1 for start in runs.starts[1:]), len(lines) - 1)
    parts = map(Document, runs.ids, runs.starts, ends)
    return tuple(lines), tuple(parts)


def check_new(output: File, name: str) -> None:
    """Complain about a suite that is there already before all the work, not after it."""
    if "://" in str(output) or needed_path("output", output).exists():
        with opened(str(output), create=True) as store, store.reading() as connection:
            check_suite_name(connection, name)


def save(output: File, suite: Suite, reference: Target | None) -> StoredSuite:
    """Write a new suite and its reference, if any, into a store, which is made if need be."""
    now = datetime.now(UTC)
    with opened(str(output), create=True) as store, store.writing() as connection:
        stored = save_suite(connection, suite, str(uuid4()), now)
        if reference is not None:
            add_target(connection, stored, reference, REFERENCE, now)
    return StoredSuite(str(output), suite.name)


def _forms(counts: Mapping[str, int]) -> str:
    used = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{form} {n}" for form, n in used if n)
