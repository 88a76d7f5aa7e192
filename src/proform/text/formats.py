"""Files that hold several texts: WMT XML, SGM, TSV, JSONL, Parquet and Arrow; and rows of one.

A table has the columns doc, seg, src and ref. Wide: every other column is a system. Long: a column
`system` names it and `hyp` has its text, a row for each system and segment.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from hashlib import blake2b
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, iterparse

from proform.errors import InputError
from proform.text.columnar import cells, column_names
from proform.text.lines import decode, opened, plain_lines, raw_blocks, tidy
from proform.text.records import Row, records


class Role(Enum):
    """What a text is in an evaluation."""

    SOURCE = "source"
    REFERENCE = "reference"
    SYSTEM = "system"


class TextColumn(NamedTuple):
    """One text of a file."""

    role: Role
    name: str

    def __str__(self) -> str:
        return f"{self.role.value} {self.name!r}" if self.name else self.role.value


class TextRow(NamedTuple):
    """One segment of one text, and the document it belongs to, where the file says so."""

    document: str | None
    text: str


class FileFormat(NamedTuple):
    """How to read a file of several texts: which there are, and the segments of one from a row on.

    In a table, any column can be named.
    """

    columns: Callable[[Path], list[TextColumn]]
    since: Callable[[Path, TextColumn, int], Iterator[TextRow]]
    table: bool = False

    def rows(self, path: Path, column: TextColumn) -> Iterator[TextRow]:
        """All segments of a text."""
        return self.since(path, column, 0)


def _row(document: str | None, text: str) -> TextRow:
    return TextRow(document, tidy(text.replace("\n", " ")))


_TAGS = {
    "src": (Role.SOURCE, "lang"),
    "ref": (Role.REFERENCE, "translator"),
    "hyp": (Role.SYSTEM, "system"),
}


def _xml_columns(path: Path) -> list[TextColumn]:
    for document in _xml_documents(path):  # the first has them all
        return [column for column, _ in _xml_texts(document)]
    raise InputError(path, None, "no <doc> in it", hint="expected WMT XML: dataset, doc, src, seg")


def _xml_rows(path: Path, column: TextColumn, start: int) -> Iterator[TextRow]:
    return islice(_xml_segments(path, column), start, None)


def _xml_segments(path: Path, column: TextColumn) -> Iterator[TextRow]:
    """The segments, document by document, in the order of the source's."""
    for document in _xml_documents(path):
        name, pairs = document.get("id", ""), _xml_texts(document)
        texts = dict(pairs)
        if len(texts) < len(pairs):
            raise InputError(path, None, f"document {name!r} has two texts of one name")
        if column not in texts:
            raise InputError(path, None, f"document {name!r} has no {column}")
        ordered = next((text for (role, _), text in pairs if role is Role.SOURCE), texts[column])
        segments = {segment.get("id"): segment for segment in texts[column].iter("seg")}
        if len(segments) < len(list(texts[column].iter("seg"))):
            what = f"document {name!r} has segments without an id of their own in {column}"
            raise InputError(path, None, what)
        for number in (segment.get("id") for segment in ordered.iter("seg")):
            if number not in segments:
                what = f"document {name!r} has no segment {number} in {column}"
                raise InputError(path, None, what)
            yield _row(name, "".join(segments[number].itertext()))


def _xml_texts(document: Element) -> list[tuple[TextColumn, Element]]:
    texts = ((*_TAGS[child.tag], child) for child in document if child.tag in _TAGS)
    return [(TextColumn(role, text.get(name, "")), text) for role, name, text in texts]


def _xml_documents(path: Path) -> Iterator[Element]:
    with opened(path) as file:
        try:
            # expat, which reads it, fetches nothing and limits the growth of entities.
            for _, element in iterparse(file):  # noqa: S314
                if element.tag == "doc":
                    yield element
                    element.clear()
        except ParseError as error:
            what = f"not well-formed XML ({error.msg})"
            raise InputError(path, error.position[0], what) from error
        except (LookupError, ValueError) as error:  # of the XML declaration, not of the text
            raise InputError(path, 1, f"cannot be decoded (encoding: {error})") from error


_SETS = {"srcset": Role.SOURCE, "refset": Role.REFERENCE, "tstset": Role.SYSTEM}


def _sgm_columns(path: Path) -> list[TextColumn]:
    columns = list(dict.fromkeys(column for column, _ in _sgm_segments(path)))
    if not columns:
        hint = "expected SGM: srcset, refset or tstset, doc, seg"
        raise InputError(path, None, "no <seg> in it", hint=hint)
    return columns


def _sgm_rows(path: Path, column: TextColumn, start: int) -> Iterator[TextRow]:
    rows = (row for named, row in _sgm_segments(path) if named == column)
    return islice(rows, start, None)


def _sgm_segments(path: Path) -> Iterator[tuple[TextColumn, TextRow]]:
    parser = _SgmParser(path)
    start = 1
    for block in raw_blocks(path):
        try:
            parser.feed(decode(path, start, block))
        except AssertionError as error:  # how the HTML parser gives up on a broken declaration
            raise InputError(path, None, f"not SGM ({error})") from error
        yield from parser.take()
        start += block.count(b"\n")
    parser.close()
    yield from parser.take()
    if parser.inside:
        raise InputError(path, None, "the last <seg> is not closed", hint="is the file cut off?")


