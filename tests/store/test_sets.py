"""Challenge sets in a store are read back as they were written, on every database."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.small_suite import NOW, SUITE, TARGETS

from proform.errors import ProformError
from proform.model import Challenge, Version
from proform.store.database import opened
from proform.store.sets import add_scores, load_scores, retire_scores, scorings
from proform.store.suites import REFERENCE, SYSTEM, add_target, find_suite, save_suite, targets
from proform.store.suites import load_target as load
from proform.suite.suite import Output, Target

ASKED = Challenge(
    0,
    ("il",),
    ("elle", "ça"),
    ("Le vélo.", "Il grince."),
    (Version(("Le vélo.", "Elle grince."), "elle", "gender"), Version(("", "Ça grince."), "ça")),
    1,
    intrasegmental=None,
    rule="NOM.MASC.SING",
    kind="m.sg",
    pair="it:il",
    place=2,
)
CHALLENGES = {
    1: ASKED,
    2: Challenge(0, intrasegmental=True),
    3: Challenge(2, ("ils",), intrasegmental=False),
}


def test_a_set_survives_the_store(where: str) -> None:
    suite = replace(SUITE, set="contrapro", challenges=CHALLENGES)
    outputs = {
        1: Output("Le vélo. Il grince.", "Il grince."),
        2: Output("", "", "dropped", "Sure!"),
    }
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite, "key", NOW)
            add_target(connection, stored, TARGETS[0], REFERENCE, NOW)
            add_target(connection, stored, replace(TARGETS[1], outputs=outputs), SYSTEM, NOW)
            scored = Target("base", (), scores={1: (1.5, 2.0, -0.25), 3: (1.0, 1.0)})
            add_scores(
                *(connection, stored.id, stored.example_ids, scored),
                higher=False,
                origin="base.txt",
                now=NOW,
            )
        with store.reading() as connection:
            again = find_suite(connection, None)
            assert again.suite == suite
            loaded = load(connection, again, targets(connection, again)[1])
            assert loaded.outputs == outputs
            (scoring,) = scorings(connection, again.id)
            assert (scoring.name, scoring.higher, scoring.origin) == ("base", False, "base.txt")
            scores = load_scores(connection, scoring)
            assert scores == {1: (-1.5, -2.0, 0.25), 3: (-1.0, -1.0)}
        with store.writing() as connection:
            retire_scores(connection, again.id, "base", NOW)
            assert scorings(connection, again.id) == []
            with pytest.raises(ProformError, match="no scores of 'base'"):
                retire_scores(connection, again.id, "base", NOW)
