"""What knows nouns beside a pack: tables that come with the package, and a tagger of spaCy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
        if word not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[word] = self.look_up(fold(word))
        return self._known[word]

    def look_up(self, word: str) -> Readings:
        """What a word in lower case may be."""
        if found := self._spelt(word):
            return found
        for old, new in self.derivation.spellings:
            if old in word and (found := self._spelt(word.replace(old, new))):
                return found
        return frozenset()

    def _spelt(self, word: str) -> Readings:
        """What a word so spelt may be."""
        if listed := self.entries.get(word):
            return listed
        if "-" in word:
            first, *_, last = word.split("-")
            return self._spelt(last if self.derivation.compounds else first)
        return (self.derivation.compounds and self._last_part(word)) or self._plural(word)

    def _last_part(self, word: str) -> Readings:
        # Parts of less than four letters are more often an ending than a noun.
        parts = (self.entries.get(word[start:]) for start in range(1, len(word) - 3))
        return next(filter(None, parts), frozenset())

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
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 (slow to import)

    if find_spec("spacy") is None:
        return None
    for size in SIZES:
        package = f"{language}_core_news_{size}"
        try:
            return Tagger(package, version(package))
        except PackageNotFoundError:
            continue
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
    from spacy.util import (  # noqa: PLC0415 (slow to import)
        get_installed_models,
        get_model_meta,
        get_package_path,
        is_package,
    )

    if name == "spacy":
        sizes = ("trf", *SIZES)
        names = [f"{language}_core_{kind}_{size}" for size in sizes for kind in ("web", "news")]
        installed = set(get_installed_models())
        name = next((package for package in names if package in installed), "")
        if not name:
            what = f"source_tagger: no spaCy model of the language {language!r} is installed"
            raise ProformError(what, hint=f"python -m spacy download {names[-2]}")
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
