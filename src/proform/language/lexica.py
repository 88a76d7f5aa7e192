"""Nouns of a language and what they may be: tables that come with the package, and lists.

A table is an archive of three arrays: `words`, parted by line feeds; `numbers`, of the readings of
each word; and `header`, in JSON: whose nouns these are, how others follow from them, and the sets
of readings that occur. A list is plain text, and its name ends in .tsv: lines of a noun and its
readings.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any

import numpy as np

from proform.errors import InputError
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import Readings, parse_readings
from proform.language.weights import attempted, listed, read_arrays, read_content

_KEPT = 65_536
"""So many answers are remembered."""


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """How words that are not listed follow from words that are; by default, none does."""

    compounds: bool = False
    """They are what their last part is: Bahnhofsuhr."""
    plurals: Mapping[str, str] = field(default_factory=dict)
    """Endings of plurals, and what the singular has in their place."""
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Letters, and what the table has in their place: cœur, coeur."""


@dataclass(frozen=True)
class NounLexicon:
    """Nouns and what they may be; a word that is not listed may follow from one that is.

    The head of a word with hyphens is its last part in a language of compounds, and its first in
    others (timbre-poste).
    """

    entries: Mapping[str, Readings]
    name: str
    """What evidence and signatures call it."""
    derivation: Derivation = field(default_factory=Derivation)
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
            word.replace(old, new) for old, new in self.derivation.spellings.items() if old in word
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
        for ending, other in self.derivation.plurals.items():
            singular = word.removesuffix(ending) + other
            if word.endswith(ending) and len(singular) >= 3:
                readings = self.entries.get(singular, ())
                if plural := {r._replace(number="pl") for r in readings if r.number != "pl"}:
                    return frozenset(plural)
        return frozenset()


def load_nouns(pack: Pack) -> NounLexicon | None:
    """The nouns of a language, if its pack names a file of them and it is whole."""
    nouns = attempted(open_nouns, pack.lexicon) if pack.lexicon else None
    return nouns if isinstance(nouns, NounLexicon) else None


def lacking(pack: Pack) -> Iterator[str]:
    """What is wrong with the nouns of a language, if there should be some."""
    if pack.lexicon and isinstance(problem := attempted(open_nouns, pack.lexicon), InputError):
        own = pack.lexicon.is_relative_to(str(files("proform.language")))
        repair = "reinstall proform" if own else "mend it, or leave `lexicon` out of the pack"
        yield f"agreement: {problem}, so less is decided; {repair}"


def open_nouns(path: Traversable) -> NounLexicon:
    """The nouns in a file; what is no such file, or no longer whole, is an InputError."""
    if path.name.endswith(".tsv"):
        return NounLexicon(_listed(path), path.name)
    arrays = read_arrays(path, "nouns", ("words", "numbers", "header")).arrays
    header: dict[str, Any] = json.loads(bytes(arrays["header"]))
    readings = [parse_readings(text) for text in header["readings"]]
    numbers = arrays["numbers"].tolist()
    # Where there are no words, the text is empty, and no number stands beside it.
    entries = dict(zip(listed(arrays["words"]), map(readings.__getitem__, numbers), strict=False))
    said = header["provenance"]
    return NounLexicon(entries, said["name"], Derivation(**header["derivation"]), said)


def _listed(path: Traversable) -> dict[str, Readings]:
    """The nouns of a plain list."""
    entries: dict[str, Readings] = {}
    try:
        lines = read_content(path).decode("utf-8-sig").splitlines()
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
        if word.split() != [word] or not text:
            raise ValueError(f"{word!r} is no word with readings")
    sets, numbers = np.unique(np.array([*texts.values()], str), return_inverse=True)
    header = {"provenance": provenance, "derivation": asdict(derivation), "readings": sets.tolist()}
    file = BytesIO()
    np.savez_compressed(
        file,
        words=np.frombuffer("\n".join(texts).encode(), np.uint8),
        numbers=numbers.astype(np.min_scalar_type(len(sets))),
        header=np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), np.uint8),
    )
    return file.getvalue()
