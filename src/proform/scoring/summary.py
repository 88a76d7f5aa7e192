"""From sums to scores, with intervals, comparisons, and what was left out and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count
from math import isnan
from typing import TypeVar

import numpy as np

from proform.errors import check_whole, counted
from proform.judge.base import OCCURRENCES, Judge, Vectors
from proform.parallel import Watch
from proform.scoring.result import Group, PairedScore, Result, SystemScore
from proform.scoring.significance import (
    Credits,
    PairTest,
    WeakSpot,
    credits_of,
    pair_tests,
    weak_spots,
)
from proform.scoring.tally import ProposedSums, Tally
from proform.stats.resample import ScoreFunction, bootstrap, compare
from proform.version import __version__

Part = TypeVar("Part")

FEW = 30
"""Below so many resampled units an interval is not to be relied on."""


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals and tests are made."""

    intervals: bool = False
    paired: bool = False
    times: int = 1000
    seed: int = 12345

    def __post_init__(self) -> None:
        check_whole("resamples", self.times, 1)
        check_whole("seed", self.seed, 0)

    @property
    def wanted(self) -> bool:
        """Is there anything to resample for?"""
        return self.intervals or self.paired


NO_RESAMPLING = Resampling()


@dataclass(frozen=True, slots=True)
class Tallied:
    """What one pass over a corpus leaves: sums, and hashes of the alignments it used."""

    systems: tuple[str, ...]
    tallies: Mapping[tuple[str, str], Tally]
    reference_hash: bytes
    system_hashes: Sequence[bytes]
    segments: int
    documents: str | None
    """The hash of which segments make up which document, if that is known."""

    @property
    def by_document(self) -> bool:
        """Are documents known?"""
        return self.documents is not None


def summarise(
    tallied: Tallied,
    judges: Sequence[Judge],
    settings: Mapping[str, str],
    resampling: Resampling,
    warnings: Sequence[str] = (),
    watch: Watch | None = None,
) -> Result:
    """The scores of every judge and system; `watch` is told how far the resampling is."""
    systems = len(tallied.systems)
    parts = len(judges) * (systems * resampling.intervals + (systems - 1) * resampling.paired)
    done = count(1)

    def told(part: Part, *, resampled: bool = True) -> Part:
        if watch is not None and resampled:
            watch(next(done) / parts)
        return part

    extra = _resampling_signature(resampling, tallied.documents)

    def signature(judge: Judge, hashes: Sequence[bytes]) -> str:
        alignment = blake2b(tallied.reference_hash + b"".join(hashes), digest_size=4).hexdigest()
        parts = {"metric": judge.name, **settings, **judge.signature, "align": alignment, **extra}
        return "|".join([*(f"{key}:{value}" for key, value in parts.items()), f"v:{__version__}"])

    results = tuple(
        told(
            _result(judge, system, signature(judge, [digest]), tallied, resampling),
            resampled=resampling.intervals,
        )
        for judge in judges
        for system, digest in zip(tallied.systems, tallied.system_hashes, strict=True)
    )
    return Result(
        " + ".join(signature(judge, tallied.system_hashes) for judge in judges),
        tallied.segments,
        results,
        tuple(map(told, _comparisons(tallied, judges, resampling))),
        (*warnings, *_notes(tallied, judges, results, resampling)),
        {judge.name: judge.description for judge in judges},
        pairs=tuple(_pairs(tallied, judges, resampling)),
        weak=tuple(_weak(tallied, judges, resampling)) if resampling.paired else None,
    )


def _resampling_signature(resampling: Resampling, documents: str | None) -> dict[str, str]:
    if not resampling.wanted:
        return {}
    unit = "segment" if documents is None else f"document({documents})"
    return {"resample": f"{unit}×{resampling.times}", "seed": str(resampling.seed)}


def _result(
    judge: Judge, system: str, signature: str, tallied: Tallied, resampling: Resampling
) -> SystemScore:
    tally = tallied.tallies[judge.name, system]
    total = tally.total()
    by = {"pronoun": tally.by_pronoun()}
    if tallied.by_document:
        by["document"] = tally.by_document()
    if categories := tally.by_category():
        by["category"] = categories
    by |= tally.by_trait()
    interval = None
    if resampling.intervals:
        # A generator of its own, so that the other systems of a run change nothing.
        rng = np.random.default_rng(resampling.seed)
        interval = bootstrap(tally.units(), _main(judge), rng, resampling.times)
    groups = {kind: {key: _group(judge, s) for key, s in sums.items()} for kind, sums in by.items()}
    if proposed := tally.by_proposed():
        groups["category"] = {name: _proposed(judge, sums) for name, sums in proposed.items()}
    return SystemScore(
        system,
        judge.name,
        signature,
        _group(judge, total),
        interval,
        groups,
        dict(tally.matrix()),
        judge.left_out(total),
    )


