"""Suites mined from corpora of any size and stored; in one go, or in parts that add up."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from proform.alignment.base import Aligner
from proform.alignment.method import AlignmentOptions, Method, check_options, method_of, tokenised
from proform.alignment.pipeline import prepare_ahead
from proform.errors import InputError, ProformError, check_whole
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.output import File, file_path, needed_path, needed_paths, refuse_overwriting, writing
from proform.parallel import Meter, Progress, in_order
from proform.pronoun.categories import WORDS
from proform.scoring.cluster import Order, Work, gathered
from proform.scoring.inputs import Chains, Linked, read_antecedents, read_mined, source_texts
from proform.scoring.parts import (
    PartPlan,
    Shard,
    check_cuttable,
    cut,
    done_before,
    in_sequence,
    packed,
    read_parts,
    unpacking,
)
from proform.scoring.score import cores
from proform.stored.build import check_new, save
from proform.stored.suites import StoredSuite
from proform.suite.categories import Catalogue, load_categories
from proform.suite.mining.chunks import RUN, chunks
from proform.suite.mining.harvest import harvest
from proform.suite.mining.miner import Miner
from proform.suite.mining.reservoir import MinedSample
from proform.suite.mining.selection import MinedSelection, Wanted, pick, sizes_of
from proform.table.table import Column, Table
from proform.table.tables import Tabular
from proform.text.corpus import Corpus
from proform.text.texts import Given
from proform.version import __version__

if TYPE_CHECKING:
    from distributed import Client

_KIND = "proform mined part 1"
_HINT = "expected what proform suite mine --shard writes"
_NEVER = {name for name in WORDS if name.startswith("addressee_")}
SURE = 0.9
"""A category that is less probable is not sure enough."""


class MiningOptions(AlignmentOptions, total=False):
    """What is mined and how, by the names of the command's options."""

    reference: Given | None
    documents: File | Sequence[str] | None
    align_ref: Linked | None
    antecedents: Chains | None
    want: File | Wanted | None
    sure: float
    seed: int
    packs: File | None
    skip_broken: bool


@dataclass(frozen=True)
class _Job:
    """A corpus, and how it is mined."""

    texts: tuple[Given, str]
    options: MiningOptions
    corpus: Corpus
    method: Method
    catalogue: Catalogue
    wanted: Wanted
    choices: Choices
    notes: tuple[str, ...]

    @cached_property
    def aligner(self) -> Aligner | None:
        """None if links are given, or there is no reference."""
        if self.corpus.links or self.corpus.reference.is_blank:
            return None
        return prepare_ahead(self.method)

    @property
    def progress(self) -> Progress:
        """Who is told how far it is."""
        return self.method.progress

    def run(self, parts: PartPlan) -> dict[str, Any]:
        """What all parts of a run share."""
        shown = {
            key: value
            for key, value in sorted(self.options.items())
            if key not in ("progress", "want") and value is not None
        }
        return {
            "version": __version__,
            "source": str(self.texts[0]),
            "languages": self.texts[1],
            "options": {key: _plain(key, value) for key, value in shown.items()},
            "want": self.wanted,
            "categories": self.choices.resolver.name,
            "aligner": None if self.aligner is None else self.aligner.signature,
            "segments": parts.segments,
            "digest": parts.source,
            "starts": list(parts.starts),
            "notes": list(self.notes),
        }

    def sample(self, corpus: Corpus, total: int | None, jobs: int) -> MinedSample:
        """What is found in the corpus, or in a part of it."""
        options, sizes = self.options, sizes_of(self.wanted)
        links = str(corpus.links[0].path) if corpus.links else ""
        seed, sure = options.get("seed", 1), options.get("sure", SURE)
        cut_into = self.method.tokenizers
        apart = corpus.documents is None
        miner = Miner(self.choices, cut_into, self.aligner, sizes, seed, sure, links, apart)
        sample, meter = MinedSample(sizes), Meter(self.progress, "mining", total)
        for part in in_order(miner.mine, chunks(corpus), jobs or cores()):
            sample.add(part)
            meter.add(part.segments)
        return sample

    def part(self, parts: PartPlan, shard: Shard, jobs: int = 1) -> bytes:
        """The file of what is found in one part."""
        start, stop = parts.range(shard.number)
        size = (parts.segments if stop is None else stop) - start
        sample = self.sample(self.corpus.part(start, stop), size, jobs)
        run = self.run(parts)
        return packed({"format": _KIND, "shard": list(shard), "run": run, "sample": sample.state()})

    def known(self, path: Path, parts: PartPlan, shard: Shard) -> _MinedPart | None:
        """What a file has, if it is this part of this run."""
        return done_before(path, self.corpus, shard, _read_part, lambda _: self.run(parts))

    def save_merged(
        self, parts: Sequence[_MinedPart], output: File, name: str | None, *notes: str
    ) -> MinedSuite:
        """Pick from the samples of parts and store the suite."""
        sample, whole = MinedSample(sizes_of(self.wanted)), parts[0].shard.of
        for part in parts:
            sample.add(part.sample)
        lost = f"only {len(parts)} of {whole} parts: this is not the whole corpus"
        return self.save(sample, output, name, *((lost,) if len(parts) < whole else ()), *notes)

    def save(self, sample: MinedSample, output: File, name: str | None, *notes: str) -> MinedSuite:
        """Pick from a sample and store the suite."""
        selection = pick(sample, self.wanted)
        if not selection.finds:
            what = f"no example in {sample.segments} segments"
            raise ProformError(what, hint="is it in the source language? or lower `sure`")
        suite, reference = harvest(
            name or self.texts[1].lower(),
            *(self.corpus, selection.finds, self.catalogue.categories, self.method, self.aligner),
        )
        saved = save(output, suite, reference)
        said = (*notes, *self.notes, *dict.fromkeys(self.method.notes))
        return MinedSuite(saved, sample, selection, said)


