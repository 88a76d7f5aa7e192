"""WMT XML."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.text.formats import FORMATS, Role, TextColumn, TextRow

wmt = FORMATS[".xml"]

SOURCE = TextColumn(Role.SOURCE, "en")
REFERENCE = TextColumn(Role.REFERENCE, "A")
SYSTEM = TextColumn(Role.SYSTEM, "online")

XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="tiny">
  <collection id="news">
    <doc origlang="en" id="first">
      <src lang="en"><p><seg id="1">It rains .</seg><seg id="2">Tom &amp; Ann</seg></p></src>
      <ref lang="fr" translator="A"><p><seg id="1">Il pleut .</seg></p>
        <p><seg id="2">Tom &amp; Ann</seg></p></ref>
      <hyp system="online" language="fr"><p>
        <seg id="2">  Tom
          et\tAnn </seg><seg id="1">Ça <b>pleut</b> .</seg></p></hyp>
    </doc>
  </collection>
  <doc id="second">
    <src lang="en"><seg id="1">They left .</seg></src>
    <hyp system="online"><seg id="1"/></hyp>
    <ref translator="A"><seg id="1">10\N{NO-BREAK SPACE}000 sont partis .</seg></ref>
  </doc>
</dataset>
"""


def test_columns_are_those_of_the_first_document(write: Write) -> None:
    assert wmt.columns(write("a.xml", XML)) == [SOURCE, REFERENCE, SYSTEM]


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        (SOURCE, ["It rains .", "Tom & Ann", "They left ."]),
        (REFERENCE, ["Il pleut .", "Tom & Ann", "10\N{NO-BREAK SPACE}000 sont partis ."]),
        (SYSTEM, ["Ça pleut .", "Tom et Ann", ""]),
    ],
    ids=str,
)
def test_segments_come_tidy_and_in_the_order_of_the_source(
    write: Write, column: TextColumn, texts: list[str]
) -> None:
    documents = ["first", "first", "second"]
    rows = list(wmt.rows(write("a.xml", XML), column))
    assert rows == [TextRow(*row) for row in zip(documents, texts, strict=True)]


def test_gzip(tmp_path: Path) -> None:
    path = tmp_path / "a.xml.gz"
    path.write_bytes(gzip.compress(XML.encode()))
    assert [row.text for row in wmt.rows(path, SYSTEM)] == ["Ça pleut .", "Tom et Ann", ""]


def test_declared_encoding_is_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(XML.replace("utf-8", "latin-1").encode("latin-1"))
    assert next(wmt.rows(path, SYSTEM)).text == "Ça pleut ."


def test_file_without_source_keeps_its_own_order(write: Write) -> None:
    xml = '<d><doc id="x"><hyp system="s"><seg id="2">b</seg><seg id="1">a</seg></hyp></doc></d>'
    rows = wmt.rows(write("a.xml", xml), TextColumn(Role.SYSTEM, "s"))
    assert list(rows) == [TextRow("x", "b"), TextRow("x", "a")]


@pytest.mark.parametrize(
    ("found", "instead", "column", "what"),
    [
        ('<ref translator="A">', '<ref translator="B">', REFERENCE, "has no reference 'A'"),
        ('<hyp system="online"><', '<hyp system="x"><', SYSTEM, "has no system 'online'"),
        ('<seg id="1"/>', '<seg id="3"/>', SYSTEM, "has no segment 1 in system 'online'"),
        ('<seg id="1"/>', "", SYSTEM, "has no segment 1 in system 'online'"),
    ],
    ids=["no reference", "no system", "other segment", "no segment"],
)
def test_what_a_document_lacks_is_named(
    write: Write, found: str, instead: str, column: TextColumn, what: str
) -> None:
    path = write("a.xml", XML.replace(found, instead))
    with pytest.raises(InputError, match=re.escape(f"{path}: document 'second' {what}")):
        list(wmt.rows(path, column))


@pytest.mark.parametrize("segments", ['<seg id="1">a</seg>' * 2, "<seg>a</seg><seg>b</seg>"])
def test_segments_that_cannot_be_told_apart_are_refused(write: Write, segments: str) -> None:
    xml = f'<d><doc id="x"><src lang="en">{segments}</src></doc></d>'
    path = write("a.xml", xml)
    with pytest.raises(InputError, match=re.escape(f"{path}: document 'x'")):
        list(wmt.rows(path, SOURCE))


def test_file_without_documents(write: Write) -> None:
    path = write("a.xml", "<dataset/>")
    with pytest.raises(InputError, match=re.escape(f"{path}: no <doc> in it; expected WMT XML")):
        wmt.columns(path)


@pytest.mark.parametrize(
    ("xml", "line"),
    [
        ("", 1),
        ("not XML", 1),
        ("<dataset>\n<doc>\n</dataset>", 3),
        ("<dataset>\nTom & Ann\n</dataset>", 2),
        (XML[: XML.index("second")], XML[: XML.index("second")].count("\n") + 1),
    ],
    ids=["empty", "no tags", "wrong nesting", "bare ampersand", "cut off"],
)
def test_malformed_xml_is_refused_with_its_line(write: Write, xml: str, line: int) -> None:
    path = write("a.xml", xml)
    with pytest.raises(InputError, match=re.escape(f"{path}:{line}: not well-formed XML (")):
        list(wmt.rows(path, SOURCE))


def test_wrong_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(XML.encode("latin-1"))
    line = XML[: XML.index("Ça")].count("\n") + 1
    with pytest.raises(InputError, match=re.escape(f"{path}:{line}: not well-formed XML (")):
        list(wmt.rows(path, SOURCE))


@pytest.mark.parametrize("encoding", ["klingon", "gb2312"], ids=["unknown", "unsupported"])
def test_encoding_that_cannot_be_read_is_an_input_error(write: Write, encoding: str) -> None:
    path = write("a.xml", XML.replace("utf-8", encoding))
    with pytest.raises(InputError, match=re.escape(str(path)) + ".*encoding"):
        wmt.columns(path)


@pytest.mark.parametrize("read", [wmt.columns, lambda path: list(wmt.rows(path, SOURCE))])
def test_missing_file(tmp_path: Path, read: Callable[[Path], object]) -> None:
    path = tmp_path / "missing.xml"
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        read(path)


def test_entities_do_not_reach_other_files(write: Write) -> None:
    secret = write("secret", "secret")
    entity = f'<!DOCTYPE d [<!ENTITY x SYSTEM "{secret}">]>'
    path = write("a.xml", f'{entity}<d><doc id="x"><src lang="en"><seg>&x;</seg></src></doc></d>')
    with pytest.raises(InputError, match=re.escape(f"{path}:1: not well-formed XML (undefined")):
        list(wmt.rows(path, SOURCE))
