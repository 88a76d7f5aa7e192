"""Words found in another tokenisation of the same text."""

from __future__ import annotations

import pytest

from proform.text.letters import Parting, WordPlaces, word_places


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
    assert word_places(theirs.split(), ours.split()) == WordPlaces(places, 0, 0)


FOX = "the quick brown fox jumps over the lazy dog and runs into the large forest"
LONG = FOX.split()
SHORT = "The car stopped because the garden is full . It was red now ."


def test_a_small_difference_is_passed_over() -> None:
    ours = [*LONG]
    ours[4] = "leaps"
    found = word_places(LONG * 2, ours + LONG)
    assert isinstance(found, WordPlaces)
    assert found.places[4] in {(), (4,)}
    assert found.places[5:] == [(k,) for k in range(5, 2 * len(LONG))]
    assert found[1:] == (1, 1)


def test_what_the_text_has_not_stands_nowhere() -> None:
    found = word_places([*LONG, *LONG], [*LONG[:5], *LONG[6:], *LONG])
    assert isinstance(found, WordPlaces)
    assert found.places[5] == ()
    assert found.places[6] == (5,)
    assert found[1:] == (1, 0)


def test_what_only_the_text_has_is_counted() -> None:
    found = word_places([*LONG[:5], *LONG[6:], *LONG], [*LONG, *LONG])
    assert isinstance(found, WordPlaces)
    assert found[1:] == (0, 1)


@pytest.mark.parametrize("word", ["red", "was", "It", "full", "now"])
@pytest.mark.parametrize("more", ["s", "'s"])
def test_near_the_end_a_small_difference_is_one_too(word: str, more: str) -> None:
    ours = SHORT.split()
    theirs = [each + more * (each == word) for each in ours]
    assert word_places(theirs, ours) == WordPlaces([(k,) for k in range(len(ours))], 1, 0)
    assert word_places(ours, theirs) == WordPlaces([(k,) for k in range(len(ours))], 0, 1)


def test_another_text_is_told_where_it_begins() -> None:
    different = "completely different sentences follow here without any word of those"
    other = different.split() * 9
    assert word_places([*LONG, *other], [*LONG, *(LONG * 9)]) == Parting(len(LONG), len(LONG))
    assert word_places([*LONG, *LONG], LONG) == Parting(len(LONG), len(LONG))
    assert word_places(LONG, [*LONG, *LONG]) == Parting(len(LONG), len(LONG))
    assert word_places(LONG * 9, LONG) == Parting(len(LONG), len(LONG)), "however long it is"


def test_where_too_much_differs_in_all_the_first_place_is_named() -> None:
    theirs = [*LONG, *(word + "s" for word in LONG)]
    assert word_places(theirs, [*LONG, *LONG]) == Parting(len(LONG), len(LONG))
    moved = ["the", "quick", "story", "of", "an", "unexpected", "journey", *LONG]
    assert word_places([*moved[7:], *moved[:7]], moved) == Parting(2, 2)


def test_a_word_of_which_the_end_differs_is_named_as_a_whole() -> None:
    assert word_places(["gardens"], ["garden", "."]) == Parting(0, 0)
    assert word_places(["garden", "."], ["gardens"]) == Parting(0, 0)
