from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.command import Write
from tests.support.small_suite import EVENT, INTER, SPLIT, SUITE

from proform.errors import InputError
from proform.language.forms import Splitter
from proform.model import Antecedent, Example
from proform.pronoun.occurrences import Finder, Pronouns
from proform.suite.table import COLUMNS, propose, read_examples, table_rows

HEADER = "\t".join(COLUMNS)


def tsv(*rows: Iterable[object]) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in (COLUMNS, *rows))


def first(**changed: object) -> list[object]:
    """The row of the first example, with some cells changed."""
    cells: list[object] = [1, 0, "It", INTER, 0, 0, 1, 1, "bicycle", ""]
    return [changed.get(column, cell) for column, cell in zip(COLUMNS, cells, strict=True)]


def examples(path: Path) -> tuple[Example, ...]:
    return read_examples(path, SUITE.source, SUITE.categories)


@pytest.mark.parametrize("ending", ["tsv", "jsonl", "TSV", "tsv.gz"])
def test_what_is_written_is_read_again(tmp_path: Path, ending: str) -> None:
    rows = list(table_rows(SUITE, SUITE.examples))
    if "jsonl" in ending:
        text = "".join(json.dumps(row) + "\n" for row in rows)
    else:
        text = tsv(*(row.values() for row in rows))
    path = tmp_path / f"examples.{ending}"
    path.write_text(text, encoding="utf-8")
    assert examples(path) == SUITE.examples


def test_a_second_row_adds_an_antecedent_and_examples_are_in_the_text_s_order(write: Write) -> None:
    rows = [
        (3, 0, "They", SPLIT, 2, 3, 4, 4, "dog", ""),
        first(),
        (3, 0, "they", SPLIT, 2, 0, 1, 1, "cat", ""),
    ]
    one, two = examples(write("a.tsv", tsv(*rows)))
    assert (one.number, one.token, two.number, two.token) == (1, "It", 2, "They")
    assert two.antecedents == (Antecedent(2, 3, 4, 4), Antecedent(2, 0, 1, 1))


def test_what_may_be_left_out(write: Write) -> None:
    row = {"segment": 1, "token": 0, "form": "IT", "category": INTER, "ant_segment": 0}
    path = write("a.jsonl", json.dumps({**row, "ant_head": 1, "note": None}))
    assert examples(path) == (Example(1, 1, 0, "It", INTER, (Antecedent(0, 1, 1, 1),)),)


def test_without_a_category_it_is_uncategorised(write: Write) -> None:
    path = write("a.tsv", "segment\ttoken\tform\n1\t4\tit\n")
    with pytest.raises(InputError, match="unknown category 'uncategorised'"):
        examples(path)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (first(segment=4), "no segment 4, the source has 4; segments and tokens are counted"),
        (first(token=8), "segment 1 has no word 8, it has 8"),
        (first(token=1), "word 1 of segment 1 is 'squeaks', not 'It'"),
        (first(segment="-1"), "expected a number in column 'segment', found '-1'"),
        (first(segment="1.0"), "expected a number in column 'segment', found '1.0'"),
        (first(token="²"), "expected a number in column 'token', found '²'"),
        (first(token="٣"), "expected a number in column 'token', found '٣'"),
        (first(token="9" * 5000), "expected a number"),
        (first(token=""), "expected a number in column 'token', found '';"),
        (first(form=""), "word 0 of segment 1 is 'It', not ''"),
        (first(category="deictic"), f"unknown category 'deictic'; one of {INTER}, {EVENT}"),
        (first(ant_segment=9), "no segment 9"),
        (first(ant_segment=""), "expected a number in column 'ant_segment'"),
        (first(ant_head="", head=""), "expected a number in column 'ant_head'"),
        (first(ant_head=""), "expected a number in column 'ant_head'"),
        (first(ant_head=5), "segment 0 has no word 5, it has 5"),
        (first(head="saddle"), "the head, word 1 of segment 0, is 'bicycle', not 'saddle'"),
        (first(ant_last=5), "segment 0 has no word 5"),
        (first(ant_first=2, ant_last=3), "the head 1 is not between 2 and 3"),
        (first(ant_first="x"), "expected a number in column 'ant_first', found 'x'"),
        (
            first(ant_segment="", ant_first="", ant_last="", ant_head="", head=""),
            f"an example of {INTER} needs an antecedent",
        ),
        (
            (1, 4, "it", EVENT, "", 0, 1, "", "bicycle", ""),
            "expected a number in column 'ant_segment'",
        ),
        (first()[:-1], "expected 10 columns as in the header, found 9"),
    ],
)
def test_wrong_rows_are_told_with_their_line(
    write: Write, row: list[object], complaint: str
) -> None:
    good = (3, 0, "They", SPLIT, 2, 0, 1, 1, "cat", "")
    path = write("a.tsv", tsv(good, row))
    with pytest.raises(InputError, match=rf"a\.tsv:3: .*{complaint}"):
        examples(path)


