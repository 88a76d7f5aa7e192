"""Alignments in Moses/Pharaoh format."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.errors import InputError
from proform.text.links import Links, parse_links

UNTIMED = settings(deadline=None)
FILE = Path("some.align")

Pairs = list[tuple[int, int]]

position = st.one_of(st.integers(0, 12), st.integers(0, 999_999_999))
segments = st.lists(st.lists(st.tuples(position, position), max_size=6), min_size=1, max_size=8)
space = st.text(st.sampled_from(" \t"), max_size=3)


@st.composite
def written(draw: st.DrawFn) -> tuple[list[Pairs], bytes]:
    """Links, and one way to write them."""
    expected = draw(segments)
    lines = []
    for pairs in expected:
        line = draw(space)
        for source, target in pairs:
            zeros = "0" * draw(st.integers(0, max(0, 9 - len(str(source)))))
            line += f"{zeros}{source}-{target} {draw(space)}"
        lines.append(line.rstrip(" \t") + draw(space) + draw(st.sampled_from(["\n", "\r\n"])))
    return expected, "".join(lines).encode()


def parse(text: str) -> list[Pairs]:
    return pairs_of(parse_links(FILE, 1, text.encode()))


def pairs_of(links: Links) -> list[Pairs]:
    return [alignment.links for alignment in links.alignments(range(len(links)))]


def links_of(pairs: list[Pairs]) -> Links:
    lines = (" ".join(f"{i}-{j}" for i, j in segment) + "\n" for segment in pairs)
    return parse_links(FILE, 1, "".join(lines).encode())


@UNTIMED
@given(written())
def test_links_written_in_any_legal_way_are_read_back(case: tuple[list[Pairs], bytes]) -> None:
    expected, block = case
    assert pairs_of(parse_links(FILE, 1, block)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\n", [[]]),
        ("\n\n0-0\n\n", [[], [], [(0, 0)], []]),
        ("0-1 0-1 0-0\n", [[(0, 1), (0, 1), (0, 0)]]),
        ("007-010\n", [[(7, 10)]]),
        ("999999999-0\n", [[(999_999_999, 0)]]),
        ("0-0\t1-1\r\n", [[(0, 0), (1, 1)]]),
        ("0-0\v1-1\f2-2\n", [[(0, 0), (1, 1), (2, 2)]]),
    ],
    ids=[
        "blank line",
        "blank lines",
        "repeated and unsorted",
        "zeros in front",
        "largest number",
        "tab and CRLF",
        "white space that texts may have too",
    ],
)
def test_parses(text: str, expected: list[Pairs]) -> None:
    assert parse(text) == expected


def test_no_lines_have_no_links() -> None:
    assert len(parse_links(FILE, 1, b"")) == 0


MALFORMED = [
    "1-",
    "-1",
    "-",
    "1",
    "--",
    "1--2",
    "-1-2",
    "1-2-3",
    "1-2-",
    "1--1",
    "1:2",
    "1/2",
    "a-b",
    "1-b",
    "1-2,3-4",
    "1-2p",
    "1.0-2",
    "+1-2",
    "1_0-2",
    "1–2",
    "1-²",
    "1-٣",
    "1\N{NO-BREAK SPACE}-2",
    "1000000000-2",
    "1-18446744073709551617",
    "\x00",
    "\ufeff1-2",
]


@pytest.mark.parametrize("pair", MALFORMED, ids=ascii)
@pytest.mark.parametrize("around", ["{}", "0-0 {}", "{} 0-0", "0-0 {} 1-1"])
def test_what_is_no_pair_is_named_with_its_line(pair: str, around: str) -> None:
    block = f"0-0 1-1\n\n{around.format(pair)}\n2-2\n"
    message = f"{FILE}:43: expected `i-j`, found {pair!r}; alignments are Moses/Pharaoh pairs"
    with pytest.raises(InputError, match=re.escape(message)):
        parse_links(FILE, 41, block.encode())


@pytest.mark.parametrize(("line", "found"), [("1 -2", "1"), ("1- 2", "1-"), ("1 - 2", "1")])
def test_pair_with_a_blank_inside(line: str, found: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"{FILE}:1: expected `i-j`, found {found!r}")):
        parse(f"{line}\n")


def test_pair_does_not_go_on_in_the_next_line() -> None:
    with pytest.raises(InputError, match=re.escape(f"{FILE}:2: expected `i-j`, found '1-'")):
        parse("0-0\n1-\n2\n")


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(InputError, match=re.escape(f"{FILE}:2: expected `i-j`, found '1-\ufffd'")):
        parse_links(FILE, 1, b"0-0\n1-\xff\n")


@UNTIMED
@given(st.text(st.sampled_from("01-: \t\r\n\v\fa"), max_size=12))
def test_any_block_is_parsed_or_refused_as_line_by_line(text: str) -> None:
    lines = text.split("\n")
    bad = [
        (number, pair)
        for number, line in enumerate(lines, 1)
        for pair in line.split()
        if not re.fullmatch(r"\d{1,9}-\d{1,9}", pair)
    ]
    if bad:
        number, pair = bad[0]
        message = f"{FILE}:{number}: expected `i-j`, found {pair!r}"
        with pytest.raises(InputError, match=re.escape(message)):
            parse(f"{text}\n")
    else:
        expected = [
            [(int(i), int(j)) for i, j in (pair.split("-") for pair in line.split())]
            for line in lines
        ]
        assert parse(f"{text}\n") == expected


@UNTIMED
@given(segments, st.data())
def test_alignments_are_those_of_the_segments_asked_for(
    pairs: list[Pairs], data: st.DataObject
) -> None:
    wanted = data.draw(st.lists(st.integers(0, len(pairs) - 1)))
    found = links_of(pairs).alignments(wanted)
    assert [alignment.links for alignment in found] == [pairs[segment] for segment in wanted]


@UNTIMED
@given(segments)
def test_segment_of_every_link(pairs: list[Pairs]) -> None:
    links = links_of(pairs)
    expected = [segment for segment, of_segment in enumerate(pairs) for _ in of_segment]
    assert [links.segment_of(link) for link in range(len(expected))] == expected


@UNTIMED
@given(segments, st.data())
def test_kept_keeps_the_marked_links_in_their_segments(
    pairs: list[Pairs], data: st.DataObject
) -> None:
    keep = [[data.draw(st.booleans()) for _ in segment] for segment in pairs]
    flat = np.array([flag for flags in keep for flag in flags], np.bool_)
    assert pairs_of(links_of(pairs).kept(flat)) == [
        [pair for pair, flag in zip(segment, flags, strict=True) if flag]
        for segment, flags in zip(pairs, keep, strict=True)
    ]


@UNTIMED
@given(segments, st.data())
def test_overshoot_is_how_far_behind_the_end_on_the_worse_side(
    pairs: list[Pairs], data: st.DataObject
) -> None:
    length = st.lists(st.integers(0, 14), min_size=len(pairs), max_size=len(pairs))
    sources, targets = data.draw(length), data.draw(length)
    found = links_of(pairs).overshoot(np.array(sources), np.array(targets))
    assert found.tolist() == [
        max(0, i - sources[segment] + 1, j - targets[segment] + 1)
        for segment, of_segment in enumerate(pairs)
        for i, j in of_segment
    ]
