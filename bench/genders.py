"""The gender of nouns, learnt from determiners in a text and from the endings of the nouns.

A determiner of one gender right before a noun says which it has. What is seen often enough and
nearly always in one gender has it. What is not seen has that of its ending, if nearly all nouns
with that ending that are known have one.
"""

from __future__ import annotations

import gzip
import json
import os
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice, pairwise
from pathlib import Path

from proform.language.forms import fold
from proform.language.pack import Pack, load_pack
from proform.language.readings import COMMON, Reading
from proform.text.lines import plain_lines
from proform.text.tokens import Tokenizer

SHARED = Path(os.environ.get("PROFORM_SHARED", Path(__file__).parents[2] / "shared")) / "data"
LEFT_OUT = 5_000
"""The first lines of a text, which `bench.gender` measures on."""
_SEEN, _CLEAR = 2, 0.9
"""A noun must be seen so often, and such a share of it in one gender."""
_OFTEN, _SURE = 10, 0.97
"""The same for a noun that no list has, in one gender and number."""
_KNOWN, _PURE = 8, 0.985
"""An ending must be that of so many nouns, and such a share of them of one gender."""
_LONGEST = 6

Counts = Mapping[str, Counter[str]]


def count(language: str) -> Counts:
    """How often each word stands behind a determiner of which reading: m.sg."""
    pack = load_pack(language)
    if pack is None:
        raise SystemExit(f"no pack for {language}")
    path = SHARED / "europarl" / f"en-{language}.{language}.gz"
    tokenizer = Tokenizer(pack)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    telling = {*_telling(pack)}
    for line in islice(plain_lines(path), LEFT_OUT, None):
        words = [fold(word) for word in tokenizer.line(line).split()]
        for before, word in pairwise(words):
            if before in telling and word[:1].isalpha():
                (reading,) = pack.agree.determiners[before]
                counts[word][f"{reading.gender}.{reading.number}"] += 1
    return counts


def _telling(pack: Pack) -> Iterator[str]:
    """Determiners of one reading that are hardly ever anything else: il, dell' tells nothing."""
    for word, readings in pack.agree.determiners.items():
        if len(readings) == 1 and word not in pack.inventory:
            (reading,) = readings
            if reading.gender and reading.number:
                yield word


def clear(seen: Counter[str]) -> str:
    """The gender that a noun nearly always has; nothing if it has several or is rarely seen."""
    genders: Counter[str] = Counter()
    for reading, times in seen.items():
        genders[reading[0]] += times
    if genders.total() < _SEEN:
        return ""
    gender, times = genders.most_common(1)[0]
    if times / genders.total() >= _CLEAR:
        return gender
    return COMMON if min(genders.values()) / genders.total() >= 0.2 else ""


class Endings:
    """The gender that nouns of an ending have, the longest ending first."""

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        genders: dict[str, Counter[str]] = defaultdict(Counter)
        for word, gender in known:
            for size in range(1, min(_LONGEST, len(word) - 1) + 1):
                genders[word[-size:]][gender] += 1
        self.genders = {
            ending: counts.most_common(1)[0][0]
            for ending, counts in genders.items()
            if counts.total() >= _KNOWN and counts.most_common(1)[0][1] / counts.total() >= _PURE
        }

    def gender(self, word: str) -> str:
        """The gender of a word; nothing if no ending tells."""
        sizes = range(min(_LONGEST, len(word) - 1), 0, -1)
        return next((g for size in sizes if (g := self.genders.get(word[-size:]))), "")


def italian(path: Path) -> Iterator[tuple[str, Reading]]:
    """Nouns of Morph-it! with their lemmas, as JSON: the lemma is the singular."""
    plurals: dict[str, set[str]] = defaultdict(set)
    for form, lemma in _lookup(path):
        plurals[lemma] |= {form} - {lemma}
    # La casa, le case, but il poeta, i poeti.
    paradigms = {lemma: f"{lemma}{min(forms, default='-')[-1]}" for lemma, forms in plurals.items()}
    yield from _readings(count("it"), plurals, paradigms)


def portuguese(path: Path) -> Iterator[tuple[str, Reading]]:
    """Words of all kinds with their lemmas, as JSON: those of which one is a plural."""
    pairs = list(_lookup(path))
    verbs = {lemma for form, lemma in pairs if form.endswith("ndo") and lemma.endswith("r")}
    plurals: dict[str, set[str]] = defaultdict(set)
    for form, lemma in pairs:
        if lemma not in verbs and form in _plurals(lemma):
            plurals[lemma].add(form)
    yield from _readings(count("pt"), plurals, {lemma: lemma for lemma in plurals})


def _plurals(word: str) -> set[str]:
    """What the Portuguese plural of a word may be."""
    ends = {
        "ão": ("ões", "ães", "ãos"),
        "al": ("ais",),
        "el": ("éis", "eis"),
        "il": ("is", "eis"),
        "ol": ("óis",),
        "ul": ("uis",),
        "m": ("ns",),
        "r": ("res",),
        "z": ("zes",),
        "ês": ("eses",),
        "n": ("ns", "nes"),
    }
    for end, others in ends.items():
        if word.endswith(end):
            return {word.removesuffix(end) + other for other in others}
    return {f"{word}s"}


def _lookup(path: Path) -> Iterator[tuple[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for pair in json.load(file).items():
            form, lemma = map(_repaired, pair)
            if form.islower() and lemma.islower() and form.isalpha() and len(lemma) > 2:
                yield form, lemma


def _repaired(word: str) -> str:
    """A word that was read in the wrong encoding (cittÃ for città), as it should be."""
    with suppress(UnicodeError):
        word = word.encode("latin-1").decode("utf-8")
    return unicodedata.normalize("NFC", word)


def _readings(
    counts: Counts, plurals: Mapping[str, set[str]], paradigms: Mapping[str, str]
) -> Iterator[tuple[str, Reading]]:
    """Each form of each noun, with the gender that determiners or the ending tell."""
    nothing: Counter[str] = Counter()
    seen = {
        lemma: clear(sum((counts.get(form, nothing) for form in (lemma, *forms)), Counter()))
        for lemma, forms in plurals.items()
    }
    known = ((paradigms[noun], gender) for noun, gender in seen.items() if gender in {"m", "f"})
    endings = Endings(known)
    for lemma, forms in plurals.items():
        gender = seen[lemma] or endings.gender(paradigms[lemma])
        # The plural may have another gender: l'uovo, le uova.
        for form in sorted(forms):
            own = clear(counts.get(form, nothing))
            yield form, Reading(own if own in ("m", "f") else gender, "pl")
        if lemma not in forms:
            yield lemma, Reading(gender, "sg" if forms else "")
    listed = {word for lemma, forms in plurals.items() for word in (lemma, *forms)}
    for word, times in counts.items():
        reading, most = times.most_common(1)[0]
        if word not in listed and most >= _OFTEN and most / times.total() >= _SURE:
            yield word, Reading(*reading.split("."))
