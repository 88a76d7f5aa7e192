"""APT's weights tried out on the case counts of runs with repair and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from proform.errors import ProformError
from proform.read.scores import read_counts
from proform.score.meta.systems import Judges, human_scores, match
from proform.stats.weights import Sample


@dataclass(frozen=True, slots=True)
class Counts:
    """A sample for the grid, its systems, and what is to be said of it."""

    systems: tuple[str, ...]
    sample: Sample
    notes: tuple[str, ...]


def load_counts(files: Sequence[Path], judges: Judges) -> Counts:
    """The cases of the systems that are in all runs and have a human score."""
    counts: dict[bool, dict[str, tuple[float, ...]]] = {}
    for path in files:
        repair, found = read_counts(path)
        known = counts.setdefault(repair, {})
        twice = [system for system in found if system in known]
        if twice:
            kind = "with repair" if repair else "without repair"
            what = f"{path}: a second run {kind} of {', '.join(twice)}"
            raise ProformError(what, hint="give one run with repair and one without")
        known.update(found)
    human = human_scores(judges)
    everyone = list(dict.fromkeys(system for found in counts.values() for system in found))
    matched, notes = match(human.values, everyone)
    scores = {
        system: score
        for system in everyone
        if (score := human.values.get(matched[system])) is not None
        and all(system in found for found in counts.values())
    }
    if not scores:
        raise ProformError("no system is in all runs and has a human score")
    missing = [*everyone, *(s for s in human.values if s not in matched.values())]
    missing = [system for system in missing if system not in scores]
    if missing:
        why = "not in all runs, or no human score"
        notes = (f"left out: {len(missing)}, {', '.join(missing)} ({why})", *notes)
    return Counts(
        tuple(scores),
        Sample(
            np.array(list(scores.values()), float),
            {
                repair: np.array([found[system] for system in scores], float)
                for repair, found in sorted(counts.items())
            },
        ),
        (*human.notes, *notes),
    )
