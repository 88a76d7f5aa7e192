"""Categories as people say them."""

from __future__ import annotations

from proform.pronoun.categories import OUT_OF_REACH, WORDS, anaphoric, category_in_words
from proform.suite.categories import load_categories


def test_each_category_of_protest_has_words_of_its_own() -> None:
    listed = [category.name for category in load_categories().categories]
    assert list(WORDS) == [*listed, OUT_OF_REACH]
    assert len({*WORDS.values()}) == len(WORDS)
    assert category_in_words("event_it") == "it for an event"


def test_a_category_of_ones_own_speaks_for_itself() -> None:
    assert category_in_words("formal_you") == "formal you"


def test_what_is_anaphoric_is_named_by_its_place_and_role() -> None:
    names = {anaphoric("it", intra=a, subject=b) for a in (True, False) for b in (True, False)}
    names |= {anaphoric("they", intra=a) for a in (True, False)}
    assert names == {*WORDS} & names
    assert len(names) == 6
