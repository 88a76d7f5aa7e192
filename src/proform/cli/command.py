"""What all commands share: options of several values, and errors in one line."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from proform.errors import ProformError

UsageError: Any = typer.BadParameter.__bases__[0]
"""A wrong word on the command line (typer has it, but does not name it)."""

USER_ERROR = 2
INTERRUPTED = 130


class Command(TyperCommand):
    """A command whose repeatable options take several values at once: `-i a.fr b.fr`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 (typer hides its type)
        """Let `-i a b` mean `-i a -i b`, as sacrebleu's users expect."""
        many = {
            name
            for option in self.params
            if getattr(option, "multiple", False)
            for name in option.opts
        }
        return super().parse_args(ctx, spread(args, many))

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Run it."""
        with one_line_errors():
            return super().invoke(ctx)


class Group(TyperGroup):
    """Commands under one name, which may itself do something."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Run it."""
        with one_line_errors():
            return super().invoke(ctx)


@contextmanager
def one_line_errors() -> Iterator[None]:
    """What the user can mend is one line and status 2, an interrupt is 130."""
    try:
        yield
    except ProformError as error:
        line = " ".join(str(error).splitlines())  # names of files may have a line end in them
        print(f"proform: {line}", file=sys.stderr)  # noqa: T201
        raise typer.Exit(USER_ERROR) from error
    except KeyboardInterrupt as interrupt:
        print("proform: interrupted", file=sys.stderr)  # noqa: T201
        raise typer.Exit(INTERRUPTED) from interrupt


def spread(args: Sequence[str], many: Collection[str]) -> list[str]:
    """Repeat an option before each of its values: `-i a b` becomes `-i a -i b`."""
    result: list[str] = []
    option: str | None = None
    for arg in args:
        if arg.startswith("-") and arg != "-":
            option = arg if arg in many else None
        elif option is not None and result[-1] != option:
            result.append(option)
        result.append(arg)
    return result
