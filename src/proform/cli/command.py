"""What all commands share: bundles of options, options of several values, errors in one line."""

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from proform.errors import ProformError

UsageError: Any = typer.BadParameter.__bases__[0]
"""A wrong word on the command line (typer has it, but does not name it)."""

USER_ERROR = 2
INTERRUPTED = 130


def group(description: str, *commands: Callable[..., None]) -> typer.Typer:
    """Commands under one name; each is called what its function is called."""
    app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help=description)
    add(app, *commands)
    return app


def add(app: typer.Typer, *commands: Callable[..., None]) -> None:
    """More commands for an application."""
    for command in commands:
        name = command.__name__.rstrip("_").replace("_", "-")
        app.command(name, cls=Command)(bundled(command))


def bundled(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer sees it: the fields of a bundle, which is a dataclass, are options."""
    hints = get_type_hints(command, include_extras=True)
    bundles: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    options: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        if name not in bundles:
            options.append(parameter.replace(annotation=hints[name]))
            continue
        kinds = get_type_hints(bundles[name], include_extras=True)
        for field in fields(bundles[name]):
            default = Parameter.empty if field.default is MISSING else field.default
            options.append(
                parameter.replace(name=field.name, annotation=kinds[field.name], default=default)
            )
    options = [option.replace(kind=Parameter.KEYWORD_ONLY) for option in options]
    options.sort(key=lambda option: option.default is not Parameter.empty)  # required ones first

    def run(**values: Any) -> None:  # noqa: ANN401 (whatever the options are)
        for name, kind in bundles.items():
            values[name] = kind(**{field.name: values.pop(field.name) for field in fields(kind)})
        command(**values)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = Signature(options)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in options}
    return run


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


class Commands(TyperGroup):
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
