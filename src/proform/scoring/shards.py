"""A corpus judged in parts, anywhere and in any order, and the parts put together again.

Parts of one run add up to exactly the result of one run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from proform.errors import ProformError, check_whole
from proform.judge import make_judges
from proform.judge.base import Description, Judge, Vectors
from proform.judge.choices import Choices
from proform.judge.weights import Weights
from proform.language.pack import load_packs
from proform.model import Decision, Occurrence, Rendering
from proform.output import File, file_path, needed_path, needed_paths
from proform.scoring.job import Job, ScoreOptions, read_job
from proform.scoring.parts import (
    CorpusPart,
    PartPlan,
    Shard,
    done_before,
    in_sequence,
    plan,
    read_part,
    read_parts,
    shared,
)
from proform.scoring.result import Result
from proform.scoring.run import conclude, count
from proform.scoring.score import cores, judgement_sink
from proform.scoring.summary import Resampling
from proform.text.texts import Given


def count_part(job: Job, parts: PartPlan, shard: Shard, **how: Any) -> CorpusPart:  # noqa: ANN401 (as count's)
    """Judge one part of a corpus."""
    start, stop = parts.range(shard.number)
    corpus, settings, notes = job.aligned(
        job.corpus.part(start, stop), job.alignment.get("align_seed", 1)
    )
    run = shared(job, parts, settings)
    sums = count(corpus, job.judges, job.choices, by_segment=job.by_segment, **how)
    return CorpusPart(shard, run, sums, notes)


def score_shard(
    shard: str | Shard,
    path: File,
    source: Given,
    reference: Given | None,
    systems: Mapping[str, Given] | Sequence[File],
    languages: str,
    *,
    jobs: int = 0,
    detail: File | None = None,
    **options: Unpack[ScoreOptions],
) -> Path:
    """Judge one part of a corpus, such as 3/64, and write what was counted to a file.

    The other arguments are those of `proform.score`. A part that is there already is not judged
    again. `proform.merge` makes one result of all parts.

    >>> proform.score_shard(
    ...     "3/64", "part.3", "talk.en", "talk.fr", ["base.fr"], "en-fr",
    ...     model="en-fr.model", documents="talk.docs")  # doctest: +SKIP
    """
    which = shard if isinstance(shard, Shard) else Shard.parse(shard)
    check_whole("jobs", jobs, 0)
    target, rows = needed_path("path", path), file_path("detail", detail)
    job = read_job(source, reference, systems, languages, (target, rows), **options)
    settling = [judge.name for judge in job.judges if judge.settles]
    if rows is not None and settling:
        what = f"detail: verdicts of {settling[0]} depend on all pronouns, also of other parts"
        raise ProformError(what, hint="ask for the rows of other metrics, or score in one run")
    parts = plan(job, which.of)
    if known_part(job, target, parts, which) is not None:
        job.progress.say(f"{target}: part {which.number} of {which.of} is there already")
        return target
    with judgement_sink(rows, judgements=False, kept=[]) as sink:
        part = count_part(job, parts, which, sink=sink, progress=job.progress, jobs=jobs or cores())
    part.write(target)
    job.progress.say(f"wrote {target}")
    return target


def known_part(job: Job, path: Path, parts: PartPlan, shard: Shard) -> CorpusPart | None:
    """The part that a file has, if it is this one of this run and newer than all texts.

    What the signature says of alignment is known only when a part was aligned, so that is taken
    from the file.
    """

    def run(part: CorpusPart) -> Mapping[str, Any]:
        return shared(job, parts, part.run["settings"])

    return done_before(path, job.corpus, shard, read_part, run)


class _Remembered(Judge):
    """A judge that scores as one of its kind, with the settings that the parts have."""

    def __init__(self, judge: Judge, run: Mapping[str, Any]) -> None:
        self._judge = judge
        self._signature: Mapping[str, str] = run["signatures"][judge.name]
        self.notes = tuple(run["notes"][judge.name])

    @property
    def name(self) -> str:
        return self._judge.name

    @property
    def description(self) -> Description:
        return self._judge.description

    @property
    def signature(self) -> Mapping[str, str]:
        return self._signature

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        return self._judge.judge(occurrence, reference, candidate)

    def sizes(self, sums: Vectors) -> Vectors:
        return self._judge.sizes(sums)

    def left_out(self, sums: Vectors) -> Mapping[str, int]:
        return self._judge.left_out(sums)

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        return self._judge.scores(sums)


def merge(
    parts: Sequence[File], *, metrics: Sequence[Judge] = (), skip_missing: bool = False
) -> Result:
    """One result of all parts of a run: exactly that of one run over the whole corpus.

    Parts of different runs are refused, and so are missing and doubled ones; `skip_missing` goes on
    without those that are missing or broken, and the result says so. Judges of your own have to be
    given again.

    >>> proform.merge(["part.1", "part.2"]).save("result.json")  # doctest: +SKIP
    """
    paths = needed_paths("parts", parts)
    read, broken = read_parts(paths, read_part, skip_missing=skip_missing)
    return merge_parts(read, metrics, skip_missing=skip_missing, notes=broken)


def merge_parts(
    parts: Mapping[Path, CorpusPart],
    metrics: Sequence[Judge] = (),
    *,
    skip_missing: bool = False,
    notes: Sequence[str] = (),
) -> Result:
    """The same of parts that were read."""
    return _merged(in_sequence(parts, skip_missing=skip_missing), metrics, notes)


def _merged(parts: Sequence[CorpusPart], metrics: Sequence[Judge], notes: Sequence[str]) -> Result:
    run, sums = parts[0].run, parts[0].sums
    for part in parts[1:]:
        sums.add(part.sums)
    choices = Choices(
        *load_packs(run["languages"], file_path("packs", run["packs"])),
        anchored=run["anchored"],
        weights=Weights(tuple(run["weights"]), frozenset(run["discarded"])),
    )
    own = {judge.name: judge for judge in metrics}
    made = make_judges([own.get(name, name) for name in run["metrics"]], choices)
    judges = [_Remembered(judge, run) for judge in made]
    settings = dict(run["settings"])
    whole, resampling = parts[0].shard.of, Resampling(**run["resampling"])
    if len(parts) < whole:
        settings["parts"] = f"{len(parts)}/{whole}"
        lost = f"only {len(parts)} of {whole} parts: this is not the whole corpus"
        notes = (lost, *notes)
    result = conclude(sums, judges, settings, resampling, run["documents"])
    said = dict.fromkeys((*notes, *(note for part in parts for note in part.notes), *result.notes))
    return replace(result, notes=tuple(said))
