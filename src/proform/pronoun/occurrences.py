"""Finding the pronouns to evaluate: by list, or at given positions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proform.errors import InputError
from proform.language.forms import Splitter, fold


class Hit(NamedTuple):
    """A pronoun in a line: its position, the token as it stands and the listed form in it."""

    position: int
    token: str
    form: str


class Pronouns(dict[str, str | None]):
    """Which listed pronoun a token is or holds: looked up once for each token, then remembered."""

    _LARGEST = 200_000

    def __init__(self, listed: Iterable[str], splitter: Splitter) -> None:
        super().__init__()
        self.listed = tuple(dict.fromkeys(fold(form) for form in listed))
        self._known = frozenset(self.listed)
        self._splitter = splitter

    def __missing__(self, token: str) -> str | None:
        if len(self) >= self._LARGEST:
            self.clear()
        form = self[token] = self._splitter.find(token, self._known)
        return form


@dataclass(frozen=True, eq=False)
class Finder:
    """Finds pronouns in the lines of a text: every token that is, or holds, a listed one."""

    pronouns: Pronouns

    def find(self, segment: int, line: str) -> Sequence[Hit]:  # noqa: ARG002 (for ByPosition)
        """The pronouns in one line."""
        pronouns, tokens = self.pronouns, line.split(" ")
        if not any(map(pronouns.__getitem__, tokens)):  # most lines, so without a loop in Python
            return ()
        return [
            Hit(position, token, form)
            for position, token in enumerate(tokens)
            if (form := pronouns[token]) is not None
        ]

    def check(self, segments: int) -> None:
        """Complain if something that was to be found lies behind the last segment."""


@dataclass(frozen=True, eq=False)
class ByPosition(Finder):
    """The tokens at given positions, whatever they are; `lines` says where the file names each."""

    file: str
    lines: Mapping[int, Mapping[int, int]]

    def find(self, segment: int, line: str) -> Sequence[Hit]:
        """The tokens of one line that the file names."""
        wanted = self.lines.get(segment)
        if wanted is None:
            return ()
        tokens = line.split(" ") if line else []
        for position, number in wanted.items():
            if position >= len(tokens):
                what = f"segment {segment} has no word {position}, it has {len(tokens)} words"
                raise InputError(self.file, number, what, hint="both are counted from 0")
        named = ((position, tokens[position]) for position in wanted)
        return [Hit(place, word, self.pronouns[word] or fold(word)) for place, word in named]

    def check(self, segments: int) -> None:
        """Complain of a segment behind the last."""
        for segment, wanted in self.lines.items():
            if segment >= segments:
                what = f"no segment {segment}, the source has {segments}"
                hint = "both are counted from 0"
                raise InputError(self.file, min(wanted.values()), what, hint=hint)
