"""Pronouns that hide inside a longer token: c'est, est-il, it's, darlo."""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from unicodedata import normalize

_MARKS = str.maketrans(
    {
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{HYPHEN}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "ё": "е",
    }
)


@lru_cache(65_536)  # texts repeat their words
def fold(token: str) -> str:
    """A token as the lists have it: lower case, one apostrophe, one hyphen, no Moses escape.

    Russian ё, which few texts tell from е, is е; accents are not characters of their own.
    """
    if not token.isascii():
        token = normalize("NFC", token)
    return token.lower().translate(_MARKS).replace("&apos;", "'")


@dataclass(frozen=True)
class Splitter:
    """The elision, contraction and hyphen rules of one language."""

    elided: tuple[str, ...] = ()
    contracted: tuple[str, ...] = ()
    hyphen: bool = False
    enclitic: str = ""
    whole: tuple[str, ...] = ()

    @cached_property
    def _patterns(self) -> Sequence[re.Pattern[str] | None]:
        enclitic = re.compile(self.enclitic) if self.enclitic else None
        return _any(f"{word}'" for word in self.elided), _any(self.contracted, end="$"), enclitic

    def parts(self, folded: str) -> tuple[str, ...]:
        """The words that a folded token is made of; the token alone if it is but one."""
        if folded in self.whole:
            return (folded,)
        return tuple(part for piece in self._pieces(folded) for part in self._words(piece) if part)

    def find(self, token: str, listed: Container[str]) -> str | None:
        """The listed form that a token is or holds; the whole goes before its parts.

        Of several parts, those before a hyphen first (donne-le-moi: le), and of those the last
        (s'il: il; l'on: on; dárselo: lo).
        """
        folded = fold(token)
        if folded in listed:
            return folded
        if folded in self.whole or (folded.isalpha() and not self.enclitic):
            return None
        for piece in self._pieces(folded):
            if parts := [part for part in self._words(piece) if part in listed]:
                return parts[-1]
        return None

    def _pieces(self, folded: str) -> list[str]:
        return folded.split("-") if self.hyphen else [folded]

    def _words(self, piece: str) -> Iterable[str]:
        elision, contraction, enclitic = self._patterns
        if elision and (match := elision.match(piece)) and match.end() < len(piece):
            return (match[0], *self._words(piece[match.end() :]))
        if contraction and (match := contraction.search(piece)) and match.start():
            return (piece[: match.start()], match[0])
        if enclitic and (match := enclitic.fullmatch(piece)):
            return (group for group in match.groups() if group)
        return (piece,)


def _any(words: Iterable[str], end: str = "") -> re.Pattern[str] | None:
    options = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(f"(?:{options}){end}") if options else None
