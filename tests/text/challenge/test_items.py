"""JSON that knows its lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proform.errors import InputError
from proform.text.challenge.items import one_line, read_entries

Write = Callable[[str, str], Path]


def test_objects_of_a_list_know_the_line_they_begin_in(write: Write) -> None:
    entries = read_entries(write("a.json", '[\n {"a": 1},\n\n {"a": "x\\ny",\n "b": null}]\n'))
    assert [entry.line for entry in entries] == [2, 4]
    assert entries[1].text("a") == "x y"
    assert entries[1].optional("b") == ""


def test_a_dictionary_gives_its_values(write: Write) -> None:
    entries = read_entries(write("a.json", '{"1": {"a": 1},\n "2": {"a": 2}}'))
    assert [entry.whole("a") for entry in entries] == [1, 2]
    assert entries[1].line == 2


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('[{"a": 1},\n {"a": }]', 2, "not JSON"),
        ('[{"a": 1},\n 3]', 2, "expected a JSON object, found 3"),
        ('[{"a": 1},\n {"a": 2}', 2, "not JSON"),
        ("x", 1, "expected a JSON list"),
    ],
)
def test_what_is_no_json_is_named_with_its_line(
    write: Write, text: str, line: int, what: str
) -> None:
    with pytest.raises(InputError, match=what) as error:
        read_entries(write("a.json", text))
    assert error.value.line == line


@pytest.mark.parametrize(
    ("field", "read"),
    [
        ("text", lambda entry: entry.text("a")),
        ("whole", lambda entry: entry.whole("a")),
        ("truth", lambda entry: entry.truth("a")),
        ("texts", lambda entry: entry.texts("a")),
        ("entries", lambda entry: entry.entries("a")),
        ("optional", lambda entry: entry.optional("a")),
    ],
)
def test_a_field_of_another_kind_is_named(
    write: Write, field: str, read: Callable[..., object]
) -> None:
    (entry,) = read_entries(write("a.json", '[{"a": {"x": 1}}]'))
    with pytest.raises(InputError, match=r"a\.json:1: example 1: expected .* as 'a'"):
        read(entry)
    assert field


def test_line_ends_become_blanks() -> None:
    assert one_line(" a\nb\r\n") == "a b"
