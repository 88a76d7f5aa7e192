"""Which pronouns are found."""

from __future__ import annotations

import pytest

from proform.errors import InputError
from proform.language.forms import Splitter
from proform.pronoun.occurrences import ByPosition, Finder, Hit, Pronouns

ENGLISH = Splitter(contracted=("'s", "'re"))


def test_every_listed_token_in_any_case() -> None:
    finder = Finder(Pronouns(["it", "they"], ENGLISH))
    assert finder.find(0, "It is IT that they see , not items") == [
        Hit(0, "It", "it"),
        Hit(2, "IT", "it"),
        Hit(4, "they", "they"),
    ]


def test_a_contraction_hides_nothing() -> None:
    finder = Finder(Pronouns(["it", "they"], ENGLISH))
    assert finder.find(0, "it's what they’re for") == [
        Hit(0, "it's", "it"),
        Hit(2, "they’re", "they"),
    ]


def test_no_pronoun_in_an_empty_line() -> None:
    assert Finder(Pronouns(["it"], ENGLISH)).find(0, "") == ()


def test_positions_find_just_these() -> None:
    finder = ByPosition(Pronouns(["it"], ENGLISH), "p.txt", {1: {2: 1, 0: 2}})
    assert finder.find(0, "it it it") == ()
    assert finder.find(1, "it's so It") == [Hit(2, "It", "it"), Hit(0, "it's", "it")]


def test_a_position_outside_its_segment_is_named() -> None:
    finder = ByPosition(Pronouns(["it"], ENGLISH), "p.txt", {1: {3: 7}})
    with pytest.raises(InputError, match=r"p\.txt:7: segment 1 has no word 3, it has 2 words"):
        finder.find(1, "it is")


def test_a_position_behind_the_last_segment_is_named() -> None:
    finder = ByPosition(Pronouns(["it"], ENGLISH), "p.txt", {0: {0: 1}, 9: {0: 2}})
    finder.check(10)
    with pytest.raises(InputError, match=r"p\.txt:2: no segment 9, the source has 9"):
        finder.check(9)


def test_the_memory_of_tokens_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pronouns, "_LARGEST", 10)
    pronouns = Pronouns(["it"], ENGLISH)
    found = [pronouns[token] for token in (*map(str, range(50)), "it")]
    assert found == [None] * 50 + ["it"]
    assert len(pronouns) <= 10
