"""A small suite to store: three examples, a reference and two systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from proform.model import Antecedent, Category, Example
from proform.store.database import Store
from proform.store.suites import REFERENCE, SYSTEM, Stored, add_target, save_suite
from proform.suite.suite import Document, Suite, Target, place

NOW = datetime(2020, 2, 20, 20, 20, tzinfo=UTC)

INTER, EVENT, SPLIT = "anaphoric_inter_subject_it", "event_it", "anaphoric_inter_they"

SUITE = Suite(
    "small",
    "en",
    "fr",
    (
        "The bicycle is red .",
        "It squeaks , and it worries me .",
        "A cat and a dog came .",
        "They slept .",
    ),
    (Document("bicycle", 0, 1), Document("animals", 2, 3)),
    (Category(INTER, agrees=True), Category(EVENT, agrees=False), Category(SPLIT, agrees=True)),
    (
        Example(1, 1, 0, "It", INTER, (Antecedent(0, 0, 1, 1),)),
        Example(2, 1, 4, "it", EVENT, note="the squeaking"),
        Example(3, 3, 0, "They", SPLIT, (Antecedent(2, 0, 1, 1), Antecedent(2, 3, 4, 4))),
    ),
)


def target(name: str, lines: Sequence[str], links: Sequence[str]) -> Target:
    """A translation that is linked to the suite."""
    return place(SUITE, Target(name, lines, links, how="by hand"))


TARGETS = (
    target(
        REFERENCE,
        (
            "Le vélo est rouge .",
            "Il grince , et cela m' inquiète .",
            "Un chat et un chien sont venus .",
            "Ils ont dormi .",
        ),
        ("0-0 1-1 2-2 3-3", "0-0 1-1 4-4 6-5 5-6", "0-0 1-1 2-2 3-3 4-4 5-5 5-6", "0-0 1-1 1-2"),
    ),
    target(
        "base",
        (
            "La bicyclette est rouge .",
            "Elle grince , et ça m' inquiète .",
            "Un chat et un chien sont venus .",
            "Ils dormaient .",
        ),
        ("0-0 1-1 2-2 3-3", "0-0 1-1 4-4 6-5 5-6", "0-0 1-1 2-2 3-3 4-4 5-5 5-6", "0-0 1-1"),
    ),
    target(
        "new",
        (
            "Le vélo est rouge .",
            "Il grince et m' inquiète .",
            "Un chat et un chien vinrent .",
            "Dormirent .",
        ),
        ("0-0 1-1 2-2 3-3", "0-0 1-1 3-2 6-3 5-4", "0-0 1-1 2-2 3-3 4-4 5-5", "1-0"),
    ),
)


def filled(store: Store, name: str = SUITE.name, suite: Suite = SUITE) -> Stored:
    """Put the suite with its translations into a store."""
    with store.writing() as connection:
        stored = save_suite(connection, replace(suite, name=name), "a-key", NOW)
        for number, one in enumerate(TARGETS):
            add_target(connection, stored, one, SYSTEM if number else REFERENCE, NOW)
    return stored
