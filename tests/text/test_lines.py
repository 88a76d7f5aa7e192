"""Bytes to lines: packed or not, in blocks of any size, tidied."""

from __future__ import annotations

import gzip
import io
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.errors import InputError
from proform.text.lines import BLOCK, STDIN, decode, opened, raw_blocks, tidy, token_lines

UNTIMED = settings(deadline=None)
NBSP = "\N{NO-BREAK SPACE}"

untidy = st.text(st.sampled_from(["a", "é", NBSP, "\u2028", "\x85", " ", "\t", "\r", "\v", "\f"]))


def lines(path: Path) -> list[str]:
    return list(token_lines(path))


def write(folder: Path, data: bytes) -> Path:
    path = folder / "text"
    path.write_bytes(data)
    return path


def naive_tidy(line: str) -> str:
    for space in "\t\r\v\f":
        line = line.replace(space, " ")
    return " ".join(token for token in line.split(" ") if token)


@UNTIMED
@given(st.lists(untidy, min_size=1))
def test_tidy_is_the_same_as_line_by_line(texts: list[str]) -> None:
    assert tidy("\n".join(texts)) == "\n".join(map(naive_tidy, texts))


@UNTIMED
@given(st.lists(untidy).map("\n".join))
def test_tidy_twice_is_tidy_once(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


@UNTIMED
@given(st.lists(untidy, max_size=12), st.integers(1, 13))
def test_blocks_of_any_size_give_the_same_lines(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], size: int
) -> None:
    data = "".join(f"{text}\n" for text in texts).encode()
    path = write(tmp_path_factory.mktemp("blocks"), data)
    assert lines(path) == [naive_tidy(text) for text in texts]
    blocks = list(raw_blocks(path, size))
    assert b"".join(blocks) == data
    assert all(block.count(b"\n") == size for block in blocks[:-1])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a\nb\n", ["a", "b"]),
        (b"a\nb", ["a", "b"]),
        (b"a\n\n", ["a", ""]),
        (b"a\r\nb c\r\n", ["a", "b c"]),
        (b"\xef\xbb\xbfa\nb\n", ["a", "b"]),
        (b"\xef\xbb\xbf", [""]),
        (b" a\t b \n\tc\n", ["a b", "c"]),
        (f"10{NBSP}000 a\n".encode(), [f"10{NBSP}000 a"]),
        ("a\u2028b\x85c\n".encode(), ["a\u2028b\x85c"]),
    ],
    ids=[
        "empty file",
        "one blank line",
        "plain",
        "no line feed at the end",
        "blank line at the end",
        "CRLF",
        "BOM",
        "nothing but a BOM",
        "white space around and between",
        "no-break space stays in its token",
        "other line separators end no line",
    ],
)
def test_lines_of(tmp_path: Path, data: bytes, expected: list[str]) -> None:
    assert lines(write(tmp_path, data)) == expected


def test_bom_is_removed_only_at_the_start(tmp_path: Path) -> None:
    path = write(tmp_path, "\ufeffa\n\ufeffb\n".encode())
    assert lines(path) == ["a", "\ufeffb"]


def test_gzip_is_known_by_its_content_not_its_name(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress("\ufeffça\nb\n".encode()))
    assert lines(path) == ["ça", "b"]


def test_gzip_of_several_members_is_read_to_the_end(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(b"a\n") + gzip.compress(b"b\n"))
    assert lines(path) == ["a", "b"]


@pytest.mark.parametrize("data", [b"a\nb\n", gzip.compress(b"a\nb\n")], ids=["plain", "gzip"])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(data)))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert lines(STDIN) == ["a", "b"]
    assert not stdin.closed


def test_file_is_closed_when_reading_stops_early(tmp_path: Path) -> None:
    with opened(write(tmp_path, b"a\nb\n")) as file:
        assert file.readline() == b"a\n"
    assert file.closed


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "missing"
    message = f"{path}: cannot be read (No such file or directory)"
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        lines(path)
    assert (caught.value.file, caught.value.line) == (str(path), None)


def test_directory(tmp_path: Path) -> None:
    message = f"{tmp_path}: cannot be read (Is a directory)"
    with pytest.raises(InputError, match=re.escape(message)):
        lines(tmp_path)


def damaged(packed: bytes) -> bytes:
    """The same with another checksum."""
    return packed[:-8] + bytes(byte ^ 0xFF for byte in packed[-8:-4]) + packed[-4:]


PACKED = gzip.compress(b"".join(b"line %d\n" % number for number in range(1000)))


@pytest.mark.parametrize(
    "data",
    [
        PACKED[:2],
        PACKED[: len(PACKED) // 2],
        PACKED[:-4],
        damaged(PACKED),
        PACKED[:10] + b"\xff" * 100,
        PACKED + b"rest",
    ],
    ids=["two bytes", "half", "no length", "wrong checksum", "wrong data", "something behind"],
)
def test_broken_gzip(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path, data)
    with pytest.raises(InputError, match=re.escape(f"{path}: broken gzip file (")):
        lines(path)


@pytest.mark.parametrize("before", [0, 2, BLOCK - 1, BLOCK, 2 * BLOCK + 5])
def test_wrong_encoding_names_the_line(tmp_path: Path, before: int) -> None:
    path = write(tmp_path, "é\n".encode() * before + b"caf\xe9 noir\nb\n")
    message = f"{path}:{before + 1}: expected UTF-8, found the byte 0xe9; convert it with iconv"
    with pytest.raises(InputError, match=re.escape(message)):
        lines(path)


def test_wrong_encoding_inside_gzip_names_the_line(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(b"a\n\xff\n"))
    with pytest.raises(
        InputError, match=re.escape(f"{path}:2: expected UTF-8, found the byte 0xff")
    ):
        lines(path)


def test_character_cut_off_at_the_end_of_a_line() -> None:
    with pytest.raises(InputError, match=re.escape("x:8: expected UTF-8, found the byte 0xc3")):
        decode(Path("x"), 7, b"a\nb\xc3\nc\n")
