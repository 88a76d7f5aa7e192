"""APT's weights tried out on the case counts of runs with repair and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from proform.errors import ProformError
from proform.meta.scores import read_counts
from proform.meta.systems import Judges, human_scores, match
from proform.stats.weights import Outcome, Sample, Setting, Tuning
from proform.table.table import Column, Record, Table, rounded


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


_COLUMNS = (
    Column("repair", show=lambda repair: "yes" if repair else "no"),
    Column("w2", show=lambda weight: f"{weight:g}"),
    Column("w6", show=lambda weight: f"{weight:g}"),
    Column("n"),
    Column("Pearson", ("pearson",), rounded(3)),
    Column("Spearman", ("spearman",), rounded(3)),
)


def settings(outcomes: Sequence[Outcome]) -> Table:
    """A row for each setting."""
    whys = dict.fromkeys(outcome.why for outcome in outcomes if outcome.why)
    return Table(
        "grid",
        "weights of APT's cases 2 and 6, and their correlation with human scores",
        _COLUMNS,
        tuple(map(_record, outcomes)),
        tuple(f"{_named(outcomes, why)}: {why}" for why in whys),
    )


def tuning(found: Tuning, measure: str) -> Table:
    """The best setting, where it was chosen and where it was tested."""
    rows = {"tuned on": found.tuned, "tested on": found.tested}
    notes = [f"as good, but later in the grid: {_setting(other)}" for other in found.tied]
    notes += [f"tested on: {found.tested.why}"] if found.tested.why else []
    return Table(
        "tuning",
        f"the setting with the highest correlation ({measure}), on systems it was not chosen on",
        (Column("systems"), *_COLUMNS),
        tuple({"systems": name, **_record(outcome)} for name, outcome in rows.items()),
        tuple(notes),
    )


def _named(outcomes: Sequence[Outcome], why: str) -> str:
    concerned = [outcome for outcome in outcomes if outcome.why == why]
    if len(concerned) == len(outcomes):
        return "all settings"
    return "; ".join(_setting(outcome.setting) for outcome in concerned)


def _setting(setting: Setting) -> str:
    repair = "with repair" if setting.repair else "without repair"
    return f"w2 {setting.w2:g}, w6 {setting.w6:g}, {repair}"


def _record(outcome: Outcome) -> Record:
    setting = outcome.setting
    return {
        "repair": setting.repair,
        "w2": setting.w2,
        "w6": setting.w6,
        "n": outcome.n,
        "pearson": outcome.pearson,
        "spearman": outcome.spearman,
    }
