"""Subjects of a suite that have no word in a translation."""

from __future__ import annotations

from dataclasses import replace

from tests.support.small_suite import SUITE, TARGETS

from proform.suite.dropped import dropped_verb
from proform.suite.suite import Spot, Target

SPANISH = replace(SUITE, target_language="es")
LINES = (
    "La bicicleta es roja .",
    "Chirría , y eso me preocupa .",
    "Vinieron un gato y un perro .",
    "Ellos durmieron .",
)
LINKS = ("0-0 1-1 2-2 3-3 4-4", "1-0 2-1 3-2 4-3 5-5 6-4", "5-0", "0-0 1-1")


FIRST = SPANISH.examples[0]


def test_the_verb_where_no_word_stands_for_a_subject() -> None:
    target = Target("base", LINES, LINKS)
    verbs = [dropped_verb(SPANISH, target, example) for example in SPANISH.examples]
    assert verbs == [Spot(1, 0), None, None]


def test_nothing_without_links_or_in_a_language_that_drops_none() -> None:
    assert dropped_verb(SPANISH, Target("base", LINES), FIRST) is None
    assert dropped_verb(SPANISH, Target("base", (), ()), FIRST) is None
    assert dropped_verb(SUITE, TARGETS[2], SUITE.examples[2]) is None
