"""How likely words are translations of each other."""

from __future__ import annotations

import pytest

from proform.alignment.lexicon import Lexicon, learn
from proform.alignment.models import load_starter

PAIRS = [("the house", "das haus"), ("the book", "das buch"), ("a book", "ein buch")]


def test_words_that_come_together_belong_together() -> None:
    lexicon = learn(PAIRS)
    assert max(lexicon.links["book"], key=lexicon.links["book"].__getitem__) == "buch"
    assert max(lexicon.links["the"], key=lexicon.links["the"].__getitem__) == "das"


def test_evidence_speaks_for_translations_and_against_others() -> None:
    lexicon = learn(PAIRS)
    (good,), ((book,),) = lexicon.against(["buch"]).of(["book"])
    (bad,), ((house,),) = lexicon.against(["buch"]).of(["house"])
    assert good > 0 > bad
    assert book > 1 > house


def test_names_numbers_and_cognates_count_without_any_learning() -> None:
    into, back = Lexicon().against(["anna", "musique", "und"]).of(["anna", "music"])
    assert into[0] > 0
    assert into[1] > 0
    assert into[2] == pytest.approx(0)
    assert back[0, 0] > 1 > back[0, 1]


def test_what_was_learnt_before_is_known_and_added_to() -> None:
    starter = load_starter("en-fr", [])
    assert starter is not None
    (good,), _ = learn([], starter.model).against(["eau"]).of(["water"])
    (bad,), _ = learn([], starter.model).against(["livre"]).of(["water"])
    assert good > 0 > bad
    lexicon = learn([("the zorb", "le zorbique")] * 3, starter.model)
    (new,), _ = lexicon.against(["zorbique"]).of(["zorb"])
    assert new > 0
    assert lexicon.links["wate"]


def test_nothing_is_learnt_from_nothing() -> None:
    assert learn([]) == Lexicon()
    assert learn([("", "a"), ("b", "")]) == Lexicon()
