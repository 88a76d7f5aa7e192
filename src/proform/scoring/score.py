"""`proform.score`: from texts, however they are given, to a result."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from os import PathLike
from pathlib import Path

from proform.alignment.base import Aligner
from proform.alignment.pipeline import Method, Progress, Silent, align_corpus, method_of
from proform.analysis.gender import Source
from proform.errors import ProformError, check_known
from proform.judge import ANCHORS, make_judges
from proform.judge.base import Judge
from proform.judge.choices import Choices
from proform.judge.compare import Lists
from proform.judge.weights import Weights
from proform.language.forms import fold
from proform.language.pack import Pack, load_packs
from proform.output import File, as_path, refuse_overwriting, writing
from proform.scoring.judgements import Judgement, row_writer
from proform.scoring.panel import Sink
from proform.scoring.result import Result
from proform.scoring.run import score as run
from proform.scoring.stability import over_alignments
from proform.scoring.summary import Resampling
from proform.text.column import Role
from proform.text.corpus import Corpus
from proform.text.documents import Documents, from_ids, read_documents, run_lengths
from proform.text.lists import Equivalence, read_equivalent, read_groups, read_list, read_positions
from proform.text.texts import (
    Given,
    Text,
    checked_lines,
    in_memory,
    open_system,
    open_systems,
    open_text,
    plain_text,
)

_MOST_CORES = 4
"""More processes take more memory than they save time."""


def score(
    source: Given,
    reference: Given,
    systems: Mapping[str, Given] | Sequence[str],
    languages: str,
    *,
    metrics: Sequence[str | Judge] = ("apt",),
    documents: File | Sequence[str] | None = None,
    align_ref: File | Sequence[str] | None = None,
    align_sys: Mapping[str, File | Sequence[str]] | Sequence[File | Sequence[str]] | None = None,
    tokenized: bool = False,
    background: tuple[Given, Given] | None = None,
    model: File | None = None,
    aligner: str | Aligner | None = None,
    symmetrise: str = "grow-diag",
    align_seed: int = 1,
    alignments: int = 1,
    positions: File | Sequence[tuple[int, int]] | None = None,
    anchor: str = "source",
    source_pronouns: File | Sequence[str] | None = None,
    target_pronouns: File | Sequence[str] | None = None,
    identical: File | Sequence[Sequence[str]] | None = None,
    equivalent: File | Sequence[Sequence[str]] | None = None,
    packs: File | None = None,
    lexicon: Source | None = None,
    weights: str | Weights = "1,0.5,0,0,0,0",
    discard: str = "",
    repair: str = "paper",
    other_equal: bool = False,
    confidence: bool = False,
    paired: bool = False,
    resamples: int = 1000,
    seed: int = 12345,
    jobs: int = 0,
    detail: File | None = None,
    judgements: bool | Callable[[Judgement], None] = True,
    outputs: Sequence[File | None] = (),
    progress: Progress | None = None,
) -> Result:
    """Score how well systems translate pronouns, against a reference.

    Texts are sequences of lines, paths, or anything that the command reads; the options are those
    of `proform score`, by their names. Metrics are names or judges of your own. `judgements` keeps
    what was said of each pronoun in the result; pass a function to be told of each one instead, or
    False to keep none. `outputs` are files that the caller will write: none may be an input.

    >>> import proform
    >>> result = proform.score(
    ...     source=["It is red ."], reference=["Il est rouge ."],
    ...     systems={"base": ["Elle est rouge ."]}, languages="en-fr",
    ...     align_ref=["0-0 1-1 2-2 3-3"], align_sys={"base": ["0-0 1-1 2-2 3-3"]})
    >>> result["apt", "base"].score
    0.0
    """
    source_pack, target_pack = load_packs(languages, as_path(packs))
    check_known("anchor", anchor, ANCHORS)
    choices = Choices(
        source_pack,
        target_pack,
        _forms("source_pronouns", source_pronouns),
        _forms("target_pronouns", target_pronouns),
        _lists(target_pack, identical, equivalent),
        _positions(positions),
        anchored=anchor == "reference",
        repair=repair,
        other_equal=other_equal,
        weights=weights if isinstance(weights, Weights) else Weights.parse(weights, discard),
        lexicon=lexicon,
    )
    judges = make_judges(metrics, choices)
    corpus = _corpus(source, reference, systems, target_pack.language, documents)
    given = _given_links(corpus, align_ref, align_sys)
    files = (documents, positions, source_pronouns, target_pronouns, identical, equivalent)
    inputs = [*corpus.paths(), *given.paths(), *(as_path(file) for file in files)]
    refuse_overwriting([as_path(detail), *map(as_path, outputs)], inputs)
    if given.reference_links is not None and (background or model or aligner):
        raise ProformError(
            "align_ref and align_sys: there is nothing to align",
            hint="leave out background, model and aligner",
        )
    if alignments > 1 and (given.reference_links is not None or model or aligner):
        raise ProformError(
            "alignments: the aligner is trained anew for each seed",
            hint="leave out align_ref, align_sys, model and aligner",
        )
    resampling = Resampling(confidence, paired, resamples, seed)
    told = progress or Silent()

    def method(with_seed: int) -> Method:
        return method_of(
            (source_pack, target_pack),
            tokenized=tokenized,
            background=background,
            model=model,
            aligner=aligner,
            symmetrise=symmetrise,
            align_seed=with_seed,
            progress=told,
        )

    def scored(with_seed: int, sink: Sink | None) -> Result:
        how: dict[str, str] = {}
        notes: tuple[str, ...] = ()
        aligned = given
        if given.reference_links is None:
            by = method(with_seed)
            aligned, how = align_corpus(by, given)
            notes = tuple(dict.fromkeys(by.notes))
        aligned.check_names()
        result = run(
            aligned,
            judges,
            choices,
            choices.signature | how,
            resampling,
            sink,
            told.segments,
            jobs or _cores(),
        )
        return replace(result, notes=(*notes, *result.notes))

    kept: list[Judgement] = []
    with judgement_sink(as_path(detail), judgements, kept) as sink:
        result = scored(align_seed, sink)
    if alignments > 1:
        seeds = range(align_seed, align_seed + alignments)
        result = replace(result, stabilities=tuple(over_alignments(seeds, scored)))
    return replace(result, kept=tuple(kept)) if judgements is True else result


@contextmanager
def judgement_sink(
    detail: Path | None,
    judgements: bool | Callable[[Judgement], None] = False,
    kept: list[Judgement] | None = None,
) -> Iterator[Sink | None]:
    """Where judgements go: to a file, the result, a function of the user's, or nowhere."""
    if judgements is True:
        own: Sink | None = None if kept is None else kept.append
    else:
        own = judgements or None
    if detail is not None and detail.suffix.lower() == ".gz":
        raise ProformError(f"{detail}: detail is not packed", hint="name it .tsv or .jsonl")
    with nullcontext() if detail is None else writing(detail) as file:
        if file is None or detail is None:
            yield own
            return
        write = row_writer(file.write, as_json=detail.suffix.lower() == ".jsonl")

        def both(judgement: Judgement) -> None:
            write(judgement)
            if own is not None:
                own(judgement)

        yield both


