"""Settings of APT and how well they go with people, as sheets."""

from __future__ import annotations

from collections.abc import Sequence

from proform.report.sheet import Column, Record, Sheet, rounded
from proform.stats.weights import Outcome, Setting, Tuning

_COLUMNS = (
    Column("repair", ("repair",), lambda repair: "yes" if repair else "no"),
    Column("w2", ("w2",), lambda weight: f"{weight:g}"),
    Column("w6", ("w6",), lambda weight: f"{weight:g}"),
    Column("n", ("n",)),
    Column("Pearson", ("pearson",), rounded(3)),
    Column("Spearman", ("spearman",), rounded(3)),
)


def settings(outcomes: Sequence[Outcome]) -> Sheet:
    """A row for each setting."""
    whys = dict.fromkeys(outcome.why for outcome in outcomes if outcome.why)
    return Sheet(
        "grid",
        "weights of APT's cases 2 and 6, and their correlation with human scores",
        _COLUMNS,
        tuple(map(_record, outcomes)),
        tuple(f"{_named(outcomes, why)}: {why}" for why in whys),
    )


def tuning(found: Tuning, measure: str) -> Sheet:
    """The best setting, where it was chosen and where it was tested."""
    rows = {"tuned on": found.tuned, "tested on": found.tested}
    notes = [f"as good, but later in the grid: {_setting(other)}" for other in found.tied]
    notes += [f"tested on: {found.tested.why}"] if found.tested.why else []
    return Sheet(
        "tuning",
        f"the setting with the highest correlation ({measure}), on systems it was not chosen on",
        (Column("systems", ("systems",)), *_COLUMNS),
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
