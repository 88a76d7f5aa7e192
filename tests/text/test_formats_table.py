"""TSV and JSONL."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.command import Write

from proform.errors import InputError
from proform.text.formats import FORMATS, Role, TextColumn, TextRow
from proform.text.lines import BLOCK

table = FORMATS[".tsv"]

Record = dict[str, str]

SOURCE = TextColumn(Role.SOURCE, "")
REFERENCE = TextColumn(Role.REFERENCE, "")

WIDE = [
    {"doc": "d1", "seg": "1", "src": "It .", "ref": "Il .", "a": "Elle .", "b": ""},
    {"doc": "d2", "seg": "1", "src": "They .", "ref": "Ils .", "a": "On .", "b": "Eux ."},
]
LONG = [
    {"system": system, "doc": row["doc"], "src": row["src"], "ref": row["ref"], "hyp": row[system]}
    for system in ("a", "b")
    for row in WIDE
]


def system(name: str) -> TextColumn:
    return TextColumn(Role.SYSTEM, name)


def tsv(records: list[Record]) -> str:
    return "".join(
        "\t".join(cells) + "\n" for cells in [records[0], *(r.values() for r in records)]
    )


def jsonl(records: list[Record]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


KINDS = pytest.mark.parametrize(("name", "dump"), [("t.tsv", tsv), ("t.jsonl", jsonl)])
Dump = Callable[[list[Record]], str]


@KINDS
@pytest.mark.parametrize("records", [WIDE, LONG], ids=["wide", "long"])
def test_columns_and_rows(write: Write, name: str, dump: Dump, records: list[Record]) -> None:
    path = write(name, dump(records))
    assert table.columns(path) == [SOURCE, REFERENCE, system("a"), system("b")]
    assert list(table.rows(path, SOURCE)) == [TextRow("d1", "It ."), TextRow("d2", "They .")]
    assert list(table.rows(path, REFERENCE)) == [TextRow("d1", "Il ."), TextRow("d2", "Ils .")]
    assert list(table.rows(path, system("a"))) == [TextRow("d1", "Elle ."), TextRow("d2", "On .")]
    assert list(table.rows(path, system("b"))) == [TextRow("d1", ""), TextRow("d2", "Eux .")]


@KINDS
def test_long_table_may_interleave_systems(write: Write, name: str, dump: Dump) -> None:
    path = write(name, dump([LONG[0], LONG[2], LONG[1], LONG[3]]))
    assert [row.text for row in table.rows(path, SOURCE)] == ["It .", "They ."]
    assert [row.text for row in table.rows(path, system("b"))] == ["", "Eux ."]


@KINDS
def test_only_the_columns_that_are_there(write: Write, name: str, dump: Dump) -> None:
    path = write(name, dump([{"x": "a b"}]))
    assert table.columns(path) == [system("x")]
    assert list(table.rows(path, system("x"))) == [TextRow(None, "a b")]


@KINDS
@pytest.mark.parametrize(
    "change", ["crlf", "bom", "gzip", "blank lines", "no line feed at the end"]
)
def test_harmless_differences(tmp_path: Path, name: str, dump: Dump, change: str) -> None:
    data = dump(WIDE).encode()
    changed = {
        "crlf": data.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + data,
        "gzip": gzip.compress(data),
        "blank lines": data + b"\n\n",
        "no line feed at the end": data.rstrip(),
    }
    path = tmp_path / (f"{name}.gz" if change == "gzip" else name)
    path.write_bytes(changed[change])
    assert [row.text for row in table.rows(path, system("b"))] == ["", "Eux ."]


def test_kind_is_told_by_the_name_in_any_case(write: Write) -> None:
    assert table.columns(write("T.TSV", tsv(WIDE)))[0] == SOURCE


@settings(deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1))
def test_any_text_in_json_becomes_one_tidy_line(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    path = tmp_path_factory.mktemp("json") / "t.jsonl"
    path.write_text(jsonl([{"src": text} for text in texts]), encoding="utf-8", newline="")
    expected = [
        " ".join(token for token in re.split("[ \t\r\v\f\n]+", text) if token) for text in texts
    ]
    assert [row.text for row in table.rows(path, SOURCE)] == expected


def test_rows_behind_the_first_block(write: Write) -> None:
    path = write("t.tsv", "src\n" + "x\n" * BLOCK + "last\n")
    texts = [row.text for row in table.rows(path, SOURCE)]
    assert (len(texts), texts[-1]) == (BLOCK + 1, "last")


@pytest.mark.parametrize(
    ("name", "text"), [("t.tsv", ""), ("t.tsv", "src\tref\n"), ("t.jsonl", ""), ("t.jsonl", "\n")]
)
def test_no_rows(write: Write, name: str, text: str) -> None:
    path = write(name, text)
    with pytest.raises(InputError, match=re.escape(f"{path}: no rows; expected columns doc, seg")):
        table.columns(path)


@pytest.mark.parametrize(
    ("name", "text", "line", "what"),
    [
        ("t.tsv", "src\ta\ta\nx\ty\tz\n", 1, "two columns of one name"),
        ("t.tsv", "src\ta\nx\ty\nx\n", 3, "expected 2 columns as in the header, found 1"),
        ("t.tsv", "src\ta\n\nx\ty\tz\n", 3, "expected 2 columns as in the header, found 3"),
        ("t.tsv", "ref\ta\nx\ty\n", 2, "no column 'src', found ref, a"),
        ("t.jsonl", '{"src": "x"}\n{"src": \n', 2, "not JSON (Expecting value)"),
        ("t.jsonl", '{"src": "x"}\n\nsrc\n', 3, "not JSON (Expecting value)"),
        ("t.jsonl", '["x"]\n', 1, "expected a JSON object"),
        ("t.jsonl", '"src"\n', 1, "expected a JSON object"),
        ("t.jsonl", '{"src": "x"}\n{"ref": "x"}\n', 2, "no column 'src', found ref"),
        ("t.jsonl", '{"src": "x"}\n{}\n', 2, "no column 'src', found none"),
        ("t.jsonl", '{"src": "x"}\n{"src": null}\n', 2, "no column 'src', found none"),
    ],
    ids=[
        "TSV: one name twice",
        "TSV: too few cells",
        "TSV: too many cells",
        "TSV: no such column",
        "JSONL: cut off",
        "JSONL: no JSON",
        "JSONL: list",
        "JSONL: string",
        "JSONL: other column",
        "JSONL: no column",
        "JSONL: null",
    ],
)
def test_malformed_row_is_refused_with_its_line(
    write: Write, name: str, text: str, line: int, what: str
) -> None:
    path = write(name, text)
    with pytest.raises(InputError, match=re.escape(f"{path}:{line}: {what}")):
        list(table.rows(path, SOURCE))


def test_long_row_without_system_is_refused_with_its_line(write: Write) -> None:
    path = write("t.jsonl", jsonl([LONG[0], {"src": "x", "hyp": "y"}]))
    with pytest.raises(
        InputError, match=re.escape(f"{path}:2: no column 'system', found src, hyp")
    ):
        table.columns(path)


@pytest.mark.parametrize("before", [1, BLOCK])
def test_wrong_encoding_names_the_line(tmp_path: Path, before: int) -> None:
    path = tmp_path / "t.tsv"
    path.write_bytes(b"src\n" * before + b"caf\xe9\n")
    message = f"{path}:{before + 1}: expected UTF-8, found the byte 0xe9"
    with pytest.raises(InputError, match=re.escape(message)):
        list(table.rows(path, SOURCE))


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "missing.tsv"
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        table.columns(path)


def test_systems_of_a_long_table_have_the_same_segments_in_the_same_order(write: Write) -> None:
    rows = ["system\tdoc\tseg\tsrc\tref\thyp"]
    rows += [f"A\td\t{n}\ts{n}\tr{n}\th{n}" for n in (1, 2)]
    rows += [f"B\td\t{n}\ts{n}\tr{n}\th{n}" for n in (2, 1)]
    with pytest.raises(InputError, match="the same segments in the same order"):
        table.columns(write("long.tsv", "\n".join(rows)))


def test_half_of_a_surrogate_pair_is_refused(write: Write) -> None:
    path = write("odd.jsonl", '{"src": "a", "ref": "\\ud800"}\n')
    with pytest.raises(InputError, match=r"odd\.jsonl:1: half of a surrogate pair"):
        table.columns(path)
