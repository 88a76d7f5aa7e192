"""Tables of nouns: words and their readings in one file.

A file begins with a line that names the format and the checksum of all that follows. The next
line is a header in JSON: whose nouns these are, how others follow from them, and the sets of
readings that occur. Then come the words, compressed: lines of a word and the number of its
readings, parted by a tab, in the order of their code points.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any

from proform.errors import InputError
from proform.language.forms import fold
from proform.language.readings import Readings, parse_readings

FORMAT = "proform nouns 2"
_parsed = cache(parse_readings)


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """How words that are not listed follow from words that are."""

    compounds: bool = False
    """They are what their last part is: Bahnhofsuhr."""
    plurals: tuple[tuple[str, str], ...] = ()
    """Endings of plurals, and what the singular has in their place."""
    spellings: tuple[tuple[str, str], ...] = ()
    """Letters, and what the table has in their place: cœur, coeur."""


PLAIN = Derivation()
"""Only what is listed."""


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Whose nouns a table holds."""

    language: str
    name: str
    """What evidence and signatures call it."""
    source: str
    licence: str


@dataclass(frozen=True, kw_only=True, eq=False)
class NounTable(Mapping[str, Readings]):
    """The words of a table."""

    provenance: Provenance
    derivation: Derivation
    readings: tuple[str, ...]
    """All sets of readings, as text: `m.sg f.pl`."""
    lines: tuple[str, ...]
    """Each a word, a tab and the number of its readings; in order."""

    def __getitem__(self, word: str) -> Readings:
        place = bisect_left(self.lines, f"{word}\t")
        found, _, number = self.lines[place].partition("\t") if place < len(self) else ("", "", "")
        if found != word or not word:
            raise KeyError(word)
        return _parsed(self.readings[int(number)])

    def __iter__(self) -> Iterator[str]:
        return (line.partition("\t")[0] for line in self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def pack_nouns(
    entries: Mapping[str, Readings], provenance: Provenance, derivation: Derivation
) -> bytes:
    """The file of a table."""
    texts = {word: _text(entries[word]) for word in sorted(entries)}
    for word, text in texts.items():
        if not word.strip() or not text or {*word} & {"\t", "\n"}:
            raise ValueError(f"{word!r} is no word with readings")
    sets = [text for text, _ in sorted(Counter(texts.values()).items(), key=lambda p: (-p[1], p))]
    numbers = {text: number for number, text in enumerate(sets)}
    lines = "\n".join(f"{word}\t{numbers[text]}" for word, text in texts.items())
    header = {
        "provenance": asdict(provenance),
        "derivation": asdict(derivation),
        "readings": sets,
    }
    body = (
        json.dumps(header, ensure_ascii=False).encode() + b"\n" + zlib.compress(lines.encode(), 9)
    )
    return f"{FORMAT} {sha256(body).hexdigest()}\n".encode() + body


def open_nouns(path: Traversable) -> NounTable:
    """The table in a file; what is no such file, or no longer whole, is an InputError.

    A file whose name ends in .tsv is plain text: lines of a noun and its readings.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(str(path), None, f"cannot be read ({error.strerror})") from error
    if path.name.endswith(".tsv"):
        own = Provenance(language=path.name.split(".")[0], name=path.name, source="", licence="")
        content = pack_nouns(_listed(path, content), own, PLAIN)
    return _unpack(path, content)


def _listed(path: Traversable, content: bytes) -> dict[str, Readings]:
    """The nouns of a plain list."""
    entries: dict[str, Readings] = {}
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        what = f"is not UTF-8 (byte {error.start})"
        raise InputError(str(path), None, what, hint="save it as UTF-8") from error
    for number, line in enumerate(lines, start=1):
        word, tab, text = line.partition("\t")
        if not line.strip() or line.startswith("#"):
            continue
        try:
            readings = _parsed(text)
        except ValueError as error:
            raise InputError(str(path), number, str(error)) from error
        if not tab or not word.strip() or not readings:
            what = f"expected a noun, a tab and its readings, found {line!r}"
            raise InputError(str(path), number, what, hint="such as: huis<tab>n.sg")
        folded = fold(word.strip())
        entries[folded] = entries.get(folded, frozenset()) | readings
    if not entries:
        raise InputError(str(path), None, "has no nouns")
    return entries


def _unpack(path: Traversable, content: bytes) -> NounTable:
    """The table in the bytes of a file."""
    head, _, body = content.partition(b"\n")
    kind, _, checksum = head.decode(errors="replace").rpartition(" ")
    if kind != FORMAT:
        raise InputError(str(path), 1, f"expected a table of nouns ({FORMAT!r})")
    if sha256(body).hexdigest() != checksum:
        raise InputError(str(path), None, "the table of nouns is damaged (its checksum differs)")
    text, _, packed = body.partition(b"\n")
    header: dict[str, Any] = json.loads(text)
    derived = header["derivation"]
    pairs = {name: tuple(map(tuple, derived[name])) for name in ("plurals", "spellings")}
    lines = zlib.decompress(packed).decode()
    return NounTable(
        provenance=Provenance(**header["provenance"]),
        derivation=Derivation(**derived | pairs),
        readings=tuple(header["readings"]),
        lines=tuple(lines.split("\n")) if lines else (),
    )


def _text(readings: Readings) -> str:
    """Readings as `parse_readings` takes them, always in the same order."""
    return " ".join(sorted(".".join(reading).rstrip(".") or "." for reading in readings))
