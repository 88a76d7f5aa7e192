"""The words of a text found in another tokenisation of it, letter by letter."""

from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple
from unicodedata import normalize

_MARKS = str.maketrans(
    {
        **dict.fromkeys("“”„«»″", '"'),
        **dict.fromkeys("‘’‚`´′", "'"),
        **dict.fromkeys("–—−‑", "-"),
    }
)
_SPELLINGS = {
    "``": '"',
    "''": '"',
    "-lrb-": "(",
    "-rrb-": ")",
    "-lsb-": "[",
    "-rsb-": "]",
    "-lcb-": "{",
    "-rcb-": "}",
    "@-@": "-",
}
"""How treebanks and tokenisers write marks."""
_SAME = 12
"""After a difference, so many letters in a row must be the same again,"""
_WINDOW = 400
"""within so many letters."""
_MOST = 0.1
"""If more of the letters differ, it is another text."""


class Parting(NamedTuple):
    """Where two texts are no longer the same: the numbers of their words."""

    theirs: int
    ours: int


def word_places(theirs: Sequence[str], ours: Sequence[str]) -> list[tuple[int, ...]] | Parting:
    """For each of their words, those of ours that share a letter with it; some may have none.

    Case, blanks and the looks of marks do not matter, and small differences are passed over.
    """
    a, owners = _letters(theirs)
    b, holders = _letters(ours)
    places: list[dict[int, None]] = [{} for _ in theirs]
    shared = i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            places[owners[i]][holders[j]] = None
            shared, i, j = shared + 1, i + 1, j + 1
        else:
            skipped = _skip(a[i : i + _WINDOW + _SAME], b[j : j + _WINDOW + _SAME])
            if skipped is None:
                return Parting(owners[i], holders[j])
            i, j = i + skipped[0], j + skipped[1]
    if i < len(a) and len(a) - i > _SAME:
        return Parting(owners[i], max(len(ours) - 1, 0))
    if shared < (1 - _MOST) * len(a):
        return Parting(0, 0)
    return [tuple(found) for found in places]


def _letters(words: Sequence[str]) -> tuple[str, list[int]]:
    """All letters in a row, and the word that each is of."""
    plain = [_plain(word) for word in words]
    return "".join(plain), [k for k, word in enumerate(plain) for _ in word]


def _plain(word: str) -> str:
    low = normalize("NFKC", unescape(word)).lower()
    return "".join(_SPELLINGS.get(low, low).translate(_MARKS).split())


def _skip(a: str, b: str) -> tuple[int, int] | None:
    """The fewest letters to leave out of both, so that they go on alike; None if they do not."""
    if len(a) <= _SAME or len(b) <= _SAME:  # at the very end
        return len(a), len(b)
    first: dict[str, int] = {}
    for y in range(len(b) - _SAME + 1):
        first.setdefault(b[y : y + _SAME], y)
    return min(_meetings(a, first), key=sum, default=None)


def _meetings(a: str, first: dict[str, int]) -> Iterator[tuple[int, int]]:
    for x in range(len(a) - _SAME + 1):
        if (y := first.get(a[x : x + _SAME])) is not None:
            yield x, y
