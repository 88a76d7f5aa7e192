"""SGM as in WMT up to 2020 and at NIST: srcset, refset or tstset of docs of segs. Not quite XML."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from proform.errors import InputError
from proform.text.column import Role, Row, TextColumn
from proform.text.lines import decode, raw_blocks, tidy

_ROLES = {"srcset": Role.SOURCE, "refset": Role.REFERENCE, "tstset": Role.SYSTEM}


def columns(path: Path) -> list[TextColumn]:
    """The source, or one column for each sysid."""
    present = list(dict.fromkeys(column for column, _ in _segments(path)))
    if not present:
        hint = "expected SGM: srcset, refset or tstset, doc, seg"
        raise InputError(path, None, "no <seg> in it", hint=hint)
    return present


def rows(path: Path, column: TextColumn) -> Iterator[Row]:
    """The segments of one text."""
    return (row for named, row in _segments(path) if named == column)


def _segments(path: Path) -> Iterator[tuple[TextColumn, Row]]:
    parser = _Parser(path)
    start = 1
    for block in raw_blocks(path):
        try:
            parser.feed(decode(path, start, block))
        except AssertionError as error:  # how the HTML parser takes leave of a broken declaration
            raise InputError(path, None, f"not SGM ({error})") from error
        yield from parser.take()
        start += block.count(b"\n")
    parser.close()
    yield from parser.take()
    if parser.inside:
        raise InputError(path, None, "the last <seg> is not closed", hint="is the file cut off?")


class _Parser(HTMLParser):
    """Collects segments; the HTML parser forgives what SGM has and XML has not."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.inside = False
        self._role: Role | None = None
        self._set_name = self._name = self._document = ""
        self._text: list[str] = []
        self._done: list[tuple[TextColumn, Row]] = []

    def take(self) -> list[tuple[TextColumn, Row]]:
        """What has been collected since the last time."""
        done, self._done = self._done, []
        return done

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        if tag in _ROLES:
            self._role = _ROLES[tag]
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
            text = tidy(" ".join("".join(self._text).split("\n")))
            name = "" if self._role is Role.SOURCE else self._name
            self._done.append((TextColumn(self._role, name), Row(self._document, text)))
            self._text.clear()
            self.inside = False
        elif self.inside:
            self._text.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self._text.append(data)
