"""What makes a run fail in continuous integration: a score below a limit; and what changed."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

import proform
from proform.cli.console import tell
from proform.cli.options import opt
from proform.judge import metric_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proform.scoring.result import Result

FELL_SHORT = 3


@dataclass(frozen=True)
class Gate:
    """Limits, and an earlier result."""

    heading: ClassVar = "Continuous integration"

    fail_under: Annotated[
        list[str] | None,
        opt(
            "--fail-under METRIC=SCORE...",
            "Exit with status 3 if a system scores lower, such as apt=0.6.",
        ),
    ] = None
    baseline: Annotated[
        list[Path] | None,
        opt(
            "--baseline FILE...",
            "Show what changed, by pronoun, since a result saved with -f json; given its --detail "
            "file too, test the change.",
        ),
    ] = None

    def check(self, metrics: Sequence[str]) -> None:
        """Complain of limits and of the baseline before any work is done."""
        self._limits(metrics)
        self._files()
        if self.baseline:
            proform.load(*self._files())

    @property
    def paired(self) -> bool:
        """Are the judgements of the run needed, to be tested against earlier ones?"""
        return self._files()[1:] != []

    def _files(self) -> list[Path]:
        """The earlier result and, if they are given, its rows."""
        files = self.baseline or []
        rows = [path for path in files if path.suffix.lower() in (".tsv", ".jsonl")]
        results = [path for path in files if path not in rows]
        if files and (len(results) != 1 or len(rows) > 1):
            named = " ".join(map(str, files))
            what = "expected a result of -f json, and at most one file of --detail"
            raise typer.BadParameter(f"--baseline {named}: {what} (.tsv, .jsonl)")
        return [*results, *rows]

    def _limits(self, metrics: Sequence[str]) -> dict[str, float]:
        limits: dict[str, float] = {}
        names = [*map(metric_name, metrics)]
        for text in self.fail_under or ():
            metric, _, score = text.partition("=")
            try:
                limit = float(score)
            except ValueError:
                limit = nan
            if not isfinite(limit):
                raise typer.BadParameter(f"--fail-under {text!r} is not like apt=0.6")
            if metric not in names:
                there = ", ".join(names)
                what = f"{metric!r} is not one of the metrics that are run"
                raise typer.BadParameter(f"--fail-under {text}: {what} ({there})")
            limits[metric] = max(limit, limits.get(metric, limit))
        return limits

    def compare(self, result: Result, resamples: int, seed: int) -> Result:
        """The result, with what changed if there is something to compare it with."""
        if not self.baseline:
            return result
        earlier, *rows = self._files()
        detail = rows[0] if rows else None
        return result.compared_with(earlier, detail=detail, resamples=resamples, seed=seed)

    def close(self, result: Result, metrics: Sequence[str]) -> None:
        """Say what fell short, and end with status 3 if something did."""
        if short := result.below(self._limits(metrics)):
            tell(*short)
            raise typer.Exit(FELL_SHORT)
