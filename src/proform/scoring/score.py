"""`proform.score`: from texts, in files or in memory, to a result."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Unpack

from proform.alignment.method import AlignmentOptions, check_options, method_of
from proform.alignment.pipeline import align_corpus
from proform.analysis.gender import Source
from proform.errors import ProformError, check_known, check_whole
from proform.judge import ANCHORS, make_judges
from proform.judge.base import Judge
from proform.judge.choices import Choices
from proform.judge.weights import Weights
from proform.language.pack import load_packs
from proform.output import File, as_path, file_path, refuse_overwriting, writing
from proform.parallel import Progress
from proform.scoring.inputs import (
    Linked,
    read_corpus,
    read_forms,
    read_lists,
    read_places,
    read_weights,
    with_links,
)
from proform.scoring.judgements import Judgement, row_writer
from proform.scoring.panel import Sink
from proform.scoring.result import Change, Result, Stability
from proform.scoring.run import score as run
from proform.scoring.summary import Resampling
from proform.text.texts import Given

_MOST_CORES = 4
"""More processes take more memory than they save time."""


def score(
    source: Given,
    reference: Given | None,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    *,
    metrics: Sequence[str | Judge] = ("apt",),
    documents: File | Sequence[str] | None = None,
    align_ref: Linked | None = None,
    align_sys: Mapping[str, Linked] | Sequence[Linked] | None = None,
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
    repair: str | None = None,
    other_equal: bool = False,
    confidence: bool = False,
    paired: bool = False,
    resamples: int = 1000,
    seed: int = 12345,
    jobs: int = 0,
    detail: File | None = None,
    judgements: bool | Callable[[Judgement], None] = True,
    outputs: Sequence[File | None] = (),
    **alignment: Unpack[AlignmentOptions],
) -> Result:
    """Score how well systems translate pronouns, against a reference.

    Texts are sequences of lines, paths, or anything that the command reads; the options are those
    of `proform score`, by their names. `as_published` sets everything as in the APT paper. The
    reference may be None for metrics that need none. Metrics are names or judges of your own.
    `judgements` keeps what was said of each pronoun in the result; pass a function to be told of
    each one instead, or False to keep none. `outputs` are files that the caller will write: none
    may be an input.

    >>> import proform
    >>> result = proform.score(
    ...     source=["It is red ."], reference=["Il est rouge ."],
    ...     systems={"base": ["Elle est rouge ."]}, languages="en-fr",
    ...     align_ref=["0-0 1-1 2-2 3-3"], align_sys={"base": ["0-0 1-1 2-2 3-3"]})
    >>> result["apt", "base"].score
    0.0
    """
    check_options(alignment)
    source_pack, target_pack = load_packs(languages, file_path("packs", packs))
    check_known("anchor", anchor, ANCHORS)
    check_whole("alignments", alignments, 1)
    check_whole("jobs", jobs, 0)
    resampling = Resampling(confidence, paired, resamples, seed)
    choices = Choices(
        source_pack,
        target_pack,
        read_forms("source_pronouns", source_pronouns),
        read_forms("target_pronouns", target_pronouns),
        read_lists(target_pack, identical, equivalent),
        read_places(positions),
        anchored=anchor == "reference",
        repair=repair,
        as_published=alignment.get("as_published", False),
        other_equal=other_equal,
        weights=read_weights(weights, discard),
        lexicon=lexicon,
    )
    judges = make_judges(metrics, choices)
    needing = [judge.name for judge in judges if judge.needs_reference]
    if reference is None and needing:
        hint = "give one, or ask for metrics=['agreement'], which needs none"
        raise ProformError(f"reference: {' and '.join(needing)} cannot do without one", hint=hint)
    corpus = read_corpus(source, reference, systems, target_pack.language, documents)
    linked = with_links(corpus, align_ref, align_sys)
    files = (documents, positions, source_pronouns, target_pronouns, identical, equivalent)
    inputs = [*corpus.paths(), *linked.paths(), *(as_path(file) for file in files)]
    refuse_overwriting([file_path("detail", detail), *map(as_path, outputs)], inputs)
    ways = [way for way in ("background", "model", "aligner") if alignment.get(way)]
    if linked.links and ways:
        raise ProformError(
            "align_ref and align_sys: there is nothing to align",
            hint="leave out background, model and aligner",
        )
    if alignments > 1 and (linked.links or "aligner" in ways):
        raise ProformError(
            "alignments: only those of the built-in aligner vary with the seed",
            hint="leave out align_ref, align_sys and aligner",
        )
    progress = alignment.get("progress") or Progress()
    first_seed = alignment.get("align_seed", 1)

    def scored(align_seed: int, sink: Sink | None) -> Result:
        how: dict[str, str] = {}
        notes: list[str] = []
        aligned = linked
        if not linked.links:
            packs = source_pack, target_pack
            method = method_of(packs, **(alignment | {"align_seed": align_seed}))
            aligned, how = align_corpus(method, linked)
            notes = list(dict.fromkeys(method.notes))
        aligned.check_files()
        settings = choices.signature | how
        cores = jobs or _cores()
        result = run(
            *(aligned, judges, choices, settings, resampling, sink, progress.segments, cores),
            partial(progress.part, "resampling"),
        )
        return replace(result, notes=(*notes, *result.notes))

    kept: list[Judgement] = []
    with judgement_sink(file_path("detail", detail), judgements, kept) as sink:
        result = scored(first_seed, sink)
    if alignments > 1:
        seeds = range(first_seed, first_seed + alignments)
        result = replace(result, stabilities=tuple(_over_alignments(seeds, scored)))
    return replace(result, kept=tuple(kept)) if judgements is True else result


def _over_alignments(
    seeds: Sequence[int], scored: Callable[[int, Sink], Result]
) -> Iterator[Stability]:
    """How far the scores differ, and which pronouns are judged differently."""
    reasons: dict[tuple[str, str], dict[tuple[int, int, str], list[str]]] = {}

    def keep(judgement: Judgement) -> None:
        place = judgement.segment, judgement.position, judgement.pronoun
        own = reasons.setdefault((judgement.metric, judgement.system), {})
        own.setdefault(place, []).append(judgement.reason)

    runs = [scored(seed, keep).results for seed in seeds]
    for scores in zip(*runs, strict=True):
        metric, system = scores[0].metric, scores[0].system
        own = reasons.get((metric, system), {})
        changes = [Change(*place, tuple(why)) for place, why in own.items() if len(set(why)) > 1]
        values = tuple(score.score for score in scores)
        yield Stability(system, metric, values, len(own), tuple(changes))


@contextmanager
def judgement_sink(
    detail: Path | None, judgements: bool | Callable[[Judgement], None], kept: list[Judgement]
) -> Iterator[Sink | None]:
    """Where judgements go: to a file, the result, a function of the user's, or nowhere."""
    if not (isinstance(judgements, bool) or callable(judgements)):
        what = f"judgements: expected True, False or a function, found {judgements!r}"
        raise ProformError(what)
    if detail is not None and detail.suffix.lower() == ".gz":
        raise ProformError(f"{detail}: detail is not packed", hint="name it .tsv or .jsonl")
    sinks = [kept.append] if judgements is True else [judgements] if judgements else []
    with ExitStack() as files:
        if detail is not None:
            write = files.enter_context(writing(detail)).write
            sinks.append(row_writer(write, as_json=detail.suffix.lower() == ".jsonl"))

        def pass_on(judgement: Judgement) -> None:
            for sink in sinks:
                sink(judgement)

        yield pass_on if sinks else None


def _cores() -> int:
    if not hasattr(os, "sched_getaffinity"):  # no fork to rely on either
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST_CORES)
