"""How far do scores depend on the alignment? The same texts, aligned with several seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proform.scoring.judgements import Judgement
from proform.scoring.panel import Sink
from proform.scoring.result import Change, Result, Stability

Place = tuple[str, str, int, int, str]
"""Metric, system, segment, position, pronoun."""


def over_alignments(seeds: Sequence[int], run: Callable[[int, Sink], Result]) -> list[Stability]:
    """How far the scores differ, and which occurrences are judged differently."""
    reasons: dict[Place, list[str]] = {}

    def keep(judgement: Judgement) -> None:
        place = (
            *(judgement.metric, judgement.system),
            *(judgement.segment, judgement.position, judgement.pronoun),
        )
        reasons.setdefault(place, []).append(judgement.reason)

    runs = [run(seed, keep) for seed in seeds]
    stabilities = []
    for results in zip(*(result.results for result in runs), strict=True):
        metric, system = results[0].metric, results[0].system
        own = {place: why for place, why in reasons.items() if place[:2] == (metric, system)}
        changes = tuple(
            Change(*place[2:], tuple(why)) for place, why in own.items() if len(set(why)) > 1
        )
        scores = tuple(result.total.score for result in results)
        stabilities.append(Stability(system, metric, scores, len(own), changes))
    return stabilities
