"""`proform.score`: from texts, in files or in memory, to a result."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from proform.errors import ProformError, check_whole
from proform.output import File, file_path, writing
from proform.scoring.job import ScoreOptions, read_job
from proform.scoring.judgements import Judgement, row_writer
from proform.scoring.panel import Sink
from proform.scoring.result import Change, Result, Stability
from proform.scoring.run import conclude, count
from proform.text.texts import Given

if TYPE_CHECKING:
    from distributed import Client

_MOST_CORES = 4
"""More processes take more memory than they save time."""


def score(
    source: Given,
    reference: Given | None,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    *,
    alignments: int = 1,
    jobs: int = 0,
    detail: File | None = None,
    judgements: bool | Callable[[Judgement], None] = True,
    outputs: Sequence[File | None] = (),
    cluster: "str | Client | None" = None,
    shards: int | None = None,
    parts: File | None = None,
    **options: Unpack[ScoreOptions],
) -> Result:
    """Score how well systems translate pronouns, with a reference or without.

    Texts are sequences of lines, paths, or anything that the command reads; the options are those
    of `proform score`, by their names. `as_published` sets everything as in the APT paper. The
    reference may be None for metrics that need none. `metrics` are names or judges of your own.
    `antecedents` are chains of coreference: a file, or records as a program returns them. With
    `categories`, those of pronouns are proposed, and scores are broken down by them.
    `judgements` keeps what was said of each pronoun in the result; pass a function to be told of
    each one instead, or False to keep none. `outputs` are files that the caller will write: none
    may be an input. `cluster` is a client of Dask, or local:4, tcp://HOST:PORT, slurm:FILE: its
    workers judge the corpus in so many `shards`, which are kept in the folder `parts`, and keep no
    judgements. With `skip_broken`, parts that fail are left out, and so are files of a folder or
    pattern that cannot be read.

    >>> import proform
    >>> result = proform.score(
    ...     source=["It is red ."], reference=["Il est rouge ."],
    ...     systems={"base": ["Elle est rouge ."]}, languages="en-fr",
    ...     align_ref=["0-0 1-1 2-2 3-3"], align_sys={"base": ["0-0 1-1 2-2 3-3"]})
    >>> result["apt", "base"].score
    0.0
    """
    check_whole("alignments", alignments, 1)
    check_whole("jobs", jobs, 0)
    rows = file_path("detail", detail)
    if cluster is not None:
        if rows is not None or alignments > 1 or callable(judgements):
            what = "cluster: workers keep no rows, and align with one seed"
            raise ProformError(what, hint="leave out detail, judgements and alignments")
        from proform.scoring.cluster import score_on_cluster  # noqa: PLC0415 (which needs this)

        texts = source, reference, systems, languages
        return score_on_cluster(
            *(cluster, texts, options, outputs),
            shards=shards,
            folder=parts,
            skip_broken=options.get("skip_broken", False),
        )
    job = read_job(source, reference, systems, languages, (rows, *outputs), **options)
    if alignments > 1 and (job.corpus.links or options.get("aligner")):
        raise ProformError(
            "alignments: only those of the built-in aligner vary with the seed",
            hint="leave out align_ref, align_sys and aligner",
        )

    def scored(align_seed: int, sink: Sink | None) -> Result:
        corpus, settings, notes = job.aligned(job.corpus, align_seed)
        counted = count(
            *(corpus, job.judges, job.choices, sink, job.progress, jobs or cores()),
            by_segment=job.by_segment,
        )
        documents = None if corpus.documents is None else corpus.documents.digest
        watch = partial(job.progress.part, "resampling")
        result = conclude(counted, job.judges, settings, job.resampling, documents, watch)
        return replace(result, notes=(*notes, *result.notes))

    first_seed = options.get("align_seed", 1)
    kept: list[Judgement] = []
    with judgement_sink(rows, judgements, kept) as sink:
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


def cores() -> int:
    """How many processes to use, if nobody says."""
    if not hasattr(os, "sched_getaffinity"):  # no fork to rely on either
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST_CORES)
