"""Categories as people say them."""

from __future__ import annotations

from proform.pronoun.categories import WORDS, category_in_words
from proform.suite.categories import load_categories


def test_each_category_of_protest_has_words_of_its_own() -> None:
    assert list(WORDS) == [category.name for category in load_categories().categories]
    assert len({*WORDS.values()}) == len(WORDS)
    assert category_in_words("event_it") == "it for an event"


def test_a_category_of_ones_own_speaks_for_itself() -> None:
    assert category_in_words("formal_you") == "formal you"
