"""Whether a pronoun fits what it may refer to."""

from __future__ import annotations

import pytest

from proform.analysis.fits import Fitter
from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.analysis.pronouns import PronounReader
from proform.language.lexica import load_nouns
from proform.language.pack import load_packs
from proform.model import (
    Alignment,
    Antecedents,
    Chances,
    Occurrence,
    Option,
    Rendering,
    Segment,
    Step,
)
from proform.model import Translation as Into

IT = Occurrence(1, 1, "it", "it", None)


def fitted(languages: str, noun: str, pronoun: str, known: Antecedents) -> Rendering:
    english, target = load_packs(languages)
    nouns = load_nouns(target)
    gender = Gender(target.agree, (nouns,) if nouns else ())
    reader = PronounReader(english, target, gender)
    links = Alignment((0, 1, 2), (0, 1, 2))
    first, second = Into(noun.split(), links), Into(pronoun.split(), links)
    tags = ["DET", "NOUN.sg", "AUX"]
    before = Segment(0, None, ["The", "bicycle", "is"], first, [], tags=tags)
    words = ["But", "it", "works"]
    segment = Segment(1, None, words, second, [], [before], antecedents={1: known})
    word = second.tokens[1]
    plain = Rendering((1,), (word,), (reader.form(word),), Step.ALIGNED, (1,))
    return Fitter(Nouns(english, gender), reader).fitted(IT, plain, segment, second)


@pytest.mark.parametrize(
    ("languages", "noun", "pronoun", "chances"),
    [
        ("en-fr", "Le vélo est", "Mais il marche", Chances(right=1.0)),
        ("en-fr", "La bicyclette est", "Mais il marche", Chances(wrong=1.0, misfit=1.0)),
        ("en-fr", "La bicyclette est", "Mais ça marche", Chances(safe=1.0)),
        ("en-fr", "La bicyclette est", "Mais l' aime", Chances(safe=1.0)),
        ("en-fr", "La bicyclette est", "Mais on marche", Chances(open=1.0)),
        ("en-de", "Die Maschine ist", "Aber sie läuft", Chances(right=1.0)),
        ("en-de", "Die Maschine ist", "Aber er läuft", Chances(wrong=0.5, misfit=1.0)),
        ("en-de", "Die Maschine ist", "Aber es läuft", Chances(0.08, 0.46, misfit=0.92)),
        ("en-de", "Die Maschine ist", "Aber ihm hilft", Chances(wrong=1.0, misfit=1.0)),
        ("en-de", "Der Motor ist", "Aber ihm hilft", Chances(right=0.5, safe=0.5)),
    ],
)
def test_chances(languages: str, noun: str, pronoun: str, chances: Chances) -> None:
    known = Antecedents((Option(((0, 1),), 0.7),), {"far": 0.3})
    noun_fit, nothing = fitted(languages, noun, pronoun, known).fits
    assert noun_fit.chances == pytest.approx(chances)
    assert (noun_fit.heads, noun_fit.probability) == (("bicycle",), 0.7)
    assert nothing.chances.safe == (1.0 if "ça" in pronoun else 0.0)


@pytest.mark.parametrize(
    ("noun", "looks"),
    [
        ("Le vélo est", "masculine singular (determiner)"),
        ("Les vélos sont", "masculine plural (determiner, Lefff, a guess)"),
    ],
)
def test_a_noun_that_is_only_guessed_is_called_a_guess(noun: str, looks: str) -> None:
    known = Antecedents((Option(((0, 1),)),))
    (fit,) = fitted("en-fr", noun, "Mais il marche", known).fits
    assert fit.looks == looks


def test_right_or_wrong_some_gender_is_seen() -> None:
    """Of all that a system may write, the chances add up to 1, be it right or wrong."""
    known = Antecedents((Option(((0, 1),)),))
    fits = [
        fitted("en-de", "Das Auto ist", f"Aber {each} läuft", known).fits[0].chances
        for each in ("er", "sie", "es")
    ]
    assert sum(chances.right for chances in fits) == 1
    assert sum(chances.wrong for chances in fits) == 1


@pytest.mark.parametrize(("word", "safe"), [("il", 1.0), ("elle", 0.0), ("cela", 1.0)])
def test_impersonal_forms_fit_no_noun(word: str, safe: float) -> None:
    known = Antecedents((), {"pleonastic_it": 1.0})
    (fit,) = fitted("en-fr", "Le vélo est", f"Mais {word} marche", known).fits
    assert fit.chances == Chances(safe=safe)
