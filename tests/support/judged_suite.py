"""Suites of any shape, in which it is known what is approved and what people say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection
from tests.support.small_suite import NOW

from proform.human.conflict import BAD_TRANSLATION
from proform.model import Antecedent, Category, Example
from proform.store.answers import Answer, annotator_id, record
from proform.store.database import Store
from proform.store.ledger import Addressed
from proform.store.suites import (
    REFERENCE,
    SYSTEM,
    Stored,
    add_target,
    candidate_ids,
    candidates,
    find_suite,
    save_suite,
)
from proform.suite.suite import Document, Suite, Target, place

INTRA, EVENT, GENERIC = "anaphoric_intra_subject_it", "event_it", "addressee_generic_you"

Key = tuple[int, str]
"""The number of an example, and a system."""


class Shape(NamedTuple):
    """Categories with their sizes, and whether they need agreement."""

    sizes: Mapping[str, int]
    agreeing: frozenset[str] = frozenset({INTRA})


def suite_of(shape: Shape) -> Suite:
    """A segment for each example: a noun and a pronoun."""
    examples: list[Example] = []
    for category, size in shape.sizes.items():
        for _ in range(size):
            line = len(examples)
            antecedents = (Antecedent(line, 0, 0, 0),) if category in shape.agreeing else ()
            examples.append(Example(line + 1, line, 1, "it", category, antecedents))
    categories = tuple(Category(name, name in shape.agreeing) for name in shape.sizes)
    source = ("noun it",) * len(examples)
    documents = (Document("all", 0, len(examples) - 1),)
    return Suite("judged", "en", "de", source, documents, categories, tuple(examples))


def fill(store: Store, shape: Shape, systems: Sequence[str], approved: frozenset[Key]) -> Stored:
    """A suite whose systems look as the reference where they are to be approved."""
    suite = suite_of(shape)
    with store.writing() as connection:
        stored = save_suite(connection, suite, "a-key", NOW)
        add_system(connection, stored, REFERENCE, frozenset(), side=REFERENCE)
        for system in systems:
            numbers = frozenset(number for number, name in approved if name == system)
            add_system(connection, stored, system, numbers)
    return stored


def add_system(
    connection: Connection,
    stored: Stored,
    name: str,
    approved: frozenset[int],
    *,
    side: str = SYSTEM,
) -> None:
    """A translation, with these examples as in the reference."""
    lines = [
        "Nomen es" if side == REFERENCE or example.number in approved else "Nomen das"
        for example in stored.suite.examples
    ]
    target = Target(name, lines, ["0-0 1-1"] * len(lines), how="by hand")
    add_target(connection, stored, place(stored.suite, target), side, NOW)


RIGHT, WRONG = Answer("ok"), Answer("bad")
UNJUDGEABLE = Answer(tags=frozenset({BAD_TRANSLATION}))


def say(store: Store, annotator: str, answers: Mapping[Key, Answer]) -> None:
    """What a person says of some candidates."""
    with store.writing() as connection:
        stored = find_suite(connection, None)
        numbers = {owner: number for number, owner in candidates(connection, stored).items()}
        ids = candidate_ids(connection, stored.id)
        person = annotator_id(connection, annotator, NOW)
        said = [Addressed(ids[numbers[key]], person, one) for key, one in answers.items()]
        record(connection, said, NOW, "test")
