"""CoNLL-U: words with their parts of speech, and coreference as in CorefUD (`Entity=`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError
from proform.text.lines import plain_lines

_HINT = "expected CoNLL-U, with coreference as in CorefUD"
_PIECES = re.compile(r"[()]|[^()]+")
_PART = re.compile(r"(.+)\[(\d+)/(\d+)\]")
_COLUMNS = 10


class Word(NamedTuple):
    """One word; `head` is the place of the word that it depends on, None for the root."""

    form: str
    tag: str = ""
    features: str = ""
    head: int | None = None
    relation: str = ""
    written: str | None = None
    """What stands for it in the text, if that is another form: of del, written as one word, the
    first word has all and the second nothing."""


class Span(NamedTuple):
    """A mention of an entity: words first to last of a sentence, and the head in them."""

    entity: str
    kind: str
    """The type of the entity, such as person; nothing if the file tells none."""
    sentence: int
    first: int
    last: int
    head: int
    """The last word, if the file tells nothing of it."""
    probability: float = 1.0
    """That it belongs to the entity."""


@dataclass(frozen=True, slots=True)
class CorefDocument:
    """A document: its sentences, and what is mentioned in them."""

    name: str
    sentences: tuple[tuple[Word, ...], ...]
    spans: tuple[Span, ...]
    """In the order of their first words."""
    line: int
    """Where it begins in its file, and"""
    lines: tuple[int, ...]
    """the words of each sentence."""


class _Open(NamedTuple):
    line: int
    entity: str
    kind: str
    head: int | None
    first: int


class _Reader:
    """A file while it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.line, self.start = 0, 1
        self.joined: list[tuple[int, int, str]] = []
        """Words that are written as one: the first, the last, and what is written."""
        self.fields: list[str] = ["eid"]
        self.name, self.words = "", list[Word]()
        self.sentences: list[tuple[Word, ...]] = []
        self.lines, self.first = list[int](), 0
        """Where the words of each sentence begin, and those of the one that is read."""
        self.spans: list[Span] = []
        self.open: list[_Open] = []
        self.found: list[tuple[_Open, int]] = []

    def error(self, what: str, line: int | None = None) -> InputError:
        return InputError(self.path, line or self.line, what, hint=_HINT)

    def documents(self, lines: Iterator[str]) -> Iterator[CorefDocument]:
        for self.line, line in enumerate(lines, 1):
            if line.startswith("#"):
                key, _, value = line[1:].partition("=")
                if key.strip() == "newdoc id" or line[1:].strip() == "newdoc":
                    self.sentence()
                    yield from self.document()
                    self.name, self.start = value.strip(), self.line
                elif key.strip() == "global.Entity":
                    self.fields = value.strip().split("-")
            elif line.strip():
                self.word(line)
            else:
                self.sentence()
        self.sentence()
        yield from self.document()

    def document(self) -> Iterator[CorefDocument]:
        if self.sentences:
            spans = sorted(self.spans, key=lambda span: (span.sentence, span.first, -span.last))
            parts = self.name, tuple(self.sentences), tuple(spans)
            yield CorefDocument(*parts, self.start, tuple(self.lines))
        self.sentences, self.spans, self.lines = [], [], []

    def word(self, line: str) -> None:
        self.first = self.first or self.line
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            raise self.error(f"{len(columns)} columns where there should be {_COLUMNS}")
        number, form, _, tag, _, features, head, relation, _, misc = columns
        if "." in number:  # a word that is not written
            self.misc(misc, beyond=True)
            return
        if "-" in number:  # several words written as one
            first, _, last = number.partition("-")
            if not (first.isdecimal() and last.isdecimal() and int(first) < int(last)):
                raise self.error(f"{number!r} are no numbers of words")
            self.joined.append((int(first) - 1, int(last) - 1, form))
            return
        if number != str(len(self.words) + 1):
            raise self.error(f"word {number!r} after word {len(self.words)}")
        if head not in {"_", "0"} and not head.isdecimal():
            raise self.error(f"{head!r} is not the number of a head")
        above = None if head in {"_", "0"} else int(head) - 1
        self.words.append(Word(form, tag, features, above, relation))
        self.misc(misc)

    def misc(self, misc: str, *, beyond: bool = False) -> None:
        for pair in misc.split("|"):
            if pair.startswith("Entity="):
                self.entities(pair.removeprefix("Entity="), beyond=beyond)

    def entities(self, value: str, *, beyond: bool) -> None:
        """Brackets at the last word, or beyond it: `(e1-person`, `e2)`, `(e3-place)`."""
        pieces = _PIECES.findall(value)
        last = len(self.words) - 1
        for place, piece in enumerate(pieces):
            if piece in "()":
                continue
            closes = pieces[place + 1 : place + 2] == [")"]
            if place and pieces[place - 1] == "(":
                mention = self.opened(piece, last + beyond)
                if closes:
                    self.found.append((mention, last))
                else:
                    self.open.append(mention)
            elif closes:
                match = [m for m in self.open if m.entity == piece]
                if not match:
                    raise self.error(f"Entity {piece!r} is closed, but was not opened")
                self.open.remove(match[-1])
                self.found.append((match[-1], last))
            else:
                raise self.error(f"broken brackets in Entity={value}")

    def opened(self, piece: str, first: int) -> _Open:
        known = dict(zip(self.fields, piece.split("-"), strict=False))
        names = ("eid", "GRP")
        entity = next(
            (known[name] for name in names if name in known), piece.split("-", maxsplit=1)[0]
        )
        heads = re.findall(r"\d+", known.get("head") or known.get("minspan") or "")
        return _Open(
            self.line, entity, known.get("etype", ""), int(heads[0]) - 1 if heads else None, first
        )

    def sentence(self) -> None:
        if self.open:
            entity, line = self.open[0].entity, self.open[0].line
            raise self.error(f"Entity {entity!r} is not closed in its sentence", line)
        for start, end, written in self.joined:
            words = self.words[start : end + 1]
            if "".join(word.form for word in words) != written:
                empty = [word._replace(written="") for word in words[1:]]
                self.words[start : end + 1] = [words[0]._replace(written=written), *empty]
        for mention, last in self.found:
            if mention.first <= last:  # some of it is written
                self.spans.append(self.span(mention, last))
        if self.words:
            self.sentences.append(tuple(self.words))
            self.lines.append(self.first)
        self.words, self.found, self.joined, self.first = [], [], [], 0

    def span(self, mention: _Open, last: int) -> Span:
        """The head is the first word that depends on one outside, else the one that is named."""
        places = range(mention.first, last + 1)
        tops = [k for k in places if self.words[k].head is None or self.words[k].head not in places]
        named = mention.head is not None and mention.first + mention.head <= last
        known = any(word.relation not in {"", "_"} for word in self.words)
        head = mention.first + (mention.head or 0) if named else last
        part = _PART.fullmatch(mention.entity)
        entity = part[1] if part else mention.entity
        head = tops[0] if tops and known else head
        return Span(entity, mention.kind, len(self.sentences), mention.first, last, head)


def read_conllu(path: Path) -> Sequence[CorefDocument]:
    """The documents of a file; a file without `newdoc` is one."""
    return tuple(_Reader(path).documents(plain_lines(path)))
