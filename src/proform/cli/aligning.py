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
    from proform.language.pack import Pack, load_pack  # noqa: PLC0415 (--help does without)

    codes = languages.lower().split("-")
    if len(codes) != 2 or not all(codes):
        raise ProformError(f"not a pair of languages: {languages!r}", hint="such as en-fr")
    check_packs(directory)
    source, target = (load_pack(code, directory) or Pack(code, code) for code in codes)
    return source, target


def check_packs(directory: Path | None) -> None:
    """Complain of a directory that is none."""
    if directory is not None and not directory.is_dir():
        raise ProformError(f"{directory}: is not a directory of language packs")


def alignment_method(
    languages: str,
    packs: tuple[Pack, Pack],
    *,
    tokenized: bool = False,
    background: tuple[str, str] | None = None,
    model: Path | None = None,
    aligner: str | None = None,
    heuristic: Heuristic = Heuristic.GROW_DIAG,
    seed: int = 1,
) -> Method:
    """What the options amount to."""
    from proform.alignment.cache import Cache, cache_folder  # noqa: PLC0415
    from proform.alignment.pipeline import Method, Tokenizers  # noqa: PLC0415
    from proform.alignment.thot import Settings  # noqa: PLC0415
    from proform.text.column import Role  # noqa: PLC0415
    from proform.text.texts import open_text  # noqa: PLC0415
    from proform.text.tokens import Tokenizer  # noqa: PLC0415

    if sum(way is not None for way in (background, model, aligner)) > 1:
        raise ProformError("--background, --model and --aligner: one of them at a time")
    sides = (None, None) if tokenized else (Tokenizer(packs[0]), Tokenizer(packs[1]))
    return Method(
        languages.lower(),
        Tokenizers(*sides),
        Settings(seed=seed, heuristic=heuristic.value),
        Cache(cache_folder()),
        aligner,
        model,
        background
        and (open_text(background[0], Role.SOURCE), open_text(background[1], Role.REFERENCE)),
    )


class Voice:
    """Tells people on stderr what takes so long: lines, and a bar if it is a terminal."""

    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar
        self._task = None if bar is None else bar.add_task("", total=1.0)

    def say(self, message: str) -> None:
        """One line; on a terminal, what stands before the bar."""
        if self._bar is None or self._task is None:
            tell(message)
        else:
            self._bar.update(self._task, description=message, completed=0)

    def warn(self, message: str) -> None:
        """One line that stays."""
        if self._bar is None:
            tell(message)
        else:
            self._bar.console.print(f"proform: {message}", markup=False, soft_wrap=True)

    def share(self, done: float) -> None:
        """Move the bar."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done)


@contextmanager
def speaking() -> Iterator[Voice]:
    """A voice, for as long as there is something to wait for."""
    if not sys.stderr.isatty():
        yield Voice(None)
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield Voice(bar)


def tell(message: str) -> None:
    """Say something on stderr."""
    print(f"proform: {message}", file=sys.stderr)  # noqa: T201