class _SgmParser(HTMLParser):
    """Collects segments; the HTML parser forgives what SGM has and XML has not."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.inside = False
        self._role: Role | None = None
        self._set_name = self._name = self._document = ""
        self._text: list[str] = []
        self._segments: list[tuple[TextColumn, TextRow]] = []

    def take(self) -> list[tuple[TextColumn, TextRow]]:
        """What has been collected since the last time."""
        segments, self._segments = self._segments, []
        return segments

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        if tag in _SETS:
            self._role = _SETS[tag]
            self._set_name = values.get("sysid") or values.get("refid", "")
        elif tag == "doc":
            self._document = values.get("docid", "")
            self._name = values.get("sysid") or self._set_name
        elif tag == "seg":
            if self._role is None or self.inside:
                what = "<seg> inside <seg>" if self.inside else "<seg> outside of a set"
                raise InputError(self.path, self.getpos()[0], what)
            self.inside = True
        elif self.inside:  # no mark-up of SGM but a word, such as <unk>
            self._text.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "seg" and self.inside and self._role is not None:
            column = TextColumn(self._role, "" if self._role is Role.SOURCE else self._name)
            self._segments.append((column, _row(self._document, "".join(self._text))))
            self._text.clear()
            self.inside = False
        elif self.inside:
            self._text.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self._text.append(data)


_FIXED = {"src": Role.SOURCE, "ref": Role.REFERENCE}
_LONG = {"system", "hyp"}


def _table_columns(path: Path) -> list[TextColumn]:
    names: dict[str, None] = {}
    systems: dict[str, Any] = {}
    for record in records(path):
        names |= dict.fromkeys(record)
        if not set(names) >= _LONG:
            break
        order = systems.setdefault(record.value("system"), blake2b(digest_size=8))
        order.update(repr((record.get("doc"), record.get("seg"))).encode())
    if len({order.digest() for order in systems.values()}) > 1:
        what = "the systems do not have the same segments in the same order (columns doc and seg)"
        raise InputError(path, None, what, hint="sort the rows by system, doc and seg")
    if not names:
        raise InputError(path, None, "no rows", hint="expected columns doc, seg, src, ref, systems")
    texts = [TextColumn(role, "") for name, role in _FIXED.items() if name in names]
    named = systems or (name for name in names if name not in {"doc", "seg", *_FIXED})
    return texts + [TextColumn(Role.SYSTEM, name) for name in named]


def _table_rows(path: Path, column: TextColumn, start: int) -> Iterator[TextRow]:
    """The segments; in a long table, the source and reference of the first system."""
    if column.name.isdecimal() and column.name not in _header(path):
        return islice(_numbered(path, int(column.name)), start, None)
    return islice(_named(path, column), start, None)


def _header(path: Path) -> Row | dict[str, str]:
    return next(records(path), {})


def _numbered(path: Path, number: int) -> Iterator[TextRow]:
    """A column of a table without a header."""
    for place, line in enumerate(plain_lines(path), 1):
        fields = line.split("\t")
        if not 1 <= number <= len(fields):
            what = f"no column {number}, the line has {len(fields)}"
            raise InputError(path, place, what, hint="columns are counted from 1")
        yield _row(None, fields[number - 1])


def _named(path: Path, column: TextColumn) -> Iterator[TextRow]:
    fixed = next((name for name, role in _FIXED.items() if role is column.role), "")
    key = column.name or fixed
    system = column.name if column.role is Role.SYSTEM else None
    for record in records(path):
        if set(record) >= _LONG:
            name = record.value("system")
            system = name if system is None else system
            if name != system:
                continue
            key = "hyp" if column.role is Role.SYSTEM else key
        yield _row(record.get("doc"), record.value(key))


_DOCUMENT = ("doc", "document", "doc_id", "document_id")
_USUAL = {Role.SOURCE: ("src", "source"), Role.REFERENCE: ("ref", "reference")}
_BESIDE = {"seg", "segment", *_DOCUMENT}


def _arrow_columns(path: Path) -> list[TextColumn]:
    names = column_names(path)
    texts = [
        TextColumn(role, "")
        for role, usual in _USUAL.items()
        if any(name in names for name in usual)
    ]
    fixed = {name for usual in _USUAL.values() for name in usual}
    others = (name for name, text in names.items() if text and name not in {*_BESIDE, *fixed})
    return texts + [TextColumn(Role.SYSTEM, name) for name in others if not _of_links(name)]


def _of_links(name: str) -> bool:
    return name.startswith(("links", "align"))


def _arrow_rows(path: Path, column: TextColumn, start: int) -> Iterator[TextRow]:
    names = column_names(path)
    usual = (name for name in _USUAL.get(column.role, ()) if name in names)
    key = column.name or next(usual, column.role.value)
    document = next((name for name in _DOCUMENT if name in names), None)
    for number, (text, *ids) in enumerate(cells(path, [key], start, ids=document), start + 1):
        if text is None:
            raise InputError(path, number, f"nothing in the column {key!r}")
        yield _row(ids[0] if ids else None, text)


FORMATS = {
    ".xml": FileFormat(_xml_columns, _xml_rows),
    **dict.fromkeys((".sgm", ".sgml"), FileFormat(_sgm_columns, _sgm_rows)),
    **dict.fromkeys((".tsv", ".jsonl"), FileFormat(_table_columns, _table_rows, table=True)),
    **dict.fromkeys(
        (".parquet", ".arrow", ".feather"), FileFormat(_arrow_columns, _arrow_rows, table=True)
    ),
}
"""By the ending of the file's name; any other file is a plain text."""