def _corpus(
    source: Given,
    reference: Given,
    systems: Mapping[str, Given] | Sequence[str],
    language: str,
    documents: File | Sequence[str] | None,
) -> Corpus:
    """The texts; what they are aligned by comes later."""
    text = open_text(source, Role.SOURCE)
    if isinstance(systems, Mapping):
        opened = [open_system(name, given, language) for name, given in systems.items()]
    elif isinstance(systems, str | bytes) or not isinstance(systems, Sequence):
        hint = "give a mapping of names to texts, or a list of files"
        raise ProformError(f"systems: expected texts, found {systems!r}", hint=hint)
    else:
        opened = [text for argument in systems for text in open_systems(str(argument), language)]
    if not opened:
        raise ProformError("systems: there is none", hint="give at least one")
    return Corpus(text, open_text(reference, Role.REFERENCE), opened, _documents(text, documents))


def _documents(source: Text, given: File | Sequence[str] | None) -> Documents | None:
    if given is None:
        return source.documents()
    if isinstance(given, str | PathLike):
        return read_documents(Path(given))
    ids = checked_lines("documents", given)
    return from_ids(Path("documents"), run_lengths(ids))


def _given_links(
    corpus: Corpus,
    align_ref: File | Sequence[str] | None,
    align_sys: Mapping[str, File | Sequence[str]] | Sequence[File | Sequence[str]] | None,
) -> Corpus:
    """The corpus with the alignments that were given, if any were."""
    if align_ref is None and not align_sys:
        return corpus
    if align_ref is None or not align_sys:
        raise ProformError("alignments of the reference and of the systems go together")
    links: list[File | Sequence[str]] = []
    if isinstance(align_sys, Mapping):
        names = [system.name for system in corpus.systems]
        if missing := [name for name in names if name not in align_sys]:
            raise ProformError(f"align_sys: no alignment of {', '.join(map(repr, missing))}")
        if unknown := [name for name in align_sys if name not in names]:
            raise ProformError(f"align_sys: no system {', '.join(map(repr, unknown))}")
        links = [align_sys[name] for name in names]
    else:
        links = list(align_sys)
    return replace(
        corpus,
        reference_links=_links("align_ref", align_ref),
        system_links=[_links(f"align_sys[{n}]", given) for n, given in enumerate(links)],
    )


def _links(name: str, given: File | Sequence[str]) -> Text:
    return plain_text(Path(given)) if isinstance(given, str | PathLike) else in_memory(name, given)


def _forms(name: str, given: File | Sequence[str] | None) -> Sequence[str]:
    if given is None:
        return ()
    if isinstance(given, str | PathLike):
        return read_list(Path(given))
    return checked_lines(name, given)


def _lists(
    target: Pack,
    identical: File | Sequence[Sequence[str]] | None,
    equivalent: File | Sequence[Sequence[str]] | None,
) -> Lists:
    same: Sequence[Sequence[str]] = target.identical
    if identical is not None:
        same = read_groups(Path(identical)) if isinstance(identical, str | PathLike) else identical
    groups: Sequence[Sequence[str]] = target.equivalent
    probable: Sequence[Equivalence] = ()
    if isinstance(equivalent, str | PathLike):
        groups, probable = read_equivalent(Path(equivalent))
    elif equivalent is not None:
        groups = equivalent
    return Lists(
        tuple(tuple(map(fold, group)) for group in same),
        tuple(tuple(map(fold, group)) for group in groups),
        {(fold(s), fold(r), fold(c)): probability for s, r, c, probability in probable},
    )


def _positions(
    given: File | Sequence[tuple[int, int]] | None,
) -> tuple[str, Mapping[int, Mapping[int, int]]] | None:
    if given is None:
        return None
    if isinstance(given, str | PathLike):
        return str(given), read_positions(Path(given))
    where: dict[int, dict[int, int]] = {}
    for number, (segment, token) in enumerate(given, 1):
        where.setdefault(segment, {})[token] = number
    return "positions", where


def _cores() -> int:
    if not hasattr(os, "sched_getaffinity"):  # no fork to rely on either
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST_CORES)
