"""What all commands share: bundles of options, help by topic, errors in one line."""

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter, Signature, signature
from re import sub
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from proform.errors import ProformError

UsageError: Any = typer.BadParameter.__bases__[0]
"""A wrong word on the command line (typer has it, but does not name it)."""

USER_ERROR = 2
INTERRUPTED = 130

_KINDS = {"<int range>": "N", "<int>": "N", "<float range>": "X", "<str>": "TEXT", "<path>": "PATH"}
"""What the help calls a value that has no name of its own, by typer's name of its type."""


def group(description: str, *commands: Callable[..., None]) -> typer.Typer:
    """Commands under one name; each is called what its function is called."""
    app = typer.Typer(cls=Commands, rich_markup_mode=None, no_args_is_help=True, help=description)
    add(app, *commands)
    return app


def add(app: typer.Typer, *commands: Callable[..., None]) -> None:
    """More commands for an application."""
    for command in commands:
        name = command.__name__.rstrip("_").replace("_", "-")
        app.command(name, cls=Command)(bundled(command))


def bundled(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer sees it: the fields of a bundle, which is a dataclass, are options.

    In the help they stand under the `heading` of the bundle, if it has one.
    """
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
            kind = _under(_heading(bundles[name], field.name), kinds[field.name])
            options.append(parameter.replace(name=field.name, annotation=kind, default=default))
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


def _heading(bundle: type, name: str) -> str | None:
    """That of the class in which a field was declared first."""
    bases = (base for base in reversed(bundle.__mro__) if is_dataclass(base))
    owner = next(base for base in bases if name in {field.name for field in fields(base)})
    return vars(owner).get("heading")


def _under(heading: str | None, annotation: Any) -> Any:  # noqa: ANN401 (as typer's)
    """The same option, under a heading of the help."""
    if heading is None:
        return annotation
    kind, info = get_args(annotation)
    info = copy(info)  # several bundles may have it
    info.rich_help_panel = heading
    return Annotated[kind, info]


class Command(TyperCommand):
    """A command whose repeatable options take several values at once: `-i a.fr b.fr`."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 (typer hides its types)
        """By topic."""
        _write_options(self.get_params(ctx), ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 (typer hides its type)
        """Let `-i a b` mean `-i a -i b`, as sacrebleu's users expect."""
        many = {
            name
            for option in self.params
            if getattr(option, "multiple", False)
            for name in option.opts
        }
        return super().parse_args(ctx, spread(args, many))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """Arguments without braces around them, and dots once: `proform merge PART...`."""
        pieces = super().collect_usage_pieces(ctx)
        return [sub(r"\.{3}(?=[\]}]?\.{3})|[{}]", "", piece) for piece in pieces]

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Run it."""
        with one_line_errors():
            return super().invoke(ctx)


class Commands(TyperGroup):
    """Commands under one name, which may itself do something."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """By topic, and commands."""
        _write_options(self.get_params(ctx), ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Each with its whole first sentence, where typer would cut it off."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, command.get_short_help_str(sys.maxsize))
                    for name, command in commands.items()
                    if command is not None
                ]
            )

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Run it."""
        with one_line_errors():
            return super().invoke(ctx)


def _write_options(parameters: Sequence[Any], ctx: Any, formatter: Any) -> None:  # noqa: ANN401
    """Arguments, then options by topic; those of no topic come first."""
    sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for parameter in parameters:
        term, text = parameter.get_help_record(ctx)
        heading = getattr(parameter, "rich_help_panel", None) or "Options"
        if parameter.param_type_name == "argument":
            heading, term = "Arguments", term.rpartition(" <")[0]
        for kind, name in _KINDS.items():
            term = term.replace(kind, name)
        sections.setdefault(heading, []).append((term, text))
    for heading, records in sections.items():
        if records:
            with formatter.section(heading):
                formatter.write_dl(records)


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
