"""The documents of ParCor and ParCorFull that two languages have, and their pronouns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from proform.analysis.tagger import tagger_of
from proform.errors import InputError, ProformError
from proform.language.pack import Pack
from proform.model import Example
from proform.suite.candidates import Unused, find_candidates
from proform.suite.suite import Document
from proform.text.mmax import Project, find_projects, read_project


@dataclass(frozen=True, slots=True)
class AnnotatedCorpus:
    """What a corpus has for a language pair; segments are counted over all documents."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    """The translation; empty if there is none."""
    documents: tuple[Document, ...]
    left_out: Mapping[str, str]
    """Other documents, and why they are not among these."""
    candidates: tuple[Example, ...]
    """In the order of the text; their numbers are 0."""
    unused: Counter[Unused]


def read_parcor(directories: Iterable[Path], packs: tuple[Pack, Pack]) -> AnnotatedCorpus:
    """Read the documents that two languages have, and the pronouns of the source.

    A directory is a part of a corpus or holds several. The annotation of the target is not needed,
    so not looked at.
    """
    pack, source, target = packs[0], packs[0].language, packs[1].language
    tags = tagger_of(source)
    if tags is None:
        what = f"no weights for the parts of speech of {pack.name}, which tell heads of antecedents"
        raise ProformError(what, hint="suites are built from English; see --corefud for others")
    source_lines: list[str] = []
    target_lines: list[str] = []
    documents: list[Document] = []
    left_out: dict[str, str] = {}
    pronouns: list[Example | Unused] = []
    for name, here, there in _places(directories, source, target):
        try:
            text, translation = _read_pair(here, there, source, target)
        except ProformError as error:
            left_out[name] = str(error)
            continue
        start = len(source_lines)
        source_lines += map(" ".join, text.sentences)
        target_lines += map(" ".join, translation.sentences)
        documents.append(Document(name, start, len(source_lines) - 1))
        pronouns += find_candidates(text, pack, tags, start)
    if not documents:
        name, why = next(iter(left_out.items()))
        what = f"no document in both {source} and {target} ({name}: {why})"
        raise ProformError(what, hint="other parts of the corpus may have some")
    return AnnotatedCorpus(
        *(tuple(source_lines), tuple(target_lines), tuple(documents), left_out),
        tuple(example for example in pronouns if isinstance(example, Example)),
        Counter(reason for reason in pronouns if isinstance(reason, Unused)),
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
                raise InputError(directory, None, f"{name} is in another of the folders as well")
            seen.add(name)
            yield name, here.get(name), there.get(name)


def _read_pair(
    here: Path | None, there: Path | None, source: str, target: str
) -> tuple[Project, Project]:
    if here is None or there is None:
        raise ProformError(f"missing in {source if here is None else target}")
    text, translation = read_project(here), read_project(there, mentions=False)
    lengths = len(text.starts), len(translation.starts)
    if lengths[0] != lengths[1]:
        raise ProformError(f"{lengths[0]} sentences in {source}, {lengths[1]} in {target}")
    return text, translation