@pytest.mark.parametrize(
    ("second", "complaint"),
    [
        (first(), "the same example as in line 2, without another antecedent"),
        (
            first(ant_segment="", ant_first="", ant_last="", ant_head="", head=""),
            "the same example as in line 2, without another antecedent",
        ),
        (first(category=SPLIT), "another form or category than in line 2"),
    ],
)
def test_the_same_word_twice(write: Write, second: list[object], complaint: str) -> None:
    with pytest.raises(InputError, match=rf"a\.tsv:3: {complaint}"):
        examples(write("a.tsv", tsv(first(), second)))


@pytest.mark.parametrize("text", ["", HEADER, HEADER + "\n\n"])
def test_a_table_without_examples(write: Write, text: str) -> None:
    with pytest.raises(InputError, match="no example in it; expected a header with"):
        examples(write("a.tsv", text))


def test_other_files(write: Write) -> None:
    with pytest.raises(InputError, match=r"a\.txt:1: not JSON"):
        examples(write("a.txt", tsv(first())))
    path = write("a.tsv", tsv(first()))
    path.write_bytes(path.read_bytes().replace(b"bicycle", b"v\xe9lo"))
    with pytest.raises(InputError, match=r"a\.tsv:2: expected UTF-8, found the byte 0xe9"):
        examples(path)
    with pytest.raises(InputError, match=r"none\.tsv: cannot be read"):
        examples(path.with_name("none.tsv"))


def test_an_example_in_an_empty_line(write: Write) -> None:
    path = write("a.tsv", tsv((0, 0, "it", EVENT, "", "", "", "", "", "")))
    with pytest.raises(InputError, match="segment 0 has no word 0, it has 0"):
        read_examples(path, ["", "it"], SUITE.categories)


def test_every_pronoun_is_proposed() -> None:
    finder = Finder(Pronouns(["it", "they"], Splitter()))
    found = propose(("", *SUITE.source), finder, EVENT)
    assert [(one.number, one.segment, one.position, one.token) for one in found] == [
        (1, 2, 0, "It"),
        (2, 2, 4, "it"),
        (3, 4, 0, "They"),
    ]
    assert {one.category for one in found} == {EVENT}


words = st.text(st.characters(codec="utf-8", exclude_characters=" \t\n\r\x0b\x0c"), min_size=1)


@given(
    st.lists(st.lists(words, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=5),
    st.data(),
)
def test_any_words_survive(source: list[str], data: st.DataObject) -> None:
    segment = data.draw(st.integers(0, len(source) - 1))
    tokens = source[segment].split(" ")
    position = data.draw(st.integers(0, len(tokens) - 1))
    antecedent = Antecedent(segment, position, len(tokens) - 1, position)
    example = Example(1, segment, position, tokens[position], INTER, (antecedent,), "¡ nota !")
    suite = replace(SUITE, source=tuple(source), examples=(example,))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.tsv"
        path.write_text(
            tsv(*(row.values() for row in table_rows(suite, suite.examples))),
            encoding="utf-8",
            newline="\n",
        )
        assert read_examples(path, source, SUITE.categories) == (example,)
