"""What a verb shows of a subject that has no word."""

from __future__ import annotations

import pytest

from proform.analysis.gender import Gender
from proform.analysis.pronouns import Evidence
from proform.analysis.verbs import shown_by_verb
from proform.language.lexica import load_nouns
from proform.language.pack import load_pack
from proform.model import DROPPED, Alignment, Rendering, Step, Translation

SPANISH = load_pack("es")
assert SPANISH is not None
NOUNS = load_nouns(SPANISH)
assert NOUNS is not None
GENDER = Gender(SPANISH.agree, (NOUNS,))


def _shown(text: str, verb: int = 0) -> Evidence:
    assert SPANISH is not None
    words = text.split()
    rendering = Rendering((verb,), (words[verb],), (DROPPED,), Step.DROPPED, ())
    return shown_by_verb(GENDER, SPANISH, rendering, Translation(words, Alignment([], [])))


@pytest.mark.parametrize(
    ("text", "values", "words"),
    [
        ("Está rota .", {"f.sg"}, "ø Está … rota"),
        ("Fueron cerrados ayer", {"m.pl"}, "ø Fueron … cerrados"),
        ("Ha sido ya muy discutida", {"f.sg"}, "ø Ha … discutida"),
        ("Funciona", {"m.sg", "f.sg"}, "ø Funciona"),
        ("Funcionan mal", {"m.pl", "f.pl"}, "ø Funcionan"),
        # Adjectives that nouns look like; a pronoun behind its verb.
        ("Está vacía", {"f.sg"}, "ø Está … vacía"),
        ("Es muy barato", {"m.sg"}, "ø Es … barato"),
        ("Es demasiado pequeña .", {"f.sg"}, "ø Es … pequeña"),
        ("Está recién tapizada", {"f.sg"}, "ø Está … tapizada"),
        ("Pudo quedar dañado", {"m.sg"}, "ø Pudo … dañado"),
        ("Es buena para todos", {"f.sg"}, "ø Es … buena"),
        ("Es buena idea", {"m.sg", "f.sg"}, "ø Es"),
        ("Son ellas", {"f.pl"}, "ø Son … ellas"),
        # What may be a noun, or agree, leaves everything open, as nobody knows what it shows.
        ("Es mentira", set(), "ø Es … mentira"),
        # Nouns have a gender of their own; what is in another number says nothing.
        ("Es una mesa", {"m.sg", "f.sg"}, "ø Es"),
        ("Está haciendo ruido", {"m.sg", "f.sg"}, "ø Está"),
        ("Es poco discutida", {"f.sg"}, "ø Es … discutida"),
        ("Está rotas", {"m.sg", "f.sg"}, "ø Está"),
    ],
)
def test_gender_and_number(text: str, values: set[str], words: str) -> None:
    evidence = _shown(text)
    assert (evidence.values, evidence.words, evidence.neutral) == (frozenset(values), words, False)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Muszą być zamknięci", {"v.pl"}),
        ("Muszą być zamknięte", {"o.pl"}),
        ("Jest zamknięty", {"m.sg"}),
        ("Jest gorący", {"m.sg"}),
        ("Są gorący", {"v.pl"}),
    ],
)
def test_polish_plurals_of_men_and_of_others(text: str, values: set[str]) -> None:
    polish = load_pack("pl")
    assert polish is not None
    nouns = load_nouns(polish)
    words = text.split()
    rendering = Rendering((0,), (words[0],), (DROPPED,), Step.DROPPED, ())
    gender = Gender(polish.agree, (nouns,) if nouns else ())
    shown = shown_by_verb(gender, polish, rendering, Translation(words, Alignment([], [])))
    assert shown.values == values
