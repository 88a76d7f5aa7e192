"""A talk of any length, for tests of long batches and long texts: one system, one task for Ada."""

from __future__ import annotations

from tests.support.small_suite import NOW

from proform.model import Antecedent, Category, Example
from proform.store.database import opened
from proform.store.suites import SYSTEM, add_target, save_suite
from proform.store.tasks import TaskSet, assign, define_tasks
from proform.suite.suite import Document, Suite, Target, place

_NOUNS = (("bridge", "Le pont"), ("road", "La route"), ("tower", "La tour"))


def prepare_talk(where: str, size: int, between: int = 0) -> None:
    """Pairs of sentences, one example each; of every sixth, the pronoun has two marked words.

    So many other sentences stand between antecedent and pronoun.
    """
    source: list[str] = []
    target: list[str] = []
    links: list[str] = []
    examples: list[Example] = []
    filler = "Then nothing happened for a long while , as everybody here remembers ."
    calm = "Puis il ne se passa rien pendant longtemps , comme tout le monde se souvient ."
    for number in range(1, size + 1):
        noun, words = _NOUNS[number % 3]
        first = len(source)
        source += [f"The {noun} is old , number {number} .", *[filler] * between]
        target += [f"{words} est vieux , numéro {number} .", *[calm] * between]
        links += ["0-0 1-1 2-2 3-3", *[""] * between]
        pair = number % 6 == 0
        source.append(f"It was built in {1800 + number} .")
        target.append(f"{'Lui , il' if pair else 'Il'} fut construit en {1800 + number} .")
        links.append("0-0 0-2" if pair else "0-0 1-1")
        last = len(source) - 1
        example = Example(number, last, 0, "It", "it", (Antecedent(first, 0, 1, 1),))
        examples.append(example)
    suite = Suite(
        "talk",
        "en",
        "fr",
        tuple(source),
        (Document("talk", 0, len(source) - 1),),
        (Category("it", agrees=True),),
        tuple(examples),
    )
    with opened(where, create=True) as store, store.writing() as connection:
        stored = save_suite(connection, suite.checked(), "a-key", NOW)
        system = place(suite, Target("system", tuple(target), tuple(links), how="by hand"))
        add_target(connection, stored, system, SYSTEM, NOW)
        define_tasks(connection, stored, TaskSet("june", 1, 0, 1), NOW)
        assign(connection, stored, "june", "1", "Ada", NOW)
