"""The table [verbs]: what a word shows of its subject if it is a finite verb."""

from __future__ import annotations

import pytest

from proform.language.pack import load_pack
from proform.language.readings import Reading
from proform.language.verbs import VerbForm, Verbs, parse_verbs

_SPANISH = load_pack("es")
assert _SPANISH is not None
SPANISH = _SPANISH.verbs
SINGULAR, PLURAL = VerbForm(3, "", "sg"), VerbForm(3, "", "pl")


@pytest.mark.parametrize("word", ["es", "está", "funciona", "abrió", "hizo", "tendrá", "puede"])
def test_third_person_singular(word: str) -> None:
    assert SPANISH.forms(word) == {SINGULAR}


@pytest.mark.parametrize("word", ["son", "están", "funcionan", "abrieron", "tendrán", "habían"])
def test_third_person_plural(word: str) -> None:
    assert SPANISH.forms(word) == {PLURAL}


def test_one_form_may_be_of_two_persons() -> None:
    assert SPANISH.forms("trabajaba") == {SINGULAR, VerbForm(1, "", "sg")}


@pytest.mark.parametrize("word", ["abrir", "abierta", "abriendo", "darlo", "realmente", "que", "."])
def test_other_words_are_no_finite_verbs(word: str) -> None:
    assert PLURAL not in SPANISH.forms(word)
    assert word == "abierta" or not SPANISH.forms(word)


@pytest.mark.parametrize(
    ("text", "place", "reading"),
    [
        ("está rota .", 1, Reading("f", "sg")),
        ("ha sido muy criticado", 3, Reading("m", "sg")),
        ("no están cerradas", 2, Reading("f", "pl")),
        ("pueden estar rotos", 2, Reading("m", "pl")),
    ],
)
def test_a_linking_verb_joins_an_adjective_to_its_subject(
    text: str, place: int, reading: Reading
) -> None:
    verb = 1 if text.startswith("no") else 0
    assert SPANISH.agreeing_word(text.split(), verb) == (place, frozenset({reading}))


@pytest.mark.parametrize("text", ["funciona rota", "está en casa", "es una mesa", "está ."])
def test_nothing_agrees_behind_other_verbs_and_words(text: str) -> None:
    assert SPANISH.agreeing_word(text.split(), 0) is None


def test_gender_in_a_verb() -> None:
    verbs = parse_verbs({"endings": {"3.f.sg": r"\w+ła", "3.m.sg": r"\w+ł"}}, {})
    assert verbs.forms("była") == {VerbForm(3, "f", "sg")}
    assert verbs.forms("był") == {VerbForm(3, "m", "sg")}


def test_what_contrast_has_is_here_too() -> None:
    contrast = {"linking": ["jest"], "skipped": "już", "forms": []}
    assert parse_verbs({"endings": {"3.sg": "x"}}, contrast).linking == {"jest"}
    own = {"endings": {"3.sg": "x"}, "linking": ["był"]}
    assert parse_verbs(own, contrast).linking == {"jest", "był"}


def test_a_language_without_the_table_has_no_verbs() -> None:
    assert not Verbs()
    french = load_pack("fr")
    assert french is not None
    assert not french.verbs


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ({"end": {}}, "unknown key 'end' in \\[verbs\\]"),
        ({"endings": {"4.sg": "a"}}, "'4.sg' in \\[verbs\\] is no person and number"),
        ({"endings": {"3.sg": "("}}, "verbs.endings.3.sg is no regular expression"),
        ({"adjectives": "("}, "verbs.adjectives is no regular expression"),
        ({"words": {"3.sg": "es"}}, "words.3.sg must be a list of strings"),
        ({"dropped": "yes"}, "verbs.dropped must be true or false, found 'yes'"),
        ({"agreeing": {"x.sg": "a"}}, "'x.sg' is no reading"),
        ({"endings": ["a"]}, "\\[verbs\\] does not fit"),
    ],
)
def test_what_does_not_fit(table: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        parse_verbs(table, {})
