"""Raw texts made ready for scoring: tokenised, and aligned unless that was done before.

`proform.align` and `proform.train_aligner` stand here as well. The aligners themselves are slow to
import, so that is done when something is really aligned.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from os import PathLike
from pathlib import Path
from typing import TypedDict, Unpack

from proform.alignment.base import LONGEST, Aligner, AlignerSettings, Pair, hash_pairs
from proform.alignment.cache import Cache, used_now
from proform.alignment.symmetrise import HEURISTICS
from proform.errors import InputError, ProformError, check_known, check_whole
from proform.language.pack import Pack, load_packs
from proform.output import File, as_path, file_path, needed_path, refuse_overwriting
from proform.parallel import Progress
from proform.settings import SYMMETRISATION
from proform.text.corpus import Corpus
from proform.text.formats import Role
from proform.text.lines import STDIN, Column, in_step, tidy_lines
from proform.text.texts import Given, Text, open_text, plain_text
from proform.text.tokens import Tokenizer

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
    """How texts are aligned, who is told of it, and what the reader of a result should know."""

    languages: str
    tokenizers: Tokenizers
    settings: AlignerSettings
    cache: Cache
    aligner: str | Aligner | None = None
    model: Path | None = None
    background: tuple[Text, Text] | None = None
    progress: Progress = field(default_factory=Progress)
    notes: list[str] = field(default_factory=list)


class AlignmentOptions(TypedDict, total=False):
    """How texts are aligned, by the names of the command's options."""

    tokenized: bool
    background: tuple[Given, Given] | None
    model: str | PathLike[str] | None
    aligner: str | Aligner | None
    symmetrise: str | None
    as_published: bool
    align_seed: int
    progress: Progress | None


def check_options(options: Iterable[str]) -> None:
    """Refuse an option that there is not, as Python does where all are listed."""
    for name in options:
        if name not in AlignmentOptions.__annotations__:
            hint = f"of the alignment there are {', '.join(AlignmentOptions.__annotations__)}"
            raise ProformError(f"unknown argument {name!r}", hint=hint)


def method_of(packs: tuple[Pack, Pack], **options: Unpack[AlignmentOptions]) -> Method:
    """What the options amount to."""
    check_options(options)
    background, model = options.get("background"), options.get("model")
    aligner = options.get("aligner")
    symmetrise = SYMMETRISATION.choose(
        options.get("symmetrise"), as_published=options.get("as_published", False)
    )
    if sum(way is not None for way in (background, model, aligner)) > 1:
        raise ProformError("background, model and aligner: one of them at a time")
    check_known("symmetrise", symmetrise, HEURISTICS)
    check_whole("align_seed", options.get("align_seed", 1), 1)
    pair = isinstance(background, Sequence) and not isinstance(background, str)
    if background is not None and not (pair and len(background) == 2):
        hint = "give two texts, source and translation"
        raise ProformError(f"background: expected a pair, found {background!r}", hint=hint)
    if not (aligner is None or isinstance(aligner, str) or hasattr(aligner, "reproducible")):
        hint = "give the name of a program, or an aligner as a value"
        raise ProformError(f"aligner: expected one, found {aligner!r}", hint=hint)
    sides = (None, None) if options.get("tokenized") else (Tokenizer(packs[0]), Tokenizer(packs[1]))
    return Method(
        f"{packs[0].language}-{packs[1].language}",
        Tokenizers(*sides),
        AlignerSettings(seed=options.get("align_seed", 1), heuristic=symmetrise),
        Cache(),
        aligner,
        file_path("model", model),
        background
        and (open_text(background[0], Role.SOURCE), open_text(background[1], Role.REFERENCE)),
        options.get("progress") or Progress(),
    )


def read_pairs(source: Text, target: Text) -> list[Pair]:
    """All segment pairs of two texts, as tokens."""
    if STDIN in (source.path, target.path):
        what = "standard input can be read only once, and aligning reads texts more often"
        raise ProformError(what, hint="save it to a file, or give alignments")
    pairs: list[Pair] = []
    for _, columns in in_step([source.path, target.path], [source.blocks(), target.blocks()]):
        texts = zip((source, target), columns, strict=True)
        sides = [tidy_lines(text.path, len(pairs) + 1, column) for text, column in texts]
        pairs += pair_lines(*sides)
    return pairs


def align_pair(method: Method, source: Text, target: Text) -> tuple[Path, str]:
    """A file of the links between two texts, and the signature of what made them."""
    pairs = read_pairs(source, target)
    aligner = _prepared(method)
    if aligner is None:
        from proform.alignment.aligners import SelfTrained  # noqa: PLC0415 (slow to import)

        _warn_of_few(method, pairs)
        aligner = SelfTrained(method.settings, method.progress.share)
    return _links(method, aligner, pairs, target.name), aligner.signature


def prepare(method: Method, pairs: Callable[[], Sequence[Pair]]) -> Aligner:
    """What links any number of translations of one source.

    The program or model that was named, or the model of the background; else one that is trained on
    source and reference, which `pairs` gives. So systems change nothing for each other, and what is
    like the reference is linked like it.
    """
    if (aligner := _prepared(method)) is not None:
        return aligner
    basis = pairs()
    _warn_of_few(method, basis)
    return _trained_on(method, basis, "source and reference")


