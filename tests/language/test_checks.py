"""Packs that are wrong though their keys are right: said, with file, line and key."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from proform.errors import InputError
from proform.language.checks import line_of
from proform.language.forms import fold
from proform.language.pack import read_pack

FORMS = """name = "Little"
forms = [
  { form = "na", gender = "m" },
  { form = "ná", gender = "f" },
]
"""


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("[split]\nhyphens = true\n", 7, "unknown key 'hyphens' in .split."),
        ("[spit]\nhyphen = true\n", 6, "unknown key 'spit' at the top"),
        ("[split]\nhyphen = 1\n", 7, "split.hyphen must be true or false"),
        ("[split]\n\nenclitic = '(x'\n", 8, "split.enclitic is no regular expression"),
        ('[tokens]\ndotted = "mr"\n', 7, "tokens.dotted must be a list of words"),
        ('[tokens]\nendings = ["ei"]\n', 7, "tokens.endings stand behind clitics"),
        (
            '[split.examples]\nx-na-ei = ["x", "na", "ei"]\n',
            7,
            "'x-na-ei' in split.examples is split into",
        ),
        ('[target]\nunsure = ["no"]\n', 7, "'no' is used, but has no entry in `forms`"),
        ("lexicon = 1\n", 6, "lexicon must be the name of a file"),
        ("[tokens\n", 6, "Expected ']'"),
    ],
)
def test_where_and_what(tmp_path: Path, text: str, line: int, what: str) -> None:
    path = tmp_path / "xx.toml"
    path.write_text(FORMS + text, encoding="utf-8")
    with pytest.raises(InputError, match=what) as caught:
        read_pack("xx", path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_a_noun_in_two_genders_is_said(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    text = '[agree.nouns]\n"m.sg" = ["mo"]\n"f.sg" = ["mo"]\n'
    path.write_text(FORMS + text, encoding="utf-8")
    with pytest.raises(InputError, match=r"agree.nouns has 'mo' as m.sg and as f.sg") as caught:
        read_pack("xx", path)
    assert caught.value.line == 7
    for other in (text.replace("f.sg", "f.pl"), '[agree.nouns]\n"m.sg f.sg" = ["mo"]\n'):
        path.write_text(FORMS + other, encoding="utf-8")
        assert len(read_pack("xx", path).agree.nouns["mo"]) == 2


def test_decomposed_accents_are_said_in_packs_and_understood_in_texts(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    path.write_text(unicodedata.normalize("NFD", FORMS), encoding="utf-8")
    with pytest.raises(InputError, match="has accents as characters of their own"):
        read_pack("xx", path)
    assert fold(unicodedata.normalize("NFD", "Ná")) == "ná"


def test_a_message_about_nothing_in_the_file_has_no_line() -> None:
    assert line_of("a = 1\n", "cannot be read") is None


def test_a_word_is_found_where_no_key_is() -> None:
    text = 'x = 1\ny = ["ni", "na"]\n'
    assert line_of(text, f"{'na'!r} is used") == 2
    assert re.search("na", text)
