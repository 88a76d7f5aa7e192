"""Nouns of a language and what they may be: tables that come with the package, and lists.

A table begins with a line that names the format and the checksum of all that follows. The next
line is a header in JSON: whose nouns these are, how others follow from them, and the sets of
readings that occur. Then come the words, compressed: lines of a word and the number of its
readings, parted by a tab. A list is plain text, and its name ends in .tsv: lines of a noun and its
readings.
"""

import json
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from proform.errors import InputError
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import Readings, parse_readings

FORMAT = "proform nouns 2"
_KEPT = 65_536
"""So many answers are remembered."""


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


@dataclass(frozen=True)
class NounLexicon:
    """Nouns and what they may be; a word that is not listed may follow from one that is.

    The head of a word with hyphens is its last part in a language of compounds, and its first in
    others (timbre-poste).
    """

    entries: Mapping[str, Readings]
    name: str
    """What evidence and signatures call it."""
    derivation: Derivation = PLAIN
    provenance: Mapping[str, str] = field(default_factory=dict)
    """Whose nouns a table holds: its language, name, source and licence."""
    _known: dict[str, Readings] = field(default_factory=dict, init=False, repr=False, compare=False)

    def readings(self, words: Sequence[str], place: int) -> Readings:
        """The noun's entries; remembered, as texts repeat their words."""
        word = words[place]
        if (known := self._known.get(word)) is None:
            known = self.look_up(fold(word))
            if len(self._known) < _KEPT:
                self._known[word] = known
        return known

    def look_up(self, word: str) -> Readings:
        """What a word in lower case may be, so spelt or otherwise."""
        spellings = (
            word.replace(old, new) for old, new in self.derivation.spellings if old in word
        )
        return next(filter(None, map(self._spelt, (word, *spellings))), frozenset())

    def _spelt(self, word: str) -> Readings:
        if listed := self.entries.get(word):
            return listed
        if "-" in word:
            first, *_, last = word.split("-")
            return self._spelt(last if self.derivation.compounds else first)
        # Parts of less than four letters are more often an ending than a noun.
        starts = range(1, len(word) - 3) if self.derivation.compounds else ()
        parts = (self.entries.get(word[start:]) for start in starts)
        return next(filter(None, parts), None) or self._plural(word)

    def _plural(self, word: str) -> Readings:
        """The plural of a singular of at least three letters: hibous. Lefff has hiboux."""
        for ending, other in self.derivation.plurals:
            singular = word.removesuffix(ending) + other
            if word.endswith(ending) and len(singular) >= 3:
                readings = self.entries.get(singular, ())
                if plural := {r._replace(number="pl") for r in readings if r.number != "pl"}:
                    return frozenset(plural)
        return frozenset()


def load_nouns(pack: Pack) -> NounLexicon | None:
    """The nouns of a language, if its pack names a file of them and it is whole."""
    nouns = _opened(pack.lexicon) if pack.lexicon else None
    return nouns if isinstance(nouns, NounLexicon) else None


def lacking(pack: Pack) -> Iterator[str]:
    """What is wrong with the nouns of a language, if there should be some."""
    if pack.lexicon and isinstance(problem := _opened(pack.lexicon), InputError):
        own = pack.lexicon.is_relative_to(str(files("proform.language")))
        repair = "reinstall proform" if own else "mend it, or leave `lexicon` out of the pack"
        yield f"agreement: {problem}, so less is decided; {repair}"


@cache
def _opened(path: Path) -> NounLexicon | InputError:
    try:
        return open_nouns(path)
    except InputError as error:
        return error


def open_nouns(path: Traversable) -> NounLexicon:
    """The nouns in a file; what is no such file, or no longer whole, is an InputError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(str(path), None, f"cannot be read ({error.strerror})") from error
    if path.name.endswith(".tsv"):
        return NounLexicon(_listed(path, content), path.name)
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
    readings = {str(k): parse_readings(text) for k, text in enumerate(header["readings"])}
    cells = zlib.decompress(packed).decode().replace("\n", "\t").split("\t")
    entries = dict(zip(cells[::2], map(readings.__getitem__, cells[1::2]), strict=False))
    said = header["provenance"]
    return NounLexicon(entries, said["name"], Derivation(**derived | pairs), said)


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
            readings = parse_readings(text)
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


def pack_nouns(
    entries: Mapping[str, Readings], provenance: Mapping[str, str], derivation: Derivation
) -> bytes:
    """The file of a table."""
    texts = {
        word: " ".join(sorted(".".join(reading).rstrip(".") or "." for reading in readings))
        for word, readings in sorted(entries.items())
    }
    for word, text in texts.items():
        if not word.strip() or not text or {*word} & {"\t", "\n"}:
            raise ValueError(f"{word!r} is no word with readings")
    sets = [text for text, _ in sorted(Counter(texts.values()).items(), key=lambda p: (-p[1], p))]
    numbers = {text: number for number, text in enumerate(sets)}
    lines = "\n".join(f"{word}\t{numbers[text]}" for word, text in texts.items())
    header = {"provenance": provenance, "derivation": asdict(derivation), "readings": sets}
    told = json.dumps(header, ensure_ascii=False)
    body = f"{told}\n".encode() + zlib.compress(lines.encode(), 9)
    return f"{FORMAT} {sha256(body).hexdigest()}\n".encode() + body
