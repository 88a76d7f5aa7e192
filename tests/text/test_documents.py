"""Document ids and starts."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.errors import InputError
from proform.text.documents import Documents, from_ids, read_documents
from proform.text.lines import BLOCK

UNTIMED = settings(deadline=None)

name = st.text(st.sampled_from("abé-7"), min_size=1, max_size=3)


def read(folder: Path, text: str) -> Documents:
    path = folder / "docs"
    path.write_text(text, encoding="utf-8", newline="")
    return read_documents(path)


@UNTIMED
@given(st.lists(name.map("d{}".format), min_size=1, max_size=20))
def test_ids_are_read_back(tmp_path_factory: pytest.TempPathFactory, ids: list[str]) -> None:
    documents = read(tmp_path_factory.mktemp("ids"), "".join(f"{id_}\n" for id_ in ids))
    documents.check(len(ids))
    assert [documents.at(segment) for segment in range(len(ids))] == ids


@UNTIMED
@given(st.lists(st.tuples(st.integers(1, 5), name), min_size=1, max_size=8), st.booleans())
def test_starts_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, runs: list[tuple[int, str]], named: bool
) -> None:
    lengths = [length for length, _ in runs]
    starts = [sum(lengths[:index]) for index in range(len(lengths))]
    names = [id_ if named else str(index) for index, (_, id_) in enumerate(runs)]
    lines = [
        f"{start} {id_}" if named else f"{start}" for start, id_ in zip(starts, names, strict=True)
    ]
    documents = read(tmp_path_factory.mktemp("starts"), "\n".join(lines))
    documents.check(sum(lengths))
    expected = [id_ for id_, length in zip(names, lengths, strict=True) for _ in range(length)]
    assert [documents.at(segment) for segment in range(sum(lengths))] == expected


@UNTIMED
@given(st.lists(name))
def test_ids_of_segments_are_those_of_their_documents(ids: list[str]) -> None:
    documents = from_ids(Path("x"), ids)
    assert [documents.at(segment) for segment in range(len(ids))] == ids
    assert all(before != after for before, after in pairwise(documents.ids))


@pytest.mark.parametrize(
    ("text", "starts", "ids", "length"),
    [
        ("a\na\nb\n", (0, 2), ("a", "b"), 3),
        ("a\nb\na", (0, 1, 2), ("a", "b", "a"), 3),
        ("\ufeffa\r\na\r\n", (0,), ("a",), 2),
        ("a\na\n\n", (0,), ("a",), 2),
        ("talk  1\ntalk 1\n", (0,), ("talk 1",), 2),
        ("0\n3\n7\n", (0, 3, 7), ("0", "1", "2"), None),
        ("0\n3\n\n", (0, 3), ("0", "1"), None),
        ("0 intro\n3 main part\n", (0, 3), ("intro", "main part"), None),
        ("0 a\n3\n", (0, 3), ("a", "1"), None),
        ("1\n2\n", (0, 1), ("1", "2"), 2),
        ("0\n0\n1\n", (0, 2), ("0", "1"), 3),
        ("0\n2\n1\n", (0, 1, 2), ("0", "2", "1"), 3),
        ("0\na\n", (0, 1), ("0", "a"), 2),
    ],
    ids=[
        "ids",
        "an id that comes again",
        "BOM and CRLF",
        "blank line at the end",
        "blanks in ids are tidied",
        "starts",
        "starts with a blank line at the end",
        "starts with names",
        "starts, some with names",
        "numbers not from 0 are ids",
        "numbers that repeat are ids",
        "numbers that fall are ids",
        "numbers among names are ids",
    ],
)
def test_reads(
    tmp_path: Path, text: str, starts: tuple[int, ...], ids: tuple[str, ...], length: int | None
) -> None:
    assert read(tmp_path, text) == Documents(tmp_path / "docs", starts, ids, length)


def test_document_that_goes_on_in_the_next_block_is_one(tmp_path: Path) -> None:
    documents = read(tmp_path, "a\n" * (BLOCK + 2) + "b\n")
    assert (documents.starts, documents.ids) == ((0, BLOCK + 2), ("a", "b"))


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", None, "empty; expected a document id or a start on each line"),
        ("\n", 1, "a document without an id"),
        ("\n\n", 1, "a document without an id"),
        ("a\n\nb\n", 2, "a document without an id"),
        ("a\na\n\n\n", 3, "a document without an id"),
        ("0\n\n5\n", 2, "a document without an id"),
    ],
    ids=["empty", "blank", "two blanks", "blank within", "two blanks at the end", "within starts"],
)
def test_refuses(tmp_path: Path, text: str, line: int | None, what: str) -> None:
    where = tmp_path / "docs" if line is None else f"{tmp_path / 'docs'}:{line}"
    with pytest.raises(InputError, match=re.escape(f"{where}: {what}")):
        read(tmp_path, text)


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "missing"
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        read_documents(path)


def test_wrong_encoding_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "docs"
    path.write_bytes(b"a\na\nr\xe9sum\xe9\n")
    with pytest.raises(
        InputError, match=re.escape(f"{path}:3: expected UTF-8, found the byte 0xe9")
    ):
        read_documents(path)


@pytest.mark.parametrize(
    ("text", "segments", "line", "what"),
    [
        ("a\na\n", 3, 3, "2 document ids for 3 segments; one id per line"),
        ("a\na\nb\n", 2, 3, "3 document ids for 2 segments; one id per line"),
        ("a\n", 0, 1, "1 document ids for 0 segments; one id per line"),
        (
            "0\n5\n",
            5,
            2,
            "a document starts at line 5, the texts have 5 lines; starts count from 0",
        ),
        ("0\n2\n9\n", 4, 3, "a document starts at line 9, the texts have 4 lines"),
    ],
)
def test_check_complains_of_other_numbers_of_segments(
    tmp_path: Path, text: str, segments: int, line: int, what: str
) -> None:
    documents = read(tmp_path, text)
    with pytest.raises(InputError, match=re.escape(f"{tmp_path / 'docs'}:{line}: {what}")):
        documents.check(segments)


@pytest.mark.parametrize(("text", "segments"), [("a\nb\n", 2), ("0\n5\n", 6), ("0\n", 0)])
def test_check_is_content(tmp_path: Path, text: str, segments: int) -> None:
    documents = read(tmp_path, text)
    documents.check(segments)
    assert documents.at(0) in {"a", "0"}


def test_from_ids_adds_up_runs() -> None:
    path = Path("x")
    assert from_ids(path, "aabbb") == Documents(path, (0, 2), ("a", "b"), 5)
