"""How a language is written: the tables [tokens] and [spacing] of a pack."""

from __future__ import annotations

import pytest

from proform.errors import ProformError
from proform.language.pack import languages, load_pack
from proform.language.writing import Spacing, TokenRules, parse_spacing, parse_tokens


def test_what_is_left_out_is_nothing() -> None:
    assert parse_tokens({}) == TokenRules()
    assert parse_spacing({}) == Spacing()


def test_lists_flags_and_signs() -> None:
    rules = parse_tokens({"dotted": ["bzw", "usw"], "ordinals": True})
    assert rules == TokenRules(dotted=("bzw", "usw"), ordinals=True)
    assert parse_spacing({"before": ";:", "after": "«"}) == Spacing(";:", "«")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"ordinals": "yes"}, "tokens.ordinals must be true or false, found 'yes'"),
        ({"dotted": "mr mrs"}, "tokens.dotted must be a list of words, found 'mr mrs'"),
        ({"whole": ["a b"]}, r"tokens.whole must be a list of words, found \['a b'\]"),
        ({"clitics": [1]}, r"tokens.clitics must be a list of words, found \[1\]"),
    ],
)
def test_what_is_no_rule_is_said(table: dict[str, object], message: str) -> None:
    with pytest.raises(ProformError, match=message):
        parse_tokens(table)


@pytest.mark.parametrize("signs", ["a", "; :", 1])
def test_spacing_is_about_signs(signs: object) -> None:
    with pytest.raises(ProformError, match=r"spacing.before must be signs in one string"):
        parse_spacing({"before": signs})


@pytest.mark.parametrize("language", languages())
def test_words_are_in_lower_case_and_listed_once(language: str) -> None:
    pack = load_pack(language)
    assert pack is not None
    rules = pack.tokens
    for words in (rules.dotted, rules.numbered, rules.whole, rules.clitics, rules.linked):
        assert len({*words}) == len(words)
        assert all(word == word.lower() for word in words)
