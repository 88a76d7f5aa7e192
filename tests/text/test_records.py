"""Rows of TSV, CSV and JSONL, with their lines."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.text.records import Row, records, rows


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.tsv", 'x\ty\n1\t"2"\n\n3\t4\n', [(2, '"2"'), (4, "4")]),
        ("a.csv", 'x,y\n1,"2\n,""3"""\n\n4,5\n', [(3, '2\n,"3"'), (5, "5")]),
        ("a.csv", "x,y\n1,'=2\n3,'4\n", [(2, "=2"), (3, "'4")]),
        ("a.jsonl", '{"x": 1, "y": 2}\n\n{"y": "z", "x": null}\n', [(1, "2"), (3, "z")]),
        ("a.csv", "", []),
    ],
)
def test_rows_and_the_lines_where_they_end(
    write: Write, name: str, text: str, lines: list[tuple[int, str]]
) -> None:
    assert [(row.line, row["y"]) for row in rows(write(name, text))] == lines


def test_packed_table_is_read_by_the_name_within(tmp_path: Path) -> None:
    path = tmp_path / "a.CSV.gz"
    path.write_bytes(gzip.compress(b"x\n1\n"))
    assert [(row.line, row) for row in rows(path)] == [(2, {"x": "1"})]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "x\n1\n", "a.txt: expected a name that ends in .tsv, .csv or .jsonl"),
        ("a.csv", "x,x\n", "a.csv:1: two columns of one name"),
        ("a.csv", 'x,y\n1,"2"3\n', "a.csv:2: not CSV"),
        ("a.csv", "x,y\n1\n", "a.csv:2: expected 2 columns as in the header, found 1"),
        ("a.jsonl", '{"x": "\\ud800"}\n', "a.jsonl:1: half of a surrogate pair"),
    ],
)
def test_bad_table_is_refused_with_its_place(
    write: Write, name: str, text: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        list(rows(write(name, text)))


def test_other_names_are_jsonl_where_a_table_is_expected(write: Write) -> None:
    assert list(records(write("examples", '{"x": "1"}\n'))) == [{"x": "1"}]


def test_cells() -> None:
    row = Row(Path("a.tsv"), 2, {"x": " 12 ", "y": "-1"})
    assert (row.value("x"), row.text("x"), row.whole("x")) == (" 12 ", "12", 12)
    with pytest.raises(InputError, match=r"a.tsv:2: expected a number in column 'y', found '-1'"):
        row.whole("y")
    with pytest.raises(InputError, match=r"a.tsv:2: no column 'z', found x, y"):
        row.text("z")
