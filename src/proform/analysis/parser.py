"""Parts of speech that others know: a model of spaCy, or a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from configparser import Error as ConfigError
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from textwrap import shorten
from typing import TYPE_CHECKING

from proform.analysis.tagger import label
from proform.errors import ProformError
from proform.language.readings import Reading, Readings

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

UNKNOWN = "X"
SIZES = ("trf", "lg", "md", "sm")
"""Of several models the largest; what those for nouns are worth is in docs/agreement.md."""
_FEATURES = {"Sing": "sg", "Plur": "pl", "Masc": "m", "Fem": "f", "Neut": "n"}


@dataclass(frozen=True)
class SpacyModel:
    """A model by its package or folder only: each process loads it for itself, when first asked."""

    package: str
    name: str
    """What evidence and signatures call it."""

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """A label for each word of each sentence, which stay cut as they are."""
        docs = list(_read(self.package, sentences))
        if any(docs) and not any(token.pos_ for doc in docs for token in doc):
            parts = f"it has {', '.join(_loaded(self.package).pipe_names) or 'nothing'}"
            what = f"source_tagger: {self.package} gives words no universal parts of speech"
            hint = "take a model with a morphologizer or an attribute ruler"
            raise ProformError(f"{what} ({parts})", hint=hint)
        return [[label(token.pos_, str(token.morph)) for token in doc] for doc in docs]

    def readings(self, words: Sequence[str], place: int) -> Readings:
        """What a noun is in its sentence; nothing if it is taken for something else."""
        return _nouns(self.package, tuple(words))[place]


def find_tagger(language: str) -> SpacyModel | None:
    """The largest model of a language that is installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 (slow to import)

    names = (f"{language}_core_{kind}_{size}" for size in SIZES for kind in ("web", "news"))
    for package in names if find_spec("spacy") is not None else ():
        with suppress(PackageNotFoundError):
            return SpacyModel(package, f"spaCy {package} {version(package)}")
    return None


def find_model(language: str, name: str) -> SpacyModel:
    """A model of a language by its package or folder; `spacy` is the largest installed."""
    if find_spec("spacy") is None:
        raise ProformError("source_tagger: spaCy is not installed", hint="pip install spacy")
    if name == "spacy":
        if (found := find_tagger(language)) is None:
            what = f"source_tagger: no spaCy model of the language {language!r} is installed"
            raise ProformError(what, hint=f"python -m spacy download {language}_core_web_sm")
        return found
    from spacy.util import get_model_meta, get_package_path, is_package  # noqa: PLC0415 (slow)

    try:
        meta = get_model_meta(get_package_path(name) if is_package(name) else name)
    except (OSError, ValueError) as error:
        what = f"source_tagger: {name!r} is no installed spaCy model and no folder of one"
        hint = "give words, spacy, the name of a package, a folder, or a CoNLL-U file"
        raise ProformError(what, hint=hint) from error
    if meta.get("lang") not in {language, "xx"}:
        what = f"source_tagger: {name!r} is a model of the language {meta.get('lang')!r}"
        raise ProformError(what, hint=f"the source is {language!r}")
    return SpacyModel(name, f"spaCy {meta['lang']}_{meta['name']} {meta['version']}")


@cache
def _loaded(package: str) -> Language:
    from spacy import load  # noqa: PLC0415 (slow to import)

    # Words come split: the rules for that, which take seconds to load, are not needed.
    needless = ("tokenizer", "parser", "senter", "lemmatizer", "trainable_lemmatizer", "ner")
    try:
        return load(package, exclude=needless, config={"nlp": {"lang": "xx"}})
    except (OSError, ValueError, ConfigError) as error:
        why = shorten(str(error), 120, placeholder=" …")
        what = f"the spaCy model {package} cannot be loaded ({why})"
        raise ProformError(what, hint="install it again") from error


def _read(package: str, sentences: Iterable[Sequence[str]]) -> Iterator[Doc]:
    from spacy.tokens import Doc  # noqa: PLC0415 (slow to import)

    model = _loaded(package)
    return model.pipe(Doc(model.vocab, words=list(words)) for words in sentences)


@lru_cache(4096)  # each sentence is asked for by many pronouns and systems
def _nouns(package: str, words: tuple[str, ...]) -> tuple[Readings, ...]:
    (doc,) = _read(package, [words])
    return tuple(map(_reading, doc))


def _reading(token: Token) -> Readings:
    if token.pos_ != "NOUN":
        return frozenset()
    features = (next(iter(token.morph.get(name, [])), "") for name in ("Gender", "Number"))
    reading = Reading(*(_FEATURES.get(feature, "") for feature in features))
    return frozenset({reading}) if any(reading) else frozenset()


@dataclass(frozen=True)
class FileTags:
    """The tags of the sentences of a text, as a file has them."""

    known: Mapping[tuple[str, ...], Sequence[str]]
    name: str

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[Sequence[str]]:
        """Those of each sentence; of words that the file does not have, nothing is known."""
        return [self.known.get(tuple(words)) or [UNKNOWN] * len(words) for words in sentences]
