"""Raw texts made ready for scoring: tokenised, and aligned unless that was done before."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from proform.alignment.base import LONGEST, Aligner, Pair
from proform.alignment.cache import Cache, used_now
from proform.alignment.models import hash_pairs, load_model, save_model
from proform.alignment.programs import Eflomal, External
from proform.alignment.thot import SelfTrained, Settings
from proform.errors import InputError, ProformError
from proform.text.corpus import Corpus
from proform.text.lines import STDIN, Column, in_step, tidy_lines
from proform.text.texts import Text
from proform.text.tokens import Tokenizer


class Voice(Protocol):
    """Told what is being done and how far it is, for people who wait."""

    def say(self, message: str) -> None:
        """What is done now."""

    def share(self, done: float) -> None:
        """How far it is, from 0 to 1."""

    def warn(self, message: str) -> None:
        """What people should know when it is done."""


FEW = 500
"""Below so many pairs a statistical alignment of a text by itself is not to be relied on."""


def tokenised(text: Text, tokenizer: Tokenizer | None) -> Text:
    """The same text, cut into words by a tokeniser."""
    if tokenizer is None:
        return text

    def blocks() -> Iterator[Column]:
        return ([tokenizer.line(line) for line in lines] for lines in text.decoded())

    return replace(text, blocks=blocks)


@dataclass(frozen=True)
class Tokenizers:
    """How source and target are cut into words; None leaves them as they are."""

    source: Tokenizer | None
    target: Tokenizer | None

    @property
    def signature(self) -> str:
        """Both, for a signature and for the manifest of a model."""
        sides = (self.source, self.target)
        return "+".join("blanks" if side is None else side.signature for side in sides)

    def cut(self, source: Text, target: Text) -> tuple[Text, Text]:
        """Both texts, cut into words."""
        return tokenised(source, self.source), tokenised(target, self.target)


@dataclass(frozen=True)
class Method:
    """How texts are aligned."""

    languages: str
    tokenizers: Tokenizers
    settings: Settings
    cache: Cache
    command: str | None = None
    model: Path | None = None
    background: tuple[Text, Text] | None = None


def read_pairs(source: Text, target: Text) -> list[Pair]:
    """All segment pairs of two texts, as tokens."""
    if STDIN in (source.path, target.path):
        what = "standard input can be read only once, and aligning reads texts more often"
        raise ProformError(what, hint="save it to a file, or give alignments")
    pairs: list[Pair] = []
    for _, columns in in_step([source.path, target.path], [source.blocks(), target.blocks()]):
        sides = [
            tidy_lines(text.path, len(pairs) + 1, column) if isinstance(column, bytes) else column
            for text, column in zip((source, target), columns, strict=True)
        ]
        pairs += pair_lines(*sides)
    return pairs


def _words(line: str) -> Sequence[str]:
    return line.split(" ") if line else ()


def align_pair(method: Method, source: Text, target: Text, voice: Voice) -> Path:
    """A file of the links between two texts."""
    pairs = read_pairs(source, target)
    aligner = _prepared(method, voice)
    if aligner is None:
        _warn_of_few(pairs, voice)
        aligner = SelfTrained(method.settings, voice.share)
    return _links(method, aligner, pairs, target.name, voice)


def prepare(method: Method, pairs: Callable[[], Sequence[Pair]], voice: Voice) -> Aligner:
    """What links any number of translations of one source.

    The program or model that was named, or the model of the background; else one that is trained on
    source and reference, which `pairs` gives. So systems change nothing for each other, and what is
    like the reference is linked like it.
    """
    if (aligner := _prepared(method, voice)) is not None:
        return aligner
    basis = pairs()
    _warn_of_few(basis, voice)
    return _trained_on(method, basis, "source and reference", voice)


def align_lines(
    method: Method,
    aligner: Aligner,
    source: Sequence[str],
    target: Sequence[str],
    name: str,
    voice: Voice,
) -> list[str]:
    """The links between lines that are cut into words, a Pharaoh line each."""
    path = _links(method, aligner, pair_lines(source, target), name, voice)
    return path.read_text(encoding="ascii").splitlines()


def pair_lines(source: Sequence[str], target: Sequence[str]) -> list[Pair]:
    """Two texts, segment by segment."""
    return [Pair(_words(a), _words(b)) for a, b in zip(source, target, strict=True)]


def align_corpus(method: Method, corpus: Corpus, voice: Voice) -> tuple[Corpus, dict[str, str]]:
    """The corpus tokenised and aligned, and what to say of that in the signature."""
    source = tokenised(corpus.source, method.tokenizers.source)
    reference, *systems = (
        tokenised(text, method.tokenizers.target) for text in (corpus.reference, *corpus.systems)
    )
    aligner = prepare(method, lambda: read_pairs(source, reference), voice)
    links = [
        _links(method, aligner, read_pairs(source, text), text.name, voice)
        for text in (reference, *systems)
    ]
    aligned = Corpus(source, reference, systems, corpus.documents, links[0], links[1:])
    return aligned, {"tok": method.tokenizers.signature, "aligner": aligner.signature}


def _links(
    method: Method, aligner: Aligner, pairs: Sequence[Pair], name: str, voice: Voice
) -> Path:
    """The file of the links of a text."""
    voice.say(f"aligning {name}")
    if long := [n for n, pair in enumerate(pairs, 1) if max(map(len, pair)) > LONGEST]:
        lines = f"{len(long)} segments of {name}, the first in line {long[0]}"
        voice.warn(f"{lines}, have more than {LONGEST} words and are not aligned")
    return method.cache.align(aligner, pairs)


def _warn_of_few(pairs: Sequence[Pair], voice: Voice) -> None:
    if len(pairs) < FEW:
        hint = "add --background SRC TGT, or a --model"
        voice.warn(
            f"only {len(pairs)} pairs to learn alignment from, which is not reliable: {hint}"
        )


def _prepared(method: Method, voice: Voice) -> Aligner | None:
    """The program or model that was named, or the model of the background."""
    if method.command == "eflomal":
        return Eflomal(method.settings.letters, method.settings.heuristic)
    if method.command is not None:
        return External(method.command)
    if method.model is not None:
        tokenizer = method.tokenizers.signature
        return load_model(method.model, method.languages, tokenizer, method.settings, voice.share)
    if method.background is None:
        return None
    pairs = read_pairs(*method.tokenizers.cut(*method.background))
    return _trained_on(method, pairs, "background", voice)


def _trained_on(method: Method, pairs: Sequence[Pair], what: str, voice: Voice) -> Aligner:
    """A model that was trained on these pairs, now or before."""
    tokenizer = method.tokenizers.signature
    identity = f"{method.languages}\n{tokenizer}\n{method.settings.training}\n{hash_pairs(pairs)}"
    folder = method.cache.models / blake2b(identity.encode(), digest_size=16).hexdigest()
    if folder.exists():
        used_now(folder)
        try:
            return load_model(folder, method.languages, tokenizer, method.settings, voice.share)
        except InputError as error:
            voice.warn(f"{error}: it is trained anew")
            shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        voice.say(f"training on {len(pairs)} pairs of {what}; this is done once")
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ProformError(f"{folder.parent}: cannot be made ({error.strerror})") from error
        save_model(folder, pairs, method.languages, tokenizer, method.settings, voice.share)
        method.cache.trim()
    return load_model(folder, method.languages, tokenizer, method.settings, voice.share)
