"""The words of an output, where it may be cut, and what it says twice."""

from __future__ import annotations

import numpy as np
import pytest

from proform.alignment.pieces import Pieces


def _sentences(raw: str) -> list[str]:
    pieces = Pieces(raw)
    return [pieces.text(first, last) for first, last in pieces.units]


@pytest.mark.parametrize(
    ("raw", "sentences"),
    [
        ("Il pleut. Nous restons !", ["Il pleut.", "Nous restons !"]),
        ("Il pleut <eos> Nous restons", ["Il pleut", "Nous restons"]),
        ("« Il pleut. » Nous restons.", ["« Il pleut. »", "Nous restons."]),
        ("Si... tu veux.", ["Si... tu veux."]),
        ("Un\nDeux. Trois", ["Un", "Deux.", "Trois"]),
    ],
)
def test_sentences_end_at_marks_and_at_breaks(raw: str, sentences: list[str]) -> None:
    assert _sentences(raw) == sentences


def test_a_cut_costs_more_the_less_it_looks_like_the_end_of_a_sentence() -> None:
    pieces = Pieces("Un mot, deux mots Trois. Quatre")
    cost = dict(zip((pieces.words[k] if k < len(pieces.words) else "" for k in pieces.cuts),
                    pieces.price, strict=True))  # fmt: skip
    assert cost["quatre"] == cost[""] == 0
    assert cost["quatre"] > cost["trois"] == cost["deux"] > cost["mots"]


def test_within_a_clause_a_long_output_is_not_cut() -> None:
    line = "un deux trois quatre cinq"
    assert len(Pieces(line).cuts) == 6
    assert len(Pieces("\n".join([line] * 200)).cuts) == 201


def test_what_is_said_twice_and_where() -> None:
    pieces = Pieces("Je reste ici. Il pleut. Je reste ici.")
    assert [pieces.text(*pieces.cuts[list(run)]) for run in pieces.again] == ["Je reste ici."]
    assert [pieces.size(*run) for run in pieces.again] == [3]
    assert pieces.copies(0, 4) == [(0, 4), (7, 11)]
    assert pieces.copies(4, 7) == [(4, 7)]


def test_a_cut_at_a_semicolon_costs_less_than_at_a_comma() -> None:
    pieces = Pieces("un ; deux, trois")
    cost = dict(zip(pieces.cuts.tolist(), pieces.price.tolist(), strict=True))
    assert cost[2] > cost[4]


def test_where_a_sentence_that_is_said_twice_ends_there_is_an_end_without_a_mark() -> None:
    raw = "Il a plu toute la nuit. Il a plu toute la nuit nous restons ici."
    assert _sentences(raw) == [
        "Il a plu toute la nuit.",
        "Il a plu toute la nuit",
        "nous restons ici.",
    ]


def test_words_that_nobody_took_are_cut_where_sentences_end() -> None:
    pieces = Pieces("Un deux. Trois quatre. Cinq.")
    assert [pieces.text(*run) for run in pieces.left([(4, 6)])] == ["Un deux.", "Trois", "Cinq."]


def test_an_output_of_nothing_but_blanks_has_no_words() -> None:
    assert Pieces(" \n").words == ()
    assert np.array_equal(Pieces("a").cuts, [0, 1])
