"""The built-in aligner: deterministic, independent, saved and loaded."""

from __future__ import annotations

from tests.support.alignments import QUIET, share_of_right_links, word_by_word

from proform.alignment.aligners import SelfTrained
from proform.alignment.base import AlignerSettings, Pair


def test_word_for_word_is_aligned_word_for_word() -> None:
    pairs = word_by_word()
    assert share_of_right_links(pairs, SelfTrained(AlignerSettings(), QUIET).align(pairs)) > 0.97


def test_the_same_twice_and_nothing_for_empty_sides() -> None:
    pairs = [*word_by_word(), Pair((), ("chien",)), Pair(("dog",), ()), Pair((), ())]
    aligner = SelfTrained(AlignerSettings(), QUIET)
    first, second = aligner.align(pairs), aligner.align(pairs)
    assert first == second
    assert all(not alignment.links for alignment in first[-3:])
    assert SelfTrained(AlignerSettings(), QUIET).align([Pair((), ())])[0].links == []


def test_a_very_long_line_does_no_harm() -> None:
    pairs = [*word_by_word(), Pair(["dog"] * 2000, ["chien"] * 1500)]
    alignments = SelfTrained(AlignerSettings(), QUIET).align(pairs)
    assert alignments[-1].links == []
    assert share_of_right_links(pairs[:-1], alignments[:-1]) > 0.97
