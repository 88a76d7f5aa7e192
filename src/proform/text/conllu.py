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
_BRACKETS = "expected (e1-person, e1) or (e1-person), one after another"
_PIECE = re.compile(r"(\(?)([^()]+)(\)?)|[()]")
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
    before: int
    """So many words of the sentence stand before it, those that are not written among them."""


class _Reader:
    """A file while it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.line, self.start = 0, 1
        self.joined: list[tuple[int, int, int, str]] = []
        """Words that are written as one: their line, the first, the last, and what is written."""
        self.fields: list[str] = ["eid"]
        self.name, self.words = "", list[Word]()
        self.rows: list[int] = []
        """The lines of the words."""
        self.nodes = 0
        """Words of the sentence so far, with those that are not written."""
        self.sentences: list[tuple[Word, ...]] = []
        self.lines: list[int] = []
        """Where the words of each sentence begin."""
        self.spans: list[Span] = []
        self.open: list[_Open] = []
        self.found: list[tuple[_Open, int]] = []

    def error(self, what: str, line: int | None = None, hint: str = _HINT) -> InputError:
        return InputError(self.path, line or self.line, what, hint=hint)

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
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            raise self.error(f"{len(columns)} columns where there should be {_COLUMNS}")
        number, form, _, tag, _, features, head, relation, _, misc = columns
        if "." in number:  # a word that is not written
            self.nodes += 1
            self.misc(misc, beyond=True)
            return
        if "-" in number:  # several words written as one
            first, _, last = number.partition("-")
            if not (first.isdecimal() and last.isdecimal() and 0 < int(first) < int(last)):
                raise self.error(f"{number!r} are no numbers of words")
            self.joined.append((self.line, int(first) - 1, int(last) - 1, form))
            return
        if number != str(len(self.words) + 1):
            raise self.error(f"word {number!r} after word {len(self.words)}")
        if head != "_" and not head.isdecimal():
            raise self.error(f"{head!r} is not the number of a head")
        above = 0 if head == "_" else int(head)
        self.words.append(Word(form, tag, features, above - 1 if above else None, relation))
        self.rows.append(self.line)
        self.nodes += 1
        self.misc(misc)

    def misc(self, misc: str, *, beyond: bool = False) -> None:
        for pair in misc.split("|"):
            if pair.startswith("Entity="):
                self.entities(pair.removeprefix("Entity="), beyond=beyond)

    def entities(self, value: str, *, beyond: bool) -> None:
        """Brackets at the last word, or beyond it: `(e1-person`, `e2)`, `(e3-place)`."""
        last = len(self.words) - 1
        pieces = _PIECE.findall(value)
        if not pieces or not all(opens or closes for opens, _, closes in pieces):
            raise self.error(f"broken brackets in Entity={value}", hint=_BRACKETS)
        for opens, piece, closes in pieces:
            entity = piece
            if opens:
                self.open.append(self.opened(piece, last + beyond))
                entity = self.open[-1].entity
            if closes:
                self.close(entity, last)

    def close(self, entity: str, last: int) -> None:
        """The mention of an entity that was opened last; its head is a word of it.

        That of a mention in parts is counted over all of them.
        """
        mention = next((each for each in reversed(self.open) if each.entity == entity), None)
        if mention is None:
            raise self.error(f"Entity {entity!r} is closed, but was not opened")
        size = self.nodes - mention.before
        if mention.head is not None and not (0 <= mention.head < size or _PART.fullmatch(entity)):
            what = f"the head of Entity {entity!r} is its word {mention.head + 1}"
            hint = f"expected a number from 1 to {size}"
            raise self.error(what, mention.line, hint)
        self.open.remove(mention)
        self.found.append((mention, last))

    def opened(self, piece: str, first: int) -> _Open:
        known = dict(zip(self.fields, piece.split("-"), strict=False))
        names = ("eid", "GRP")
        entity = next(
            (known[name] for name in names if name in known), piece.split("-", maxsplit=1)[0]
        )
        heads = re.findall(r"\d+", known.get("head") or known.get("minspan") or "")
        head = int(heads[0]) - 1 if heads else None
        return _Open(self.line, entity, known.get("etype", ""), head, first, self.nodes - 1)

    def sentence(self) -> None:
        if self.open:
            entity, line = self.open[0].entity, self.open[0].line
            raise self.error(f"Entity {entity!r} is not closed in its sentence", line)
        self.check_numbers()
        for _, start, last, written in self.joined:
            words = self.words[start : last + 1]
            if "".join(word.form for word in words) != written:
                empty = [word._replace(written="") for word in words[1:]]
                self.words[start : last + 1] = [words[0]._replace(written=written), *empty]
        for mention, last in self.found:
            if mention.first <= last:  # some of it is written
                self.spans.append(self.span(mention, last))
        if self.words:
            self.sentences.append(tuple(self.words))
            self.lines.append(self.rows[0])
        self.words, self.rows, self.found, self.joined, self.nodes = [], [], [], [], 0

    def check_numbers(self) -> None:
        """Complain of words that are not there."""
        end = len(self.words)
        for line, word in zip(self.rows, self.words, strict=True):
            if word.head is not None and word.head >= end:
                hint = f"expected a number from 0 to {end}"
                raise self.error(f"the head {word.head + 1} is not in the sentence", line, hint)
        for line, start, last, _ in self.joined:
            if last >= end:
                what = f"word {last + 1} of {start + 1}-{last + 1} is not in the sentence"
                raise self.error(what, line, f"its last word is {end}")

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
