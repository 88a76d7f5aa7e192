"""The tables [tokens] and [spacing] of a language pack: how the language is written."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from proform.errors import ProformError


@dataclass(frozen=True, slots=True)
class TokenRules:
    """What a language adds to the tokens that all have in common; words in lower case."""

    dotted: tuple[str, ...] = ()
    """Words that keep their dot: Mr."""
    numbered: tuple[str, ...] = ()
    """Words that keep it before a number only: No. 5."""
    whole: tuple[str, ...] = ()
    """Words that are never split."""
    clitics: tuple[str, ...] = ()
    """Words behind a verb and a hyphen: donne-le."""
    linked: tuple[str, ...] = ()
    """Those that may have -t- before them: a-t-elle."""
    endings: tuple[str, ...] = ()
    """Endings of a verb behind a clitic and a hyphen: dar-lho-ei."""
    contracted: tuple[str, ...] = ()
    """What is cut off with its apostrophe, though it is no pronoun: so't."""
    ordinals: bool = False
    """A number of one or two digits with a dot is an ordinal before a word: 3. Mai."""
    open_compounds: bool = False
    """A word may begin with a hyphen: Ein- und -ausfuhr."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """Signs that have a space which does not break, where other languages have none."""

    before: str = ""
    """They have it before them: ? in French."""
    after: str = ""


def parse_tokens(table: Mapping[str, Any]) -> TokenRules:
    """Check and read [tokens]."""
    values: dict[str, Any] = {}
    for key in fields(TokenRules):
        value = table.get(key.name, key.default)
        flag = isinstance(key.default, bool)
        if flag and not isinstance(value, bool):
            raise ProformError(f"tokens.{key.name} must be true or false, found {value!r}")
        if not flag and not _are_words(value):
            raise ProformError(f"tokens.{key.name} must be a list of words, found {value!r}")
        values[key.name] = value if flag else tuple(value)
    return TokenRules(**values)


def parse_spacing(table: Mapping[str, Any]) -> Spacing:
    """Check and read [spacing]."""
    for key, signs in table.items():
        if not isinstance(signs, str) or any(sign.isalnum() or sign.isspace() for sign in signs):
            raise ProformError(f"spacing.{key} must be signs in one string, found {signs!r}")
    return Spacing(**table)


def _are_words(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(word, str) and word and not any(map(str.isspace, word)) for word in value
    )
