"""Lists, groups, equivalences and positions."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.command import Write

from proform.errors import InputError
from proform.text.lists import (
    Equivalence,
    Position,
    list_positions,
    read_equivalent,
    read_groups,
    read_list,
    read_positions,
)


def test_blank_lines_count_but_say_nothing(write: Write) -> None:
    assert read_list(write("x", "\na\n \t\n b\tc \n\n")) == ["a", "b c"]
    assert list(list_positions(write("y", "\n0 1\n \t\n 2\t3 \n\n"))) == [(0, 1, 2), (2, 3, 4)]


def test_list_is_one_form_a_line(write: Write) -> None:
    assert read_list(write("x", "\ufeffil\r\n\r\nL'\r\nça")) == ["il", "L'", "ça"]


@pytest.mark.parametrize("text", ["", "\n \n"], ids=["empty", "blank"])
def test_list_of_nothing_is_refused(write: Write, text: str) -> None:
    path = write("x", text)
    message = f"{path}: no pronoun in it; expected one form per line"
    with pytest.raises(InputError, match=re.escape(message)):
        read_list(path)


def test_groups(write: Write) -> None:
    path = write("x", "ce,c'\n\n ça , ç' ,cela \n")
    assert read_groups(path) == [("ce", "c'"), ("ça", "ç'", "cela")]


def test_no_groups_are_no_error(write: Write) -> None:
    path = write("x", "")
    assert read_groups(path) == []
    assert read_equivalent(path) == ([], [])


@pytest.mark.parametrize("read", [read_groups, read_equivalent])
@pytest.mark.parametrize("line", ["ce", "ce,", ",ce", "ce,,il", "ce, ,il", ",", "ce;il"])
def test_what_is_no_group_is_refused_with_its_line(
    write: Write, read: Callable[[Path], object], line: str
) -> None:
    path = write("x", f"a,b\n\n{line}\n")
    message = f"{path}:3: not a group: {line!r}; a line is two or more forms"
    with pytest.raises(InputError, match=re.escape(message)):
        read(path)


def test_equivalences_with_and_without_probability(write: Write) -> None:
    path = write("x", "ce,il\nit,ce,il,0.25\n\nit, elle , il, 1\nthey,ils,on,0\na,b,c,d\n")
    groups, pairs = read_equivalent(path)
    assert groups == [("ce", "il"), ("a", "b", "c", "d")]
    assert pairs == [
        Equivalence("it", "ce", "il", 0.25),
        Equivalence("it", "elle", "il", 1.0),
        Equivalence("they", "ils", "on", 0.0),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "it,ce,il,1.01",
        "it,ce,il,-0.5",
        "it,ce,il,nan",
        "it,ce,il,inf",
        "ce,il,0.5",
        "ce,0.5",
        "it,ce,il,ça,0.5",
    ],
)
def test_what_is_no_equivalence_is_refused_with_its_line(write: Write, line: str) -> None:
    path = write("x", f"ce,il\n{line}\n")
    message = f"{path}:2: not an equivalence: {line!r}; a line is `form,form,…` or `source,refer"
    with pytest.raises(InputError, match=re.escape(message)):
        read_equivalent(path)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10**12), st.integers(0, 200)), unique=True, min_size=1))
def test_positions_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[int, int]]
) -> None:
    path = tmp_path_factory.mktemp("positions") / "x"
    path.write_text("".join(f" {segment}\t{token} \n" for segment, token in pairs))
    expected = [Position(*pair, number) for number, pair in enumerate(pairs, 1)]
    assert list(list_positions(path)) == expected
    found = read_positions(path)
    assert expected == sorted(
        (
            Position(segment, token, number)
            for segment, tokens in found.items()
            for token, number in tokens.items()
        ),
        key=lambda position: position.line,
    )


@pytest.mark.parametrize(
    "line",
    [
        *("3", "3 4 5", "3,4", "3-4", "-1 2", "1 -2", "a b", "1 b", "1.0 2", "+1 2", "1_0 2"),
        *("² 1", "٣ 1", "1\N{NO-BREAK SPACE}2"),
    ],
)
def test_what_is_no_position_is_refused_with_its_line(write: Write, line: str) -> None:
    path = write("x", f"0 0\n\n{line}\n")
    message = f"{path}:3: expected two numbers, found {line!r}; a line is `SEGMENT TOKEN`"
    with pytest.raises(InputError, match=re.escape(message)):
        read_positions(path)


def test_number_longer_than_python_converts_is_refused_with_its_line(write: Write) -> None:
    path = write("x", f"0 0\n1 {'9' * 5000}\n")
    with pytest.raises(InputError, match=re.escape(f"{path}:2: expected two numbers")):
        read_positions(path)


def test_position_twice_is_refused_with_both_lines(write: Write) -> None:
    path = write("x", "0 1\n0 2\n\n00 1\n")
    message = f"{path}:4: '0 1' stands already in line 1; each pronoun counts once"
    with pytest.raises(InputError, match=re.escape(message)):
        read_positions(path)


def test_position_twice_is_listed_twice(write: Write) -> None:
    # The authors' script counts it twice, and `proform apt` with it.
    assert list(list_positions(write("x", "0 1\n0 1\n"))) == [Position(0, 1, 1), Position(0, 1, 2)]


def test_no_positions_are_refused(write: Write) -> None:
    path = write("x", "\n")
    with pytest.raises(InputError, match=re.escape(f"{path}: no position in it; a line is `SEG")):
        read_positions(path)


@pytest.mark.parametrize("read", [read_list, read_groups, read_equivalent, read_positions])
def test_missing_file(tmp_path: Path, read: Callable[[Path], object]) -> None:
    path = tmp_path / "missing"
    with pytest.raises(InputError, match=re.escape(f"{path}: cannot be read (No such file")):
        read(path)


@pytest.mark.parametrize("read", [read_list, read_groups, read_equivalent, read_positions])
def test_wrong_encoding_names_the_line(tmp_path: Path, read: Callable[[Path], object]) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\n\n\xe7a,cela\n")
    with pytest.raises(
        InputError, match=re.escape(f"{path}:3: expected UTF-8, found the byte 0xe7")
    ):
        read(path)
