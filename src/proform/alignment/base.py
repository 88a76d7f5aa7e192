"""What every aligner can do, and what it is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from proform.model import Alignment

_ODD = re.compile(r"\s|\|\|\|")


class Pair(NamedTuple):
    """The tokens of a segment and of its translation."""

    source: Sequence[str]
    target: Sequence[str]


LONGEST = 1024
"""The aligner links no segment of more words, on either side."""


def linkable(pair: Pair) -> bool:
    """Are there words on both sides, and not too many?"""
    return all(0 < len(side) <= LONGEST for side in pair)


def plain(tokens: Sequence[str]) -> str:
    """Tokens as a line for another program, which may take odd blanks and ||| for separators."""
    return " ".join(_ODD.sub("_", token) for token in tokens)


class Aligner(Protocol):
    """Links the words of segment pairs."""

    @property
    def signature(self) -> str:
        """Everything that changes the links: program, version, settings, model."""

    @property
    def reproducible(self) -> bool:
        """Does it give the same links twice?"""

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair, in order; none for a pair with an empty side."""


def seen(tokens: Sequence[str], letters: int) -> list[str]:
    """Words as a statistical aligner sees them: in lower case, and only their first letters.

    A cut word shares its statistics with its inflected forms, which on small texts is worth more
    than the difference (`bench/align.py letters` measures it). 0 letters: no cut.
    """
    return [token.lower()[: letters or None] for token in tokens]
