"""Words found in another tokenisation of the same text."""

from __future__ import annotations

import pytest

from proform.text.letters import Parting, word_places


@pytest.mark.parametrize(
    ("theirs", "ours", "places"),
    [
        ("do n't go", "don 't go", [(0,), (0, 1), (2,)]),
        ("`` It '' -LRB- x -RRB-", "“ it ” ( x )", [(0,), (1,), (2,), (3,), (4,), (5,)]),
        ("rock &amp; roll", "Rock & roll", [(0,), (1,), (2,)]),
        ("well @-@ known", "well-known", [(0,), (0,), (0,)]),
        ("", "", []),
    ],
)
def test_marks_case_and_blanks_do_not_matter(
    theirs: str, ours: str, places: list[tuple[int, ...]]
) -> None:
    assert word_places(theirs.split(), ours.split()) == places


FOX = "the quick brown fox jumps over the lazy dog and runs into the large forest"
LONG = FOX.split()


def test_a_small_difference_is_passed_over() -> None:
    ours = [*LONG]
    ours[4] = "leaps"
    found = word_places(LONG * 2, ours + LONG)
    assert not isinstance(found, Parting)
    assert found[4] in {(), (4,)}
    assert found[5:] == [(k,) for k in range(5, 2 * len(LONG))]


def test_what_the_text_has_not_stands_nowhere() -> None:
    found = word_places([*LONG, *LONG], [*LONG[:5], *LONG[6:], *LONG])
    assert not isinstance(found, Parting)
    assert found[5] == ()
    assert found[6] == (5,)


def test_another_text_is_told_where_it_begins() -> None:
    different = "completely different sentences follow here without any word of those"
    other = different.split() * 9
    assert word_places([*LONG, *other], [*LONG, *(LONG * 9)]) == Parting(len(LONG), len(LONG))
    assert word_places([*LONG, *LONG], LONG) == Parting(len(LONG), len(LONG) - 1)
