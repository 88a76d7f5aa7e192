"""The command, as tests run it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

Proform = Callable[..., Result]
"""Runs the command in this process: the fixture `proform`."""

Write = Callable[[str, str], Path]
"""Writes a small file and gives its path: the fixture `write`."""


def scored(proform: Proform, *arguments: object) -> dict[str, Any]:
    run = proform(*arguments, "-f", "json")
    assert run.exit_code == 0, run.stderr
    report = json.loads(run.stdout)
    assert isinstance(report, dict)
    return report


def meta(proform: Proform, *args: object) -> dict[str, Any]:
    """The JSON of a command."""
    run = proform("meta", *args, "-f", "json")
    assert run.exit_code == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def meta_complaint(proform: Proform, *args: object) -> str:
    """The one line of an error."""
    run = proform("meta", *args)
    assert run.exit_code == 2
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("proform: ")
    return run.stderr.removeprefix("proform: ").rstrip()
