"""How far do scores depend on the alignment? The same texts, aligned with several seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import stdev

from proform.judge.base import Judge
from proform.model import Decision, Segment, Translation
from proform.scoring.result import Result
from proform.scoring.run import Observer

Place = tuple[str, str, int, int, str]
"""Metric, system, segment, position, pronoun."""


@dataclass(frozen=True, slots=True)
class Change:
    """An occurrence that is not judged alike with all alignments."""

    segment: int
    position: int
    pronoun: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stability:
    """One metric of one system over several alignments."""

    system: str
    metric: str
    scores: tuple[float | None, ...]
    occurrences: int
    changes: tuple[Change, ...]

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the scores; None if one is undefined."""
        defined = [score for score in self.scores if score is not None]
        return stdev(defined) if len(defined) == len(self.scores) > 1 else None


def over_alignments(
    seeds: Sequence[int], run: Callable[[int, Observer], Result]
) -> list[Stability]:
    """How far the scores differ, and which occurrences are judged differently."""
    reasons: dict[Place, list[str]] = {}

    def observe(
        judge: Judge, system: str, judgement: Decision, _: Segment, __: Translation
    ) -> None:
        occurrence = judgement.occurrence
        place = (judge.name, system, occurrence.segment, occurrence.position, occurrence.token)
        reasons.setdefault(place, []).append(judgement.reason)

    reports = [run(seed, observe) for seed in seeds]
    found = []
    for results in zip(*(report.results for report in reports), strict=True):
        metric, system = results[0].metric, results[0].system
        own = {place: why for place, why in reasons.items() if place[:2] == (metric, system)}
        changes = tuple(
            Change(*place[2:], tuple(why)) for place, why in own.items() if len(set(why)) > 1
        )
        scores = tuple(result.total.score for result in results)
        found.append(Stability(system, metric, scores, len(own), changes))
    return found
