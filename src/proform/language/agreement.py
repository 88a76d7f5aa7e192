"""The table [agree] of a language pack: what tells gender and number of nouns and pronouns."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from proform.language.readings import OTHERS, VIRILE, Readings, parse_readings

Patterns = tuple[tuple[re.Pattern[str], Readings], ...]
"""Expressions for words, and what each says of a noun; the first that fits counts."""


def told(patterns: Patterns, text: str) -> Readings:
    """What the first expression says that fits; nothing if none does."""
    return next((says for pattern, says in patterns if pattern.fullmatch(text)), frozenset())


class Clue(NamedTuple):
    """Words behind a pronoun that show what it does not: a group m_sg is the reading m.sg.

    Of several groups the last one counts, and the word that it ends in is what shows it. A group
    called neutral says that the pronoun stands for nothing in particular (es ist ein …), one called
    nothing that it is no pronoun at all (est-ce que).
    """

    forms: frozenset[str]
    pattern: re.Pattern[str]
    before: re.Pattern[str]
    """What must stand before the pronoun."""


@dataclass(frozen=True, slots=True)
class Agree:
    """How words of a language agree; all in lower case."""

    genders: tuple[str, ...] = ()
    """None: the language has no table, and nothing is known."""
    last: bool = False
    """Of several words for a noun, the last one is the head; else the first."""
    capitals: bool = False
    """Nouns begin with a capital."""
    bare: bool = False
    """Nouns stand without a determiner: the language has no articles."""
    determiners: Mapping[str, Readings] = field(default_factory=dict)
    prepositions: Mapping[str, Readings] = field(default_factory=dict)
    others: frozenset[str] = frozenset()
    """Words that are no nouns."""
    masked: re.Pattern[str] | None = None
    """Feminine nouns before which a determiner may be masculine in the singular: un arma."""
    of: frozenset[str] = frozenset()
    """Words that join a part to the noun before it."""
    nouns: Mapping[str, Readings] = field(default_factory=dict)
    endings: Patterns = ()
    adjectives: Patterns = ()
    """Determiner and adjective before a noun, with a blank between: ` gutes` has no determiner."""
    forms: Mapping[str, Readings] = field(default_factory=dict)
    """Pronouns whose readings are not those of `forms`: for le mien, of what is owned."""
    clues: tuple[Clue, ...] = ()
    neutral: frozenset[str] = frozenset()
    """Pronouns that may stand for any thing."""
    loose: Mapping[str, float] = field(default_factory=dict)
    """Pronouns that may stand for a matter, whatever noun it was called by, and how often: es."""
    oblique: frozenset[str] = frozenset()
    """Words that stand for a preposition and a pronoun: y, en."""
    articles: frozenset[str] = frozenset()
    """Determiners that may also be pronouns before a verb: la."""
    clitics: frozenset[str] = frozenset()
    """Words behind which le, la and les are pronouns, not articles: ne, nous."""
    impersonal: str = ""
    """The gender and number of pronouns that stand for no noun: m.sg for il."""
    allowed: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The pronouns that are right in a category without antecedents, and how usual each is there,
    beside pronouns for nouns."""


def parse_agree(table: Mapping[str, Any]) -> Agree:
    """Check and read the table; what does not fit is a ValueError."""
    for key in table:
        if key not in _PARSERS:
            known = ", ".join(sorted(_PARSERS))
            raise ValueError(f"unknown key {key!r} in [agree]; known are {known}")
    try:
        given = {"genders": ("m", "f"), **table}
        return Agree(**{key: _PARSERS[key](value) for key, value in given.items()})
    except (AttributeError, KeyError, TypeError, re.error) as error:
        raise ValueError(f"[agree] does not fit ({error})") from error


def _genders(names: list[str]) -> tuple[str, ...]:
    if wrong := [name for name in names if name not in {"m", "f", "n", VIRILE, OTHERS}]:
        raise ValueError(f"{wrong[0]!r} in agree.genders is not one of m, f, n, v, o")
    return tuple(names)


def _clue(entry: Mapping[str, Any]) -> Clue:
    """The groups of its pattern are readings, or one of two other names."""
    pattern = re.compile(entry.get("pattern", "(?P<neutral>)"))
    for group in pattern.groupindex.keys() - {"neutral", "nothing"}:
        parse_readings(group.replace("_", "."))
    before = re.compile(f"(?:{entry.get('before', '')})$")
    return Clue(frozenset(entry["forms"]), pattern, before)


def _words(table: Mapping[str, list[str]]) -> dict[str, Readings]:
    """For each word its readings; the table has it the other way round.

    Readings may have endings, `f.sg -a, m.pl -os`, and their words are stems: otr.
    """
    by_word: dict[str, Readings] = {}
    for key, stems in table.items():
        for inflected in key.split(", "):
            text, *endings = inflected.split(" -")
            readings = parse_readings(text)
            for word in (stem + ending for stem in stems for ending in endings or ("",)):
                by_word[word] = by_word.get(word, frozenset()) | readings
    return by_word


def _patterns(table: Mapping[str, str]) -> Patterns:
    return tuple((re.compile(text), parse_readings(says)) for says, text in table.items())


def _shares(table: Mapping[str, list[str]] | list[str]) -> dict[str, float]:
    """For each word its share; the table has it the other way round, a list has 1 throughout."""
    shares = {"1": table} if isinstance(table, list) else table
    return {word: float(share) for share, words in shares.items() for word in words}


_PARSERS: Mapping[str, Callable[[Any], Any]] = {
    **{key.name: key.type for key in fields(Agree) if key.type in (bool, str, frozenset[str])},
    **dict.fromkeys(("determiners", "nouns", "forms"), _words),
    "prepositions": lambda words: _words({"": words} if isinstance(words, list) else words),
    **dict.fromkeys(("endings", "adjectives"), _patterns),
    "genders": _genders,
    "masked": re.compile,
    "clues": lambda entries: tuple(map(_clue, entries)),
    "loose": lambda table: {word: float(share) for word, share in table.items()},
    "allowed": lambda table: {name: _shares(words) for name, words in table.items()},
}
"""How the value of each key is read."""
