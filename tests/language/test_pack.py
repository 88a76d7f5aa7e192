"""Language packs: the built-in ones, the user's, and malformed ones."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from tests.support.command import Write

from proform.errors import InputError
from proform.language.forms import Splitter, fold
from proform.language.pack import Form, Pack, languages, load_pack, load_packs, read_pack

LANGUAGES = tuple(languages())

TOML = """
name = "Little"
forms = [
  { form = "ni", person = 1, gender = "f", number = "sg", case = "nom" },
  { form = "na" },
  { form = "ni", person = 2 },
]
[source]
pronouns = ["ni"]
[target]
identical = [["ni", "na"]]
equivalent = [["na", "ni"]]
[split]
elided = ["n"]
contracted = ["'a"]
hyphen = true
enclitic = "(x+)(ni)"
[ambiguous]
ni = "two readings"
[likely.en]
it = ["na", "ni"]
"""


def built_in(language: str) -> Pack:
    pack = load_pack(language)
    assert pack is not None
    return pack


@pytest.mark.parametrize(
    ("language", "name"),
    [
        *(("de", "German"), ("en", "English"), ("es", "Spanish"), ("fr", "French")),
        *(("pl", "Polish"), ("ru", "Russian")),
        *(("it", "Italian"), ("pt", "Portuguese")),
    ],
)
def test_built_in_pack_loads(language: str, name: str) -> None:
    pack = built_in(language)
    assert (pack.language, pack.name) == (language, name)
    assert pack.pronouns
    assert set(pack.pronouns) <= set(pack.inventory)


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_forms_are_as_tokens_are_looked_up(language: str) -> None:
    inventory = built_in(language).inventory
    assert [fold(form) for form in inventory] == list(inventory)
    assert not [form for form in inventory if " " in form]


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_readings_are_all_different(language: str) -> None:
    forms = built_in(language).forms
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_groups_do_not_overlap(language: str) -> None:
    # A form in two groups of identical ones would stand for two things.
    grouped = [form for group in built_in(language).identical for form in group]
    assert len(set(grouped)) == len(grouped)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", LANGUAGES)
def test_built_in_pack_has_likely_translations_of_what_others_evaluate(
    language: str, source: str
) -> None:
    _, pack = load_packs(f"{source}-{language}")
    if source == language:
        assert source not in pack.likely
    else:
        assert set(built_in(source).pronouns) <= {s for s, t in pack.likely[source].items() if t}


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_likely_translations_are_of_known_pronouns(language: str) -> None:
    for source, table in built_in(language).likely.items():
        assert set(table) <= set(built_in(source).inventory)
        assert all(len(set(forms)) == len(forms) for forms in table.values())


def test_pack_holds_what_the_file_says(write: Write) -> None:
    first = Form("ni", 1, "f", "sg", "nom")
    second = Form("ni", 2, "", "", "")
    pack = read_pack("xx", write("xx.toml", TOML))
    assert pack == Pack(
        language="xx",
        name="Little",
        forms=(first, Form("na", 3, "", "", ""), second),
        pronouns=("ni",),
        identical=(("ni", "na"),),
        equivalent=(("na", "ni"),),
        splitter=Splitter(("n",), ("'a",), hyphen=True, enclitic="(x+)(ni)"),
        ambiguous={"ni": "two readings"},
        likely={"en": {"it": ("na", "ni")}},
    )
    assert pack.inventory == ("ni", "na")
    assert pack.readings("ni") == (first, second)
    assert pack.readings("no") == ()


def test_nouns_hold_what_the_file_says(write: Write) -> None:
    pack = read_pack("xx", write("xx.toml", "[nouns]\ngroup = ['team']\ntransparent = ['bit']\n"))
    assert pack.nouns.group == {"team"}
    assert pack.nouns.transparent == {"bit"}
    assert not pack.nouns.single


@pytest.mark.parametrize("language", languages())
def test_built_in_nouns_are_in_lower_case(language: str) -> None:
    pack = load_pack(language)
    assert pack is not None
    every = [word for field in fields(pack.nouns) for word in getattr(pack.nouns, field.name)]
    assert every == [word.casefold() for word in every]


def test_groups_are_in_the_singular() -> None:
    pack = load_pack("en")
    assert pack is not None
    assert not [w for w in pack.nouns.group if w.endswith("s") and not w.endswith(("ss", "us"))]


def test_unsure_forms(write: Write) -> None:
    german = load_pack("de")
    assert german is not None
    assert german.unsure == ("sie",)
    path = write("xx.toml", 'forms = [{ form = "a" }]\n[target]\nunsure = ["a"]\n')
    assert read_pack("xx", path).unsure == ("a",)


def test_empty_file_is_a_pack_that_knows_nothing(write: Write) -> None:
    assert read_pack("xx", write("xx.toml", "")) == Pack("xx", "xx")


def test_user_pack_goes_before_the_built_in_one(write: Write) -> None:
    folder = write("fr.toml", TOML).parent
    pack = load_pack("fr", folder)
    assert pack is not None
    assert pack.name == "Little"


def test_user_pack_adds_a_language(write: Write) -> None:
    folder = write("xx.toml", TOML).parent
    pack = load_pack("xx", folder)
    assert pack is not None
    assert pack.language == "xx"


def test_built_in_pack_where_the_user_has_none(tmp_path: Path) -> None:
    assert load_pack("fr", tmp_path) == built_in("fr")
    assert {"de", "en", "es", "fr", "it", "pt"} <= {*languages()}


@pytest.mark.parametrize("folder", [None, "packs"])
def test_no_pack_of_an_unknown_language(tmp_path: Path, folder: str | None) -> None:
    assert load_pack("xx", tmp_path / folder if folder else None) is None


MALFORMED = {
    "unknown key in agree": (
        "[agree]\ngender = []",
        "unknown key 'gender' in [agree]; known are adjectives",
    ),
    "unknown gender in agree": (
        "[agree]\ngenders = ['m', 'u']",
        "'u' in agree.genders is not one of m, f, n",
    ),
    "reading that is none": ("[agree.nouns]\n'm.du' = ['a']", "'m.du' is no reading such as m.sg"),
    "group of a clue that is no reading": (
        "[[agree.clues]]\nforms = ['a']\npattern = '(?P<m_du>a)'",
        "'m.du' is no reading such as m.sg",
    ),
    "masked that is no expression": ("[agree]\nmasked = '('", "[agree] does not fit"),
    "no TOML": ("forms = [", "Invalid value"),
    "same key twice": ("name = 'a'\nname = 'b'", "Cannot overwrite a value"),
    "unknown key at the top": (
        "form = []",
        "unknown key 'form' at the top; known are agree, ambiguous, c",
    ),
    "unknown key in source": (
        "[source]\nlist = []",
        "unknown key 'list' in [source]; known are free, pro",
    ),
    "unknown key in target": (
        "[target]\nsame = []",
        "unknown key 'same' in [target]; known are equ",
    ),
    "unknown key in split": (
        "[split]\nelision = []",
        "unknown key 'elision' in [split]; known are",
    ),
    "unknown key of a form": (
        'forms = [{ form = "it", genus = "n" }]',
        "unknown key 'genus' in the entry of 'it'; known are case, form, gender, number, person",
    ),
    "unknown person": (
        'forms = [{ form = "it", person = 4 }]',
        "person of 'it' is 4, not one of 1, 2",
    ),
    "person as a word": (
        'forms = [{ form = "it", person = "3" }]',
        "person of 'it' is '3', not one",
    ),
    "person as a list": (
        'forms = [{ form = "it", person = [3] }]',
        "person of 'it' is [3], not one",
    ),
    "unknown gender": (
        'forms = [{ form = "it", gender = "x" }]',
        "gender of 'it' is 'x', not one of '', 'f', 'm', 'n'",
    ),
    "unknown number": (
        'forms = [{ form = "it", number = "du" }]',
        "number of 'it' is 'du', not one",
    ),
    "unknown case": (
        'forms = [{ form = "it", case = "abl" }]',
        "case of 'it' is 'abl', not one of",
    ),
    "form that is no table": ('forms = ["it"]', "expected an entry such as { form = "),
    "form without form": ("forms = [{ person = 3 }]", "expected an entry such as { form = "),
    "forms that are no list": ("forms = 3", "forms must be a list"),
    "table that is none": ("source = 3", "expected a table in [source], found 3"),
    "ambiguous that is no table": ("ambiguous = 3", "expected a table in [ambiguous], found 3"),
    "likely that is no table": ("likely = 3", "expected a table in [likely], found 3"),
    "likely of a language that is no table": (
        '[likely]\nen = ["it"]',
        "expected a table in [likely.en]",
    ),
    "pronouns that are no list": (
        '[source]\npronouns = "it"',
        "source.pronouns must be a list of str",
    ),
    "pronoun that is no string": (
        "[source]\npronouns = [1]",
        "source.pronouns must be a list of str",
    ),
    "groups that are no list": (
        "[target]\nidentical = 1",
        "target.identical must be a list of lists",
    ),
    "group that is no list": (
        '[target]\nequivalent = ["it"]',
        "target.equivalent must be a list of strings, found 'it'",
    ),
    "likely that is no list": (
        "[likely.en]\nit = 1",
        "likely.en.it must be a list of strings, found 1",
    ),
    "elided that is no list": ("[split]\nelided = 'c'", "split.elided must be a list of strings"),
    "contracted that is no list": (
        "[split]\ncontracted = 1",
        "split.contracted must be a list of st",
    ),
    "hyphen that is no flag": ("[split]\nhyphen = 'false'", "split.hyphen must be true or false"),
    "broken pattern": (
        "[split]\nenclitic = '('",
        "split.enclitic is no regular expression (missing )",
    ),
    "pattern that is no string": ("[split]\nenclitic = 3", "split.enclitic must be a string"),
    "unlisted source pronoun": (
        '[source]\npronouns = ["it"]',
        "'it' is used, but has no entry in `f",
    ),
    "unlisted identical form": (
        '[target]\nidentical = [["a", "b"]]',
        "'a' is used, but has no entry",
    ),
    "unlisted equivalent form": (
        '[target]\nequivalent = [["a", "b"]]',
        "'a' is used, but has no ent",
    ),
    "unlisted unsure form": (
        '[target]\nunsure = ["es"]',
        "'es' is used, but has no entry in `forms`",
    ),
    "unsure that is no list": (
        "[target]\nunsure = 'es'",
        "target.unsure must be a list of strings",
    ),
    "unknown key of nouns": ("[nouns]\ngroups = []", "unknown key 'groups' in [nouns]; known are"),
    "words that are no list": ("[nouns]\ngroup = 'of'", "nouns.group must be a list of strings"),
    "nouns that are no table": ("nouns = 3", "expected a table in [nouns], found 3"),
    "unlisted likely form": (
        '[likely.en]\nit = ["es"]',
        "'es' is used, but has no entry in `forms`",
    ),
    "unlisted ambiguous form": (
        '[ambiguous]\nit = "x"',
        "'it' is used, but has no entry in `forms`",
    ),
}


@pytest.mark.parametrize(("toml", "what"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_pack_is_refused(write: Write, toml: str, what: str) -> None:
    path = write("xx.toml", toml)
    with pytest.raises(
        InputError, match=rf"{re.escape(str(path))}(?::\d+)?: {re.escape(what)}"
    ) as caught:
        load_pack("xx", path.parent)
    assert caught.value.hint == "docs/language-packs.md describes the format"


def test_broken_toml_names_the_line(write: Write) -> None:
    path = write("xx.toml", 'name = "x"\n\nforms = oops\n')
    with pytest.raises(InputError, match=re.escape(str(path)) + ".*at line 3"):
        read_pack("xx", path)


def test_pack_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    path.write_bytes(b'name = "Fran\xe7ais"\n')
    with pytest.raises(InputError, match=re.escape(f"{path}: ") + ".*utf-8.*0xe7"):
        load_pack("xx", tmp_path)


def test_pack_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    with pytest.raises(InputError, match=re.escape(str(path)) + ".*No such file"):
        read_pack("xx", path)


def test_the_french_gap_list_is_that_of_discomt_2015() -> None:
    assert built_in("fr").gap_forms == ("il", "elle", "ils", "elles", "ce", "on", "ça/cela")


@pytest.mark.parametrize("language", LANGUAGES)
def test_gap_lists_fit_the_keys_and_do_not_overlap(language: str) -> None:
    forms = built_in(language).gap_forms
    assert 4 <= len(forms) <= 9  # with other, a digit for each
    members = [form for choice in forms for form in choice.split("/")]
    assert len(set(members)) == len(members)


@pytest.mark.parametrize(
    ("gap", "complaint"),
    [
        ('forms = ["no"]', "'no' is used, but has no entry"),
        ('forms = ["ni/na", "na"]', "'na' is in gap.forms twice"),
        ('forms = ["na", "other"]', "'other' cannot be in gap.forms"),
        ('forms = "ni"', "gap.forms must be a list of strings"),
        ("words = []", "unknown key 'words' in .gap."),
        ("written_out = { n = 1 }", "gap.written_out must have strings"),
        ("written_out = 1", "expected a table in .gap.written_out."),
    ],
)
def test_malformed_gap_lists(write: Write, gap: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_pack("xx", write("xx.toml", f"{TOML}\n[gap]\n{gap}\n"))
