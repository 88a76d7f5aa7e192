"""How texts are aligned: what the options of the library and of the command amount to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TypedDict, Unpack

from proform.alignment.base import Aligner, AlignerSettings
from proform.alignment.cache import Cache
from proform.alignment.symmetrise import AGREEMENT, HEURISTICS, SYMMETRISATIONS
from proform.errors import ProformError, check_known, check_whole
from proform.language.pack import Pack
from proform.output import file_path
from proform.parallel import Progress
from proform.settings import SYMMETRISATION
from proform.text.formats import Role
from proform.text.lines import Column
from proform.text.series import Text, decoded
from proform.text.texts import Given, open_text
from proform.text.tokens import Tokenizer


def tokenised(text: Text, tokenizer: Tokenizer | None) -> Text:
    """The same text, cut into words by a tokeniser."""
    if tokenizer is None:
        return text

    def since(start: int) -> Iterator[Column]:
        blocks = decoded(text.path, start, text.since(start))
        return ([tokenizer.line(line) for line in lines] for lines in blocks)

    return replace(text, since=since)


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
class Background:
    """A parallel text to learn from, and the files it is in, if it is in files."""

    source: Text
    target: Text
    files: tuple[Path, ...]


@dataclass(frozen=True)
class Method:
    """How texts are aligned, who is told of it, and what the reader of a result should know."""

    packs: tuple[Pack, Pack]
    tokenizers: Tokenizers
    settings: AlignerSettings
    cache: Cache
    aligner: str | Aligner | None = None
    model: Path | None = None
    background: Background | None = None
    starter: bool = True
    as_published: bool = False
    progress: Progress = field(default_factory=Progress)
    notes: list[str] = field(default_factory=list)

    @property
    def languages(self) -> str:
        """The pair, such as en-fr."""
        return f"{self.packs[0].language}-{self.packs[1].language}"


class AlignmentOptions(TypedDict, total=False):
    """How texts are aligned, by the names of the command's options."""

    tokenized: bool
    background: tuple[Given, Given] | None
    model: str | PathLike[str] | None
    aligner: str | Aligner | None
    starter: bool
    symmetrise: str | None
    as_published: bool
    align_seed: int
    progress: Progress | None


def check_options(options: Iterable[str], known: type = AlignmentOptions) -> None:
    """Refuse an option that there is not, as Python does where all are listed."""
    for name in options:
        if name not in known.__annotations__:
            hint = f"there are {', '.join(known.__annotations__)}"
            raise ProformError(f"unknown argument {name!r}", hint=hint)


def method_of(packs: tuple[Pack, Pack], **options: Unpack[AlignmentOptions]) -> Method:
    """What the options amount to."""
    check_options(options)
    background, model, aligner = (
        options.get("background"),
        options.get("model"),
        options.get("aligner"),
    )
    if sum(way is not None for way in (background, model, aligner)) > 1:
        raise ProformError("background, model and aligner: one of them at a time")
    check_whole("align_seed", options.get("align_seed", 1), 1)
    if not (aligner is None or isinstance(aligner, str) or hasattr(aligner, "reproducible")):
        hint = "give the name of a program, or an aligner as a value"
        raise ProformError(f"aligner: expected one, found {aligner!r}", hint=hint)
    sides = (None, None) if options.get("tokenized") else (Tokenizer(packs[0]), Tokenizer(packs[1]))
    published, notes = options.get("as_published", False), list[str]()
    return Method(
        packs,
        Tokenizers(*sides),
        AlignerSettings(options.get("align_seed", 1), _heuristic(options)),
        Cache(notes=notes),
        aligner,
        file_path("model", model),
        None if background is None else _background(background),
        options.get("starter", True) and not published,
        published,
        options.get("progress") or Progress(),
        notes,
    )


def _heuristic(options: AlignmentOptions) -> str:
    """The symmetrisation: another aligner says which links there are, not how likely they are."""
    name = SYMMETRISATION.choose(
        options.get("symmetrise"), as_published=options.get("as_published", False)
    )
    if options.get("aligner") is None:
        check_known("symmetrise", name, SYMMETRISATIONS)
    elif options.get("symmetrise") is None and name == AGREEMENT:
        return _OF_LINKS
    else:
        check_known("symmetrise", name, HEURISTICS)
    return name


_OF_LINKS = "grow-diag"
"""What is usual where directions have links, not beliefs."""


def _background(given: tuple[Given, Given]) -> Background:
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != 2:
        hint = "give two texts, source and translation"
        raise ProformError(f"background: expected a pair, found {given!r}", hint=hint)
    texts = open_text(given[0], Role.SOURCE), open_text(given[1], Role.REFERENCE)
    named = all(isinstance(side, str | PathLike) for side in given)
    return Background(*texts, tuple(text.path for text in texts) if named else ())