def _comparisons(
    tallied: Tallied, judges: Sequence[Judge], resampling: Resampling
) -> Iterator[PairedScore]:
    if not resampling.paired:
        return
    baseline, *others = tallied.systems
    for judge in judges:
        base = tallied.tallies[judge.name, baseline].units()
        for system in others:
            rng = np.random.default_rng(resampling.seed)
            units = tallied.tallies[judge.name, system].units()
            comparison = compare(base, units, _main(judge), rng, resampling.times)
            yield PairedScore(judge.name, baseline, system, comparison)


def _pairs(tallied: Tallied, judges: Sequence[Judge], resampling: Resampling) -> Iterator[PairTest]:
    for judge in judges if resampling.paired else ():
        credit = np.array(judge.description.credit)
        units = {s: tallied.tallies[judge.name, s].units() @ credit for s in tallied.systems}
        yield from pair_tests(judge.name, units, resampling.seed, resampling.times)


def _weak(tallied: Tallied, judges: Sequence[Judge], resampling: Resampling) -> Iterator[WeakSpot]:
    for judge in judges:
        credit = np.array(judge.description.credit)
        systems: dict[str, dict[str | None, Credits]] = {}
        for system in tallied.systems:
            kind, parts = tallied.tallies[judge.name, system].parts()
            systems[system] = {name: credits_of(own, credit) for name, own in parts.items()}
        yield from weak_spots(judge.name, kind, systems, resampling.seed, resampling.times)


def _notes(
    tallied: Tallied,
    judges: Sequence[Judge],
    results: Sequence[SystemScore],
    resampling: Resampling,
) -> Iterator[str]:
    for judge in judges:
        scored = {each.system: each.n for each in results if each.metric == judge.name}
        yield from judge.notes_on(scored)
        if not any(scored.values()):
            left = sum(results[0].left_out.values())
            found = f"{left} found and left out" if left else "none found"
            where = f"in {tallied.segments} segments ({found})"
            yield f"{judge.name}: no pronoun to score {where}, so the score is undefined"
        elif resampling.wanted:
            units = len(tallied.tallies[judge.name, tallied.systems[0]].units())
            kind = "document" if tallied.by_document else "segment"
            if units < FEW:
                only = f"resampled over only {counted(units, kind)}"
                yield f"{judge.name}: {only}; interpret intervals and p with care"
    groups = results[0].groups.get("category", {}).values()
    if any(group.sure is not None for group in groups):
        sizes = [max(group.n, 1) for group in groups]
        shares = [group.sure or 0.0 for group in groups]
        mean = float(np.average(shares, weights=sizes))
        proposed = f"categories are proposed, with a mean probability of {mean:.2f}"
        yield f"{proposed}: a pronoun counts in each by its own, so figures by category are blurred"
    if resampling.paired and len(tallied.systems) == 1:
        yield "--paired compares with the first system; there is only one"


def _main(judge: Judge) -> ScoreFunction:
    return lambda sums: judge.scores(sums)["score"]


def _proposed(judge: Judge, sums: ProposedSums) -> Group:
    """A category that is proposed; its score is undefined if mostly others would tell it."""
    group, about = _group(judge, sums.sums), judge.description
    if about.mixture and 2 * about.told(sums.probable) < about.told(sums.sums):
        group = replace(group, scores={**group.scores, "score": None})
    return replace(group, n=round(float(judge.sizes(sums.sums)), 1), sure=sums.sure)


def _group(judge: Judge, sums: Vectors) -> Group:
    scores = {key: float(value) for key, value in judge.scores(sums).items()}
    return Group(
        round(float(judge.sizes(sums))),
        {key: None if isnan(value) else value for key, value in scores.items()},
        {
            name: int(value) if float(value).is_integer() else float(value)
            for name, value in zip(judge.description.statistics, sums, strict=True)
            if name != OCCURRENCES and name not in judge.description.sums
        },
    )
