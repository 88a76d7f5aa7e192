"""Sets that point into subtitles: ContraPro, LCPT and ctxpro as JSON, with context from elsewhere.

The context of an example is in extracted files (`current.src`, `c3.context.src`), in the inputs of
ctxpro's release (sentences joined by `<eos>`), or in a folder of documents, a sentence a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.model import Version
from proform.text.challenge.items import (
    ChallengeSet,
    JsonEntry,
    SetItem,
    SetNoun,
    one_line,
    quoted,
)
from proform.text.lines import plain_lines

SEPARATOR = re.compile(r" *(?:<eos>|_eos\b|<sep>|\[SEP\]) *", re.IGNORECASE)
"""What joins the sentences of one line."""

_GERMAN = frozenset(("er", "sie", "es"))
_FRENCH = frozenset(("il", "elle", "ils", "elles"))
_IN_NAME = re.compile(r"(?:^|[._-])([a-z]{2}-[a-z]{2})(?=[._-]|$)")
_EXTRACTED = re.compile(r"c(\d+)\.context\.src(?:\.gz)?")

Lines = tuple[str, ...]
Context = tuple[Lines, Lines]
"""The sentences before the one in question, in the source and in the reference."""


def read_contrapro(entries: Sequence[JsonEntry], context: Sequence[Path]) -> ChallengeSet:
    """ContraPro and LCPT: each example has a list of `errors`."""
    items = [_contrapro_item(entry) for entry in entries]
    forms = {form.lower() for item in items for form in item.expected}
    language = "de" if len(forms & _GERMAN) >= len(forms & _FRENCH) else "fr"
    languages = f"en-{language}"
    sizes = [1 + len(item.versions) for item in items]
    placed = _in_context(items, context, languages, sizes)
    name = "ContraPro" if language == "de" else "LCPT"
    return ChallengeSet("contrapro", f"{name}, JSON", tuple(placed), languages)


def read_ctxpro(entries: Sequence[JsonEntry], context: Sequence[Path]) -> ChallengeSet:
    """The sets of ctxpro: each example has an `expected` form and a `rule`."""
    items = [_ctxpro_item(entry) for entry in entries]
    match = _IN_NAME.search(entries[0].path.name)
    languages = match[1] if match else None
    placed = _in_context(items, context, languages or "", [1] * len(items))
    return ChallengeSet("ctxpro", "ctxpro, JSON", tuple(placed), languages)


def read_extracted(folder: Path) -> ChallengeSet:
    """The extracted files of LCPT: two lines an example, the right version and the wrong one."""
    files = Extracted(folder)
    sources, targets = files.current
    if len(sources) % 2:
        what = f"{len(sources)} lines, but each example has two: right, then contrastive"
        raise InputError(files.path("current.src"), len(sources), what)
    items = []
    for n in range(0, len(sources), 2):
        if sources[n] != sources[n + 1]:
            what = "not the source sentence of the line before, which the right version has"
            hint = "expected two lines an example: the right version, then the contrastive one"
            raise InputError(files.path("current.src"), n + 2, what, hint=hint)
        if targets[n] == targets[n + 1]:
            what = "the contrastive version is the same as the right one"
            raise InputError(files.path("current.trg"), n + 2, what)
        before, after = files.context(n)
        _, wrong = files.context(n + 1)
        version = Version((*wrong, targets[n + 1]))
        texts = (*before, sources[n]), (*after, targets[n])
        items.append(SetItem(files.path("current.src"), n + 1, *texts, (version,)))
    what = f"LCPT, extracted files with {files.size} sentences of context"
    return ChallengeSet("contrapro", what, tuple(items), "en-fr")


def _contrapro_item(entry: JsonEntry) -> SetItem:
    versions = tuple(
        Version(
            (error.text("contrastive"),),
            error.optional("replacement").lower(),
            error.optional("type"),
        )
        for error in entry.entries("errors")
    )
    if not versions:
        raise entry.error("no contrastive version in `errors`", "leave the example out")
    return _item(
        entry, versions, (entry.text("ref pronoun").lower(),), entry.text("src pronoun"), ""
    )


def _ctxpro_item(entry: JsonEntry) -> SetItem:
    asked = entry.optional("src pronoun") or entry.optional("src verb")
    return _item(entry, (), (entry.text("expected"),), asked, entry.text("rule"))


def _item(
    entry: JsonEntry,
    versions: tuple[Version, ...],
    expected: tuple[str, ...],
    pronoun: str,
    rule: str,
) -> SetItem:
    distance = entry.whole("ante distance")
    if distance is not None and distance < 0:
        raise entry.error(f"'ante distance' is {distance}, less than 0")
    head = entry.optional("src ante head")
    noun = SetNoun(
        head,
        entry.optional("src ante phrase"),
        entry.optional("src ante segment"),
        entry.optional("ref ante head"),
        entry.optional("ref ante segment"),
    )
    return SetItem(
        entry.path,
        entry.line,
        (entry.text("src segment"),),
        (entry.text("ref segment"),),
        versions,
        pronoun,
        expected,
        distance,
        entry.truth("intrasegmental"),
        rule,
        "",
        entry.optional("document id") or None,
        entry.whole("segment id"),
        noun if head else None,
        number=entry.number,
    )


def _in_context(
    items: Sequence[SetItem], context: Sequence[Path], languages: str, sizes: Sequence[int]
) -> Iterator[SetItem]:
    """The same items with the sentences before them."""
    if not context:
        return iter(items)
    if len(context) == 1 and context[0].is_dir():
        folder = context[0]
        if any(_EXTRACTED.fullmatch(path.name) for path in folder.iterdir()):
            return _from_extracted(items, Extracted(folder), sizes)
        return _from_documents(items, folder, languages)
    return _from_inputs(items, context)


def _from_inputs(items: Sequence[SetItem], files: Sequence[Path]) -> Iterator[SetItem]:
    """From files of one line an example; the second file, if any, is in the target language."""
    columns = [list(plain_lines(path)) for path in files]
    for path, lines in zip(files, columns, strict=True):
        if len(lines) != len(items):
            what = f"{len(lines)} lines of context, but the set has {len(items)} examples"
            hint = "one line an example, sentences joined by <eos>"
            raise InputError(path, min(len(lines), len(items)) + 1, what, hint=hint)
    for n, item in enumerate(items):
        sides = [
            _checked(lines[n], asked, path, n + 1)
            for path, lines, asked in zip(
                files, columns, (item.source[-1], item.reference[-1]), strict=False
            )
        ]
        yield replace(
            item,
            source=(*sides[0], item.source[-1]),
            reference=(
                *_padded(sides[1] if len(sides) > 1 else (), len(sides[0])),
                item.reference[-1],
            ),
        )


def _checked(line: str, asked: str, path: Path, number: int) -> Lines:
    """The sentences before the one in question, which has to be the last of the line."""
    *before, last = (one_line(part) for part in SEPARATOR.split(line))
    if _plain(last) != _plain(asked):
        what = f"the last sentence is {quoted(last)}, but that of the example is {quoted(asked)}"
        hint = "are these the inputs of this set, in its order?"
        raise InputError(path, number, what, hint=hint)
    return tuple(before)


def _padded(lines: Lines, size: int) -> Lines:
    """As many lines as the source has, the last of them; empty where they are not known."""
    return (
        *("" for _ in range(size - len(lines))),
        *lines[len(lines) - size if size < len(lines) else 0 :],
    )


def _plain(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True)
class Extracted:
    """`current.src` and `current.trg`, and N lines of context for each line of these."""

    folder: Path

    @property
    def size(self) -> int:
        """How many lines of context there are for a line."""
        names = (_EXTRACTED.fullmatch(path.name) for path in self.folder.iterdir())
        return max((int(name[1]) for name in names if name), default=0)

    def path(self, name: str) -> Path:
        """A file by its name, packed or not."""
        for path in (self.folder / name, self.folder / f"{name}.gz"):
            if path.is_file():
                return path
        hint = "expected current.src, current.trg, cN.context.src and cN.context.trg"
        raise InputError(self.folder, None, f"there is no {name} in it", hint=hint)

    @property
    def current(self) -> tuple[list[str], list[str]]:
        """The sentences in question and their versions, a line each."""
        return self._pair("current")

    def _pair(self, stem: str) -> tuple[list[str], list[str]]:
        texts = _pair_lines(self.path(f"{stem}.src"), self.path(f"{stem}.trg"))
        if len(texts[0]) != len(texts[1]):
            what = f"{len(texts[1])} lines, but {stem}.src has {len(texts[0])}"
            raise InputError(self.path(f"{stem}.trg"), min(map(len, texts)) + 1, what)
        return texts

    def context(self, line: int) -> Context:
        """What stands before a line of `current`."""
        size = self.size
        if size == 0:
            return (), ()
        texts = self._pair(f"c{size}.context")
        wanted = size * len(self.current[0])
        if len(texts[0]) != wanted:
            what = (
                f"{len(texts[0])} lines, but {wanted} belong to the {wanted // size} of current.src"
            )
            where = self.path(f"c{size}.context.src")
            raise InputError(where, min(len(texts[0]), wanted) + 1, what)
        before, after = (
            tuple(one_line(text) for text in lines[size * line : size * line + size])
            for lines in texts
        )
        blank = next((n for n, text in enumerate(before) if text), size)
        return before[blank:], after[blank:]


@lru_cache(maxsize=8)
def _pair_lines(source: Path, target: Path) -> tuple[list[str], list[str]]:
    return list(plain_lines(source)), list(plain_lines(target))


def _from_extracted(
    items: Sequence[SetItem], files: Extracted, sizes: Sequence[int]
) -> Iterator[SetItem]:
    current = files.current
    if len(current[0]) != sum(sizes):
        what = f"{len(current[0])} lines, but the set has {sum(sizes)} versions"
        raise InputError(files.path("current.src"), min(len(current[0]), sum(sizes)) + 1, what)
    line = 0
    for item, size in zip(items, sizes, strict=True):
        for name, text, asked in zip(
            ("current.src", "current.trg"),
            (current[0][line], current[1][line]),
            (item.source[-1], item.reference[-1]),
            strict=True,
        ):
            if _plain(text) != _plain(asked):
                what = f"it is {quoted(text)}, but the sentence of the example is {quoted(asked)}"
                hint = "are these the files of this set?"
                raise InputError(files.path(name), line + 1, what, hint=hint)
        yield _with(item, files.context(line))
        line += size


def _with(item: SetItem, context: Context) -> SetItem:
    before, after = context
    padded = _padded(after, len(before))
    return replace(
        item,
        source=(*before, item.source[-1]),
        reference=(*padded, item.reference[-1]),
        versions=tuple(
            replace(version, sentences=(*padded, version.sentences[-1]))
            for version in item.versions
        ),
    )


def _from_documents(items: Sequence[SetItem], folder: Path, languages: str) -> Iterator[SetItem]:
    """From a folder of documents, by document and segment id: of one base for the whole set.

    The German set counts segments from 1 and the French one from 0; which it is shows in the texts.
    """
    codes = languages.split("-") if "-" in languages else None
    if codes is None:
        raise ProformError("languages: needed to find the documents", hint="give -l SRC-TGT")
    read = _documents(folder, codes)
    fits = {base: sum(_fits(item, read, base) for item in items) for base in (0, 1)}
    base = max(fits, key=lambda each: (fits[each], each))
    for item in items:
        if item.document is None or item.segment is None:
            raise item.error("no document id or segment id", "they are needed to find the context")
        source, target = read(item.document, item)
        at = item.segment - base
        if not _fits(item, read, base):
            there = source[at] if 0 <= at < len(source) else "nothing"
            what = f"segment {item.segment} of {item.document} is {quoted(there)}"
            asked = f"not the sentence of the example, {quoted(item.source[-1])}"
            counted = (
                f"segments are counted from {base} here, which fits {fits[base]} of {len(items)}"
            )
            raise item.error(f"{what}, {asked}", f"{counted} examples; mend its segment id")
        first = max(at - max(item.distance or 0, CONTEXT), 0)
        yield _with(item, (tuple(source[first:at]), tuple(target[first:at])))


CONTEXT = 3
"""So many sentences are taken from a document, or more if the antecedent is farther away."""

Reader = Callable[[str, SetItem], tuple[list[str], list[str]]]


def _documents(folder: Path, codes: Sequence[str]) -> Reader:
    @lru_cache(maxsize=64)
    def load(document: str) -> tuple[list[str], list[str]] | None:
        sides = []
        for code in codes:
            places = (folder / f"{document}.{code}{end}" for end in ("", ".gz", ".txt"))
            inside = (folder / code / f"{document}{end}" for end in ("", ".gz", ".txt"))
            path = next((path for path in (*places, *inside) if path.is_file()), None)
            if path is None:
                return None
            sides.append([one_line(line) for line in plain_lines(path)])
        return sides[0], sides[1]

    def read(document: str, item: SetItem) -> tuple[list[str], list[str]]:
        texts = load(document)
        if texts is None:
            what = f"no document {document!r} in {folder}"
            names = f"{document}.{codes[0]} and {document}.{codes[1]}"
            raise item.error(what, f"expected {names}, a sentence a line")
        return texts

    return read


def _fits(item: SetItem, read: Reader, base: int) -> bool:
    if item.document is None or item.segment is None:
        return False
    source, _ = read(item.document, item)
    at = item.segment - base
    return 0 <= at < len(source) and _plain(source[at]) == _plain(item.source[-1])
