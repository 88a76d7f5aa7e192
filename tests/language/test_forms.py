"""Pronouns hidden in longer tokens."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proform.language.forms import Splitter, fold
from proform.language.pack import Pack, languages, load_pack

UNTIMED = settings(deadline=None)

LANGUAGES = tuple(languages())
BUILT_IN = {language: load_pack(language) for language in LANGUAGES}


def pack_of(language: str) -> Pack:
    pack = BUILT_IN[language]
    assert pack is not None
    return pack


def find(language: str, token: str) -> str | None:
    pack = pack_of(language)
    return pack.splitter.find(token, set(pack.inventory))


@pytest.mark.parametrize(
    ("token", "folded"),
    [
        ("Il", "il"),
        ("L’", "l'"),
        ("L&apos;", "l'"),
        ("Qu’il", "qu'il"),
        ("ÇA", "ça"),
        ("celui-ci", "celui-ci"),
        ("", ""),
    ],
)
def test_fold(token: str, folded: str) -> None:
    assert fold(token) == folded


@UNTIMED
@given(st.lists(st.sampled_from(["a", "É", "'", "’", "&apos;", "-", "ß"])).map("".join))
def test_fold_leaves_one_kind_of_apostrophe_and_nothing_to_fold(token: str) -> None:
    folded = fold(token)
    assert "’" not in folded
    assert "&apos;" not in folded
    assert fold(folded) == folded


@pytest.mark.parametrize(
    ("token", "form"),
    [
        ("il", "il"),
        ("Il", "il"),
        ("c'est", "c'"),
        ("C’était", "c'"),
        ("ç'a", "ç'"),
        ("qu'il", "il"),
        ("Qu’elles", "elles"),
        ("lorsqu&apos;il", "il"),
        ("s'il", "il"),
        ("s'est", "s'"),
        ("l'on", "on"),
        ("j'y", "y"),
        ("l'", "l'"),
        ("l’", "l'"),
        ("l&apos;", "l'"),
        ("l'eau", "l'"),
        ("est-il", "il"),
        ("a-t-elle", "elle"),
        ("n'est-ce", "ce"),
        ("qu'est-ce", "ce"),
        ("donne-le-moi", "le"),
        ("va-t'en", "en"),
        ("celui-ci", "celui-ci"),
        ("Celle-là", "celle-là"),
        ("lui-même", "lui-même"),
        ("aujourd'hui", None),
        ("quelqu'un", None),
        ("qu'", None),
        ("jusqu'à", None),
        ("illusion", None),
        ("-", None),
        ("'", None),
        ("", None),
    ],
)
def test_french(token: str, form: str | None) -> None:
    assert find("fr", token) == form


@pytest.mark.parametrize(
    ("token", "form"),
    [
        ("it's", "it"),
        ("It’s", "it"),
        ("it&apos;s", "it"),
        ("they're", "they"),
        ("She'd", "she"),
        ("he'll", "he"),
        ("that's", "that"),
        ("give'em", "'em"),
        ("'em", "'em"),
        ("y'all", "y'all"),
        ("dog's", None),
        ("'s", None),
        ("she-wolf", None),
        ("item", None),
    ],
)
def test_english(token: str, form: str | None) -> None:
    assert find("en", token) == form


@pytest.mark.parametrize(
    ("token", "form"),
    [
        ("es", "es"),
        ("'s", "'s"),
        ("geht's", "'s"),
        ("Geht’s", "'s"),
        ("geht&apos;s", "'s"),
        ("ich's", "'s"),
        ("damit", "damit"),
        ("Peters", None),
        ("Er-Form", None),
        ("E-Mail", None),
    ],
)
def test_german(token: str, form: str | None) -> None:
    assert find("de", token) == form


def test_german_counts_the_short_form_as_the_long_one() -> None:
    assert ("es", "'s") in pack_of("de").identical


@pytest.mark.parametrize(
    ("token", "form"),
    [
        ("darlo", "lo"),
        ("Darlo", "lo"),
        ("dar-lo", "lo"),
        ("dárselo", "lo"),
        ("decírmelo", "lo"),
        ("oírla", "la"),
        ("comprándola", "la"),
        ("yéndose", "se"),
        ("cómpralo", "lo"),
        ("dámelo", "lo"),
        ("dígale", "le"),
        ("vámonos", "nos"),
        ("vuelo", None),
        ("película", None),
        ("abuelo", None),
        ("hablar", None),
        ("parte", None),
        ("Carlos", None),
        ("escándalo", None),
        ("perla", None),
    ],
)
def test_spanish(token: str, form: str | None) -> None:
    assert find("es", token) == form


@pytest.mark.parametrize(
    ("language", "token", "parts"),
    [
        ("fr", "c'est", ("c'", "est")),
        ("fr", "qu'est-ce", ("qu'", "est", "ce")),
        ("fr", "d'l'eau", ("d'", "l'", "eau")),
        ("fr", "l'", ("l'",)),
        ("fr", "celui-ci", ("celui", "ci")),
        ("fr", "-", ()),
        ("en", "they're", ("they", "'re")),
        ("en", "well-known", ("well-known",)),
        ("de", "geht's", ("geht", "'s")),
        ("es", "dárselo", ("dár", "se", "lo")),
        ("es", "vuelo", ("vuelo",)),
    ],
)
def test_parts(language: str, token: str, parts: tuple[str, ...]) -> None:
    assert pack_of(language).splitter.parts(token) == parts


folded = st.lists(
    st.sampled_from(
        ["c'", "qu'", "l'", "'", "-", "il", "est", "dar", "dár", "se", "lo", "'s", "a"]
    ),
    max_size=7,
).map("".join)


@UNTIMED
@given(st.sampled_from(LANGUAGES), folded)
def test_parts_put_together_are_the_token(language: str, token: str) -> None:
    splitter = pack_of(language).splitter
    whole = token.replace("-", "") if splitter.hyphen else token
    assert "".join(splitter.parts(token)) == whole


@UNTIMED
@given(st.sampled_from(LANGUAGES), folded)
def test_what_is_found_is_listed_and_is_the_token_or_a_part(language: str, token: str) -> None:
    pack = pack_of(language)
    hidden = {token, *pack.splitter.parts(token)} & set(pack.inventory)
    found = find(language, token)
    assert found in hidden if hidden else found is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_found_whole_in_any_case(language: str) -> None:
    inventory = pack_of(language).inventory
    assert [find(language, form) for form in inventory] == list(inventory)
    assert [find(language, form.upper()) for form in inventory] == list(inventory)


def test_without_rules_only_whole_tokens_are_found() -> None:
    splitter = Splitter()
    assert splitter.find("Il", {"il"}) == "il"
    assert [splitter.find(token, {"il"}) for token in ("qu'il", "est-il", "l")] == [None] * 3
    assert splitter.parts("qu'est-il") == ("qu'est-il",)


def test_longest_elision_wins() -> None:
    assert Splitter(elided=("qu", "jusqu", "us")).parts("jusqu'ici") == ("jusqu'", "ici")
    assert Splitter(contracted=("'s", "it's")).parts("xit's") == ("x", "it's")


def test_rules_are_words_not_patterns() -> None:
    assert Splitter(elided=(".",)).parts("c'est") == ("c'est",)
    assert Splitter(contracted=(".s",)).parts("it's") == ("it's",)


def test_part_before_a_hyphen_goes_first_and_in_it_the_last() -> None:
    splitter = Splitter(elided=("s", "l"), hyphen=True)
    assert splitter.find("s'il-vous", {"s'", "il", "vous"}) == "il"
    assert splitter.find("l'a-t-il", {"l'", "il"}) == "l'"
