"""Gender and number of nouns: from the words around them, from lists, from endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proform.analysis.gender import Gender
from proform.language.agreement import Agree
from proform.language.lexica import Derivation, NounLexicon, load_nouns
from proform.language.pack import Pack, load_pack
from proform.language.readings import COMMON, Reading, Readings, parse_readings


@dataclass(frozen=True)
class Parrot:
    """A tagger that always says the same."""

    says: Readings
    name: str = "parrot"

    def readings(self, _words: Sequence[str], _place: int) -> Readings:
        return self.says


def agree_of(language: str) -> Agree:
    pack = load_pack(language)
    assert pack is not None
    return pack.agree


def table_of(language: str) -> NounLexicon:
    nouns = load_nouns(load_pack(language) or Pack(language, language))
    assert nouns is not None
    return nouns


def marked(text: str) -> tuple[list[str], int]:
    """The words, and where the one in brackets is."""
    words = text.split()
    place = next(k for k, word in enumerate(words) if word.startswith("["))
    words[place] = words[place].strip("[]")
    return words, place


def found(
    language: str, text: str, lexicon: NounLexicon | None = None, tagger: Parrot | None = None
) -> tuple[str, tuple[str, ...]]:
    """Values and sources of the word in brackets."""
    gender = Gender(agree_of(language), (lexicon or table_of(language),), tagger)
    values, sources = gender.find(*marked(text))
    return " ".join(sorted(values)), sources


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("fr", "une très belle [quiche]", "f.sg"),
        ("fr", "des [xyzs]", "f.pl m.pl"),
        ("fr", "toutes les [xyzs]", "f.pl"),
        ("fr", "Nous avons tous nos [xyzs]", "f.pl m.pl"),
        ("fr", "son [livre]", "m.sg"),
        ("fr", "l' [équipe]", "f.sg"),
        ("fr", "aux [aides-soignantes]", "f.pl"),
        ("fr", "les [xyzs] magnifiques .", "f.pl m.pl"),
        ("de", "mit der großen [Kiste]", "f.sg"),
        ("de", "für den [Kram]", "m.sg"),
        ("de", "ein großer [Kahn]", "m.sg"),
        ("de", "die große [Kiste]", "f.sg"),
        ("es", "las [bicicletas]", "f.pl"),
        ("es", "su [bicicleta]", "f.sg"),
        ("es", "mis [manos]", "f.pl"),
        ("es", "el [agua]", "f.sg"),
        ("es", "los [periodistas]", "m.pl"),
        ("pl", "tę nową [xyzkę]", "f.sg"),
        ("pl", "tamci [xyzowie]", "v.pl"),
        ("pl", "dam ci [szansę]", "f.sg"),
        ("pl", "moja matka kupiła [xyz]", "f.sg m.sg n.sg o.pl v.pl"),
        ("pl", "to [xyz]", "f.sg m.sg n.sg o.pl v.pl"),
        ("ru", "этот старый [хыз]", "m.sg"),
        ("ru", "другой [хыз]", "f.sg m.sg"),
        ("ru", "моя мать купила [хыз]", "f.pl f.sg m.pl m.sg n.pl n.sg"),
    ],
)
def test_words_around_and_lexica_tell(language: str, text: str, values: str) -> None:
    assert found(language, text)[0] == values


def test_sources_are_named_in_the_order_of_trust() -> None:
    assert found("fr", "les [idées]") == ("f.pl", ("determiner", "Lefff"))
    assert found("fr", "cette [idée]") == ("f.sg", ("determiner",))


def test_unknown_stays_unknown() -> None:
    assert found("fr", "[Xyz]") == ("f.pl f.sg m.pl m.sg", ())


def test_a_lexicon_that_contradicts_the_article_leaves_it_open() -> None:
    assert found("de", "die [Ding]")[0] == "f.pl f.sg m.pl n.pl n.sg"


def test_a_compound_is_what_its_last_part_is() -> None:
    listed = {"teleskop": parse_readings("n.sg"), "raum": parse_readings("m.sg")}
    nouns = NounLexicon(listed, "x", Derivation(compounds=True))
    assert found("de", "[Weltraumteleskop]", nouns) == ("n.sg", ("x",))
    assert found("de", "[Radio-Teleskop]", nouns) == ("n.sg", ("x",))


def test_persons_of_a_common_gender_are_either() -> None:
    nouns = NounLexicon({"élèves": parse_readings("c.pl"), "élève": parse_readings("c.sg")}, "x")
    assert found("fr", "les [élèves]", nouns)[0] == "f.pl m.pl"
    assert found("fr", "toutes les [élèves]", nouns)[0] == "f.pl"
    assert found("fr", "l' [élève]", nouns)[0] == "f.sg m.sg"
    assert found("fr", "une [élève]", nouns)[0] == "f.sg"


def test_a_tagger_narrows_what_the_others_leave_open() -> None:
    tagger = Parrot(parse_readings("m.pl"))
    assert found("fr", "tes [xyzs]", None, tagger) == ("m.pl", ("determiner", "parrot"))


def test_a_tagger_never_contradicts() -> None:
    tagger = Parrot(parse_readings("f.sg"))
    assert found("fr", "les [idées]", None, tagger) == ("f.pl", ("determiner", "Lefff"))
    assert found("fr", "tes [xyz]", None, tagger) == ("f.pl m.pl", ("determiner",))


def test_a_tagger_does_not_guess_who_a_person_is() -> None:
    nouns, tagger = (
        NounLexicon({"juriste": parse_readings("c.sg")}, "x"),
        Parrot(parse_readings("f.sg")),
    )
    assert found("fr", "votre [juriste]", nouns, tagger)[0] == "f.sg m.sg"


READINGS = st.frozensets(
    st.builds(Reading, st.sampled_from(["", "m", "f", COMMON]), st.sampled_from(["", "sg", "pl"]))
)


@given(READINGS, READINGS, st.sampled_from(["les", "ma", "l'", "et", "un"]))
def test_whatever_a_tagger_says_it_only_narrows(
    listed: Readings, said: Readings, before: str
) -> None:
    agree, words = agree_of("fr"), [before, "balance", "verte"]
    lexicon = NounLexicon({"balance": listed}, "x")
    without = Gender(agree, (lexicon,)).find(words, 1)
    values, sources = Gender(agree, (lexicon,), Parrot(said)).find(words, 1)
    assert values
    assert values <= without.values
    assert sources[: len(without.sources)] == without.sources


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("su [plataforma]", "f.sg"),
        ("sus [problemas]", "m.pl"),
        ("su [panorama]", "m.sg"),
        ("su [opinión]", "f.sg"),
        ("su [corazón]", "m.sg"),
        ("su [hospital]", "m.sg"),
        ("su [señal]", "f.sg"),
        ("su [revista]", "f.sg"),
        ("su [dentista]", "f.sg m.sg"),
        ("su [mundo] para siempre", "m.sg"),
        ("su [mundo] cambia", "m.sg"),
        ("su [parte] dedicada", "f.sg"),
        ("un [arma]", "f.sg"),
        ("del [agua]", "f.sg"),
        ("un [mapa]", "m.sg"),
    ],
)
def test_spanish_nouns_show_their_gender(text: str, values: str) -> None:
    assert found("es", text)[0] == values


def test_without_lexicon_a_noun_is_told_by_article_and_ending() -> None:
    gender = Gender(agree_of("es"))
    assert gender.is_introduced(*marked("una [bicicleta]"))
    assert not gender.is_introduced(*marked("la bicicleta [funciona]"))
    assert not gender.is_introduced(*marked("de [ella]"))


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("fr", "votre [monnaie]", "f.sg"),
        ("fr", "des [clous]", "m.pl"),
        ("fr", "votre [juriste]", "f.sg m.sg"),
        ("fr", "vos [prétextes]", "m.pl"),
        ("fr", "vos [modes]", "f.pl m.pl"),
        ("es", "su [hidrante]", "f.sg m.sg"),
        ("es", "su [catéter]", "m.sg"),
        ("de", "den [Kindern]", "n.pl"),
        ("de", "[Straßenbahnhaltestellen]", "f.pl"),
    ],
)
def test_tables_know_more(language: str, text: str, values: str) -> None:
    assert found(language, text)[0] == values


def test_a_thing_without_gender_in_lefff_is_not_a_person() -> None:
    tagger = Parrot(parse_readings("m.pl"))
    assert found("fr", "vos [modes]", None, tagger)[0] == "m.pl"
    assert found("fr", "vos [juristes]", None, tagger)[0] == "f.pl m.pl"


def polish() -> Gender:
    return Gender(agree_of("pl"), (table_of("pl"),))


def test_a_noun_needs_no_article_where_there_are_none() -> None:
    words = ["Kupiłem", "samochód", "."]
    assert polish().is_introduced(words, 1)
    assert not polish().is_introduced(words, 0)


@pytest.mark.parametrize(
    ("nouns", "together"),
    [
        (["f.sg", "n.sg"], "o.pl"),
        (["v.pl", "f.sg"], "v.pl"),
        (["m.sg", "f.sg"], "o.pl v.pl"),
    ],
)
def test_several_polish_nouns_are_virile_if_one_is(nouns: list[str], together: str) -> None:
    known = polish().together([frozenset({noun}) for noun in nouns])
    assert " ".join(sorted(known)) == together
