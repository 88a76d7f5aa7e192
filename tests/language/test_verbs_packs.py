"""What verbs of the packs show of their subjects, and what agrees with these behind them."""

from __future__ import annotations

import pytest

from proform.language.pack import load_pack
from proform.language.readings import meet, parse_readings
from proform.language.verbs import Verbs


def _verbs(language: str) -> Verbs:
    pack = load_pack(language)
    assert pack is not None
    return pack.verbs


def _shown(language: str, word: str) -> set[str]:
    forms = _verbs(language).forms(word)
    return {".".join(filter(None, (str(f.person), f.gender, f.number))) for f in forms}


@pytest.mark.parametrize(
    ("language", "word", "shown"),
    [
        ("it", "funziona", "3.sg"),
        ("it", "aprì", "3.sg"),
        ("it", "annulleranno", "3.pl"),
        ("it", "parlano", "3.pl"),
        ("it", "e'", "3.sg"),
        ("pt", "funciona", "3.sg"),
        ("pt", "abriu", "3.sg"),
        ("pt", "abriram", "3.pl"),
        ("pt", "serão", "3.pl"),
        ("pl", "działa", "3.sg"),
        ("pl", "otworzył", "3.m.sg"),
        ("pl", "otworzyła", "3.f.sg"),
        ("pl", "otworzyło", "3.n.sg"),
        ("pl", "otworzyli", "3.v.pl"),
        ("pl", "otworzyły", "3.o.pl"),
        ("pl", "otwierają", "3.pl"),
        ("ru", "работает", "3.sg"),
        ("ru", "открылся", "3.m.sg"),
        ("ru", "открылась", "3.f.sg"),
        ("ru", "открылось", "3.n.sg"),
        ("ru", "открылись", "3.pl"),
    ],
)
def test_person_gender_and_number(language: str, word: str, shown: str) -> None:
    assert shown in _shown(language, word)


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("it", "aprire"),
        ("it", "chiusa"),
        ("it", "realmente"),
        ("it", "che"),
        ("pt", "abrir"),
        ("pt", "realmente"),
        ("pt", "que"),
        ("pl", "otworzyć"),
        ("pl", "wszystko"),
        ("pl", "że"),
        ("ru", "открыть"),
        ("ru", "что"),
    ],
)
def test_other_words_are_no_finite_verbs(language: str, word: str) -> None:
    assert not _shown(language, word)


@pytest.mark.parametrize(
    ("language", "text", "word", "reading"),
    [
        ("it", "è stata aperta", "aperta", "f.sg"),
        ("it", "sono già chiusi", "chiusi", "m.pl"),
        ("pt", "estava fechada", "fechada", "f.sg"),
        ("it", "era quindi rotta", "rotta", "f.sg"),
        ("pt", "foram muito criticados", "criticados", "m.pl"),
        ("pt", "era demasiado complicada", "complicada", "f.sg"),
        ("pl", "była zamknięta", "zamknięta", "f.sg"),
        ("pl", "jest bardzo stary", "stary", "m.sg"),
        ("ru", "была закрыта", "закрыта", "f.sg"),
    ],
)
def test_participles_and_adjectives_agree(
    language: str, text: str, word: str, reading: str
) -> None:
    words = text.split()
    found = _verbs(language).agreeing_word(words, 0)
    assert found is not None
    place, look = found
    assert words[place] == word
    assert meet(look, parse_readings(reading))


@pytest.mark.parametrize("language", ["es", "it", "pt", "pl", "ru"])
def test_subjects_may_be_dropped_and_overt_ones_are_pronouns(language: str) -> None:
    pack = load_pack(language)
    assert pack is not None
    assert pack.verbs.dropped
    assert {*pack.verbs.overt} <= {*pack.inventory}
