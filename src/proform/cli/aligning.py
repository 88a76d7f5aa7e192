"""The options that say how texts are aligned, and what they amount to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from proform.errors import ProformError

if TYPE_CHECKING:
    from rich.progress import Progress

    from proform.alignment.pipeline import Method
    from proform.language.pack import Pack


class Heuristic(Enum):
    """How two directions become one."""

    INTERSECTION = "intersection"
    UNION = "union"
    GROW_DIAG = "grow-diag"
    GROW_DIAG_FINAL = "grow-diag-final"
    GROW_DIAG_FINAL_AND = "grow-diag-final-and"


class Style(Enum):
    """How a quality is printed."""

    TEXT = "text"
    JSON = "json"


Background = Annotated[
    tuple[str, str] | None,
    Option("--background", metavar="SRC TGT", help="A parallel text to learn from; done once."),
]
Model = Annotated[
    Path | None, Option("--model", metavar="DIR", help="A model of `proform align train`.")
]
Aligner = Annotated[
    str | None,
    Option(
        "--aligner",
        metavar="COMMAND",
        help="Another one: eflomal, or a program that reads `a ||| b` lines.",
    ),
]
Symmetrise = Annotated[
    Heuristic, Option("--symmetrise", help="How both directions become one alignment.")
]
AlignSeed = Annotated[int, Option("--align-seed", min=1, help="The seed of the aligner.")]
Alignments = Annotated[
    int,
    Option("--alignments", min=1, help="Align with so many seeds; tell how far scores move."),
]


def load_packs(languages: str, directory: Path | None) -> tuple[Pack, Pack]:
    """The packs of a pair such as en-fr; empty ones where there is none."""
    from proform.language.pack import load_packs as load  # noqa: PLC0415 (--help does without)

    return load(languages, directory)


def check_packs(directory: Path | None) -> None:
    """Complain of a folder that is not there."""
    if directory is not None and not directory.is_dir():
        raise ProformError(f"{directory}: is not a directory of language packs")


def alignment_method(
    packs: tuple[Pack, Pack],
    *,
    tokenized: bool = False,
    background: tuple[str, str] | None = None,
    model: Path | None = None,
    aligner: str | None = None,
    heuristic: Heuristic = Heuristic.GROW_DIAG,
    seed: int = 1,
    progress: Bar | None = None,
) -> Method:
    """What the options amount to."""
    from proform.alignment.pipeline import method_of  # noqa: PLC0415

    return method_of(
        packs,
        tokenized=tokenized,
        background=background,
        model=model,
        aligner=aligner,
        symmetrise=heuristic.value,
        align_seed=seed,
        progress=progress or Bar(None),
    )


def tell_notes(method: Method) -> None:
    """What people should know of an alignment."""
    for note in method.notes:
        tell(note)


class Bar:
    """Tells people on stderr what takes so long: lines, and a bar if it is a terminal."""

    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar
        self._task = None if bar is None else bar.add_task("", total=1.0)

    def say(self, message: str) -> None:
        """One line; on a terminal, what stands before the bar."""
        if self._bar is None or self._task is None:
            tell(message)
        else:
            self._bar.update(self._task, description=message, completed=0, total=1.0)

    def share(self, done: float) -> None:
        """Move the bar."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done)

    def segments(self, number: int) -> None:
        """Count what is judged; nobody knows how much it will be."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description="segments", total=None, advance=number)


@contextmanager
def progressing() -> Iterator[Bar]:
    """A bar, for as long as there is something to wait for."""
    if not sys.stderr.isatty():
        yield Bar(None)
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield Bar(bar)


def tell(message: str) -> None:
    """Say something on stderr."""
    print(f"proform: {message}", file=sys.stderr)  # noqa: T201
