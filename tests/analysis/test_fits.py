"""Whether a pronoun fits what it may refer to."""

from __future__ import annotations

import pytest

from proform.analysis.fits import Fitter
from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.analysis.pronouns import Locator, PronounReader
from proform.language.pack import load_packs
from proform.model import Alignment, Antecedents, Occurrence, Option, Rendering, Segment, Step
from proform.model import Translation as Into

IT = Occurrence(1, 1, "it", "it", None)


def fitted(languages: str, noun: str, pronoun: str, known: Antecedents) -> Rendering:
    english, target = load_packs(languages)
    gender = Gender(target.agree)
    locator = Locator(english, PronounReader(target, gender))
    links = Alignment((0, 1, 2), (0, 1, 2))
    first, second = Into(noun.split(), links), Into(pronoun.split(), links)
    tags = ["DET", "NOUN.sg", "AUX"]
    before = Segment(0, None, ["The", "bicycle", "is"], first, [], tags=tags)
    words = ["But", "it", "works"]
    segment = Segment(1, None, words, second, [], [before], antecedents={1: known})
    word = second.tokens[1]
    plain = Rendering((1,), (word,), (locator.pronouns.form(word),), Step.ALIGNED, (1,))
    return Fitter(Nouns(english, gender), locator).fitted(IT, plain, segment, second)


@pytest.mark.parametrize(
    ("languages", "noun", "pronoun", "degree"),
    [
        ("en-fr", "Le vélo est", "Mais il marche", 1.0),
        ("en-fr", "La bicyclette est", "Mais il marche", 0.0),
        ("en-fr", "La bicyclette est", "Mais ça marche", 1.0),
        ("en-fr", "La bicyclette est", "Mais on marche", None),
        ("en-de", "Die Maschine ist", "Aber er läuft", 0.0),
        ("en-de", "Die Maschine ist", "Aber es läuft", 0.08),
    ],
)
def test_degrees(languages: str, noun: str, pronoun: str, degree: float | None) -> None:
    known = Antecedents((Option(((0, 1),), 0.7),), {"far": 0.3})
    noun_fit, nothing = fitted(languages, noun, pronoun, known).fits
    assert noun_fit.degree == degree
    assert (noun_fit.heads, noun_fit.probability) == (("bicycle",), 0.7)
    assert nothing.degree == (1.0 if "ça" in pronoun else None)


@pytest.mark.parametrize(("word", "degree"), [("il", 1.0), ("elle", None), ("cela", 1.0)])
def test_impersonal_forms_fit_no_noun(word: str, degree: float | None) -> None:
    known = Antecedents((), {"pleonastic_it": 1.0})
    (fit,) = fitted("en-fr", "Le vélo est", f"Mais {word} marche", known).fits
    assert fit.degree == degree
