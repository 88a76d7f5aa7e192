"""Texts by what the user writes: FILE, NAME=FILE, FILE#NAME."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError, ProformError
from proform.text.documents import Documents
from proform.text.formats import Role
from proform.text.lines import BLOCK, STDIN
from proform.text.series import Text
from proform.text.texts import open_systems, open_text, system_name

TSV = "doc\tsrc\tref\ta\tb\nd1\tIt .\tIl .\tElle .\tCe .\nd1\tThey .\tIls .\tOn .\tEux .\n"
XML = """<d><doc id="d1">
<src lang="en"><seg id="1">It .</seg></src>
<ref translator="A"><seg id="1">Il .</seg></ref><ref translator="B"><seg id="1">Ça .</seg></ref>
<hyp system="a"><seg id="1">Elle .</seg></hyp><hyp system="b"><seg id="1">Ce .</seg></hyp>
</doc></d>"""
SGM = '<tstset sysid="a"><doc docid="d1"><seg>Elle .</seg></doc></tstset>'


def lines(text: Text) -> list[str]:
    found: list[str] = []
    for block in text.blocks():
        found += block.decode().split("\n")[:-1] if isinstance(block, bytes) else block
    return found


def test_plain_file(write: Write) -> None:
    path = write("source.en", "It .\nThey .\n")
    text = open_text(str(path), Role.SOURCE)
    assert (text.path, lines(text), text.documents()) == (path, ["It .", "They ."], None)


def test_plain_file_can_be_read_again(write: Write) -> None:
    text = open_text(str(write("source.en", "It .\n")), Role.SOURCE)
    assert lines(text) == lines(text) == ["It ."]


def test_standard_input_is_plain_text() -> None:
    assert open_text("-", Role.SOURCE).path == STDIN


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("out/big.fr", "big"),
        ("big.fr.gz", "big"),
        ("big.txt", "big"),
        ("big.fr.txt.gz", "big"),
        ("big.v2", "big.v2"),
        ("big.de", "big.de"),
        ("big", "big"),
        (".fr", ".fr"),
        (".txt", ".txt"),
    ],
)
def test_system_is_named_after_its_file(file: str, name: str) -> None:
    assert system_name(Path(file), "fr") == name


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.tsv", TSV), ("x.xml", XML), ("X.XML", XML), ("X.TSV", TSV)],
    ids=["TSV", "XML", "XML in capitals", "TSV in capitals"],
)
def test_file_of_several_systems_gives_all(write: Write, name: str, content: str) -> None:
    path = write(name, content)
    texts = open_systems(str(path), "fr")
    assert [(text.path, text.name, lines(text)[0]) for text in texts] == [
        (path, "a", "Elle ."),
        (path, "b", "Ce ."),
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.tsv.gz", TSV), ("x.xml.gz", XML), ("x.sgm", SGM), ("x.sgml", SGM), ("x.sgm.gz", SGM)],
)
def test_format_is_told_by_the_name_gzip_or_not(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    data = content.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    first = open_systems(str(path), "fr")[0]
    assert (first.name, lines(first)[0]) == ("a", "Elle .")


def test_hash_picks_one_text(write: Write) -> None:
    path = write("x.xml", XML)
    assert [text.name for text in open_systems(f"{path}#b", "fr")] == ["b"]
    assert lines(open_text(f"{path}#B", Role.REFERENCE)) == ["Ça ."]


def test_first_reference_goes_without_saying(write: Write) -> None:
    assert lines(open_text(str(write("x.xml", XML)), Role.REFERENCE)) == ["Il ."]


@pytest.mark.parametrize("name", ["odd#name.fr", "odd=name.fr"])
def test_file_that_exists_is_meant_whatever_its_name(write: Write, name: str) -> None:
    path = write(name, "Il .\n")
    (text,) = open_systems(str(path), "fr")
    assert (text.path, text.name) == (path, name.removesuffix(".fr"))


@pytest.mark.parametrize("file", ["out.fr", "x.tsv#a", "with=sign.fr"])
def test_name_before_the_file(write: Write, file: str) -> None:
    write("x.tsv", TSV)
    path = write("out.fr", "Elle .\nOn .\n").parent / file
    write("with=sign.fr", "Elle .\nOn .\n")
    (text,) = open_systems(f"mine={path}", "fr")
    assert (text.name, lines(text)) == ("mine", ["Elle .", "On ."])


def test_one_name_for_several_systems_is_refused(write: Write) -> None:
    path = write("x.tsv", TSV)
    message = f"{path} holds 2 systems, but one name is given: mine"
    with pytest.raises(ProformError, match=re.escape(message)):
        open_systems(f"mine={path}", "fr")


@pytest.mark.parametrize(
    ("file", "wanted", "role", "what"),
    [
        ("x.xml", "#C", Role.REFERENCE, "no reference 'C' in it; it has: A, B"),
        ("x.xml", "#c", Role.SYSTEM, "no system 'c' in it; it has: a, b"),
        ("x.sgm", "", Role.SOURCE, "no source in it"),
        ("x.sgm", "", Role.REFERENCE, "no reference in it"),
    ],
    ids=["reference by name", "system by name", "source", "reference"],
)
def test_text_that_is_not_there_is_named(
    write: Write, file: str, wanted: str, role: Role, what: str
) -> None:
    path = write(file, {"x.xml": XML, "x.sgm": SGM}[file])
    argument = f"{path}{wanted}"
    with pytest.raises(InputError, match=re.escape(f"{path}: {what}")):
        _ = open_systems(argument, "fr") if role is Role.SYSTEM else open_text(argument, role)


def test_missing_plain_file_is_an_error_when_read(tmp_path: Path) -> None:
    path = tmp_path / "missing.fr"
    (text,) = open_systems(f"mine={path}", "fr")
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        lines(text)


@pytest.mark.parametrize("name", ["missing.xml", "missing.sgm", "missing.tsv", "missing.jsonl"])
def test_missing_file_of_several_texts_is_an_error_at_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        open_text(str(path), Role.SOURCE)


def test_documents_come_with_the_text(write: Write) -> None:
    path = write("x.tsv", TSV + "d2\tIt .\tIl .\tElle .\tCe .\n")
    documents = open_text(str(path), Role.SOURCE).documents()
    assert documents == Documents(path, (0, 2), ("d1", "d2"), 3)


def test_no_documents_where_the_file_names_none(write: Write) -> None:
    path = write("x.tsv", "src\ta\nIt .\tIl .\n")
    assert open_text(str(path), Role.SOURCE).documents() is None


def test_row_without_document_among_others_is_refused(write: Write) -> None:
    path = write("x.tsv", "doc\tsrc\nd1\tIt .\n\tThey .\n")
    text = open_text(str(path), Role.SOURCE)
    with pytest.raises(InputError, match="a document without an id") as caught:
        text.documents()
    assert caught.value.file == str(path)
    # The second segment is the third line of the file: that line, or none, never the second.
    assert caught.value.line in {None, 3}


def test_columns_come_in_blocks(write: Write) -> None:
    path = write("x.tsv", "src\n" + "x\n" * (BLOCK + 1))
    blocks = open_text(str(path), Role.SOURCE).blocks()
    assert [len(block) for block in blocks] == [BLOCK, 1]


def test_a_plain_file_has_no_columns(write: Write) -> None:
    path = write("plain.txt", "a\n")
    with pytest.raises(InputError, match=r"plain\.txt: a plain file has no 'x' in it"):
        open_text(f"{path}#x", Role.SOURCE)
