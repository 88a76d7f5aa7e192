"""The command `proform`: one file a command; it parses, calls one function, prints."""

import os
import signal
import sys
from typing import Annotated

import typer

from proform.cli import align
from proform.cli.annotate import app as annotate
from proform.cli.command import USER_ERROR, Commands, UsageError, add
from proform.cli.demo import demo, languages
from proform.cli.gaps import app as gaps
from proform.cli.judge import app as judge
from proform.cli.meta import app as meta
from proform.cli.score import apt, merge, report, score
from proform.cli.semi import app as semi
from proform.cli.suite import app as suite
from proform.version import __version__

app = typer.Typer(
    name="proform",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
add(app, demo, score, report, languages, merge, align.read_output, apt, align.cache)
app.add_typer(align.app, name="align")
app.add_typer(suite, name="suite")
app.add_typer(annotate, name="annotate")
app.add_typer(meta, name="meta")
app.add_typer(semi, name="semi")
app.add_typer(judge, name="judge")
app.add_typer(gaps, name="gaps")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"proform {__version__}")
        raise typer.Exit


@app.callback()
def proform(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """How well does machine translation handle pronouns?"""


def main() -> None:
    """Run the command."""
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as any filter, when its reader goes
    try:
        status = app(standalone_mode=False)
    except UsageError as error:
        message = error.format_message()
        if not message.startswith("Usage:"):  # the whole help, where nothing at all was asked for
            where = getattr(error.ctx, "command_path", "proform")
            message = f"proform: {message.removesuffix('.')}; see {where} --help"
        print(message, file=sys.stderr)  # noqa: T201
        status = USER_ERROR
    except Exception:
        if _stopped:  # a library that was just being loaded turns the exit into an error of its own
            sys.exit(_stopped[0])
        raise
    sys.exit(_flushed(status))


def _flushed(status: int | None) -> int | None:
    """The status, or that of an error if standard output does not take what is left for it."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python tries once more
        if not status:
            why = f"standard output: cannot be written ({error.strerror})"
            print(f"proform: {why}", file=sys.stderr)  # noqa: T201
            status = USER_ERROR
    return status


_stopped: list[int] = []
"""The exit status that a signal asked for."""


def _stop(number: int, _: object) -> None:
    """End in an orderly way: contexts close, processes and temporary files go."""
    _stopped.append(128 + number)
    sys.exit(128 + number)
