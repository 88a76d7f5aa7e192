"""The table [agree] of a language pack: what tells gender and number of nouns and pronouns."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from proform.language.readings import OTHERS, VIRILE, Reading, Readings, parse_readings


class Adjective(NamedTuple):
    """What an ending says of a noun, if the word after which it stands is such a determiner."""

    after: re.Pattern[str]
    ending: re.Pattern[str]
    readings: Readings


class Clue(NamedTuple):
    """Words behind a pronoun that show what it does not: a group m_sg is the reading m.sg.

    A group called neutral says that the pronoun stands for nothing in particular (es ist ein …),
    one called nothing that it is no pronoun at all (est-ce que).
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
    conjunctions: frozenset[str] = frozenset()
    of: frozenset[str] = frozenset()
    """Words that join a part to the noun before it."""
    relatives: frozenset[str] = frozenset()
    """Pronouns that begin a relative clause when they stand behind a comma."""
    finite: frozenset[str] = frozenset()
    """Verbs that do not follow a relative pronoun."""
    nouns: Mapping[str, Readings] = field(default_factory=dict)
    endings: tuple[tuple[re.Pattern[str], Readings], ...] = ()
    adjectives: tuple[Adjective, ...] = ()
    after: tuple[Adjective, ...] = ()
    """Adjectives behind a noun."""
    predicate: re.Pattern[str] | None = None
    """What stands behind a noun and says something of it: sont finies. Groups are as in clues."""
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


_SETS = [key.name for key in fields(Agree) if key.type == frozenset[str]]
_KEYS = {key.name for key in fields(Agree)}


def parse_agree(table: Mapping[str, Any]) -> Agree:
    """Check and read the table; what does not fit is a ValueError."""
    for key in table:
        if key not in _KEYS:
            known = ", ".join(sorted(_KEYS))
            raise ValueError(f"unknown key {key!r} in [agree]; known are {known}")
    try:
        genders = tuple(table.get("genders", ("m", "f")))
        if wrong := [name for name in genders if name not in {"m", "f", "n", VIRILE, OTHERS}]:
            raise ValueError(f"{wrong[0]!r} in agree.genders is not one of m, f, n, v, o")
        values: dict[str, Any] = {
            **{name: frozenset(table.get(name, ())) for name in _SETS},
            **{name: _words(table.get(name, {})) for name in ("determiners", "nouns", "forms")},
        }
        return Agree(
            genders=genders,
            last=bool(table.get("last", False)),
            capitals=bool(table.get("capitals", False)),
            bare=bool(table.get("bare", False)),
            prepositions={
                word: frozenset(Reading(case=case) for case in cases.split())
                for cases, words in table.get("prepositions", {}).items()
                for word in words
            },
            endings=tuple(
                (re.compile(ending), parse_readings(readings))
                for readings, ending in table.get("endings", {}).items()
            ),
            predicate=_telling(table["predicate"]) if "predicate" in table else None,
            masked=re.compile(table["masked"]) if "masked" in table else None,
            adjectives=tuple(map(_adjective, table.get("adjectives", ()))),
            after=tuple(map(_adjective, table.get("after", ()))),
            clues=tuple(map(_clue, table.get("clues", ()))),
            loose={word: float(share) for word, share in table.get("loose", {}).items()},
            impersonal=str(table.get("impersonal", "")),
            allowed={name: _shares(words) for name, words in table.get("allowed", {}).items()},
            **values,
        )
    except (AttributeError, KeyError, TypeError, re.error) as error:
        raise ValueError(f"[agree] does not fit ({error})") from error


def _clue(entry: Mapping[str, Any]) -> Clue:
    pattern = _telling(entry.get("pattern", "(?P<neutral>)"))
    return Clue(frozenset(entry["forms"]), pattern, re.compile(f"(?:{entry.get('before', '')})$"))


def _telling(pattern: str) -> re.Pattern[str]:
    """An expression whose groups are readings, or one of two other names."""
    expression = re.compile(pattern)
    for group in expression.groupindex.keys() - {"neutral", "nothing"}:
        parse_readings(group.replace("_", "."))
    return expression


def _words(table: Mapping[str, list[str]]) -> dict[str, Readings]:
    """For each word its readings; the table has it the other way round."""
    by_word: dict[str, Readings] = {}
    for readings, words in table.items():
        parsed = parse_readings(readings)
        for word in words:
            by_word[word] = by_word.get(word, frozenset()) | parsed
    return by_word


def _shares(table: Mapping[str, list[str]] | list[str]) -> dict[str, float]:
    """For each word its share; the table has it the other way round, a list has 1 throughout."""
    shares = {"1": table} if isinstance(table, list) else table
    return {word: float(share) for share, words in shares.items() for word in words}


def _adjective(entry: Mapping[str, str]) -> Adjective:
    after, ending = re.compile(entry.get("after", ".*")), re.compile(entry["ending"])
    return Adjective(after, ending, parse_readings(entry["readings"]))
