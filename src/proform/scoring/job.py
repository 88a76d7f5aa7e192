"""What is to be scored and how: everything that a caller gives, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Unpack, cast

from proform.alignment.method import AlignmentOptions, check_options, method_of, tokenised
from proform.alignment.pipeline import align_corpus
from proform.alignment.resegment import resegment_systems
from proform.analysis.gender import Source
from proform.errors import ProformError, check_known
from proform.judge import ANCHORS, check_needless, check_resolving, make_judges
from proform.judge.base import Judge
from proform.judge.choices import Choices
from proform.judge.weights import Weights
from proform.language.pack import Pack, load_packs
from proform.output import File, as_path, file_path, refuse_overwriting
from proform.parallel import Progress
from proform.scoring.inputs import (
    Chains,
    Linked,
    read_antecedents,
    read_corpus,
    read_forms,
    read_lists,
    read_places,
    read_tagger,
    read_weights,
    source_texts,
    with_documents,
    with_links,
)
from proform.scoring.opinions import read_metrics
from proform.scoring.summary import Resampling
from proform.text.corpus import Corpus
from proform.text.documents import Documents
from proform.text.formats import Role
from proform.text.lines import STDIN
from proform.text.series import Text
from proform.text.texts import Given, open_text

Texts = tuple[Given, Given | None, Mapping[str, Given] | Sequence[File], str]
"""Source, reference, systems and languages."""


class ScoreOptions(AlignmentOptions, total=False):
    """What is scored and how, by the names of the command's options."""

    metrics: Sequence[str | Judge]
    more_references: Sequence[Given]
    documents: File | Sequence[str] | None
    resegment: bool
    antecedents: Chains | None
    source_tagger: File | None
    align_ref: Linked | None
    align_sys: Mapping[str, Linked] | Sequence[Linked] | None
    categories: bool
    positions: File | Sequence[tuple[int, int]] | None
    anchor: str
    source_pronouns: File | Sequence[str] | None
    target_pronouns: File | Sequence[str] | None
    identical: File | Sequence[Sequence[str]] | None
    equivalent: File | Sequence[Sequence[str]] | None
    packs: File | None
    lexicon: Source | None
    weights: str | Weights
    discard: str
    repair: str | None
    other_equal: bool
    dropped: bool
    confidence: bool
    paired: bool
    resamples: int
    seed: int
    skip_broken: bool


@dataclass(frozen=True)
class Job:
    """Texts, judges and settings."""

    corpus: Corpus
    judges: Sequence[Judge]
    choices: Choices
    resampling: Resampling
    alignment: AlignmentOptions
    packs: str | None = None
    """The folder of the user's own language packs."""
    notes: tuple[str, ...] = ()
    """What a reader of the result should know."""
    broken: tuple[str, ...] = ()
    """Which files were left out, and how many."""

    @property
    def by_segment(self) -> bool:
        """Are segments resampled, for want of documents?"""
        return self.resampling.wanted and self.corpus.documents is None

    @property
    def progress(self) -> Progress:
        """Who is told how far it is."""
        return self.alignment.get("progress") or Progress()

    def aligned(self, corpus: Corpus, align_seed: int) -> tuple[Corpus, dict[str, str], list[str]]:
        """A part of the corpus, or all, with links; what the signature says; what readers should.

        Nothing is aligned if alignments were given.
        """
        own = self.choices.signature
        if self.broken:
            own["files"] = f"without {len(self.broken) - 1}"
        if corpus.links:
            corpus.check_files()
            return corpus, own, [*self.notes]
        packs = self.choices.source, self.choices.target
        method = method_of(packs, **(self.alignment | {"align_seed": align_seed}))
        corpus, how = align_corpus(method, corpus)
        corpus.check_files()
        return corpus, own | how, [*dict.fromkeys(method.notes), *self.notes]


