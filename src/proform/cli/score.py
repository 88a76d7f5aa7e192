"""`proform score`: pronoun scores of any number of systems."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from proform.cli import options
from proform.cli.output import refuse_overwriting, writing
from proform.errors import ProformError

if TYPE_CHECKING:
    from proform.judge.apt import Weights
    from proform.judge.base import Judge
    from proform.judge.compare import Lists
    from proform.lexicon.pack import Pack
    from proform.model import Judgement, Segment, Translation
    from proform.read.corpus import Corpus
    from proform.score.run import Observer

Number = TypeVar("Number", int, float)


def score(
    source: options.Source,
    reference: options.Reference,
    systems: options.Systems,
    languages: options.Languages,
    align_reference: options.AlignReference = None,
    align_systems: options.AlignSystems = None,
    tokenized: options.Tokenized = False,  # noqa: ARG001 (texts with given alignments are)
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
    from proform.read.lists import read_list, read_positions  # noqa: PLC0415
    from proform.report.formats import FORMATS  # noqa: PLC0415
    from proform.score.run import score as run  # noqa: PLC0415
    from proform.score.setup import Choices  # noqa: PLC0415
    from proform.score.summary import Resampling  # noqa: PLC0415

    source_pack, target_pack = _packs(languages, packs)
    choices = Choices(
        source_pack,
        target_pack,
        read_list(source_pronouns) if source_pronouns else (),
        read_list(target_pronouns) if target_pronouns else (),
        _lists(target_pack, identical, equivalent),
        (str(positions), read_positions(positions)) if positions else None,
        anchored=anchor is options.Anchor.REFERENCE,
        repair=not no_repair,
        other_equal=other_equal,
        weights=_weights(weights, discard),
    )
    judges = choices.judges([metric.value for metric in metrics])
    corpus = _corpus(
        source, reference, systems, target_pack.language, align_reference, align_systems, docs
    )
    refuse_overwriting([detail, output], corpus.paths())
    with ExitStack() as stack:
        out = stack.enter_context(writing(output)) if output else sys.stdout
        observe = stack.enter_context(_detailed(detail)) if detail else None
        with _progress() as progress:
            resampling = Resampling(confidence, paired, resamples, seed)
            report = run(
                corpus, judges, choices.signature, resampling, observe, progress, jobs or _cores()
            )
        if style is not options.Format.TEXT:  # which has them in it
            for note in report.notes:
                print(f"proform: {note}", file=sys.stderr)  # noqa: T201
        out.write(FORMATS[style.value](report, [kind.value for kind in by or ()], matrix))


def _packs(languages: str, directory: Path | None) -> tuple[Pack, Pack]:
    from proform.lexicon.pack import Pack, load_pack  # noqa: PLC0415

    codes = languages.split("-")
    if len(codes) != 2 or not all(codes):
        raise ProformError(f"not a pair of languages: {languages!r}", hint="such as en-fr")
    if directory is not None and not directory.is_dir():
        raise ProformError(f"{directory}: is not a directory of language packs")
    source, target = (load_pack(code, directory) or Pack(code, code) for code in codes)
    return source, target


def _lists(target: Pack, identical: Path | None, equivalent: Path | None) -> Lists:
    from proform.judge.compare import Lists  # noqa: PLC0415
    from proform.lexicon.split import fold  # noqa: PLC0415
    from proform.read.lists import read_equivalent, read_groups  # noqa: PLC0415

    same = read_groups(identical) if identical else target.identical
    groups, pairs = read_equivalent(equivalent) if equivalent else (target.equivalent, [])
    return Lists(
        tuple(tuple(map(fold, group)) for group in same),
        tuple(tuple(map(fold, group)) for group in groups),
        {(fold(s), fold(r), fold(c)): probability for s, r, c, probability in pairs},
    )


def _weights(weights: str, discard: str) -> Weights:
    from proform.judge.apt import NAMED_WEIGHTS, Weights  # noqa: PLC0415

    named = NAMED_WEIGHTS.get(weights.lower())
    values = named or tuple(_numbers(float, weights, "weights"))
    return Weights(values, frozenset(_numbers(int, discard, "cases to discard")))


def _numbers(kind: type[Number], text: str, what: str) -> Iterator[Number]:
    for field in text.split(",") if text else ():
        try:
            yield kind(field)
        except ValueError:
            message = f"{what}: {field!r} is not a number, in {text!r}"
            raise ProformError(message, hint="such as 1,0.5,0,0,0,0 or apt-a, apt-b") from None


def _corpus(
    source: str,
    reference: str,
    systems: list[str],
    language: str,
    align_reference: Path | None,
    align_systems: list[Path] | None,
    docs: Path | None,
) -> Corpus:
    from proform.read.column import Role  # noqa: PLC0415
    from proform.read.corpus import Corpus  # noqa: PLC0415
    from proform.read.documents import read_documents  # noqa: PLC0415
    from proform.read.text import open_systems, open_text  # noqa: PLC0415

    if align_reference is None or not align_systems:
        hint = "give them with --align-ref FILE and --align-sys FILE..."
        raise ProformError("word alignments of reference and systems are needed", hint=hint)
    text = open_text(source, Role.SOURCE)
    corpus = Corpus(
        text,
        open_text(reference, Role.REFERENCE),
        align_reference,
        [system for argument in systems for system in open_systems(argument, language)],
        align_systems,
        read_documents(docs) if docs else text.documents(),
    )
    corpus.check_names()
    return corpus


def _cores() -> int:
    if not hasattr(os, "sched_getaffinity"):  # no fork to rely on either
        return 1
    return len(os.sched_getaffinity(0))


@contextmanager
def _detailed(path: Path) -> Iterator[Observer]:
    from proform.report.detail import detail_row, detail_writer  # noqa: PLC0415

    with writing(path) as file:
        write = detail_writer(file, as_json=path.suffix.lower() == ".jsonl")

        def observe(
            judge: Judge,
            system: str,
            judgement: Judgement,
            segment: Segment,
            translation: Translation,
        ) -> None:
            write(detail_row(judge, system, judgement, segment, translation))

        yield observe


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
