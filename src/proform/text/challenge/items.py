"""An item of a challenge set as its file has it, and JSON that knows its lines."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.model import Version
from proform.text.lines import decode, opened

_BLANK = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class SetNoun:
    """What a pronoun refers to, in the source and in the reference; the sentences hold them."""

    head: str
    phrase: str = ""
    sentence: str = ""
    reference: str = ""
    """The head in the reference."""
    reference_sentence: str = ""


@dataclass(frozen=True, slots=True)
class SetItem:
    """One example: its sentences, the last of which is the one in question."""

    path: Path
    line: int
    source: tuple[str, ...]
    reference: tuple[str, ...]
    """As many; empty where the set has no translation of the context."""
    versions: tuple[Version, ...] = ()
    pronoun: str = ""
    expected: tuple[str, ...] = ()
    distance: int | None = None
    intrasegmental: bool | None = None
    rule: str = ""
    kind: str = ""
    document: str | None = None
    segment: int | None = None
    noun: SetNoun | None = None
    place: int = 0
    """Where the right version stands among the versions, in the set's order of scores."""
    number: int | None = None
    """Which of the entries of its file it is in, from 1, if lines alone do not tell."""

    @property
    def name(self) -> str:
        """What a message calls it."""
        return f"line {self.line}" if self.number is None else f"example {self.number}"

    def error(self, what: str, hint: str | None = None) -> InputError:
        """What is wrong with it, and where it stands."""
        return _error(self.path, self.line, self.number, what, hint)


@dataclass(frozen=True, slots=True)
class ChallengeSet:
    """The items of a set, and what the set is."""

    format: str
    """Contrapro, ctxpro, discevalmt or consistency: whose own definitions hold."""
    what: str
    """What was recognised, in words."""
    items: tuple[SetItem, ...]
    languages: str | None = None
    """The pair, where its format is for one only."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JsonEntry:
    """A JSON object and the line in which it begins."""

    path: Path
    line: int
    number: int
    """Which it is in its file, from 1: all of them may stand in one line."""
    data: Mapping[str, Any]

    def error(self, what: str, hint: str | None = None) -> InputError:
        """What is wrong with it."""
        return _error(self.path, self.line, self.number, what, hint)

    def text(self, key: str) -> str:
        """A string that has to be there."""
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"expected a text as {key!r}, found {value!r}")
        return one_line(value)

    def optional(self, key: str) -> str:
        """A string, or nothing."""
        value = self.data.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise self.error(f"expected a text as {key!r}, found {value!r}")
        return one_line(value)

    def whole(self, key: str) -> int | None:
        """A whole number, or nothing."""
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(f"expected a whole number as {key!r}, found {value!r}")
        return value

    def truth(self, key: str) -> bool | None:
        """True, false or null."""
        value = self.data.get(key)
        if value is not None and not isinstance(value, bool):
            raise self.error(f"expected true, false or null as {key!r}, found {value!r}")
        return value

    def entries(self, key: str) -> list["JsonEntry"]:
        """A list of objects inside it."""
        value = self.data.get(key)
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.error(f"expected a list of objects as {key!r}, found {value!r:.60}")
        return [JsonEntry(self.path, self.line, self.number, each) for each in value]

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings, at least one."""
        value = self.data.get(key)
        texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if not texts or not value:
            raise self.error(f"expected a list of texts as {key!r}, found {value!r:.60}")
        return tuple(map(one_line, value))


def _error(path: Path, line: int, number: int | None, what: str, hint: str | None) -> InputError:
    named = what if number is None else f"example {number}: {what}"
    return InputError(path, line, named, hint=hint)


def quoted(text: str, longest: int = 60) -> str:
    """A text in quotation marks, cut if it is long."""
    return repr(text if len(text) <= longest else f"{text[: longest - 1]}…")


def one_line(text: str) -> str:
    """The text without line ends, and without blanks around it."""
    return " ".join(text.split("\n")).replace("\r", " ").replace("\x00", "").strip()


def read_entries(path: Path) -> list[JsonEntry]:
    """The objects of a JSON list, or of a dictionary of objects, each with its line."""
    with opened(path) as file:
        text = decode(path, 1, file.read()).removeprefix("\ufeff")
    return list(_entries(path, text))


def _entries(path: Path, text: str) -> Iterator[JsonEntry]:
    decoder = json.JSONDecoder()
    at = len(text) - len(text.lstrip())
    opening = text[at : at + 1]
    if opening not in ("[", "{"):
        raise InputError(path, 1, "expected a JSON list or dictionary of examples")
    closing = "]" if opening == "[" else "}"
    at, line, counted, number = at + 1, 1, 0, 0
    while True:
        at = _after(_BLANK, text, at)
        if text[at : at + 1] == closing:
            return
        line += text.count("\n", counted, at)
        counted = at
        try:
            if closing == "}":
                _, at = decoder.raw_decode(text, at)
                at = text.index(":", at) + 1
                at = _after(_BLANK, text, at)
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            why = getattr(error, "msg", error)
            wrong = 1 + text.count("\n", 0, getattr(error, "pos", at))
            raise InputError(path, wrong, f"not JSON ({why})", hint="is it cut off?") from error
        if not isinstance(value, dict):
            raise InputError(path, line, f"expected a JSON object, found {value!r:.60}")
        number += 1
        yield JsonEntry(path, line, number, value)


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def differing(right: Sequence[str], wrong: Sequence[str]) -> tuple[str, str]:
    """The words that differ first between two texts, of the right and of the wrong one."""
    for mine, other in zip(right, wrong, strict=False):
        if mine != other:
            return mine, other
    return "", ""
