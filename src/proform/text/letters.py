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
"""If more of the letters of both differ, it is another text."""
_END = "\n" * _SAME
"""No letter is one: behind the last, texts that end alike go on alike."""


class Parting(NamedTuple):
    """Where two texts are no longer the same: the numbers of their words, or of the end."""

    theirs: int
    ours: int


class WordPlaces(NamedTuple):
    """Where the words of a text stand in another tokenisation of it."""

    places: list[tuple[int, ...]]
    """For each of their words, those of ours that share a letter with it; some may have none."""
    theirs: int
    """So many of their words have letters that ours have not,"""
    ours: int
    """and so many of ours have letters that theirs have not."""


def word_places(theirs: Sequence[str], ours: Sequence[str]) -> WordPlaces | Parting:
    """Their words found in ours, or the first place where more than a little differs.

    Case, blanks and the looks of marks do not matter, and small differences are passed over.
    """
    a, owners = _letters(theirs)
    b, holders = _letters(ours)
    places: list[dict[int, None]] = [{} for _ in theirs]
    partings = list[tuple[bool, Parting]]()
    more, lacking = set[int](), set[int]()
    shared = i = j = 0
    while owners[i] < len(theirs) or holders[j] < len(ours):
        if a[i] == b[j]:
            places[owners[i]][holders[j]] = None
            shared, i, j = shared + 1, i + 1, j + 1
            continue
        inside = i and j and (owners[i - 1] == owners[i] or holders[j - 1] == holders[j])
        x, y = (i - 1, j - 1) if inside else (i, j)  # a word is looked at from its start
        skipped = _skip(a[i : i + _WINDOW + _SAME], b[j : j + _WINDOW + _SAME])
        small = skipped is not None and max(skipped) <= _SAME
        partings.append((small, Parting(owners[x], holders[y])))
        if skipped is None:
            return min(partings)[1]
        more.update(owners[i : i + skipped[0]])
        lacking.update(holders[j : j + skipped[1]])
        i, j = i + skipped[0], j + skipped[1]
    if 2 * shared < (1 - _MOST) * (len(a) + len(b) - 2 * _SAME):
        return min(partings)[1]
    return WordPlaces([tuple(found) for found in places], len(more), len(lacking))


def _letters(words: Sequence[str]) -> tuple[str, list[int]]:
    """All letters in a row and the end, and the word that each is of."""
    plain = [_plain(word) for word in words]
    owners = [k for k, word in enumerate(plain) for _ in word]
    return "".join(plain) + _END, owners + [len(words)] * _SAME


def _plain(word: str) -> str:
    low = normalize("NFKC", unescape(word)).lower()
    return "".join(_SPELLINGS.get(low, low).translate(_MARKS).split())


def _skip(a: str, b: str) -> tuple[int, int] | None:
    """The fewest letters to leave out of both, so that they go on alike; None if they do not."""
    first: dict[str, int] = {}
    for y in range(len(b) - _SAME + 1):
        first.setdefault(b[y : y + _SAME], y)
    return min(_meetings(a, first), key=sum, default=None)


def _meetings(a: str, first: dict[str, int]) -> Iterator[tuple[int, int]]:
    for x in range(len(a) - _SAME + 1):
        if (y := first.get(a[x : x + _SAME])) is not None:
            yield x, y
