"""APT's weights tried out on the case counts of runs with repair and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np

from proform.errors import ProformError
from proform.judge.weights import Weights
from proform.meta.scores import read_counts
from proform.meta.systems import Judges, human_scores, match
from proform.stats.comparison import Outcome, Sample, Setting, Tuning
from proform.stats.comparison import grid as tried
from proform.stats.comparison import tune as tuned
from proform.table.table import Column, Record, Table, rounded
from proform.table.tables import Tables

_TUNED_BY = ("pearson", "spearman")


@dataclass(frozen=True, slots=True)
class Counts:
    """A sample for the grid, its systems, and what is to be said of it."""

    systems: tuple[str, ...]
    sample: Sample
    notes: tuple[str, ...]


def grid(
    results: Sequence[str | PathLike[str]],
    human: str,
    *,
    w2: str | Sequence[float] = (0, 0.5, 1),
    w6: str | Sequence[float] = (0, 0.5, 1),
    discard: str = "",
    tune: str | None = None,
    test_results: Sequence[str | PathLike[str]] = (),
    test_human: str | None = None,
    suite: str | None = None,
    adjudicator: str | None = None,
) -> Tables:
    """Try weights of APT's cases 2 and 6, with repair and without, against human scores.

    >>> proform.meta.grid(["repaired.json", "basic.json"], "people.tsv")  # doctest: +SKIP
    """
    if (tune is None) != (not test_results):
        hint = "a setting is tested on other systems than it was chosen on"
        raise ProformError("--tune and --test-results go together", hint=hint)
    if tune is not None and tune not in _TUNED_BY:
        raise ProformError(f"tune: not a measure: {tune!r}", hint=f"one of {', '.join(_TUNED_BY)}")
    weights = _weights(w2), _weights(w6)
    discarded = Weights.parse("apt-b", discard).discarded
    counts = load_counts([Path(file) for file in results], Judges(human, suite, adjudicator))
    tables = [settings(tried(counts.sample, *weights, discarded))]
    notes = [*counts.notes]
    if tune is not None:
        judges = Judges(test_human or human, suite, adjudicator)
        others = load_counts([Path(file) for file in test_results], judges)
        if not set(counts.sample.counts) <= set(others.sample.counts):
            raise ProformError("the runs to test on must be with repair and without, as the others")
        best = tuned(counts.sample, others.sample, tune, *weights, discarded)
        if best is None:
            raise ProformError("no setting has a correlation, so there is none to choose")
        tables.append(tuning(best, tune))
        notes += others.notes
        both = [system for system in others.systems if system in counts.systems]
        if both:
            notes.append(f"in both sets, so the test is too kind: {', '.join(both)}")
    return Tables(tuple(tables), tuple(dict.fromkeys(notes)))


def _weights(weights: str | Sequence[float]) -> tuple[float, ...]:
    fields = weights.split(",") if isinstance(weights, str) else weights
    try:
        values = tuple(dict.fromkeys(float(field) for field in fields))
    except (TypeError, ValueError):
        raise ProformError(f"not weights: {weights!r}", hint="such as 0,0.5,1") from None
    if not all(0 <= weight <= 1 for weight in values):
        raise ProformError(f"a weight is not between 0 and 1: {weights!r}")
    return values


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