def _plain(name: str, value: object) -> object:
    """An option as JSON has it."""
    if isinstance(value, str | bool | int | float):
        return value
    path = file_path(name, value) if isinstance(value, Path) else None
    if path is None:
        what = f"{name}: parts are made of files, so that they can be found again"
        raise ProformError(what, hint="save it to a file")
    return str(path)


def _read(
    source: Given, languages: str, outputs: Sequence[File | None], options: MiningOptions
) -> _Job:
    check_options(options, MiningOptions)
    names = AlignmentOptions.__annotations__
    own = {name: value for name, value in options.items() if name in names}
    alignment = cast("AlignmentOptions", own)
    both = load_packs(languages, file_path("packs", options.get("packs")))
    check_whole("seed", options.get("seed", 1), 0)
    sure = options.get("sure", SURE)
    if not (isinstance(sure, int | float) and 0 < sure <= 1):
        raise ProformError(f"sure: expected a probability, found {sure!r}", hint="such as 0.9")
    if options.get("align_ref") is not None:
        alignment["tokenized"] = True
    method = method_of(both, **alignment)
    choices = Choices(*both, categories=True)
    corpus, notes = read_mined(
        source,
        options.get("reference"),
        options.get("align_ref"),
        options.get("documents"),
        skip_broken=options.get("skip_broken", False),
    )
    files = [*corpus.paths(), *(Path(str(f)) for f in (options.get("documents"),) if f)]
    refuse_overwriting([file_path("output", output) for output in outputs], files)
    if (chains := options.get("antecedents")) is not None:
        text = tokenised(corpus.source, method.tokenizers.source)
        texts = source_texts("antecedents", text, corpus.documents)
        known = read_antecedents(chains, texts, choices.resolver.tags)
        choices = replace(choices, antecedents=known.antecedents)
        notes = (*notes, *known.notes)
    catalogue = load_categories()
    wanted = _wanted(options.get("want"), catalogue, f"{both[0].language}-{both[1].language}")
    return _Job((source, languages), options, corpus, method, catalogue, wanted, choices, notes)


