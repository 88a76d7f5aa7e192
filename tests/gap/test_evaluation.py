"""Gap filling as it stands in a store: outcomes, scores and agreement."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import select
from tests.support.gap_suite import BAD, IL, asked, mine
from tests.support.small_suite import NOW, filled

from proform.gap.answers import FILLS, Fill
from proform.gap.evaluation import evaluate
from proform.store import schema
from proform.store.answers import annotator_id
from proform.store.database import opened
from proform.store.ledger import Addressed
from proform.store.suites import find_suite, retire


def test_what_a_removed_system_was_told_is_kept_and_does_not_count(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada")
            ada, order = mine(connection, stored)
            FILLS.record(connection, [Addressed(one, ada, IL) for one in order], NOW, "test")
            retire(connection, stored, "new", NOW)
            found = evaluate(connection, find_suite(connection, None), 1, 100)
            assert [one.system for one in found.systems] == ["reference", "base"]
            assert len(FILLS.latest(connection, stored.id)) == 7


def test_outcomes_and_agreement(where: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
        with store.writing() as connection:
            stored = asked(connection, "Ada", "Bob")
            table = schema.candidates
            ids = {
                row.number: row.id
                for row in connection.execute(select(table).where(table.c.suite == stored.id))
            }
            # Candidates 1 to 3 are the reference: il, cela, ils; 4 to 6 base: elle, ça, ils.
            said = {
                1: (IL, IL),
                2: (Fill(frozenset({"ça/cela", "ce"})), Fill(frozenset({"ça/cela"}))),
                3: (IL, BAD),
                4: (BAD, BAD),
                5: (IL, Fill(frozenset({"ce"}))),
                6: (Fill(frozenset({"ils"})), None),
            }
            ada, bob = (annotator_id(connection, name, NOW) for name in ("Ada", "Bob"))
            every = [
                Addressed(ids[number], person, answer)
                for number, both in said.items()
                for person, answer in zip((ada, bob), both, strict=True)
                if answer is not None
            ]
            Random(1).shuffle(every)  # noqa: S311 (not for secrets)
            FILLS.record(connection, every, NOW, "test")
            found = evaluate(connection, stored, 1, 100)
    outcomes = {one.system: dict(one.outcomes) for one in found.systems}
    assert outcomes == {
        "reference": {"filled": 2, "undecided": 1},
        "base": {"bad_translation": 1, "undecided": 1, "filled": 1},
        "new": {"open": 1, "no_word": 2},
    }
    accuracy = {one.system: one.scores.with_other for one in found.systems}
    assert {name: (one.right, one.size) for name, one in accuracy.items()} == {
        "reference": (2, 2),
        "base": (1, 1),
        "new": (0, 0),
    }
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.n, pair.same) == ("Ada", "Bob", 5, 2)
    assert pair.overlap == pytest.approx((1 + 1 / 2 + 0 + 1 + 0) / 5)
    # il: both in 1; only Ada in 3 and 5. Agreed 3 of 5; by chance (3·1 + 2·4) / 25.
    assert pair.kappas["il"].value == pytest.approx((3 / 5 - 11 / 25) / (1 - 11 / 25))
    tables = {table.name: table for table in found.tables}
    names = ["accuracy", "pronouns", "denominators", "undecided", "agreement", "kappa"]
    assert list(tables) == names
    assert [(row["example"], row["system"]) for row in tables["undecided"].records] == [
        (3, "reference"),
        (2, "base"),
    ]
    assert tables["undecided"].records[0]["answers"] == "Ada: il; Bob: bad translation"
    assert tables["accuracy"].rows[0][:4] == ("reference", "2", "2", "100.0")
    assert tables["denominators"].rows[2] == ("new", "0", "0", "0", "1", "0", "2")
