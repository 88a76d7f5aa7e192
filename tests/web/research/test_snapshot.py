"""A snapshot is remembered until somebody answers, and then made anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.annotations import annotate
from tests.support.small_suite import EVENT, INTER, SPLIT, filled

from proform.store.access import RESEARCHER, Visitor
from proform.store.answers import Answer
from proform.store.database import opened
from proform.web.app import Site
from proform.web.research.snapshot import Snapshot, take_snapshot


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "suite.db")


def test_it_is_made_anew_only_when_somebody_has_answered(where: str) -> None:
    with opened(where, create=True) as store:
        stored = filled(store)
        site, who = Site(store), Visitor(0, RESEARCHER, stored.id, None, "")

        def take() -> Snapshot:
            with store.reading() as connection:
                return take_snapshot(connection, site, who)

        before = take()
        assert take() is before
        assert [entry.system for entry in before.of(1)] == ["reference", "base", "new"]
        assert before.counts["pronoun"]["base", INTER] == {"unjudged": 1}
        assert before.asked("antecedent") == [INTER, SPLIT]
        assert ("base", EVENT) not in before.counts["antecedent"]
        said = {(1, "base"): [("Ada", Answer("ok", "ok")), ("Bob", Answer("bad", "ok"))]}
        annotate(where, said)
        after = take()
        assert after.counts["pronoun"]["base", INTER] == {"disputed": 1}
        assert after.counts["antecedent"]["base", INTER] == {"right": 1}
        assert after.counts["pronoun"]["new", INTER] == {"unjudged": 1}
        assert [entry.system for entry in after.open] == ["base"]
        annotate(where, {(1, "base"): [("Bob", Answer("ok", "ok"))]})
        assert take().counts["pronoun"]["base", INTER] == {"right": 1}
        assert not take().open
