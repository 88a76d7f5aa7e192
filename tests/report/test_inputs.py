"""Inputs are told apart by what is in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import ProformError
from proform.report.inputs import Kind, kind_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("scores.json", Kind.RESULT),
        ("detail.tsv", Kind.ROWS),
        ("detail.jsonl", Kind.ROWS),
        ("suite.db", Kind.STORE),
    ],
)
def test_what_proform_writes_is_known_whatever_its_name(
    made: Path, tmp_path: Path, name: str, kind: Kind
) -> None:
    copy = tmp_path / "something"
    copy.write_bytes((made / name).read_bytes())
    assert kind_of(str(copy)) is kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("system\tadequacy\na\t1\n", Kind.HUMAN),
        ('"system","adequacy"\na,1\n', Kind.HUMAN),
        ("\ufeffsystem,adequacy\na,1\n", Kind.HUMAN),
        ("\n\nadequacy,system\n1,a\n", Kind.HUMAN),
        ("system\tsegment\tposition\tannotator\tjudgement\n", Kind.JUDGEMENTS),
        ('{"results": []}\n', Kind.RESULT),
        ('{\n "results": []\n}\n', Kind.RESULT),
    ],
)
def test_tables_and_json(write: Write, text: str, kind: Kind) -> None:
    assert kind_of(str(write("file", text))) is kind


def test_an_address_is_a_store() -> None:
    assert kind_of("postgresql://ada@host/suites") is Kind.STORE


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty; expected a result of proform score"),
        ("\n \n", "is empty; expected a result of proform score"),
        ("a sentence , and another\n", "not an input of a report; expected a result"),
        ("[1, 2]\n", "not an input of a report; expected a result"),
        ('{"a": 1}\n', "not an input of a report; expected a result"),
        ("system\tmetric\tby\tkey\tscore\n", "is a result as TSV; a report needs its JSON"),
        ("système\xe9\n", "not an input of a report"),
    ],
)
def test_anything_else_is_named_with_what_was_expected(
    write: Write, text: str, complaint: str
) -> None:
    path = write("file", text)
    with pytest.raises(ProformError, match=complaint) as error:
        kind_of(str(path))
    assert str(error.value).startswith(str(path))


def test_no_file_a_folder_and_standard_input(tmp_path: Path) -> None:
    with pytest.raises(ProformError, match="nowhere: cannot be read"):
        kind_of(str(tmp_path / "nowhere"))
    with pytest.raises(ProformError, match="is a directory"):
        kind_of(str(tmp_path))
    with pytest.raises(ProformError, match="not from standard input"):
        kind_of("-")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ProformError, match="expected UTF-8"):
        kind_of(str(path))
