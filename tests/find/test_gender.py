"""Gender and number of nouns: from the words around them, from lists, from endings."""

from __future__ import annotations

import pytest

from proform.find.gender import Gender
from proform.lexicon.pack import load_pack
from proform.lexicon.reading import ANYTHING, Reading, meet, parse_readings
from proform.read.nouns import Nouns, load_nouns


def found(language: str, text: str, lexicon: Nouns | None = None) -> tuple[str, tuple[str, ...]]:
    """Values and sources of the word in brackets."""
    words = text.split()
    place = next(k for k, word in enumerate(words) if word.startswith("["))
    words[place] = words[place].strip("[]")
    pack = load_pack(language)
    assert pack is not None
    values, sources = Gender(pack.agree, (lexicon,) if lexicon else ()).find(words, place)
    return " ".join(sorted(values)), sources


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("fr", "une très belle [quiche]", "f.sg"),
        ("fr", "des [quiches]", "f.pl m.pl"),
        ("fr", "toutes les [quiches]", "f.pl"),
        ("fr", "son [livre]", "m.sg"),
        ("fr", "l' [équipe]", "f.sg"),
        ("de", "mit der großen [Kiste]", "f.sg"),
        ("de", "für den [Kram]", "m.sg"),
        ("de", "ein großes [Boot]", "n.sg"),
        ("de", "ein großer [Kahn]", "m.sg"),
        ("de", "die große [Kiste]", "f.sg"),
        ("de", "die großen [Kisten]", "f.pl m.pl n.pl"),
        ("es", "las [bicicletas]", "f.pl"),
        ("es", "su [bicicleta]", "f.sg"),
        ("es", "mis [manos]", "f.pl"),
        ("es", "el [agua]", "f.sg"),
        ("es", "los [periodistas]", "m.pl"),
    ],
)
def test_words_around_and_core_tell(language: str, text: str, values: str) -> None:
    assert found(language, text)[0] == values


def test_sources_are_named_in_the_order_of_trust() -> None:
    assert found("fr", "les [idées]") == ("f.pl", ("determiner", "core lexicon"))
    assert found("fr", "cette [idée]") == ("f.sg", ("determiner",))


def test_unknown_stays_unknown() -> None:
    assert found("fr", "[Xyz]") == ("f.pl f.sg m.pl m.sg", ())


def test_a_lexicon_that_contradicts_the_article_leaves_it_open() -> None:
    assert found("de", "die [Ding]")[0] == "f.pl f.sg m.pl n.pl n.sg"


def test_a_compound_is_what_its_last_part_is() -> None:
    nouns = Nouns({"teleskop": parse_readings("n.sg"), "raum": parse_readings("m.sg")}, "x", True)
    assert found("de", "[Weltraumteleskop]", nouns) == ("n.sg", ("x",))
    assert found("de", "[Radio-Teleskop]", nouns) == ("n.sg", ("x",))


def test_a_common_gender_is_either() -> None:
    nouns = Nouns({"élèves": parse_readings("c.pl"), "élève": parse_readings("c.sg")}, "x")
    assert found("fr", "les [élèves]", nouns)[0] == "f.pl m.pl"
    assert found("fr", "l' [élève]", nouns)[0] == "f.sg m.sg"
    assert found("fr", "une [élève]", nouns)[0] == "f.sg"


def test_readings_meet() -> None:
    assert meet(parse_readings("m.sg f.sg"), parse_readings(".sg.nom")) == parse_readings(
        "m.sg.nom f.sg.nom"
    )
    assert meet(parse_readings("m.sg"), parse_readings("f")) == frozenset()
    assert meet(ANYTHING, [Reading("n")]) == {Reading("n")}
    with pytest.raises(ValueError, match="no reading"):
        parse_readings("m.dual")


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("fr", "votre [monnaie]", "f.sg"),
        ("fr", "des [clous]", "m.pl"),
        ("de", "den [Kindern]", "n.pl"),
        ("de", "[Straßenbahnhaltestellen]", "f.pl"),
    ],
)
def test_installed_lexica_know_more(language: str, text: str, values: str) -> None:
    nouns = load_nouns(language)
    if nouns is None:
        pytest.skip(f"needs the extra for {language}")
    assert found(language, text, nouns)[0] == values
