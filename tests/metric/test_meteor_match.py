"""The best alignment of two segments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.metric.meteor import Match, match

WORDS = st.lists(st.sampled_from(["a", "A", "b", "B", "c"]), max_size=5)


def keys(words: Sequence[str]) -> list[list[str]]:
    """Two modules: equal words, and words that differ in case."""
    return [list(words), [word.lower() for word in words]]


def pairs(candidate: str, reference: str) -> list[tuple[int, int]]:
    found = match(keys(candidate.split()), keys(reference.split()))
    return [(match.candidate, match.reference) for match in found.matches]


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("", "a", []),
        ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)]),
        ("a x", "A y", [(0, 0)]),
        # Fewer chunks: the second a, because it stands before b.
        ("a x a b", "a b", [(2, 0), (3, 1)]),
        # Nearer: both are one chunk.
        ("x x a x a", "x a", [(1, 0), (2, 1)]),
        # An equal word before a similar one, though it is further off.
        ("A x a", "a", [(2, 0)]),
        # Another chunk is too much for a similar word that has a choice, but not for an equal one.
        ("x A y A", "a x", [(0, 1)]),
        ("x a y a", "a x", [(1, 0), (0, 1)]),
        # The similar word has no choice.
        ("x y A", "a x", [(2, 0), (0, 1)]),
    ],
)
def test_alignments(candidate: str, reference: str, expected: list[tuple[int, int]]) -> None:
    assert pairs(candidate, reference) == expected


Alignment = tuple[Match, ...]


def alignments(candidate: Sequence[str], reference: Sequence[str]) -> Iterator[Alignment]:
    """Every way to match words at most once."""

    def grow(position: int, used: frozenset[int]) -> Iterator[Alignment]:
        if position == len(reference):
            yield ()
            return
        yield from grow(position + 1, used)
        for other, word in enumerate(candidate):
            if other not in used and word.lower() == reference[position].lower():
                one = Match(position, other, int(word != reference[position]))
                yield from ((one, *rest) for rest in grow(position + 1, used | {other}))

    return grow(0, frozenset())


def chunks(alignment: Alignment) -> int:
    runs = Counter((m.reference - 1, m.candidate - 1) for m in alignment)
    return len(alignment) - sum(runs[m.reference, m.candidate] for m in alignment)


def rank(alignment: Alignment) -> tuple[int, int, int, int]:
    exact = sum(match.module == 0 for match in alignment)
    distance = sum(abs(match.candidate - match.reference) for match in alignment)
    return -exact, chunks(alignment), -len(alignment), distance


@given(WORDS, WORDS)
def test_the_best_of_all(candidate: list[str], reference: list[str]) -> None:
    every = list(alignments(candidate, reference))
    possible = {match for alignment in every for match in alignment}
    partners = Counter(match.reference for match in possible)
    rivals = Counter(match.candidate for match in possible)
    certain = {m for m in possible if partners[m.reference] == rivals[m.candidate] == 1}
    found = match(keys(candidate), keys(reference), beam=100_000)
    assert found.chunks == chunks(found.matches)
    assert rank(found.matches) == min(rank(one) for one in every if certain <= set(one))


@given(WORDS, WORDS, st.integers(1, 5))
def test_a_narrow_beam_finds_an_alignment_still(
    candidate: list[str], reference: list[str], beam: int
) -> None:
    found = match(keys(candidate), keys(reference), beam)
    assert found.matches in set(alignments(candidate, reference))
    assert found.chunks == chunks(found.matches)
