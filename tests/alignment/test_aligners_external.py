"""Programs of others."""

from __future__ import annotations

import sys

import pytest

from proform.alignment.aligners import External
from proform.alignment.base import Pair
from proform.errors import ProformError

PAIRS = [Pair(["a", "b"], ["c"]), Pair((), ("d",)), Pair(["e"], ["f", "g"])]


def _python(code: str) -> External:
    return External(f"{sys.executable} -c '{code}'")


def test_what_it_prints_are_the_links() -> None:
    code = 'import sys; [print("0-0", end=chr(10)) for line in sys.stdin if "|||" in line]'
    found = _python(code).align(PAIRS)
    assert [alignment.links for alignment in found] == [[(0, 0)], [], [(0, 0)]]


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ('print("0-0")', "printed 1 lines for 2 pairs"),
        ('print("0-0"); print("0:0")', "expected `i-j`, found '0:0'"),
        ('print("0-0"); print("0-2")', "a link outside the segment in line 2 it printed"),
        ('import sys; sys.exit("no model")', "failed with status 1; no model"),
    ],
)
def test_a_program_that_goes_wrong(code: str, complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        _python(code).align(PAIRS)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ProformError, match="cannot be run"):
        External("no-such-aligner --fast").align(PAIRS)


def test_it_is_marked_not_reproducible() -> None:
    assert "not-reproducible" in External("fast_align -i -").signature


def test_a_program_that_does_not_read_is_only_a_program_that_goes_wrong() -> None:
    many = [Pair(["word"] * 50, ["mot"] * 50)] * 2000
    with pytest.raises(ProformError, match="printed 1 lines for 2000 pairs"):
        _python('print("0-0")').align(many)


def test_an_empty_command() -> None:
    with pytest.raises(ProformError, match="command is empty"):
        External(" ").align(PAIRS)


def test_odd_tokens_are_no_separators() -> None:
    code = "import sys; [print(len(line.split())) for line in sys.stdin]"
    pair = Pair(["a\N{NO-BREAK SPACE}b", "|||"], ["c"])
    with pytest.raises(ProformError, match="found '4'"):  # two words, the bar, one word
        _python(code).align([pair])
