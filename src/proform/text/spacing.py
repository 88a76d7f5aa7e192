"""Tokens as people write them: which space stands before each one."""

import re
from collections.abc import Iterator, Sequence

from proform.language.pack import Pack
from proform.language.writing import Spacing

_NO_BREAK = "\xa0"
_CLOSING = re.compile(r"[.,;:!?…)\]}»”%]+$")
_OPENING = re.compile(r"[(\[{«“„¿¡]$")
_CLITIC = re.compile(r"['’]\w+$|n['’]t$|-[^\W\d]", re.IGNORECASE)  # 's, n't, -t-il
_ELIDED = re.compile(r"\w['’]$")  # l', qu', dell'
_QUOTES = ('"', "'")


def spaces(tokens: Sequence[str], pack: Pack) -> list[str]:
    """What stands before each token of a line: nothing, a space, or one that does not break."""
    return list(_spaces(tokens, pack.spacing, eliding=bool(pack.splitter.elided)))


def _spaces(tokens: Sequence[str], spacing: Spacing, *, eliding: bool) -> Iterator[str]:
    open_quotes: set[str] = set()
    before, joined = "", True  # joined: nothing stands between what was before and this
    for word in tokens:
        closes = word in open_quotes
        if joined:
            yield ""
        elif (word and {*word} <= {*spacing.before}) or (before and before in spacing.after):
            yield _NO_BREAK
        elif closes or _CLOSING.match(word) or _CLITIC.match(word):
            yield ""
        else:
            yield " "
        opens = bool(_OPENING.match(word)) and not closes and word not in spacing.after
        open_quotes = open_quotes - {word} | ({"“"} if word == "„" else set())
        if word in _QUOTES:
            opens = not closes
            open_quotes |= {word} if opens else set()
        joined = opens or (eliding and bool(_ELIDED.search(word)))
        before = word
