"""Judges look at one pronoun in one translation and say what they think of it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from proform.errors import ProformError, check_known

if TYPE_CHECKING:
    from proform.judge.base import Description, Judge
    from proform.judge.choices import Choices

JUDGES = {
    "apt": ("apt", "make"),
    "autoprf": ("autoprf", "make"),
    "autoprf-strict": ("autoprf", "make_strict"),
    "agreement": ("agreement", "make"),
    "protest": ("protest", "make"),
    "contrast": ("contrast", "make"),
    "expected-form": ("expected", "make_form"),
    "expected-aligned": ("expected", "make_aligned"),
}
"""Of each metric the module, and the function in it that makes the judge.

They are loaded when they are asked for: some take long. A module also has `describe`, which tells
all that is known of the metric without a judge of it.
"""

PREFIX = "file:"
"""What a metric begins with that is a file with judgements from elsewhere."""

REPAIRS = ("informed", "paper", "none")
"""How links of pronouns are mended; `judge.choices` has what does it."""

ANCHORS = ("source", "reference")
"""Where the pronouns are looked for."""


def describe(metric: str) -> Description | None:
    """How a metric describes itself with its usual settings; None if nobody here knows it."""
    if metric not in JUDGES:
        return None
    description: Description = _module(metric).describe(metric)
    return description


def metric_name(metric: str) -> str:
    """The name of the judge that a metric stands for: of `file:NAME=PATH`, NAME."""
    if not metric.startswith(PREFIX):
        return metric
    return metric.removeprefix(PREFIX).partition("=")[0]


def check_metric(metric: str) -> str | None:
    """What is wrong with `file:NAME=PATH`; None if nothing, or if it is something else."""
    if not metric.startswith(PREFIX):
        return None
    name, mark, path = metric.removeprefix(PREFIX).partition("=")
    if not (name and mark and path):
        return f"{metric!r}: expected {PREFIX}NAME=PATH"
    if name in JUDGES:
        return f"{metric!r}: {name!r} is a metric of its own; give the file another name"
    return None


def make_judges(metrics: Sequence[str | Judge], choices: Choices) -> list[Judge]:
    """A judge for each metric that is named; judges themselves are taken as they are."""
    if isinstance(metrics, str | bytes) or not isinstance(metrics, Sequence) or not metrics:
        hint = f"give a list of names or judges; there are {', '.join(JUDGES)}"
        raise ProformError(f"metrics: expected some, found {metrics!r}", hint=hint)
    if choices.anchored and choices.positions:
        raise ProformError("positions are of source words, but the reference is the anchor")
    if choices.anchored and any(metric != "apt" for metric in metrics):
        raise ProformError("only apt can be anchored in the reference", hint="use -m apt")
    judges = [_made(metric, choices) for metric in dict.fromkeys(metrics)]
    names = [judge.name for judge in judges]
    for name in names:
        if names.count(name) > 1:
            raise ProformError(f"two judges are called {name!r}", hint="give each its own name")
    return judges


def check_needless(judges: Sequence[Judge], missing: str = "reference") -> None:
    """Complain of judges that compare with a reference, where it is missing."""
    if needing := [judge.name for judge in judges if judge.needs_reference]:
        hint = "give one, or ask for metrics=['agreement'], which needs none"
        raise ProformError(f"{missing}: {' and '.join(needing)} cannot do without one", hint=hint)


def check_resolving(judges: Sequence[Judge], argument: str) -> None:
    """Complain of what tells of antecedents, where nobody asks for any."""
    if not any(judge.resolver for judge in judges):
        what = f"{argument}: no metric asks what pronouns refer to"
        raise ProformError(what, hint="metrics=['agreement'] does")


def _made(metric: str | Judge, choices: Choices) -> Judge:
    if not isinstance(metric, str):
        if isinstance(metric, type) or not callable(getattr(metric, "judge", None)):
            hint = "give the name of a metric, or a judge as a value"
            raise ProformError(f"metrics: {metric!r} is not a judge", hint=hint)
        return metric
    check_known("metrics", metric, JUDGES)
    judge: Judge = getattr(_module(metric), JUDGES[metric][1])(choices)
    return judge


def _module(metric: str) -> ModuleType:
    return import_module(f"proform.judge.{JUDGES[metric][0]}")
