"""A suite for pictures: a short text of our own, a reference and two systems."""

from __future__ import annotations

from tests.support.small_suite import NOW

from proform.model import Antecedent, Category, Example
from proform.store.database import Store, opened
from proform.store.suites import REFERENCE, SYSTEM, add_target, save_suite
from proform.store.tasks import TaskSet, assign, define_tasks
from proform.suite.suite import Document, Placed, Spot, Suite, Target

_INTRA, _INTER = "anaphoric_intra_subject_it", "anaphoric_inter_subject_it"
_THEY, _EVENT, _PLEONASTIC = "anaphoric_inter_they", "event_it", "pleonastic_it"
_YOU = "addressee_deictic_singular_you"

_SOURCE = (
    "My aunt kept a garden behind the station .",
    "The old fence leaned over the path , and every spring a storm knocked it down .",
    "We put up a new gate before the holidays .",
    "It opened without a sound , and it surprised everyone .",
    "Two hedgehogs lived under the shed .",
    "They came out at dusk , when it was raining .",
    "“ Can you hear them ? ” she asked me .",
)

_EXAMPLES = (
    Example(1, 1, 14, "it", _INTRA, (Antecedent(1, 0, 2, 2),)),
    Example(2, 3, 0, "It", _INTER, (Antecedent(2, 3, 5, 5),)),
    Example(3, 3, 7, "it", _EVENT),
    Example(4, 5, 0, "They", _THEY, (Antecedent(4, 0, 1, 1),)),
    Example(5, 5, 7, "it", _PLEONASTIC),
    Example(6, 6, 2, "you", _YOU),
)

_REFERENCE = (
    "Ma tante avait un jardin derrière la gare .",
    "La vieille clôture penchait sur le chemin , et chaque printemps une tempête la renversait .",
    "Nous avons posé un nouveau portail avant les vacances .",
    "Il s' ouvrait sans bruit , et cela a surpris tout le monde .",
    "Deux hérissons vivaient sous la remise .",
    "Ils sortaient au crépuscule , quand il pleuvait .",
    "« Est -ce que tu les entends ? » m' a -t-elle demandé .",
)
_NORTH = (
    "Ma tante tenait un jardin derrière la gare .",
    "La vieille barrière penchait sur le sentier , et chaque printemps un orage le renversait .",
    "Nous avons installé une nouvelle porte avant les vacances .",
    "Elle s' ouvrait sans un bruit , et ça a surpris tout le monde .",
    "Deux hérissons habitaient sous le hangar .",
    "Elles sortaient au crépuscule , lorsqu' il pleuvait .",
    "« Pouvez -vous les entendre ? » me demanda -t-elle .",
)
_SOUTH = (
    "Ma tante a gardé un jardin derrière la station .",
    "Le vieux grillage penchait sur l' allée , et tous les printemps une tempête l' abattait .",
    "Nous mettons une porte nouvelle avant les fêtes .",
    "Ouverte sans un son , elle étonnait tous .",
    "Deux hérissons vivaient sous le cabanon .",
    "Ils sortaient à la tombée du jour , sous la pluie .",
    "« Tu peux les entendre ? » m' a -t-elle demandé .",
)


def _spots(*pairs: tuple[int, int]) -> tuple[Spot, ...]:
    return tuple(Spot(*pair) for pair in pairs)


_TARGETS = (
    Target(
        "reference",
        _REFERENCE,
        placed={
            1: Placed(_spots((1, 13)), (_spots((1, 2)),)),
            2: Placed(_spots((3, 0)), (_spots((2, 5)),)),
            3: Placed(_spots((3, 7))),
            4: Placed(_spots((5, 0)), (_spots((4, 1)),)),
            5: Placed(_spots((5, 6))),
            6: Placed(_spots((6, 4))),
        },
    ),
    Target(
        "north",
        _NORTH,
        placed={
            1: Placed(_spots((1, 13)), (_spots((1, 2)),)),
            2: Placed(_spots((3, 0), (3, 1)), (_spots((2, 4), (2, 5)),)),
            3: Placed(_spots((3, 8))),
            4: Placed(_spots((5, 0)), (_spots((4, 1)),)),
            5: Placed(_spots((5, 6))),
            6: Placed(_spots((6, 2))),
        },
    ),
    Target(
        "south",
        _SOUTH,
        placed={
            1: Placed(_spots((1, 14)), (_spots((1, 2)),)),
            2: Placed(_spots((3, 5)), (_spots((2, 3)),)),
            3: Placed(),
            4: Placed(_spots((5, 0)), (_spots((4, 1)),)),
            5: Placed(),
            6: Placed(_spots((6, 1))),
        },
    ),
)

GARDEN = Suite(
    "garden",
    "en",
    "fr",
    _SOURCE,
    (Document("garden", 0, len(_SOURCE) - 1),),
    tuple(
        Category(name, agrees=name.startswith("anaphoric"))
        for name in dict.fromkeys(example.category for example in _EXAMPLES)
    ),
    _EXAMPLES,
)


def plant(where: str, people: tuple[str, ...] = ("Ada", "Bob")) -> None:
    """A store with the suite, of which everyone has a task."""
    with opened(where, create=True) as store:
        _save(store, people)


def _save(store: Store, people: tuple[str, ...]) -> None:
    with store.writing() as connection:
        stored = save_suite(connection, GARDEN.checked(), "garden-key", NOW)
        for number, target in enumerate(_TARGETS):
            add_target(connection, stored, target, SYSTEM if number else REFERENCE, NOW)
        define_tasks(connection, stored, TaskSet("spring", len(people), 6, 1), NOW)
        for number, name in enumerate(people, 1):
            assign(connection, stored, "spring", str(number), name, NOW)
