"""Readings of a form."""

from __future__ import annotations

import pytest

from proform.language.readings import (
    ANYTHING,
    Reading,
    in_words,
    is_open,
    meet,
    parse_readings,
    values,
)


def test_readings_meet() -> None:
    assert meet(parse_readings("m.sg f.sg"), parse_readings(".sg.nom")) == parse_readings(
        "m.sg.nom f.sg.nom"
    )
    assert meet(parse_readings("m.sg"), parse_readings("f")) == frozenset()
    assert meet(ANYTHING, frozenset({Reading("n")})) == {Reading("n")}
    with pytest.raises(ValueError, match="no reading"):
        parse_readings("m.dual")


POLISH = ("m", "f", "n", "v", "o")


@pytest.mark.parametrize(
    ("readings", "expected", "words"),
    [
        ("m.sg", "m.sg", "masculine singular"),
        (".sg", "f.sg m.sg n.sg", "singular"),
        (".pl", "o.pl v.pl", "plural"),
        ("v.pl", "v.pl", "virile plural"),
        ("n.sg o.pl", "n.sg o.pl", "neuter singular or non-virile plural"),
        ("f.pl", "o.pl", "non-virile plural"),
        ("m.pl", "o.pl v.pl", "plural"),
        ("c", "f.sg m.sg o.pl v.pl", "masculine or feminine singular or plural"),
    ],
)
def test_polish_plurals_are_of_men_or_not(readings: str, expected: str, words: str) -> None:
    known = values(parse_readings(readings), POLISH)
    assert " ".join(sorted(known)) == expected
    assert in_words(known, POLISH) == words


def test_what_shows_any_polish_gender_is_open() -> None:
    assert is_open(values(ANYTHING, POLISH))
    assert not is_open(values(parse_readings(".pl"), POLISH))
