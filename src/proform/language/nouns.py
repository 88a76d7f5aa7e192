"""Tables of nouns: words and their readings in one file, of which only what is asked for is read.

A file begins with a line that names the format and the checksum of all that follows. The next
line is a header in JSON: whose nouns these are, the sets of readings that occur, and for each
block its first word and its size. Then come the blocks, each compressed by itself: lines of a word
and the number of its readings, parted by a tab, in the order of their code points.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from itertools import accumulate, pairwise
from typing import Any

from proform.errors import InputError
from proform.language.forms import fold
from proform.language.readings import Reading, Readings, parse_readings

FORMAT = "proform nouns 1"
_BLOCK = 256
"""Words in a block: twice as many save 2% of the size, and take twice as long to unpack."""
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
    """The words of a table; a block is unpacked when one of its words is asked for."""

    provenance: Provenance
    derivation: Derivation
    size: int
    readings: tuple[str, ...]
    """All sets of readings, as text: `m.sg f.pl`."""
    firsts: tuple[str, ...]
    packed: tuple[bytes, ...]
    _unpacked: dict[int, bytes] = field(default_factory=dict, init=False, repr=False)

    def __getitem__(self, word: str) -> Readings:
        block = self._block(bisect_right(self.firsts, word) - 1)
        start = block.find(f"\n{word}\t".encode())
        if start < 0 or not word:
            raise KeyError(word)
        begin = block.index(b"\t", start) + 1
        return _parsed(self.readings[int(block[begin : block.index(b"\n", begin)])])

    def __iter__(self) -> Iterator[str]:
        for number in range(len(self.packed)):
            for line in self._block(number).decode().split("\n")[1:-1]:
                yield line.split("\t")[0]

    def __len__(self) -> int:
        return self.size

    def _block(self, number: int) -> bytes:
        """The lines of a block, each between two line breaks; none before the first block."""
        if number < 0:
            return b""
        if number not in self._unpacked:
            self._unpacked[number] = b"\n" + zlib.decompress(self.packed[number]) + b"\n"
        return self._unpacked[number]


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
    lines = [f"{word}\t{numbers[text]}" for word, text in texts.items()]
    starts = range(0, len(lines), _BLOCK)
    blocks = [zlib.compress("\n".join(lines[k : k + _BLOCK]).encode(), 9) for k in starts]
    header = {
        "provenance": asdict(provenance),
        "derivation": asdict(derivation),
        "words": len(texts),
        "readings": sets,
        "firsts": list(texts)[::_BLOCK],
        "sizes": [len(block) for block in blocks],
    }
    body = json.dumps(header, ensure_ascii=False).encode() + b"\n" + b"".join(blocks)
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
    text, _, blocks = body.partition(b"\n")
    header: dict[str, Any] = json.loads(text)
    bounds = [0, *accumulate(header["sizes"])]
    return NounTable(
        provenance=Provenance(**header["provenance"]),
        derivation=_derivation(**header["derivation"]),
        size=header["words"],
        readings=tuple(header["readings"]),
        firsts=tuple(header["firsts"]),
        packed=tuple(blocks[a:b] for a, b in pairwise(bounds)),
    )


def _derivation(
    compounds: bool, plurals: list[list[str]], spellings: list[list[str]]
) -> Derivation:
    """JSON has lists where values have pairs."""
    pairs = [tuple((old, new) for old, new in listed) for listed in (plurals, spellings)]
    return Derivation(compounds=compounds, plurals=pairs[0], spellings=pairs[1])


def _text(readings: Readings) -> str:
    """Readings as `parse_readings` takes them, always in the same order."""
    return " ".join(sorted(map(_features, readings)))


def _features(reading: Reading) -> str:
    return ".".join(reading).rstrip(".") or "."
