"""Stems of words, by Snowball."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from typing import Any

_LANGUAGES = {"de": "german", "en": "english", "es": "spanish", "fr": "french"}
_REMEMBERED = 200_000


@dataclass(frozen=True, slots=True)
class Stemmer:
    """Gives the stem of a word in a language, in the case that the word has."""

    language: str

    def __call__(self, word: str) -> str:
        """The stem."""
        return _stem(self.language, word)

    @property
    def signature(self) -> str:
        """Whose stems these are: from version to version some of them change."""
        return f"snowballstemmer-{version('snowballstemmer')}:{self.language}"


def stemmer(language: str) -> Stemmer | None:
    """The stemmer of a language, if there is one."""
    return Stemmer(language) if language in _LANGUAGES else None


@lru_cache(_REMEMBERED)
def _stem(language: str, word: str) -> str:
    return str(_snowball(language).stemWord(word))


@lru_cache
def _snowball(language: str) -> Any:  # noqa: ANN401
    # Not snowballstemmer.stemmer(): it takes PyStemmer instead where that is installed, whose
    # version may be another.
    name = _LANGUAGES[language]
    module = import_module(f"snowballstemmer.{name}_stemmer")
    return getattr(module, f"{name.title()}Stemmer")()
