"""How likely words are translations of each other."""

from __future__ import annotations

import pytest

from proform.alignment.lexicon import Lexicon, learn

PAIRS = [
    (("the", "house"), ("das", "haus")),
    (("the", "book"), ("das", "buch")),
    (("a", "book"), ("ein", "buch")),
]


def test_words_that_come_together_belong_together() -> None:
    lexicon = learn(PAIRS)
    assert max(lexicon.chances["book"], key=lexicon.chances["book"].__getitem__) == "buch"
    assert max(lexicon.chances["the"], key=lexicon.chances["the"].__getitem__) == "das"
    assert lexicon.chances["house"]["haus"] > lexicon.chances["house"]["das"]
    for table in lexicon.chances.values():
        assert sum(table.values()) == pytest.approx(1, abs=0.01)


def test_evidence_speaks_for_translations_and_against_others() -> None:
    lexicon = learn(PAIRS)
    (good,) = lexicon.evidence(["book"], ["buch"])
    (bad,) = lexicon.evidence(["house"], ["buch"])
    assert good > 0 > bad


def test_names_numbers_and_cognates_count_without_any_learning() -> None:
    alike, cognate, unknown = Lexicon().evidence(["anna", "music"], ["anna", "musique", "und"])
    assert alike > 0
    assert cognate > 0
    assert unknown == 0


def test_nothing_is_learnt_from_nothing() -> None:
    assert learn([]) == Lexicon()
    assert learn([((), ("a",)), (("b",), ())]) == Lexicon()
