"""`proform score`: pronoun scores of any number of systems."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from proform.cli import aligning, options
from proform.cli.detail import detailed
from proform.cli.output import refuse_overwriting, writing
from proform.cli.weights import weighted
from proform.errors import ProformError

if TYPE_CHECKING:
    from proform.judge.compare import Lists
    from proform.language.pack import Pack
    from proform.scoring.result import Result
    from proform.scoring.run import Observer
    from proform.scoring.stability import Stability
    from proform.text.corpus import Corpus

_MOST_CORES = 4
"""More processes take more memory than they save time."""


def score(
    source: options.Source,
    reference: options.Reference,
    systems: options.Systems,
    languages: options.Languages,
    align_reference: options.AlignReference = None,
    align_systems: options.AlignSystems = None,
    tokenized: options.Tokenized = False,
    background: aligning.Background = None,
    model: aligning.Model = None,
    aligner: aligning.Aligner = None,
    heuristic: aligning.Symmetrise = aligning.Heuristic.GROW_DIAG,
    align_seed: aligning.AlignSeed = 1,
    alignments: aligning.Alignments = 1,
    docs: options.Docs = None,
    metrics: options.Metrics = [options.Metric.APT],  # noqa: B006 (never changed)
    positions: options.Positions = None,
    anchor: options.AnchorAt = options.Anchor.SOURCE,
    source_pronouns: options.SourcePronouns = None,
    target_pronouns: options.TargetPronouns = None,
    identical: options.Identical = None,
    equivalent: options.Equivalent = None,
    packs: options.Packs = None,
    weights: options.WeightList = "1,0.5,0,0,0,0",
    discard: options.Discard = "",
    repair: options.RepairBy = options.Repair.PAPER,
    no_repair: options.NoRepair = False,
    other_equal: options.OtherEqual = False,
    confidence: options.Confidence = False,
    paired: options.IsPaired = False,
    resamples: options.Resamples = 1000,
    seed: options.Seed = 12345,
    jobs: options.Jobs = 0,
    by: options.Breakdown = None,
    matrix: options.ShowMatrix = False,
    detail: options.Detail = None,
    style: options.Style = options.Format.TEXT,
    output: options.Output = None,
) -> None:
    """Score how well systems translate pronouns, against a reference.

    \b
    Example:
      proform score -s talk.en -r talk.fr -i base.fr new.fr -l en-fr \\
        --align-ref talk.align --align-sys base.align new.align \\
        --docs talk.docs --confidence --paired --by pronoun
    """  # noqa: D301 (\\b is for the help)
    # numpy and rich are slow to import: --help does without.
    from proform.scoring.output import Layout, write  # noqa: PLC0415
    from proform.scoring.run import score as run  # noqa: PLC0415
    from proform.scoring.setup import Choices  # noqa: PLC0415
    from proform.scoring.stability import over_alignments  # noqa: PLC0415
    from proform.scoring.summary import Resampling  # noqa: PLC0415
    from proform.text.lists import read_list, read_positions  # noqa: PLC0415

    source_pack, target_pack = aligning.load_packs(languages, packs)
    choices = Choices(
        source_pack,
        target_pack,
        read_list(source_pronouns) if source_pronouns else (),
        read_list(target_pronouns) if target_pronouns else (),
        _lists(target_pack, identical, equivalent),
        (str(positions), read_positions(positions)) if positions else None,
        anchored=anchor is options.Anchor.REFERENCE,
        repair="none" if no_repair else repair.value,
        other_equal=other_equal,
        weights=weighted(weights, discard),
    )
    judges = choices.judges([metric.value for metric in metrics])
    texts = _corpus(source, reference, systems, target_pack.language, docs)
    lists = (docs, positions, source_pronouns, target_pronouns, identical, equivalent)
    links = (align_reference, *(align_systems or ()), *map(Path, background or ()))
    refuse_overwriting([detail, output], [*texts.paths(), *lists, *links])
    resampling = Resampling(confidence, paired, resamples, seed)

    def aligned(align_seed: int) -> tuple[Corpus, dict[str, str]]:
        if align_reference is not None and align_systems:
            if background or model or aligner:
                raise ProformError(
                    "alignments are given: leave out --background, --model, --aligner"
                )
            given = replace(texts, reference_links=align_reference, system_links=align_systems)
            return given, {}
        if align_reference is not None or align_systems:
            raise ProformError("alignments of the reference and of the systems go together")
        from proform.alignment.pipeline import align_corpus  # noqa: PLC0415 (slow to import)

        method = aligning.alignment_method(
            languages,
            (source_pack, target_pack),
            tokenized=tokenized,
            background=background,
            model=model,
            aligner=aligner,
            heuristic=heuristic,
            seed=align_seed,
        )
        with aligning.speaking() as voice:
            return align_corpus(method, texts, voice)

    def scored(align_seed: int, observe: Observer | None) -> Result:
        corpus, how = aligned(align_seed)
        corpus.check_names()
        with _progress() as progress:
            return run(
                corpus,
                judges,
                choices.signature | how,
                resampling,
                observe,
                progress,
                jobs or _cores(),
            )

    if alignments > 1 and (align_reference or align_systems or model or aligner):
        raise ProformError(
            "--alignments trains anew for each seed: give texts and a background only"
        )
    with writing(output) as out:
        stabilities: list[Stability] = []
        with detailed(detail) as observe:
            report = scored(align_seed, observe)
        if alignments > 1:
            seeds = range(align_seed, align_seed + alignments)
            stabilities = over_alignments(seeds, scored)
        if style is not options.Format.TEXT:  # which has them in it
            for note in report.notes:
                aligning.tell(note)
        breakdowns = tuple(kind.value for kind in by or ())
        layout = Layout(breakdowns, matrix, out.is_terminal, tuple(stabilities))
        out.write(write(report, style.value, layout))


def _lists(target: Pack, identical: Path | None, equivalent: Path | None) -> Lists:
    from proform.judge.compare import Lists  # noqa: PLC0415
    from proform.language.forms import fold  # noqa: PLC0415
    from proform.text.lists import read_equivalent, read_groups  # noqa: PLC0415

    same = read_groups(identical) if identical else target.identical
    groups, pairs = read_equivalent(equivalent) if equivalent else (target.equivalent, [])
    return Lists(
        tuple(tuple(map(fold, group)) for group in same),
        tuple(tuple(map(fold, group)) for group in groups),
        {(fold(s), fold(r), fold(c)): probability for s, r, c, probability in pairs},
    )


def _corpus(
    source: str, reference: str, systems: list[str], language: str, docs: Path | None
) -> Corpus:
    """The texts; what they are aligned by comes later."""
    from proform.text.column import Role  # noqa: PLC0415
    from proform.text.corpus import Corpus  # noqa: PLC0415
    from proform.text.documents import read_documents  # noqa: PLC0415
    from proform.text.texts import open_systems, open_text  # noqa: PLC0415

    text = open_text(source, Role.SOURCE)
    return Corpus(
        text,
        open_text(reference, Role.REFERENCE),
        [system for argument in systems for system in open_systems(argument, language)],
        read_documents(docs) if docs else text.documents(),
    )


def _cores() -> int:
    if not hasattr(os, "sched_getaffinity"):  # no fork to rely on either
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST_CORES)


@contextmanager
def _progress() -> Iterator[Callable[[int], None] | None]:
    """A count of segments on stderr, for people only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} segments"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("score", total=None)
        yield lambda segments: bar.advance(task, segments)
