"""The table [agree] of a language pack."""

from __future__ import annotations

import re

import pytest

from proform.language.agreement import Agree, parse_agree, told
from proform.language.readings import Reading, parse_readings


def test_nothing_is_said() -> None:
    assert parse_agree({}) == Agree(genders=("m", "f"))


def test_words_are_listed_by_reading_and_looked_up_by_word() -> None:
    agree = parse_agree(
        {
            "genders": ["m", "f", "n"],
            "determiners": {"m.sg.nom": ["der"], "f.sg.dat f.sg.gen": ["der", "einer"]},
            "prepositions": {"..dat ..acc": ["in"]},
            "others": ["und"],
            "endings": {"f.sg": ".+ung"},
            "allowed": {"event": ["das"], "pleonastic": {"0.5": ["es"]}},
        }
    )
    assert agree.determiners["der"] == parse_readings("m.sg.nom f.sg.dat f.sg.gen")
    assert agree.determiners["einer"] == parse_readings("f.sg.dat f.sg.gen")
    assert agree.prepositions == {"in": {Reading(case="dat"), Reading(case="acc")}}
    assert agree.others == {"und"}
    ((ending, readings),) = agree.endings
    assert ending.fullmatch("zeitung")
    assert readings == parse_readings("f.sg")
    assert agree.allowed == {"event": {"das": 1.0}, "pleonastic": {"es": 0.5}}


def test_readings_may_have_the_endings_of_their_words() -> None:
    agree = parse_agree(
        {
            "determiners": {"m.sg, f.sg -e, .pl -s -es": ["petit"], "f.sg": ["petite"]},
            "prepositions": ["avec"],
        }
    )
    readings = {"petit": "m.sg", "petite": "f.sg", "petits": ".pl", "petites": ".pl"}
    assert agree.determiners == {word: parse_readings(text) for word, text in readings.items()}
    assert agree.prepositions == {"avec": frozenset()}


def test_adjectives_and_clues() -> None:
    agree = parse_agree(
        {
            "endings": {"f.pl": ".+es", "f.pl m.pl": ".+s"},
            "clues": [{"forms": ["es"], "before": "ist"}],
        }
    )
    assert told(agree.endings, "vertes") == parse_readings("f.pl")
    assert told(agree.endings, "petits") == parse_readings("f.pl m.pl")
    assert not told(agree.endings, "vert")
    (clue,) = agree.clues
    assert clue.before.search("es ist")
    assert not clue.before.search("ist es")
    match = clue.pattern.match("whatever follows")
    assert match is not None
    assert match.lastgroup == "neutral"


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"gender": []}, "unknown key 'gender' in [agree]; known are adjectives, allowed"),
        ({"genders": ["x"]}, "'x' in agree.genders is not one of m, f, n"),
        ({"nouns": {"x.sg": ["a"]}}, "'x.sg' is no reading"),
        ({"nouns": ["a"]}, "[agree] does not fit"),
        ({"determiners": {"f.sg-a": ["otr"]}}, "'f.sg-a' is no reading"),
        ({"adjectives": [{"ending": "x"}]}, "[agree] does not fit"),
        ({"masked": "("}, "[agree] does not fit (missing )"),
        ({"clues": [{"forms": [], "pattern": "(?P<x_sg>a)"}]}, "'x.sg' is no reading"),
        ({"predicate": "a"}, "unknown key 'predicate' in [agree]"),
    ],
)
def test_what_does_not_fit(table: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        parse_agree(table)
