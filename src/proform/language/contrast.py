"""The table [contrast] of a language pack: what changes with the gender of a pronoun."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from proform.language.agreement import Agree

_NOTHING = re.compile(r"(?!)")
_PATTERNS = ("skipped", "invariable", "predicative", "blocking")
_WORDS = ("linking", "auxiliary", "plain", "subordinating", "joining")
_KEYS = {*_PATTERNS, *_WORDS, "forms", "nouns", "pairs", "endings", "joined"}


class Joined(NamedTuple):
    """A word that is shortened before some pronouns: si, s' before il and ils."""

    whole: str
    short: str
    before: frozenset[str]


@dataclass(frozen=True, slots=True)
class Endings:
    """Masculine and feminine endings of one number, the longest first."""

    pairs: tuple[tuple[str, str], ...] = ()

    def changed(self, word: str, into: int) -> str | None:
        """The word with the other ending, if it has one of these."""
        for pair in self.pairs:
            if word.endswith(pair[1 - into]) and len(word) > len(pair[1 - into]):
                return word.removesuffix(pair[1 - into]) + pair[into]
        return None


@dataclass(frozen=True)
class ContrastRules:
    """How a sentence changes with the gender of a pronoun; all in lower case."""

    forms: tuple[frozenset[str], ...] = ()
    """Pronouns of one kind, of which one may stand for another."""
    linking: frozenset[str] = frozenset()
    """Verbs behind which a word agrees with the subject."""
    auxiliary: frozenset[str] = frozenset()
    """Verbs that may stand before these."""
    plain: frozenset[str] = frozenset()
    """Words that do not agree, and behind which nothing does."""
    subordinating: frozenset[str] = frozenset()
    """Prepositions that are conjunctions as well."""
    joining: frozenset[str] = frozenset()
    """Words behind which another adjective may follow."""
    skipped: re.Pattern[str] = _NOTHING
    """Words that may stand between a verb and what agrees."""
    invariable: re.Pattern[str] = _NOTHING
    """Adjectives that are the same in both genders."""
    predicative: re.Pattern[str] = _NOTHING
    """Verbs behind an object pronoun that may say something of it: je la trouve belle."""
    blocking: re.Pattern[str] = _NOTHING
    """Words that may agree with the pronoun, and may not."""
    pairs: tuple[tuple[str, str], ...] = ()
    endings: Mapping[str, Endings] = field(default_factory=dict)
    """By number."""
    nouns: bool = False
    """Nouns have such endings as well, and keep them."""
    joined: tuple[Joined, ...] = ()

    def __bool__(self) -> bool:
        """Is there such a table?"""
        return bool(self.forms)

    @cached_property
    def _listed(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        return (
            {feminine: masculine for masculine, feminine in self.pairs},
            dict(self.pairs),
        )

    def changed(self, word: str, gender: str, number: str) -> str | None:
        """An adjective or participle in the gender m or f; None if it is none that is known."""
        into = ("m", "f").index(gender)
        if word in self._listed[into]:
            return self._listed[into][word]
        if self.invariable.fullmatch(word) or (into and re.fullmatch(r"\w+es?", word)):
            return word
        return self.endings.get(number, Endings()).changed(word, into)


def parse_contrast(table: Mapping[str, Any], agree: Agree) -> ContrastRules:
    """Check and read the table; what does not fit is a ValueError."""
    for key in table:
        if key not in _KEYS:
            known = ", ".join(sorted(_KEYS))
            raise ValueError(f"unknown key {key!r} in [contrast]; known are {known}")
    if not agree.genders or "forms" not in table:
        raise ValueError("[contrast] needs forms, and the genders of [agree]")
    try:
        values: dict[str, Any] = {
            **{name: frozenset(table.get(name, ())) for name in _WORDS},
            **{name: re.compile(table.get(name, "(?!)")) for name in _PATTERNS},
        }
        return ContrastRules(
            forms=tuple(map(frozenset, table.get("forms", ()))),
            nouns=bool(table.get("nouns", False)),
            pairs=tuple(map(_pair, table.get("pairs", ()))),
            endings={
                number: Endings(
                    tuple(sorted(map(_pair, pairs), key=lambda pair: -max(map(len, pair))))
                )
                for number, pairs in table.get("endings", {}).items()
            },
            joined=tuple(
                Joined(whole, short, frozenset(before))
                for whole, short, before in table.get("joined", ())
            ),
            **values,
        )
    except (AttributeError, TypeError, re.error) as error:
        raise ValueError(f"[contrast] does not fit ({error})") from error


def _pair(words: Sequence[str]) -> tuple[str, str]:
    if len(words) != 2:
        raise ValueError(f"expected a masculine and a feminine form in [contrast], found {words!r}")
    return words[0], words[1]
