"""What changes with the gender of a pronoun, by the table of a language pack."""

from __future__ import annotations

import pytest

from proform.language.agreement import Agree
from proform.language.contrast import ContrastRules, parse_contrast
from proform.language.pack import load_packs

FRENCH = load_packs("en-fr")[1].contrast
SPANISH = load_packs("en-es")[1].contrast


@pytest.mark.parametrize(
    ("masculine", "feminine", "number"),
    [
        ("venu", "venue", "sg"),
        ("arrivés", "arrivées", "pl"),
        ("beau", "belle", "sg"),
        ("nouveaux", "nouvelles", "pl"),
        ("sérieux", "sérieuse", "sg"),
        ("normaux", "normales", "pl"),
        ("rouge", "rouge", "sg"),
        ("finis", "finies", "pl"),
        ("remis", "remises", "pl"),
        ("ouvert", "ouverte", "sg"),
    ],
)
def test_french_adjectives_and_participles(masculine: str, feminine: str, number: str) -> None:
    assert FRENCH.changed(masculine, "f", number) == feminine
    assert FRENCH.changed(feminine, "m", number) == masculine


@pytest.mark.parametrize(
    ("word", "gender", "changed"),
    [
        ("roto", "f", "rota"),
        ("rota", "m", "roto"),
        ("feliz", "m", "feliz"),
        ("artista", "m", "artista"),
    ],
)
def test_spanish_adjectives(word: str, gender: str, changed: str) -> None:
    assert SPANISH.changed(word, gender, "sg") == changed


@pytest.mark.parametrize("word", ["chanteuse", "kiwi-bar", "bidon"])
def test_what_is_not_known_is_not_changed(word: str) -> None:
    assert FRENCH.changed(word, "m", "sg") is None


def test_a_language_without_the_table_has_none() -> None:
    assert not ContrastRules()
    assert not load_packs("en-xx")[1].contrast
    assert all(load_packs(f"en-{code}")[1].contrast for code in ("fr", "de", "es", "it", "pt"))


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"links": []}, "unknown key 'links'"),
        ({"blocking": "("}, "does not fit"),
        ({"pairs": [["beau"]]}, "a masculine and a feminine form"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(table: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_contrast({"forms": [], **table}, Agree(genders=("m", "f")))
    with pytest.raises(ValueError, match="needs forms, and the genders"):
        parse_contrast({"forms": []}, Agree())
