"""A pronoun of the reference that agrees with one noun and not with another tells them apart."""

from __future__ import annotations

import pytest

from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.model import (
    Alignment,
    Antecedents,
    Occurrence,
    Option,
    Rendering,
    Segment,
    Step,
    Translation,
)
from proform.suite.mining.evidence import ReferenceEvidence

SOURCE = ["The", "house", "has", "a", "garden", "and", "it", "is", "old", "."]
FRENCH = ["La", "maison", "a", "un", "jardin", "et", "{}", "est", "là", "."]
LINKS = Alignment(tuple(range(10)), tuple(range(10)))
HOUSE, GARDEN = ((0, 1),), ((0, 4),)


def weighed(pronoun: str, *, annotated: bool = False) -> Antecedents:
    tokens = [pronoun if word == "{}" else word for word in FRENCH]
    nothing = {"pleonastic_it": 0.2, "event_it": 0.1, "far": 0.1}
    options = (Option(HOUSE, 0.3), Option(GARDEN, 0.3))
    guess = Antecedents(options, nothing, annotated=annotated)
    into = Translation(tokens, LINKS)
    segment = Segment(0, "d", SOURCE, into, (), antecedents={6: guess})
    rendering = Rendering((6,), (pronoun,), (pronoun,), Step.ALIGNED, (6,))
    evidence = ReferenceEvidence.of(Choices(*load_packs("en-fr")))
    assert evidence is not None
    return evidence.weighed(Occurrence(0, 6, "it", "it", "d"), rendering, segment)


@pytest.mark.parametrize(("pronoun", "heads"), [("elle", HOUSE), ("il", GARDEN)])
def test_the_noun_it_agrees_with_comes_first(pronoun: str, heads: object) -> None:
    known = weighed(pronoun)
    assert known.options[0].heads == heads
    assert known.options[0].probability > 5 * known.options[1].probability
    assert known.share == pytest.approx(1)


def test_a_feminine_pronoun_stands_for_something() -> None:
    assert weighed("elle").nothing["pleonastic_it"] < 0.05
    assert weighed("il").nothing["pleonastic_it"] > 0.2


def test_a_neutral_pronoun_speaks_against_nouns() -> None:
    known = weighed("ce")
    assert sum(option.probability for option in known.options) < 0.45
    assert known.nothing["event_it"] > 0.15


def test_what_is_annotated_stays() -> None:
    assert weighed("il", annotated=True).options[0] == Option(HOUSE, 0.3)


def test_without_gender_there_is_no_evidence() -> None:
    assert ReferenceEvidence.of(Choices(*load_packs("fr-en"))) is None
