"""Raw texts made ready for scoring: tokenised, and aligned unless that was done before.

`proform.align` and `proform.train_aligner` stand here as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from time import time
from typing import Unpack

from proform.alignment.aligners import Eflomal, External, Trained
from proform.alignment.base import LETTERS, LONGEST, PROGRAM, Aligner, Pair, hash_pairs, linkable
from proform.alignment.cache import key_of
from proform.alignment.method import AlignmentOptions, Background, Method, method_of, tokenised
from proform.alignment.models import (
    Manifest,
    Model,
    Starter,
    load_model,
    load_starter,
    model_bytes,
    model_name,
)
from proform.alignment.training import learn
from proform.errors import InputError, ProformError
from proform.language.pack import load_packs
from proform.output import File, as_path, file_path, needed_path, refuse_overwriting, writing
from proform.text.corpus import Corpus
from proform.text.formats import Role
from proform.text.lines import STDIN, in_step, tidy_lines
from proform.text.series import Text
from proform.text.texts import Given, open_text, plain_text

FEW = 500
"""Below so many pairs a statistical alignment of a text by itself is not to be relied on."""

_TICK = 2.0
"""Seconds in which a file may change twice without showing it."""


def read_pairs(source: Text, target: Text) -> list[Pair]:
    """All segment pairs of two texts, as tokens."""
    if STDIN in (source.path, target.path):
        what = "standard input can be read only once, and aligning reads texts more often"
        raise ProformError(what, hint="save it to a file, or give alignments")
    pairs: list[Pair] = []
    blocks = [source.blocks(), target.blocks()]
    for _, columns in in_step([source.path, target.path], blocks, source.start):
        texts, line = zip((source, target), columns, strict=True), source.start + len(pairs) + 1
        sides = [tidy_lines(text.path, line, column) for text, column in texts]
        pairs += pair_lines(*sides)
    return pairs


def pair_lines(source: Sequence[str], target: Sequence[str]) -> list[Pair]:
    """Two texts, segment by segment."""
    words = ([line.split(" ") if line else [] for line in lines] for lines in (source, target))
    return [Pair(*sides) for sides in zip(*words, strict=True)]


def align_pair(method: Method, source: Text, target: Text) -> tuple[Path, str]:
    """A file of the links between two texts, and the signature of what made them."""
    pairs = read_pairs(source, target)
    aligner = prepare(method, lambda: pairs)
    return _links(method, aligner, pairs, target.name), aligner.signature


def align_lines(
    method: Method, aligner: Aligner, source: Sequence[str], target: Sequence[str], name: str
) -> list[str]:
    """The links between lines that are cut into words, a Pharaoh line each."""
    path = _links(method, aligner, pair_lines(source, target), name)
    return path.read_text(encoding="ascii").splitlines()


def align_corpus(method: Method, corpus: Corpus) -> tuple[Corpus, dict[str, str]]:
    """The corpus tokenised and aligned, and what to say of that in the signature."""
    source = tokenised(corpus.source, method.tokenizers.source)
    reference, *others = (tokenised(text, method.tokenizers.target) for text in corpus.texts[1:])
    systems, more = others[: len(corpus.systems)], others[len(corpus.systems) :]
    basis = systems if reference.is_blank else [reference]
    aligner = prepare(method, lambda: [p for text in basis for p in read_pairs(source, text)])
    links = [
        text
        if text.is_blank
        else plain_text(_links(method, aligner, read_pairs(source, text), text.name))
        for text in (reference, *others)
    ]
    aligned = Corpus(source, reference, systems, corpus.documents, links, more)
    return aligned, {"tok": method.tokenizers.signature, "aligner": aligner.signature}


def _links(method: Method, aligner: Aligner, pairs: Sequence[Pair], name: str) -> Path:
    """The file of the links of a text."""
    if long := [n for n, pair in enumerate(pairs, 1) if max(map(len, pair)) > LONGEST]:
        lines = f"{len(long)} segments of {name}, the first in line {long[0]}"
        method.notes.append(f"{lines}, have more than {LONGEST} words and are not aligned")
    _note_unsplit(method, pairs, name)

    def tell(cached: bool) -> None:
        if not cached and isinstance(aligner, Trained):
            aligner.fetch()  # which says by itself what it does
        method.progress.say(f"{name}: links from the cache" if cached else f"aligning {name}")

    return method.cache.align(aligner, pairs, tell)


def _note_unsplit(method: Method, pairs: Sequence[Pair], name: str) -> None:
    """Say which verbs have something between their parts that the packs do not know."""
    sides = (method.tokenizers.source, method.tokenizers.target)
    for side, text, tokenizer in zip((0, 1), ("the source", name), sides, strict=True):
        found = [
            (number, *each)
            for number, pair in enumerate(pairs, 1)
            for each in (tokenizer.unsplit(pair[side]) if tokenizer else ())
        ]
        for number, word, inner in found[:1]:
            more = f" (so do {len(found) - 1} more words)" if len(found) > 1 else ""
            language = method.packs[side].language
            what = f"{text}, line {number}: {word!r} ends like a verb around a pronoun{more}"
            hint = f"{inner!r} is none of tokens.clitics in the language pack {language!r}"
            note = f"{what}, but {hint}; it stays one word"
            if note not in method.notes:
                method.notes.append(note)


def prepare(method: Method, pairs: Callable[[], Sequence[Pair]]) -> Aligner:
    """What links any number of translations of one source.

    The program or model that was named, or a model of the background; else one of source and
    reference, which `pairs` gives. So systems change nothing for each other, and what is like the
    reference is linked like it. What is learnt is learnt on top of the starter model, if there is
    one for the languages.
    """
    if isinstance(method.aligner, str):
        eflomal = method.aligner == "eflomal"
        return Eflomal(method.settings) if eflomal else External(method.aligner)
    if method.aligner is not None:
        return method.aligner
    if method.model is not None:
        return _loaded(method, method.model)
    starter = load_starter(method.languages, method.notes) if method.starter else None
    if method.background is not None:
        return _of_background(method, method.background, starter)
    basis = pairs()
    if starter is None and len(basis) < FEW:
        what = f"only {len(basis)} pairs to learn alignment from, which is not reliable"
        method.notes.append(f"{what}: add --background SRC TGT, or a --model")
    return _learnt(method, starter, "text", hash_pairs(basis), lambda: basis)


def prepare_ahead(method: Method) -> Aligner:
    """What links any part of a text alike, since nothing is learnt from it.

    The program, model or background that was named; else the starter model as it is.
    """
    if any(way is not None for way in (method.aligner, method.model, method.background)):
        return prepare(method, list)
    starter = load_starter(method.languages, method.notes) if method.starter else None
    if starter is None:
        what = f"no model for {method.languages} to align with, and nothing is learnt from a part"
        hint = "learn one from a sample with proform align train and give --model"
        raise ProformError(what, hint=hint)
    return Trained(lambda: starter.model, starter.name, method.settings, lambda _: None)


def _loaded(method: Method, path: Path) -> Trained:
    """The model that was named, which is checked at once."""
    try:
        status = path.stat()
        stamp = status.st_mtime_ns, status.st_size
    except OSError:
        stamp = 0, 0  # said by whoever reads it
    model = _kept_model(path, stamp, method.languages, method.tokenizers.signature)
    name = f"model={model_name(path)[:8]}"
    return Trained(lambda: model, name, method.settings, method.progress.share)


@lru_cache(maxsize=4)
def _kept_model(path: Path, _: tuple[int, int], languages: str, tokenizers: str) -> Model:
    """A model as its file is now; many parts of a corpus are linked with one."""
    return load_model(path, languages, tokenizers)


def _of_background(method: Method, text: Background, starter: Starter | None) -> Trained:
    """A model of a parallel text, which is read only if it changed since it was hashed."""

    @cache
    def pairs() -> list[Pair]:
        method.progress.say("reading the background")
        return read_pairs(*method.tokenizers.cut(text.source, text.target))

    stamp = _stamp(method, text)
    known = method.cache.kept(stamp) if stamp else None
    digest = known.read_text(encoding="ascii") if known else hash_pairs(pairs())
    if stamp and not known:
        method.cache.keep(stamp, digest.encode())
    return _learnt(method, starter, "background", digest, pairs)


def _stamp(method: Method, text: Background) -> str | None:
    """The name of the file that keeps a hash of texts, by when and how large they are."""
    try:
        files = [(path.resolve(), path.stat()) for path in text.files]
    except OSError:
        return None
    if not files or any(time() - stat.st_mtime < _TICK for _, stat in files):
        return None
    parts = [(path, stat.st_size, stat.st_mtime_ns, stat.st_ino) for path, stat in files]
    names = text.source.name, text.target.name
    return f"{key_of(method.tokenizers.signature, names, *parts)}.text"


def _learnt(
    method: Method,
    starter: Starter | None,
    kind: str,
    digest: str,
    pairs: Callable[[], Sequence[Pair]],
) -> Trained:
    """A model of a text, which is learnt or fetched from the cache when it is needed."""
    learnt = f"{kind}={digest[:8]}" if starter is None else f"{starter.name},{kind}={digest[:8]}"
    identity = key_of(PROGRAM, LETTERS, method.languages, starter and starter.name, digest)

    @cache
    def fetch() -> Model:
        path = method.cache.kept(f"{identity}.model")
        if path is not None:
            try:
                model = load_model(path, method.languages)
            except InputError as error:
                method.notes.append(f"{error}: it is learnt anew")
            else:
                method.progress.say(f"model of the {kind} from the cache")
                return model
        text = pairs()
        if starter is not None and not any(map(linkable, text)):
            return starter.model  # every translation is empty
        model = _train(method, starter, learnt, text, f"of the {kind}")
        method.cache.keep(f"{identity}.model", model_bytes(model))
        return model

    return Trained(fetch, learnt, method.settings, method.progress.share)


def _train(
    method: Method, starter: Starter | None, learnt: str, pairs: Sequence[Pair], what: str
) -> Model:
    method.progress.say(f"learning from {len(pairs):,} pairs {what}")
    tokenizer = method.tokenizers.signature
    manifest = Manifest(method.languages, tokenizer, learnt, len(pairs), LETTERS)
    return learn(pairs, manifest, starter and starter.model, method.progress.share)


@dataclass(frozen=True, slots=True)
class WordLinks:
    """The links of a text: `i-j` pairs from 0, one line per segment, and how they were made."""

    lines: tuple[str, ...]
    signature: str
    notes: tuple[str, ...] = ()

    def to_text(self) -> str:
        """Pharaoh lines, as a file has them."""
        return "".join(f"{line}\n" for line in self.lines)


def align(
    source: Given,
    target: Given,
    languages: str,
    *,
    packs: File | None = None,
    outputs: Sequence[File | None] = (),
    **options: Unpack[AlignmentOptions],
) -> WordLinks:
    """Align two texts word by word. `outputs` are files that the caller will write.

    >>> links = proform.align(["It is red ."], ["Il est rouge ."], "en-fr")  # doctest: +SKIP
    >>> links.lines  # doctest: +SKIP
    ('0-0 1-1 2-2 3-3',)
    """
    method = method_of(load_packs(languages, file_path("packs", packs)), **options)
    texts = open_text(source, Role.SOURCE), open_text(target, Role.REFERENCE)
    refuse_overwriting([as_path(path) for path in outputs], [text.path for text in texts])
    path, signature = align_pair(method, *method.tokenizers.cut(*texts))
    lines = path.read_text(encoding="ascii").splitlines()
    return WordLinks(tuple(lines), signature, tuple(method.notes))


def train_aligner(
    source: Given,
    target: Given,
    languages: str,
    output: File,
    *,
    packs: File | None = None,
    **options: Unpack[AlignmentOptions],
) -> tuple[str, ...]:
    """Train a model on a parallel text and save it in a file, for the option `model`.

    What its user should know is returned, a sentence each.

    >>> proform.train_aligner("news.en", "news.fr", "en-fr", "en-fr.model")  # doctest: +SKIP
    ()
    """
    path = needed_path("output", output)
    refuse_overwriting([path], [])
    method = method_of(load_packs(languages, file_path("packs", packs)), **options)
    texts = open_text(source, Role.SOURCE), open_text(target, Role.REFERENCE)
    refuse_overwriting([path], [text.path for text in texts])
    pairs = read_pairs(*method.tokenizers.cut(*texts))
    starter = load_starter(method.languages, method.notes) if method.starter else None
    digest = hash_pairs(pairs)[:8]
    learnt = f"text={digest}" if starter is None else f"{starter.name},text={digest}"
    model = _train(method, starter, learnt, pairs, "of the text")
    with writing(path) as file:
        file.write_bytes(model_bytes(model))
    return tuple(method.notes)
