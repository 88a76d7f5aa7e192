"""APT as the authors' published script computes it, oddities included.

People compare with numbers that were made by that script. It differs from the paper: texts are
compared in lower case but repaired as they are; its repair looks around the aligned words, never
around the neighbours'; and all repaired words that are in no list count as one form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proform.model import NONE, OTHER

Links = Sequence[tuple[int, int]]

_REACH = 2
"""The repair looks so many words to either side."""


class Found(NamedTuple):
    """One side's translation of an occurrence: positions and forms, as they are printed."""

    positions: tuple[int, ...]
    forms: tuple[str, ...]


class Row(NamedTuple):
    """One line of the .detail file."""

    segment: int
    position: int
    source: str
    reference: Found | None
    target: Found | None
    case: int


@dataclass(frozen=True)
class Script:
    """The settings that say what is looked for, and how two translations compare."""

    source_list: Collection[str]
    source_separator: str | None
    target_list: Sequence[str]
    target_separator: str | None
    equal: Sequence[Sequence[str]]
    similar: Sequence[Sequence[str]]
    source_dictionary: Collection[str]
    target_dictionary: Collection[str]
    other_equal: bool

    def words(self, line: str) -> Iterator[tuple[int, str]]:
        """The listed source words of a line; every listed part of a word is one."""
        for position, word in enumerate(line.lower().split(" ")):
            for part in word.split(self.source_separator):
                if part in self.source_list:
                    yield position, part

    def aligned(self, position: int, links: Links, line: str) -> Found | None:
        """The words linked to a source position, and what of them is compared."""
        positions = sorted(target for source, target in links if source == position)
        if not positions:
            return None
        tokens = line.lower().split(" ")
        words = [tokens[place] for place in positions]
        if not self.target_list:
            return Found(tuple(positions), tuple(words))
        return Found(tuple(positions), tuple(self._listed(words)) or (OTHER,))

    def _listed(self, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            parts = word.split(self.target_separator)
            yield from [part for part in parts if part in self.target_list][:1]

    def repaired(self, rendered: Found, links: Links, source: str, line: str) -> Found:
        """The same with a dictionary word added that stands nearby, if none is in it yet."""
        known = self.target_dictionary
        if any(form in known for form in rendered.forms):
            return rendered
        tokens, source_tokens = line.split(" "), source.split(" ")
        first = max(min(rendered.positions) - _REACH, 0)
        last = min(max(rendered.positions) + _REACH, len(tokens) - 1)
        candidates = [
            (distance, place)
            for place, distance in enumerate(_distances(last - first + 1), first)
            if (word := tokens[place].split("-")[-1]) in known
            and word not in rendered.forms
            and not any(
                source_tokens[owner] in self.source_dictionary
                for owner, target in links
                if target == place and owner < len(source_tokens)
            )
        ]
        if not candidates:
            return rendered
        _, place = min(candidates)
        kept = () if rendered.forms == (OTHER,) else rendered.forms
        return Found((*rendered.positions, place), (*kept, tokens[place]))


def _distances(size: int) -> list[int]:
    """The script's distance of each word of a window from its middle: 2 1 1 1 2, 2 1 1 2."""
    half = size // 2
    return [*range(half, 0, -1), *[1] * (size % 2), *range(1, half + 1)]


class Cases:
    """The script's comparison, over the forms that it knows: the list, or all words it met."""

    def __init__(self, script: Script, labels: Sequence[str]) -> None:
        known = set(labels)
        groups = [[form for form in group if form in known] for group in script.equal]
        self._head = {form: group[0] for group in reversed(groups) if group[1:] for form in group}
        self._known = known
        similar = ([form for form in line if form in known] for line in script.similar)
        self._similar = [{self._key(form) for form in line} for line in similar if line[1:]]
        self._ignored = set() if script.other_equal else {OTHER}

    def _key(self, form: str) -> str | None:
        """The form that a form counts as; None for all that are unknown, as in the script."""
        return self._head.get(form, form if form in self._known else None)

    def _keys(self, rendered: Found | None) -> set[str | None]:
        return {NONE} if rendered is None else {self._key(form) for form in rendered.forms}

    def compare(
        self, reference: Found | None, target: Found | None
    ) -> tuple[int, set[str | None], set[str | None]]:
        """The case, and the forms on both sides that made it so."""
        expected = self._keys(reference)
        forms = self._keys(target)
        if reference is None:
            return (6 if target is None else 5), expected, forms
        if target is None:
            return 4, expected, forms
        if shared := expected & (forms - self._ignored):
            return 1, shared, shared
        for group in self._similar:
            if expected & group and forms & group:
                return 2, expected & group, forms & group
        return 3, expected, forms
