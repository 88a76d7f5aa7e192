"""An annotated corpus (ParCor, ParCorFull): its parallel texts, and the pronouns in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.lexicon.pack import Pack
from proform.model import Example
from proform.read.mmax import Project, find_projects, read_project
from proform.suite.candidates import Unused, find_candidates


@dataclass(frozen=True, slots=True)
class ParallelText:
    """A document and its translation: the words of each sentence."""

    name: str
    source: tuple[tuple[str, ...], ...]
    target: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Parcor:
    """What a corpus has for a language pair; segments are counted over all documents."""

    documents: tuple[ParallelText, ...]
    left_out: Mapping[str, str]
    """Other documents, and why they are not among these."""
    candidates: tuple[Example, ...]
    """In the order of the text; their numbers are 0."""
    unused: Counter[Unused]


def read_parcor(directories: Iterable[Path], source: str, target: str, pack: Pack) -> Parcor:
    """Read the documents that two languages have, and the pronouns of the source.

    A directory is a part of a corpus or holds several; the pack is that of the source. The
    annotation of the target is not needed, so not looked at.
    """
    if pack.phrase is None:
        what = f"no rule for the heads of noun phrases in {pack.name}"
        raise ProformError(what, hint="a language pack has it in its table [phrase]")
    documents: list[ParallelText] = []
    left_out: dict[str, str] = {}
    found: list[Example | Unused] = []
    start = 0
    for name, here, there in _places(directories, source, target):
        try:
            text, translation = _pair(here, there, source, target)
        except ProformError as error:
            left_out[name] = str(error)
            continue
        documents.append(ParallelText(name, text.sentences, translation.sentences))
        found += find_candidates(text, pack, pack.phrase, start)
        start += len(text.starts)
    if not documents:
        name, why = next(iter(left_out.items()))
        what = f"no document in both {source} and {target} ({name}: {why})"
        raise ProformError(what, hint="other parts of the corpus may have some")
    return Parcor(
        tuple(documents),
        left_out,
        tuple(example for example in found if isinstance(example, Example)),
        Counter(reason for reason in found if isinstance(reason, Unused)),
    )


def _places(
    directories: Iterable[Path], source: str, target: str
) -> Iterator[tuple[str, Path | None, Path | None]]:
    """Each document by its name, and where it is in the two languages."""
    seen: set[str] = set()
    for directory in directories:
        here, there = find_projects(directory, source), find_projects(directory, target)
        if not here and not there:
            what = f"no .mmax file in {source} or {target}"
            hint = "expected folders such as EN and DE, or folders with such folders"
            raise InputError(directory, None, what, hint=hint)
        for name in sorted({*here, *there}):
            if name in seen:
                raise InputError(directory, None, f"{name} is in another of the folders, too")
            seen.add(name)
            yield name, here.get(name), there.get(name)


def _pair(
    here: Path | None, there: Path | None, source: str, target: str
) -> tuple[Project, Project]:
    if here is None or there is None:
        raise ProformError(f"not there in {source if here is None else target}")
    text, translation = read_project(here), read_project(there, mentions=False)
    lengths = len(text.starts), len(translation.starts)
    if lengths[0] != lengths[1]:
        raise ProformError(f"{lengths[0]} sentences in {source}, {lengths[1]} in {target}")
    return text, translation
