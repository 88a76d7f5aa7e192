"""Several files in step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.errors import InputError
from proform.text.lines import BLOCK, Column, in_step, raw_blocks

UNTIMED = settings(deadline=None)


def chunks(lines: list[str], size: int, *, plain: bool) -> Iterator[Column]:
    """Lines as a stream of blocks, of bytes or already parsed."""
    for start in range(0, len(lines), size):
        block = lines[start : start + size]
        yield "".join(f"{line}\n" for line in block).encode() if plain else block


def as_lines(column: Column) -> list[str]:
    return column.decode().split("\n")[:-1] if isinstance(column, bytes) else column


def walk(columns: list[list[str]], size: int = 3, *, plain: bool = True) -> list[list[str]]:
    """What comes out of `in_step`, put together again: one list of lines for each file."""
    paths = [Path(f"file{index}") for index in range(len(columns))]
    streams = [chunks(lines, size, plain=plain) for lines in columns]
    found: list[list[str]] = [[] for _ in columns]
    for length, blocks in in_step(paths, streams):
        for lines, block in zip(found, map(as_lines, blocks), strict=True):
            assert len(block) == length
            lines.extend(block)
    return found


@UNTIMED
@given(st.integers(0, 14), st.integers(1, 5), st.lists(st.booleans(), min_size=1, max_size=4))
def test_one_blank_line_too_many_is_no_difference(
    segments: int, size: int, longer: list[bool]
) -> None:
    lines = [f"line {number}" for number in range(segments)]
    columns = [lines + [""] * extra for extra in longer]
    # Where all have the blank line, it is a segment.
    expected = [*lines, ""] if all(longer) else lines
    for plain in (True, False):
        assert walk(columns, size, plain=plain) == [expected] * len(columns)


@UNTIMED
@given(st.integers(0, 9), st.integers(1, 9), st.integers(1, 4), st.booleans(), st.booleans())
def test_any_other_difference_names_file_line_and_both_counts(
    segments: int, extra: int, size: int, first_is_longer: bool, plain: bool
) -> None:
    short = ["x"] * segments
    long = ["x"] * (segments + extra)
    columns = [long, short] if first_is_longer else [short, long]
    first, second = map(len, columns)
    message = f"file1:{segments + 1}: {second} lines, but file0 has {first}; every text and align"
    with pytest.raises(InputError, match=re.escape(message)):
        walk(columns, size, plain=plain)


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("segments", [2, 3, 5, 6])
def test_two_blank_lines_too_many_are_a_difference(segments: int, plain: bool) -> None:
    lines = ["x"] * segments
    message = f"file1:{segments + 1}: {segments + 2} lines, but file0 has {segments}"
    with pytest.raises(InputError, match=re.escape(message)):
        walk([lines, [*lines, "", ""]], plain=plain)


def test_blank_line_too_many_may_hold_white_space() -> None:
    assert walk([["x"], ["x", " \t\r"]]) == [["x"], ["x"]]


def test_file_that_differs_is_named_among_many() -> None:
    message = "file2:2: 1 lines, but file0 has 2"
    with pytest.raises(InputError, match=re.escape(message)):
        walk([["x", "x"], ["x", "x", ""], ["x"], ["x", "x"]])


def test_no_lines_at_all_give_no_blocks() -> None:
    assert walk([[], []]) == [[], []]


def test_bytes_and_parsed_segments_go_together() -> None:
    paths = [Path("plain"), Path("parsed")]
    lines = ["a", "b", "c", "d"]
    streams = [chunks([*lines, ""], 2, plain=True), chunks(lines, 2, plain=False)]
    blocks = list(in_step(paths, streams))
    assert blocks == [(2, [b"a\nb\n", ["a", "b"]]), (2, [b"c\nd\n", ["c", "d"]])]


def files(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"file{index}" for index in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


@pytest.mark.parametrize("segments", [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK])
@pytest.mark.parametrize("longer", [0, 1])
def test_blank_line_too_many_at_the_end_of_a_real_block(
    tmp_path: Path, segments: int, longer: int
) -> None:
    paths = files(tmp_path, *("x\n" * segments + "\n" * (index == longer) for index in (0, 1)))
    blocks = list(in_step(paths, [raw_blocks(path) for path in paths]))
    assert sum(size for size, _ in blocks) == segments
    for index in (0, 1):
        lines = chain.from_iterable(as_lines(columns[index]) for _, columns in blocks)
        assert list(lines) == ["x"] * segments


@pytest.mark.parametrize("segments", [BLOCK - 1, BLOCK, BLOCK + 1])
@pytest.mark.parametrize("rest", ["y\n", "\n\n", "\ny\n", "y\n\n", "x\n" * (2 * BLOCK)])
def test_longer_file_across_real_blocks_is_an_error(
    tmp_path: Path, segments: int, rest: str
) -> None:
    paths = files(tmp_path, "x\n" * segments, "x\n" * segments + rest)
    total = segments + rest.count("\n")
    message = f"{paths[1]}:{segments + 1}: {total} lines, but {paths[0]} has {segments}"
    with pytest.raises(InputError, match=re.escape(message)):
        list(in_step(paths, [raw_blocks(path) for path in paths]))
