"""What makes a run fail in continuous integration: a score below a limit; and what changed."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import proform
from proform.cli.console import tell
from proform.cli.options import opt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proform.scoring.result import Result

FELL_SHORT = 3


@dataclass(frozen=True)
class Gate:
    """Limits, and an earlier result."""

    fail_under: Annotated[
        list[str] | None,
        opt("--fail-under METRIC=SCORE...", "Status 3 if a system scores lower, such as apt=0.6."),
    ] = None
    baseline: Annotated[
        Path | None,
        opt("--baseline FILE", "Say what changed since this result (of -f json), by pronoun."),
    ] = None

    def check(self, metrics: Sequence[str]) -> None:
        """Complain of limits and of the baseline before any work is done."""
        self._limits(metrics)
        if self.baseline is not None:
            proform.load(self.baseline)

    def _limits(self, metrics: Sequence[str]) -> dict[str, float]:
        limits: dict[str, float] = {}
        for text in self.fail_under or ():
            metric, _, score = text.partition("=")
            try:
                limit = float(score)
            except ValueError:
                limit = nan
            if not isfinite(limit):
                raise typer.BadParameter(f"--fail-under {text!r} is not like apt=0.6")
            if metric not in metrics:
                there = ", ".join(metrics)
                raise typer.BadParameter(f"--fail-under {text}: {metric!r} is not run, but {there}")
            limits[metric] = max(limit, limits.get(metric, limit))
        return limits

    def compare(self, result: Result) -> Result:
        """The result, with what changed if there is something to compare it with."""
        return result if self.baseline is None else result.compared_with(self.baseline)

    def close(self, result: Result, metrics: Sequence[str]) -> None:
        """Say what fell short, and end with status 3 if something did."""
        if short := result.below(self._limits(metrics)):
            tell(*short)
            raise typer.Exit(FELL_SHORT)