def _wanted(given: File | Wanted | None, catalogue: Catalogue, pair: str) -> Wanted:
    """How many of each category: of a mapping, of a file, or as in the papers."""
    if given is None:
        usual = catalogue.wanted(pair).items()
        return {name: size for name, size in usual if size and name not in _NEVER}
    where: File = "want"
    if isinstance(given, Mapping):
        data = given
    else:
        where = needed_path("want", given)
        try:
            data = tomllib.loads(where.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            hint = "expected lines such as event_it = 30"
            raise InputError(where, None, str(error), hint=hint) from error
    known = [category.name for category in catalogue.categories]
    for name, value in data.items():
        if name not in known:
            what = f"no category {name!r}"
            raise InputError(where, None, what, hint=f"there are {', '.join(known)}")
        if name in _NEVER:
            what = f"{name}: nothing tells this category in plain text"
            raise InputError(where, None, what, hint="only those of it and they are proposed")
        for number in value.values() if isinstance(value, Mapping) else (value,):
            if type(number) is not int or number < 0:
                what = f"{name}: expected a number of examples, found {number!r}"
                raise InputError(where, None, what, hint="event_it = 30, or a table of forms")
    return {
        name: dict(value) if isinstance(value, Mapping) else value for name, value in data.items()
    }


@dataclass(frozen=True)
class MinedSuite(Tabular):
    """A suite that was mined, and what was seen, kept and left out."""

    suite: StoredSuite
    sample: MinedSample
    selection: MinedSelection
    notes: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """By category, and by the reason for which pronouns were left out."""
        sample, chosen = self.sample, self.selection.chosen
        columns = ("category", "wanted", "seen", "sampled", "picked")
        rows = [(c.category, c.wanted, c.seen, c.kept, len(c.finds)) for c in chosen]
        sums = map(sum, zip(*(row[1:] for row in rows), strict=True))
        every: list[tuple[object, ...]] = [*rows, ("total", *sums)]
        title = f"{self.suite.name}: {sample.segments:,} segments, {sample.documents:,} documents"
        forms = tuple(
            f"{each.category}, by form: {_counted(cell.form for cell, _ in each.finds)}"
            for each in chosen
            if each.finds
        )
        left = {**sample.left_out, **self.selection.passed_over}
        return (
            Table(
                "categories",
                title,
                tuple(map(Column, columns)),
                tuple(dict(zip(columns, row, strict=True)) for row in every),
                forms,
                sums=(len(rows),),
            ),
            Table(
                "left out",
                "left out",
                (Column("reason"), Column("n")),
                tuple({"reason": why, "n": n} for why, n in sorted(left.items())),
            ),
        )


def _counted(names: Any) -> str:  # noqa: ANN401 (any number of them)
    return ", ".join(f"{name} {n}" for name, n in Counter(names).most_common())


def mine(
    source: Given,
    languages: str,
    output: File,
    *,
    name: str | None = None,
    jobs: int = 0,
    cluster: str | Client | None = None,
    shards: int | None = None,
    parts: File | None = None,
    **options: Unpack[MiningOptions],
) -> MinedSuite:
    """Mine a suite from a corpus of any size, which is streamed, and store it.

    The reference is a text of its own, or in the same files as the source. Categories and
    antecedents are proposed, or those of `antecedents`, chains of coreference. `want` says how many
    examples of each category, or of its forms in the reference; a category has to be as probable as
    `sure`. Two seeds draw different samples. `cluster`, `shards` and `parts` are as in
    `proform.score`: workers of Dask mine the corpus in parts.

    >>> mined = proform.mine("web/*.parquet", "en-fr", "suite.db")  # doctest: +SKIP
    >>> print(mined)  # doctest: +SKIP
    """
    check_whole("jobs", jobs, 0)
    check_new(output, name or languages.lower())
    job = _read(source, languages, (), options)
    if cluster is not None:
        settings = cast("MiningOptions", {k: v for k, v in options.items() if k != "progress"})
        read = partial(_read, source, languages, (), settings)
        work = Work(
            *("mining", job.corpus, job.progress),
            lambda number: Order(read, _Job.part, _plan(job, number)),
            *(_read_part, job.known),
        )
        skip = options.get("skip_broken", False)
        with gathered(cluster, work, shards, parts, skip_broken=skip) as (found, lost):
            samples = in_sequence(found, skip_missing=skip)
            return job.save_merged(samples, output, name, *lost)
    check_cuttable(job.corpus, 1)
    if job.corpus.documents is not None:
        cut(job.corpus, 1)
    return job.save(job.sample(job.corpus, None, jobs), output, name)


@dataclass(frozen=True)
class _MinedPart:
    """A sample of one part of a corpus, and what it was drawn with."""

    shard: Shard
    run: Mapping[str, Any]
    sample: MinedSample


def mine_shard(
    shard: str | Shard,
    path: File,
    source: File,
    languages: str,
    *,
    jobs: int = 0,
    **options: Unpack[MiningOptions],
) -> Path:
    """Mine one part of a corpus, such as 3/64, and write the sample to a file.

    `proform.merge_mined` makes one suite of all parts, the same as that of one run.

    >>> proform.mine_shard("3/64", "part.3", "web/*.parquet", "en-fr")  # doctest: +SKIP
    """
    check_whole("jobs", jobs, 0)
    which = shard if isinstance(shard, Shard) else Shard.parse(shard)
    target = needed_path("path", path)
    needed_path("source", source)
    job = _read(source, languages, (target,), options)
    plan = _plan(job, which.of)
    if job.known(target, plan, which) is not None:
        job.progress.say(f"{target}: part {which.number} of {which.of} is there already")
        return target
    content = job.part(plan, which, jobs)
    with writing(target) as out:
        out.write_bytes(content)
    job.progress.say(f"wrote {target}")
    return target


def _plan(job: _Job, parts: int) -> PartPlan:
    check_cuttable(job.corpus, parts)
    return cut(job.corpus, parts, RUN)


def _read_part(path: Path) -> _MinedPart:
    with unpacking(path, _KIND, _HINT) as content:
        run = content["run"]
        sample = MinedSample.from_state(sizes_of(run["want"]), content["sample"])
        return _MinedPart(Shard(*content["shard"]), run, sample)


def merge_mined(
    parts: Sequence[File],
    output: File,
    *,
    name: str | None = None,
    skip_missing: bool = False,
    progress: Progress | None = None,
) -> MinedSuite:
    """One suite of all parts of a corpus: exactly that of one run.

    The corpus is read once more, for what stands around the examples, so it has to be where it was.

    >>> proform.merge_mined(["part.1", "part.2"], "suite.db")  # doctest: +SKIP
    """
    paths = needed_paths("parts", parts)
    read, broken = read_parts(paths, _read_part, skip_missing=skip_missing)
    found = in_sequence(read, skip_missing=skip_missing)
    run = found[0].run
    check_new(output, name or run["languages"].lower())
    options = cast("MiningOptions", {**run["options"], "want": run["want"], "progress": progress})
    job = _read(run["source"], run["languages"], (), options)
    if json.loads(json.dumps(job.run(_plan(job, found[0].shard.of)))) != run:
        what = f"{run['source']}: not the corpus or the settings that the parts were made of"
        raise ProformError(what, hint="mine the parts again")
    return job.save_merged(found, output, name, *broken)
