"""A result beside one that was saved earlier: what changed, and whether they can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from proform.errors import ProformError, counted
from proform.judge.base import Description, Vectors
from proform.output import File, needed_path
from proform.scoring.judgements import Judgement
from proform.scoring.result import Result, ScoreChange, SystemScore
from proform.scoring.saved import load
from proform.scoring.summary import FEW, Resampling
from proform.stats.resample import compare, holm

_BESIDE = frozenset({"v", "align", "resample", "seed", "accepted"})
"""Parts of a signature that may differ: the version, the links of the translation, intervals."""


def compared(
    result: Result, baseline: File | Result, detail: File | None, resamples: int, seed: int
) -> Result:
    """The same result, with what changed since the baseline, and notes of what speaks against it.

    A system is compared with the one of the same name; if both runs have one only, whatever its
    name. Other settings do not stop the comparison, but a note names them. Where both runs have
    judgements, the pronouns that both judged are tested in pairs.
    """
    resampling = Resampling(times=resamples, seed=seed)
    name = "the baseline"
    if not isinstance(baseline, Result):
        path = needed_path("baseline", baseline)
        name, baseline = str(path), load(path, detail)
    elif detail is not None:
        raise ProformError("detail: a result has its own judgements", hint="leave it out")
    before = {(score.metric, score.system): score for score in baseline.results}
    single = all(len({key[1] for key in keys}) == 1 for keys in (before, _keys(result)))
    pairs: list[tuple[SystemScore, SystemScore]] = []
    missing: list[str] = []
    for score in result.results:
        candidates = [key for key in before if key[0] == score.metric] if single else []
        key = candidates[0] if candidates else (score.metric, score.system)
        if key in before:
            pairs.append((before[key], score))
        else:
            missing.append(f"{score.metric} of {score.system}")
    if not pairs:
        there = ", ".join(f"{metric} of {system}" for metric, system in before)
        note = f"{name}: nothing to compare with; it has {there}"
        return replace(result, notes=(*result.notes, note))
    notes = [f"{name}: lacks {', '.join(missing)}"] if missing else []
    notes += dict.fromkeys(
        f"{name}: other settings ({differing}), so changes may come from these"
        for old, new in pairs
        if (differing := _differing(old.signature, new.signature))
    )
    changes: list[ScoreChange] = []
    for old, new in pairs:
        own = [*_changes(old, new)]
        if result.kept is not None and baseline.kept is not None:
            rows = _rows(baseline.kept, old), _rows(result.kept, new)
            matched = _Matched(*rows, result.descriptions[new.metric], resampling)
            own = [*_tested(own, matched)]
            notes += (f"{name}: {note}" for note in matched.notes())
        changes += own
    notes = [*dict.fromkeys(notes)]
    return replace(result, changes=tuple(changes), notes=(*result.notes, *notes))


def _keys(result: Result) -> list[tuple[str, str]]:
    return [(score.metric, score.system) for score in result.results]


def _changes(old: SystemScore, new: SystemScore) -> Iterator[ScoreChange]:
    """All together, then every pronoun of either run."""
    yield ScoreChange(new.metric, new.system, None, old.n, new.n, old.score, new.score)
    before, now = (score.groups.get("pronoun", {}) for score in (old, new))
    for pronoun in dict.fromkeys((*now, *before)):
        groups = before.get(pronoun), now.get(pronoun)
        sizes = [0 if group is None else round(group.n) for group in groups]
        scores = [None if group is None else group.score for group in groups]
        yield ScoreChange(new.metric, new.system, pronoun, *sizes, *scores)


def _rows(judgements: Sequence[Judgement], score: SystemScore) -> list[Judgement]:
    return [row for row in judgements if (row.metric, row.system) == (score.metric, score.system)]


@dataclass(frozen=True)
class _Matched:
    """The judgements of one system by one metric in two runs: those of the same source pronoun."""

    old: Sequence[Judgement]
    new: Sequence[Judgement]
    description: Description
    resampling: Resampling

    @cached_property
    def pairs(self) -> list[tuple[Judgement, Judgement]]:
        """Both judgements of each pronoun that stands at the same place of the same sentence."""
        before = {(row.segment, row.position, row.source): row for row in self.old}
        keys = ((row.segment, row.position, row.source) for row in self.new)
        return [
            (before[key], row) for key, row in zip(keys, self.new, strict=True) if key in before
        ]

    @cached_property
    def units(self) -> list[str | int]:
        """What is swapped as a whole: the document of each pair; where one has none, segments."""
        documents = [new.document for _, new in self.pairs]
        known = [name for name in documents if name is not None]
        return [*known] if len(known) == len(documents) else [new.segment for _, new in self.pairs]

    @cached_property
    def statistics(self) -> tuple[Vectors, Vectors]:
        """A row for each pair: those of the earlier run, and those of this one."""
        old, new = zip(*self.pairs, strict=True) if self.pairs else ((), ())
        return self._matrix(old), self._matrix(new)

    def _matrix(self, rows: Sequence[Judgement]) -> Vectors:
        names = self.description.statistics
        values = [[row.statistics.get(name, 0.0) for name in names] for row in rows]
        return np.array(values, float).reshape(-1, len(names))

    def test(self, change: ScoreChange) -> ScoreChange:
        """The change with what the pairs say of it, all of them or those of its pronoun."""
        which = [
            place
            for place, (_, new) in enumerate(self.pairs)
            if change.pronoun in (None, new.pronoun)
        ]
        old, new = (own[which] for own in self.statistics)
        before, now = (self.description.reported(own) for own in (old, new))
        units = [self.units[place] for place in which]
        rng = np.random.default_rng(self.resampling.seed)
        test = compare(
            _sums(units, old),
            _sums(units, new),
            self.description.score,
            rng,
            self.resampling.times,
        )
        return replace(
            change,
            both=len(which),
            better=int(np.count_nonzero(now > before + _TINY)),
            worse=int(np.count_nonzero(now < before - _TINY)),
            p=None if test is None else test.randomisation,
        )

    def notes(self) -> Iterator[str]:
        """What to keep in mind of the tests."""
        if not self.pairs:
            metric = self.description.metric
            yield f"no judgement by {metric} of a pronoun of this run, so nothing is tested"
        elif (number := len(set(self.units))) < FEW:
            kind = "segment" if isinstance(self.units[0], int) else "document"
            yield f"tested over only {counted(number, kind)}; take p with care"


_TINY = 1e-9


def _sums(units: Sequence[str | int], statistics: Vectors) -> Vectors:
    """The sums of each unit."""
    rows = {unit: row for row, unit in enumerate(dict.fromkeys(units))}
    sums = np.zeros((len(rows), statistics.shape[1]))
    np.add.at(sums, [rows[unit] for unit in units], statistics)
    return sums


def _tested(changes: Sequence[ScoreChange], matched: _Matched) -> Iterator[ScoreChange]:
    """Each change with its test; p of the single pronouns is corrected for their number."""
    whole, *parts = map(matched.test, changes)
    yield whole
    for part, p in zip(parts, holm([part.p for part in parts]), strict=True):
        yield replace(part, p=p)


def _differing(old: str, new: str) -> str:
    """The settings of two signatures that differ, as `repair: paper, now informed`."""
    before, now = _settings(old), _settings(new)
    return "; ".join(
        f"{key}: {before.get(key, 'none')}, now {now.get(key, 'none')}"
        for key in dict.fromkeys((*before, *now))
        if before.get(key) != now.get(key)
    )


def _settings(signature: str) -> Mapping[str, str]:
    parts = (part.partition(":") for part in signature.split("|"))
    return {key: value for key, _, value in parts if key not in _BESIDE}
