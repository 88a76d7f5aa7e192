"""The built-in aligner: deterministic, pair by pair, whatever the other pairs."""

from __future__ import annotations

import pytest
from tests.support.alignments import QUIET, learnt, share_of_right_links, word_by_word

from proform.alignment.aligners import Trained
from proform.alignment.base import AlignerSettings, Pair
from proform.alignment.symmetrise import HEURISTICS

MODEL = learnt(word_by_word())


def aligner(heuristic: str = "agreement", seed: int = 1) -> Trained:
    return Trained(lambda: MODEL, "text=x", AlignerSettings(seed, heuristic), QUIET)


@pytest.mark.parametrize("heuristic", ["agreement", *HEURISTICS])
def test_word_for_word_is_aligned_word_for_word(heuristic: str) -> None:
    pairs = word_by_word()
    assert share_of_right_links(pairs, aligner(heuristic).align(pairs)) > 0.99


def test_other_pairs_change_nothing() -> None:
    new = Pair(["the", "cat", "eats", "here"], ["le", "chat", "mange", "ici"])
    (alone,) = aligner().align([new])
    assert alone.links == [(place, place) for place in range(4)]
    among = aligner().align([*word_by_word(), new, Pair((), ("chat",)), Pair(("cat",), ())])
    assert among[-3] == alone
    assert among[-2].links == among[-1].links == []
    assert aligner().align([Pair((), ())])[0].links == []
    assert aligner().align([]) == []


def test_a_very_long_line_does_no_harm() -> None:
    pairs = [*word_by_word(), Pair(["dog"] * 2000, ["chien"] * 1500)]
    alignments = aligner().align(pairs)
    assert alignments[-1].links == []
    assert share_of_right_links(pairs[:-1], alignments[:-1]) > 0.99


def test_a_word_that_nobody_knows_is_linked_with_itself() -> None:
    pair = Pair(["dog", "Zorblax", "here"], ["chien", "Quux", "Zorblax", "ici"])
    assert aligner().align([pair])[0].links == [(0, 0), (1, 2), (2, 3)]


def test_other_seeds_are_draws_that_repeat() -> None:
    pairs = word_by_word()[:50]
    links = [aligner(seed=seed).align(pairs) for seed in (2, 2, 3)]
    assert links[0] == links[1]
    assert share_of_right_links(pairs, links[2]) > 0.9
    assert len({aligner(seed=seed).signature for seed in (1, 2, 3)}) == 3


def test_progress_goes_to_all() -> None:
    shares: list[float] = []
    pairs = word_by_word()
    Trained(lambda: MODEL, "", AlignerSettings(), shares.append).align(pairs)
    assert shares == sorted(shares)
    assert shares[-1] == 1
