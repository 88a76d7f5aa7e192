"""A tagger that may be installed, for what lexica leave open: spaCy's model of the language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from proform.language.readings import Reading, Readings

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Token

SIZES = ("lg", "md", "sm")
"""Of several models the largest; what each of them is worth is in docs/agreement.md."""
_NEEDLESS = ("tokenizer", "parser", "senter", "lemmatizer", "ner")
_GENDERS = {"Masc": "m", "Fem": "f", "Neut": "n"}
_NUMBERS = {"Sing": "sg", "Plur": "pl"}
_KEPT = 4096
"""So many sentences are remembered: each is asked for by many pronouns and systems."""


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
    return load(package, exclude=_NEEDLESS, config={"nlp": {"lang": "xx"}})


@lru_cache(_KEPT)
def _tags(package: str, words: tuple[str, ...]) -> tuple[Readings, ...]:
    from spacy.tokens import Doc  # noqa: PLC0415

    model = _model(package)
    return tuple(map(_readings, model(Doc(model.vocab, words=list(words)))))


def _readings(token: Token) -> Readings:
    if token.pos_ != "NOUN":
        return frozenset()
    gender, number = (next(iter(token.morph.get(name, [])), "") for name in ("Gender", "Number"))
    reading = Reading(_GENDERS.get(gender, ""), _NUMBERS.get(number, ""))
    return frozenset({reading}) if any(reading) else frozenset()