def align_lines(
    method: Method, aligner: Aligner, source: Sequence[str], target: Sequence[str], name: str
) -> list[str]:
    """The links between lines that are cut into words, a Pharaoh line each."""
    path = _links(method, aligner, pair_lines(source, target), name)
    return path.read_text(encoding="ascii").splitlines()


def pair_lines(source: Sequence[str], target: Sequence[str]) -> list[Pair]:
    """Two texts, segment by segment."""
    words = ([line.split(" ") if line else [] for line in lines] for lines in (source, target))
    return [Pair(*sides) for sides in zip(*words, strict=True)]


def align_corpus(method: Method, corpus: Corpus) -> tuple[Corpus, dict[str, str]]:
    """The corpus tokenised and aligned, and what to say of that in the signature."""
    source = tokenised(corpus.source, method.tokenizers.source)
    reference, *systems = (
        tokenised(text, method.tokenizers.target) for text in (corpus.reference, *corpus.systems)
    )
    aligner = prepare(method, lambda: read_pairs(source, reference))
    links = [
        _links(method, aligner, read_pairs(source, text), text.name)
        for text in (reference, *systems)
    ]
    aligned = replace(
        corpus, source=source, reference=reference, systems=systems, links=[*map(plain_text, links)]
    )
    return aligned, {"tok": method.tokenizers.signature, "aligner": aligner.signature}


def _links(method: Method, aligner: Aligner, pairs: Sequence[Pair], name: str) -> Path:
    """The file of the links of a text."""
    method.progress.say(f"aligning {name}")
    if long := [n for n, pair in enumerate(pairs, 1) if max(map(len, pair)) > LONGEST]:
        lines = f"{len(long)} segments of {name}, the first in line {long[0]}"
        method.notes.append(f"{lines}, have more than {LONGEST} words and are not aligned")
    return method.cache.align(aligner, pairs)


def _warn_of_few(method: Method, pairs: Sequence[Pair]) -> None:
    if len(pairs) < FEW:
        what = f"only {len(pairs)} pairs to learn alignment from, which is not reliable"
        method.notes.append(f"{what}: add --background SRC TGT, or a --model")


def _prepared(method: Method) -> Aligner | None:
    """The program or model that was named, or the model of the background."""
    if isinstance(method.aligner, str):
        from proform.alignment.aligners import Eflomal, External  # noqa: PLC0415 (slow to import)

        eflomal = method.aligner == "eflomal"
        return Eflomal(method.settings) if eflomal else External(method.aligner)
    if method.aligner is not None:
        return method.aligner
    if method.model is not None:
        return _loaded(method, method.model)
    if method.background is None:
        return None
    pairs = read_pairs(*method.tokenizers.cut(*method.background))
    return _trained_on(method, pairs, "background")


def _trained_on(method: Method, pairs: Sequence[Pair], what: str) -> Aligner:
    """A model that was trained on these pairs, now or before."""
    tokenizer = method.tokenizers.signature
    identity = f"{method.languages}\n{tokenizer}\n{method.settings.training}\n{hash_pairs(pairs)}"
    folder = method.cache.models / blake2b(identity.encode(), digest_size=16).hexdigest()
    if folder.exists():
        used_now(folder)
        try:
            return _loaded(method, folder)
        except InputError as error:
            method.notes.append(f"{error}: it is trained anew")
            shutil.rmtree(folder, ignore_errors=True)
    method.progress.say(f"training on {len(pairs)} pairs of {what}; this is done once")
    method.cache.make(folder.parent)
    _save(method, folder, pairs)
    method.cache.trim()
    return _loaded(method, folder)


def _save(method: Method, folder: Path, pairs: Sequence[Pair]) -> None:
    from proform.alignment.models import save_model  # noqa: PLC0415 (slow to import)

    tokenizer = method.tokenizers.signature
    save_model(folder, pairs, method.languages, tokenizer, method.settings, method.progress.share)


def _loaded(method: Method, folder: Path) -> Aligner:
    from proform.alignment.models import load_model  # noqa: PLC0415 (slow to import)

    tokenizer = method.tokenizers.signature
    return load_model(folder, method.languages, tokenizer, method.settings, method.progress.share)


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
) -> None:
    """Train a model on a parallel text and save it in a folder, for the option `model`.

    >>> proform.train_aligner("news.en", "news.fr", "en-fr", "en-fr.model")  # doctest: +SKIP
    """
    from proform.alignment.models import check_new  # noqa: PLC0415 (slow to import)

    folder = needed_path("output", output)
    check_new(folder)
    method = method_of(load_packs(languages, file_path("packs", packs)), **options)
    texts = open_text(source, Role.SOURCE), open_text(target, Role.REFERENCE)
    pairs = read_pairs(*method.tokenizers.cut(*texts))
    method.progress.say(f"training on {len(pairs)} pairs, both directions at once")
    _save(method, folder, pairs)
