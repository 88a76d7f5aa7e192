"""The command, as tests run it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from typer import testing
from typer.main import get_command
from typer.testing import CliRunner, Result

from proform.cli import app

# Typer puts the command together for each call, which takes longer than most commands.
vars(testing)["_get_command"] = cache(get_command)

Proform = Callable[..., Result]
"""Runs the command in this process: the fixture `proform`."""

Suite = Callable[..., Result]
"""The same for `proform suite`, which should succeed: the fixture `suite`."""

Write = Callable[[str, str], Path]
"""Writes a small file and gives its path: the fixture `write`."""


def call(*args: object) -> Result:
    """Run the command in this process, whatever comes of it."""
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run(*args: object) -> str:
    """Run a command that has to go well; gives what it prints."""
    result = call(*args)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def scored(proform: Proform, *arguments: object) -> dict[str, Any]:
    """The JSON of `score`."""
    done = proform(*arguments, "-f", "json")
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert isinstance(report, dict)
    return report


def meta(proform: Proform, *args: object) -> dict[str, Any]:
    """The JSON of a command."""
    done = proform("meta", *args, "-f", "json")
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def meta_complaint(proform: Proform, *args: object) -> str:
    """The one line of an error."""
    done = proform("meta", *args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("proform: ")
    return done.stderr.removeprefix("proform: ").rstrip()
