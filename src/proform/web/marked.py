"""How our own examples are written: `The <bicycle> is old, but {it} rolls` is one.

Braces mark the pronoun, angle brackets its antecedent; a plus sign the words to be selected.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_MARKED = re.compile(r"([{<])(\+?)([^{}<>]+)[}>]")
_MARKS = {"{": "pronoun", "<": "antecedent"}


class Piece(NamedTuple):
    """A stretch of text: what it is, and whether it is to be selected."""

    text: str
    mark: str | None = None
    chosen: bool = False


def pieces(text: str) -> tuple[Piece, ...]:
    """A text in its pieces."""
    found: list[Piece] = []
    end = 0
    for match in _MARKED.finditer(text):
        found.append(Piece(text[end : match.start()]))
        found.append(Piece(match[3], _MARKS[match[1]], bool(match[2])))
        end = match.end()
    found.append(Piece(text[end:]))
    return tuple(piece for piece in found if piece.text)