def read_job(
    source: Given,
    reference: Given | None,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    outputs: Sequence[File | None] = (),
    **options: Unpack[ScoreOptions],
) -> Job:
    """What a caller gives; none of the files that will be written may be an input."""
    check_options(options, ScoreOptions)
    names = AlignmentOptions.__annotations__
    own = {name: value for name, value in options.items() if name in names}
    alignment = cast("AlignmentOptions", own)
    packs = file_path("packs", options.get("packs"))
    choices = _choices(load_packs(languages, packs), options)
    resampling = Resampling(
        options.get("confidence", False),
        options.get("paired", False),
        options.get("resamples", 1000),
        options.get("seed", 12345),
    )
    metrics = read_metrics(options.get("metrics", ("apt",)))
    judges = make_judges(metrics, choices)
    if reference is None:
        check_needless(judges)
    documents, antecedents = options.get("documents"), options.get("antecedents")
    tagger = options.get("source_tagger")
    corpus = read_corpus(source, reference, systems, choices.target.language)
    more = _more_references(options, judges)
    corpus = replace(corpus, more=more)
    if options.get("resegment") and (options.get("align_ref") or options.get("align_sys")):
        hint = "leave out align_ref and align_sys, or cut outputs first: proform read-output"
        raise ProformError("resegment: alignments are of lines as they are", hint=hint)
    given = with_links(corpus, options.get("align_ref"), options.get("align_sys"))
    skip = options.get("skip_broken", False)
    linked, broken = with_documents(given, documents, skip_broken=skip)
    corpus = replace(linked, links=())
    notes = [*broken, *_blank_references(corpus)]
    if more and (single := [judge.name for judge in judges if not judge.takes_more]):
        notes.append(f"{' and '.join(single)}: with the first reference only")
    if options.get("resegment"):
        corpus, told = resegment_systems(corpus, languages, known=reference is not None)
        linked = corpus
        notes += told
    lists = ("positions", "source_pronouns", "target_pronouns", "identical", "equivalent")
    files = (documents, antecedents, tagger, *(options.get(name) for name in lists))
    refuse_overwriting(map(as_path, outputs), [*linked.paths(), *map(as_path, files)])
    if linked.links and any(alignment.get(way) for way in ("background", "model", "aligner")):
        raise ProformError(
            "align_ref and align_sys: there is nothing to align",
            hint="leave out background, model and aligner",
        )
    for name, value in (("antecedents", antecedents), ("source_tagger", tagger)):
        if value is not None and not choices.categories:  # which are proposed by that
            check_resolving(judges, name)
    if antecedents is not None or tagger is not None:
        cut = None if linked.links else method_of((choices.source, choices.target), **alignment)
        text = tokenised(corpus.source, cut.tokenizers.source) if cut else corpus.source
        choices, told = _with_source(choices, text, corpus.documents, antecedents, tagger)
        notes += told
        judges = make_judges(metrics, choices)
    folder = None if packs is None else str(packs)
    return Job(linked, judges, choices, resampling, alignment, folder, tuple(notes), broken)


def _with_source(
    choices: Choices,
    text: Text,
    documents: Documents | None,
    antecedents: Chains | None,
    tagger: File | None,
) -> tuple[Choices, list[str]]:
    """What is known of the words and pronouns of the source, and notes on it."""
    language = choices.source.language
    tags, notes = read_tagger(tagger, language, text, documents)
    choices = replace(choices, tags=tags)
    if tagger is not None and choices.resolver.tags is None:
        notes.append(f"source_tagger: not used, since there are no weights for {language!r}")
    if antecedents is not None:
        texts = source_texts("antecedents", text, documents)
        known = read_antecedents(antecedents, texts, choices.resolver.tags)
        choices = replace(choices, antecedents=known.antecedents)
        notes += known.notes
    return choices, notes


def _more_references(options: ScoreOptions, judges: Sequence[Judge]) -> list[Text]:
    given = options.get("more_references") or ()
    if isinstance(given, str) or not isinstance(given, Sequence):
        hint = "give a list of texts, beside the reference"
        raise ProformError(f"more_references: expected texts, found {given!r}", hint=hint)
    if given and not any(judge.takes_more for judge in judges):
        what = "more_references: no metric takes more than one"
        raise ProformError(what, hint="metrics=['agreement'] does")
    if given and options.get("align_sys"):
        what = "more_references: they are aligned here, so all texts have to be"
        raise ProformError(what, hint="leave out align_ref and align_sys")
    return [open_text(text, Role.REFERENCE) for text in given]


def _blank_references(corpus: Corpus) -> Iterator[str]:
    """Which references that were given have no word; not of those that can be read only once."""
    for text in (corpus.reference, *corpus.more):
        if text.is_blank or text.path == STDIN or text.path.is_fifo():
            continue
        if not any(map(str.strip, chain.from_iterable(text.decoded()))):
            yield f"{text.path}: every line of this reference is blank"


def _choices(packs: tuple[Pack, Pack], options: ScoreOptions) -> Choices:
    anchor = options.get("anchor", "source")
    check_known("anchor", anchor, ANCHORS)
    return Choices(
        *packs,
        read_forms("source_pronouns", options.get("source_pronouns")),
        read_forms("target_pronouns", options.get("target_pronouns")),
        read_lists(packs[1], options.get("identical"), options.get("equivalent")),
        read_places(options.get("positions")),
        anchored=anchor == "reference",
        repair=options.get("repair"),
        as_published=options.get("as_published", False),
        other_equal=options.get("other_equal", False),
        dropped=options.get("dropped", False),
        weights=read_weights(options.get("weights", "1,0.5,0,0,0,0"), options.get("discard", "")),
        lexicon=options.get("lexicon"),
        categories=options.get("categories", False),
    )
