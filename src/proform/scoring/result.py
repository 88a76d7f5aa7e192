"""Results: what a run of `proform score` found, ready to be shown in any form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proform.stats.resample import Interval, PairedTest


@dataclass(frozen=True, slots=True)
class Group:
    """Scores over some occurrences: all, those of one pronoun, those of one document."""

    size: int
    scores: Mapping[str, float | None]
    counts: Mapping[str, float]

    @property
    def score(self) -> float | None:
        """The main one."""
        return self.scores["score"]


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One metric of one system."""

    system: str
    metric: str
    signature: str
    total: Group
    interval: Interval | None
    by: Mapping[str, Mapping[str, Group]]
    matrix: Mapping[tuple[str, str], int]
    left_out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PairedScore:
    """One metric of one system against the baseline; None where a score is undefined."""

    metric: str
    baseline: str
    system: str
    comparison: PairedTest | None


@dataclass(frozen=True, slots=True)
class Result:
    """Everything a run found."""

    signature: str
    segments: int
    results: tuple[SystemScore, ...]
    comparisons: tuple[PairedScore, ...]
    notes: tuple[str, ...]
