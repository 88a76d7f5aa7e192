"""What knows nouns beside a pack: tables that come with the package, and a tagger of spaCy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from proform.errors import InputError, ProformError
from proform.language.forms import fold
from proform.language.nouns import PLAIN, Derivation, open_nouns
from proform.language.pack import Pack
from proform.language.readings import Reading, Readings

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Token

_KEPT = 65_536
"""So many answers are remembered."""


@dataclass(frozen=True)
class NounLexicon:
    """Nouns and what they may be; a word that is not listed may follow from one that is.

    The head of a word with hyphens is its last part in a language of compounds, and its first in
    others (timbre-poste).
    """

    entries: Mapping[str, Readings]
    name: str
    derivation: Derivation = PLAIN
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
    """The nouns of a language, if its pack names a table of them and it is whole."""
    nouns = _opened(pack.lexicon) if pack.lexicon else None
    return nouns if isinstance(nouns, NounLexicon) else None


def lacking(pack: Pack) -> Iterator[str]:
    """What is wrong with the table of a language, if there should be one."""
    if pack.lexicon and isinstance(problem := _opened(pack.lexicon), InputError):
        own = pack.lexicon.is_relative_to(str(files("proform.language")))
        repair = "reinstall proform" if own else "mend it, or leave `lexicon` out of the pack"
        yield f"agreement: {problem}, so less is decided; {repair}"


@cache
def _opened(path: Path) -> NounLexicon | InputError:
    try:
        table = open_nouns(path)
    except InputError as error:
        return error
    return NounLexicon(table, table.provenance.name, table.derivation)


SIZES = ("lg", "md", "sm")
"""Of several models the largest; what each of them is worth is in docs/agreement.md."""
_TAGS = {"Sing": "sg", "Plur": "pl", "Masc": "m", "Fem": "f", "Neut": "n"}


@dataclass(frozen=True)
class Tagger:
    """A model by its name only: each process loads it for itself, when it is first asked."""

    package: str
    version: str

    @property
    def name(self) -> str:
        """What the evidence calls it."""
        return f"spaCy {self.package} {self.version}"

    def readings(self, words: Sequence[str], place: int) -> Readings:
        """What the noun is in its sentence; nothing if it is taken for something else."""
        return _tags(self.package, tuple(words))[place]


def find_tagger(language: str) -> Tagger | None:
    """The tagger of a language, if one is installed."""
    found = _largest(f"{language}_core_news_{size}" for size in SIZES)
    return Tagger(*found) if found else None


def _largest(packages: Iterable[str]) -> tuple[str, str] | None:
    """The first of these models that is installed, and its version."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 (slow to import)

    if find_spec("spacy") is not None:
        for package in packages:
            with suppress(PackageNotFoundError):
                return package, version(package)
    return None


@cache
def spacy_model(package: str) -> Language:
    """A model by the name of its package, or by its folder."""
    from spacy import load  # noqa: PLC0415 (slow to import)

    # Words come split: the rules for that, which take seconds to load, are not needed.
    needless = ("tokenizer", "parser", "senter", "lemmatizer", "trainable_lemmatizer", "ner")
    return load(package, exclude=needless, config={"nlp": {"lang": "xx"}})


def find_model(language: str, name: str) -> tuple[str, str]:
    """A model of a language by its package or folder, or the largest installed: where, and what.

    `name` is `spacy` for the latter.
    """
    if find_spec("spacy") is None:
        raise ProformError("source_tagger: spaCy is not installed", hint="pip install spacy")
    from spacy.util import get_model_meta, get_package_path, is_package  # noqa: PLC0415 (slow)

    if name == "spacy":
        sizes = ("trf", *SIZES)
        names = [f"{language}_core_{kind}_{size}" for size in sizes for kind in ("web", "news")]
        if (found := _largest(names)) is None:
            what = f"source_tagger: no spaCy model of the language {language!r} is installed"
            raise ProformError(what, hint=f"python -m spacy download {names[-2]}")
        name = found[0]
    folder = get_package_path(name) if is_package(name) else Path(name)
    try:
        meta = get_model_meta(folder)
    except (OSError, ValueError) as error:
        what = f"source_tagger: {name!r} is no installed spaCy model and no folder of one"
        hint = "give words, spacy, the name of a package, a folder, or a CoNLL-U file"
        raise ProformError(what, hint=hint) from error
    if meta.get("lang") not in {language, "xx"}:
        what = f"source_tagger: {name!r} is a model of the language {meta.get('lang')!r}"
        raise ProformError(what, hint=f"the source is {language!r}")
    return name, f"spaCy {meta['lang']}_{meta['name']} {meta['version']}"


@lru_cache(4096)  # each sentence is asked for by many pronouns and systems
def _tags(package: str, words: tuple[str, ...]) -> tuple[Readings, ...]:
    from spacy.tokens import Doc  # noqa: PLC0415

    model = spacy_model(package)
    return tuple(map(_readings, model(Doc(model.vocab, words=list(words)))))


def _readings(token: Token) -> Readings:
    if token.pos_ != "NOUN":
        return frozenset()
    features = (next(iter(token.morph.get(name, [])), "") for name in ("Gender", "Number"))
    reading = Reading(*(_TAGS.get(feature, "") for feature in features))
    return frozenset({reading}) if any(reading) else frozenset()
