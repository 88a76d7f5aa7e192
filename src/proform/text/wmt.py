"""WMT XML (2021 and later): one file with the source, references and systems of all documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, iterparse

from proform.errors import InputError
from proform.text.column import Role, Row, TextColumn
from proform.text.lines import opened, tidy

_TAGS = {"src": Role.SOURCE, "ref": Role.REFERENCE, "hyp": Role.SYSTEM}
_NAMES = {"src": "lang", "ref": "translator", "hyp": "system"}


def columns(path: Path) -> list[TextColumn]:
    """The texts in the file, as the first document has them."""
    for document in _documents(path):
        return [_column(child) for child in document if child.tag in _TAGS]
    raise InputError(path, None, "no <doc> in it", hint="expected WMT XML: dataset, doc, src, seg")


def rows(path: Path, column: TextColumn) -> Iterator[Row]:
    """The segments of one text, document by document, in the order of the source's."""
    for document in _documents(path):
        name = document.get("id", "")
        children = [child for child in document if child.tag in _TAGS]
        texts = {_column(child): child for child in children}
        if len(texts) < len(children):
            raise InputError(path, None, f"document {name!r} has two texts of one name")
        if column not in texts:
            raise InputError(path, None, f"document {name!r} has no {column}")
        source = next((text for text in texts if text.role is Role.SOURCE), column)
        segments = {seg.get("id"): seg for seg in texts[column].iter("seg")}
        if len(segments) < sum(1 for _ in texts[column].iter("seg")):
            what = f"document {name!r} has segments without an id of their own in {column}"
            raise InputError(path, None, what)
        for wanted in texts[source].iter("seg"):
            number = wanted.get("id")
            if number not in segments:
                what = f"document {name!r} has no segment {number} in {column}"
                raise InputError(path, None, what)
            yield Row(name, tidy(" ".join("".join(segments[number].itertext()).split("\n"))))


def _documents(path: Path) -> Iterator[Element]:
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


def _column(element: Element) -> TextColumn:
    return TextColumn(_TAGS[element.tag], element.get(_NAMES[element.tag], ""))
