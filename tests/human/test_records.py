"""Everything that was ever said, in long form."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tests.support.reviewed_suite import BAD, OK, Reviewing, at
from tests.support.small_suite import INTER, SUITE, TARGETS

from proform.human.records import FIELDS, records
from proform.store.answers import ADJUDICATOR, Selected
from proform.store.database import opened
from proform.store.suites import retire


def test_records_have_every_revision_and_removed_systems(where: str) -> None:
    with opened(where, create=True) as store:
        desk = Reviewing(store)
        desk.say(1, "Ada", BAD)
        desk.say(1, "Ada", OK, 1)
        desk.say(1, "Bob", BAD, 2)
        desk.settle(1, OK, 0, "one", 3)
        desk.say(4, "Ada", replace(OK, tokens=frozenset({Selected(0, 1), Selected(1, 0)})), 4)
        with store.writing() as connection:
            retire(connection, desk.stored, "base", at(9))
            found = list(records(connection, desk.stored))
    assert all(tuple(one) == FIELDS for one in found)
    keys = ("system", "annotator", "revision", "latest", "pronoun", "adjudication")
    assert [tuple(one[key] for key in keys) for one in found] == [
        ("reference", "Ada", 1, False, "bad", False),
        ("reference", "Ada", 2, True, "ok", False),
        ("reference", "Bob", 1, True, "bad", False),
        ("reference", ADJUDICATOR, 1, True, "ok", True),
        ("base", "Ada", 1, True, "ok", False),
    ]
    assert found[0]["removed"] is None
    assert found[-1]["removed"] is not None
    assert (found[-1]["suite"], found[-1]["example"], found[-1]["category"]) == ("small", 1, INTER)
    assert [token["word"] for token in found[-1]["tokens"]] == ["bicyclette", "Elle"]
    assert found[-1]["translation"] == TARGETS[1].lines[1] == "Elle grince , et ça m' inquiète ."
    assert {one["source"] for one in found} == {SUITE.source[1]}
    assert datetime.fromisoformat(found[1]["time"]) == at(1)
