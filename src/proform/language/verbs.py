"""The table [verbs] of a language pack: what a verb shows of a subject that has no word."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from proform.language.readings import Readings, parse_readings

_PATTERNS = ("nonfinite", "skipped", "adjectives")
_WORDS = (
    "others",
    "clitics",
    "contracted",
    "impersonal",
    "relative",
    "linking",
    "auxiliary",
    "plain",
)
_SHARED = ("skipped", "linking", "auxiliary", "plain")
"""What is as in [contrast], and what is given here beside it."""
_KEYS = {*_PATTERNS, *_WORDS, "words", "endings", "agreeing", "overt", "dropped"}
_NOTHING = re.compile(r"(?!)")
_AGREES_WITHIN = 8
"""So many words behind a verb may stand what agrees with its subject."""


class VerbForm(NamedTuple):
    """What a finite verb shows of its subject; an empty feature is one that it does not show."""

    person: int
    gender: str
    number: str


VerbForms = frozenset[VerbForm]


@dataclass(frozen=True, slots=True)
class Verbs:
    """How finite verbs, participles and adjectives show what their subject is; in lower case."""

    dropped: bool = False
    """May a subject have no word?"""
    words: Mapping[str, VerbForms] = field(default_factory=dict)
    """Verbs whose ending does not tell."""
    endings: tuple[tuple[re.Pattern[str], VerbForms], ...] = ()
    """Of all others; the first that fits."""
    nonfinite: re.Pattern[str] = _NOTHING
    """Infinitives and participles, and other words that end like verbs."""
    others: frozenset[str] = frozenset()
    """Words that look like finite verbs, and are none."""
    clitics: frozenset[str] = frozenset()
    """What may stand between a subject and its verb."""
    contracted: frozenset[str] = frozenset()
    """Determiners that hold a preposition, behind which no subject stands: al."""
    impersonal: frozenset[str] = frozenset()
    """Verbs that have no subject at all: hay."""
    relative: frozenset[str] = frozenset()
    """Words that are the subject of a clause, unless they stand behind a verb: que."""
    overt: tuple[str, ...] = ()
    """Pronouns that may stand where the subject could have been dropped."""
    linking: frozenset[str] = frozenset()
    auxiliary: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    skipped: re.Pattern[str] = _NOTHING
    agreeing: tuple[tuple[re.Pattern[str], Readings], ...] = ()
    """Endings of participles and adjectives behind a linking verb."""
    adjectives: re.Pattern[str] = _NOTHING
    """Those that look like nouns, and hardly ever are any behind a linking verb: aperta."""

    def __bool__(self) -> bool:
        """Is there such a table?"""
        return bool(self.endings)

    def forms(self, word: str) -> VerbForms:
        """What a word shows if it is a finite verb; nothing if it is none."""
        if (known := self.words.get(word)) is not None:
            return known
        if word in self.others or word in self.plain or not word.isalpha():
            return frozenset()
        if self.nonfinite.fullmatch(word) or self.skipped.fullmatch(word):
            return frozenset()
        return next((forms for ending, forms in self.endings if ending.fullmatch(word)), _NONE)

    def agreeing_word(self, words: Sequence[str], verb: int) -> tuple[int, Readings] | None:
        """Where the participle or adjective stands that a verb joins to its subject, and its look.

        Between them stand auxiliaries, linking verbs and words that are skipped.
        """
        linked = False
        for place in range(verb, min(verb + _AGREES_WITHIN, len(words))):
            word = words[place]
            if word in self.linking:
                linked = True
            elif place == verb or word in self.auxiliary or word in self.clitics:
                continue
            elif not self.skipped.fullmatch(word):
                if not linked or word in self.plain:
                    return None
                readings = (says for ending, says in self.agreeing if ending.fullmatch(word))
                found = next(readings, None)
                return None if found is None else (place, found)
        return None


_NONE: VerbForms = frozenset()


def parse_verbs(table: Mapping[str, Any], contrast: Mapping[str, Any]) -> Verbs:
    """Check and read the table; what does not fit is a ValueError."""
    for key in table:
        if key not in _KEYS:
            known = ", ".join(sorted(_KEYS))
            raise ValueError(f"unknown key {key!r} in [verbs]; known are {known}")
    table = dict(table)
    for key in _SHARED:
        if isinstance(shared := contrast.get(key), list):
            table[key] = [*shared, *_listed(table.get(key, []), key)]
        elif shared is not None:
            table.setdefault(key, shared)
    dropped = table.get("dropped", False)
    if not isinstance(dropped, bool):
        raise ValueError(f"verbs.dropped must be true or false, found {dropped!r}")  # noqa: TRY004
    try:
        values: dict[str, Any] = {
            **{name: frozenset(_listed(table.get(name, []), name)) for name in _WORDS},
            **{name: _pattern(table.get(name, "(?!)"), name) for name in _PATTERNS},
        }
        words: dict[str, VerbForms] = {}
        for key, listed in table.get("words", {}).items():
            for word in _listed(listed, f"words.{key}"):
                words[word] = words.get(word, _NONE) | _forms(key)
        return Verbs(
            dropped=dropped,
            words=words,
            endings=tuple(
                (_pattern(ending, f"endings.{key}"), _forms(key))
                for key, ending in _items(table, "endings")
            ),
            agreeing=tuple(
                (_pattern(ending, f"agreeing.{key}"), parse_readings(key))
                for key, ending in _items(table, "agreeing")
            ),
            overt=tuple(_listed(table.get("overt", []), "overt")),
            **values,
        )
    except (AttributeError, TypeError) as error:
        raise ValueError(f"[verbs] does not fit ({error})") from error


def _pattern(text: str, key: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(f"verbs.{key} is no regular expression ({error})") from error


def _items(table: Mapping[str, Any], key: str) -> Iterable[tuple[str, str]]:
    items: Iterable[tuple[str, str]] = table.get(key, {}).items()
    return items


def _listed(value: object, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"verbs.{key} must be a list of strings, found {value!r}")
    return value


def _forms(key: str) -> VerbForms:
    """`1.sg 3.f.sg`: person, gender if it shows, number; parted by blanks."""
    forms = set()
    for text in key.split():
        match = re.fullmatch(r"([123])(?:\.([a-z]))?\.(sg|pl)", text)
        if match is None:
            raise ValueError(f"{text!r} in [verbs] is no person and number such as 3.sg or 3.f.sg")
        forms.add(VerbForm(int(match[1]), match[2] or "", match[3]))
    return frozenset(forms)
