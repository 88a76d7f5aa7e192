"""SGM, which is not quite XML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.text.formats import FORMATS, Role, TextColumn, TextRow
from proform.text.lines import BLOCK

sgm = FORMATS[".sgm"]

SOURCE = (
    '<srcset setid="t" srclang="any">\n<doc docid="d"><p><seg id="1">It .</seg></p></doc></srcset>'
)
SYSTEMS = """<!DOCTYPE mteval SYSTEM "ftp://example.org/mteval.dtd">
<TSTSET setid="t" srclang="any" trglang="fr">
<!-- <seg>not this</seg> -->
<DOC docid=first sysid="a">
<hl><seg id=1> Tom &amp; Ann
 &lt;3 </seg></hl>
<p><seg id=2>AT&T l&#39;a < b</seg><seg id="3"></seg></p>
</DOC>
<doc docid="second" sysid="a"><seg id="1">10\N{NO-BREAK SPACE}000</seg></doc>
<doc docid="first" sysid="b"><seg id="1">Lui .</seg></doc>
</TSTSET>
"""


def system(name: str) -> TextColumn:
    return TextColumn(Role.SYSTEM, name)


def test_each_system_is_a_column(write: Write) -> None:
    assert sgm.columns(write("a.sgm", SYSTEMS)) == [system("a"), system("b")]


def test_segments_of_one_system(write: Write) -> None:
    path = write("a.sgm", SYSTEMS)
    assert list(sgm.rows(path, system("a"))) == [
        TextRow("first", "Tom & Ann <3"),
        TextRow("first", "AT&T l'a < b"),
        TextRow("first", ""),
        TextRow("second", "10\N{NO-BREAK SPACE}000"),
    ]
    assert list(sgm.rows(path, system("b"))) == [TextRow("first", "Lui .")]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (SOURCE, TextColumn(Role.SOURCE, "")),
        (SOURCE.replace("docid=", "sysid=x docid="), TextColumn(Role.SOURCE, "")),
        (SOURCE.replace("srcset", "refset"), TextColumn(Role.REFERENCE, "")),
        (SOURCE.replace("srcset setid", 'refset refid="r" setid'), TextColumn(Role.REFERENCE, "r")),
        (SOURCE.replace("srcset setid", 'tstset sysid="s" setid'), TextColumn(Role.SYSTEM, "s")),
    ],
    ids=["source", "source with a sysid", "reference", "named reference", "name of the set"],
)
def test_role_and_name(write: Write, text: str, column: TextColumn) -> None:
    path = write("a.sgm", text)
    assert sgm.columns(path) == [column]
    assert list(sgm.rows(path, column)) == [TextRow("d", "It .")]


def test_crlf_and_bom(write: Write) -> None:
    path = write("a.sgm", "\ufeff" + SOURCE.replace("It .", "It\r\nis .").replace("\n", "\r\n"))
    assert [row.text for row in sgm.rows(path, TextColumn(Role.SOURCE, ""))] == ["It is ."]


def test_segment_across_two_blocks_is_one(write: Write) -> None:
    text = "It" + "\n" * (BLOCK + 3) + "&amp; they"
    path = write("a.sgm", SOURCE.replace("It .", text))
    assert [row.text for row in sgm.rows(path, TextColumn(Role.SOURCE, ""))] == ["It & they"]


@pytest.mark.parametrize("text", ["", "no tags", "<tstset><doc></doc></tstset>"])
def test_file_without_segments(write: Write, text: str) -> None:
    path = write("a.sgm", text)
    with pytest.raises(InputError, match=re.escape(f"{path}: no <seg> in it; expected SGM")):
        sgm.columns(path)


@pytest.mark.parametrize("before", [0, BLOCK + 7])
@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("<doc>\n<seg>a</seg>", 2, "<seg> outside of a set"),
        ("<tstset>\n<doc>\n<seg>a\n<seg>b</seg>", 4, "<seg> inside <seg>"),
    ],
    ids=["no set", "not closed"],
)
def test_misplaced_segment_is_refused_with_its_line(
    write: Write, before: int, text: str, line: int, what: str
) -> None:
    path = write("a.sgm", "\n" * before + text)
    with pytest.raises(InputError, match=re.escape(f"{path}:{before + line}: {what}")):
        sgm.columns(path)


@pytest.mark.parametrize("rest", ["", "</doc>", "</doc></tstset>\n"])
def test_file_cut_off_inside_a_segment(write: Write, rest: str) -> None:
    path = write("a.sgm", f"<tstset><doc><seg>a</seg><seg>b {rest}")
    message = f"{path}: the last <seg> is not closed; is the file cut off?"
    with pytest.raises(InputError, match=re.escape(message)):
        sgm.columns(path)


@pytest.mark.parametrize("before", [0, BLOCK])
def test_wrong_encoding_names_the_line(tmp_path: Path, before: int) -> None:
    path = tmp_path / "a.sgm"
    path.write_bytes(b"\n" * before + b"<srcset>\n<doc><seg>caf\xe9</seg>")
    with pytest.raises(InputError, match=re.escape(f"{path}:{before + 2}: expected UTF-8")):
        sgm.columns(path)


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "missing.sgm"
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        sgm.columns(path)


def test_a_word_in_angle_brackets_is_text(write: Write) -> None:
    path = write(
        "a.sgm", '<srcset><doc docid="d"><seg id="1">a <unk> b </unk> c</seg></doc></srcset>'
    )
    (column,) = sgm.columns(path)
    assert [row.text for row in sgm.rows(path, column)] == ["a <unk> b </unk> c"]
