"""The options that the suite commands share."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

Where = Annotated[
    str, Argument(metavar="STORE", help="A SQLite file, or postgresql://USER@HOST/DATABASE.")
]
Into = Annotated[
    str,
    Option(
        "-o", "--output", metavar="STORE", help="The store: a SQLite file, or a PostgreSQL URL."
    ),
]
SuiteName = Annotated[
    str | None, Option("--suite", metavar="NAME", help="Which suite, if there are several.")
]
Name = Annotated[str | None, Option("--name", help="The name of the suite in the store.")]
Categories = Annotated[
    Path | None,
    Option("--categories", metavar="FILE", help="Categories of your own (TOML)."),
]
RandomSeed = Annotated[
    int, Option("--seed", min=0, max=2**31 - 1, help="The seed of what is drawn at random.")
]


class Style(Enum):
    """How a list is printed."""

    TEXT = "text"
    JSON = "json"


AsStyle = Annotated[Style, Option("-f", "--format", help="How to print.")]
